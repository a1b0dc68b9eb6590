import * as z from 'zod';
import { changeCategory } from '../../../../shared/authorities/tgss/prosa/change-record.ts';
import { codeOf, contributionRecord } from '../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { sameCode } from '../../../../shared/authorities/tgss/values.ts';
import { slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { changeAct } from '../acts.ts';
import { CHANGE, changeFact, changeReply, fileChange, foundChange } from '../change.ts';
import { categoryIsForArtists, categoryProfessional, changeOf, exampleWorkerWithoutKind } from '../fields.ts';
import { isVariationSince } from '../look-ups.ts';

export const updateCategory = submission({
  ...CHANGE,
  id: 'updateCategory',
  path: '/category-professional',
  summary: 'Variar la categoría profesional de un trabajador',
  request: z.object({ ...changeOf, category_professional: categoryProfessional }).check(categoryIsForArtists),
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
  acts: (request) => [changeAct('category', request, [request.fecha_real, request.category_professional])],
  replyAgain: (request, _, ports) => changeReply({}, request, ports),
  emits: changeFact,
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
