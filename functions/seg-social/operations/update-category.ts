import * as z from 'zod';
import { changeCategory } from '../../../shared/authorities/tgss/prosa/change-record.ts';
import { codeOf, contributionRecord } from '../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { sameCode } from '../../../shared/authorities/tgss/values.ts';
import { slashedDate } from '../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../shared/operation/answer-fields.ts';
import { submission } from '../../../shared/operation/operation.ts';
import { fileChange, foundChange } from '../change.ts';
import { workerFact } from '../facts.ts';
import {
  categoryIsForArtists,
  categoryProfessional,
  changeOf,
  exampleWorkerWithoutKind,
  withOptionalFile,
} from '../fields.ts';
import { isVariationSince } from '../look-ups.ts';

export const updateCategory = submission({
  id: 'updateCategory',
  method: 'PUT',
  path: '/category-professional',
  summary: 'Variar la categoría profesional de un trabajador',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ ...changeOf, category_professional: categoryProfessional }).check(categoryIsForArtists),
  response: withOptionalFile,
  example: {
    request: {
      ...exampleWorkerWithoutKind,
      regimen: '0112',
      fecha_real: '2026-12-01',
      category_professional: '0000301',
      duplicate: 1,
    },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) => fileChange(changeCategory, request, ports),
  makesKnown: (request) => [workerFact('change', request, { date: request.fecha_real })],
  lookUp: {
    find: async (request, { since }, ports) => {
      const { categoriaProfesional } = await ports.tgss.read(contributionRecord, request);
      const isDone =
        categoriaProfesional.fechaCambioCategoriaProfesional === slashedDate(request.fecha_real) &&
        sameCode(codeOf(categoriaProfesional.categoriaProfesional), request.category_professional) &&
        (await isVariationSince(ports.tgss, request, since));
      return foundChange(isDone, request, ports);
    },
  },
});
