import * as z from 'zod';
import { changeCno } from '../../../shared/authorities/tgss/jacada/change-cno.ts';
import { digits } from '../../../shared/kernel/fields.ts';
import { exampleFile } from '../../../shared/operation/answer-fields.ts';
import { submission } from '../../../shared/operation/operation.ts';
import { fileChange, foundChange } from '../change.ts';
import { workerFact } from '../facts.ts';
import { changeOf, exampleWorkerWithoutKind, withOptionalFile } from '../fields.ts';
import { isCnoChanged } from '../look-ups.ts';

export const updateCno = submission({
  id: 'updateCno',
  method: 'PUT',
  path: '/cno',
  summary: 'Variar la ocupación (CNO) de un trabajador',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ ...changeOf, cno: digits(4, 'Ocupación según la CNO.') }),
  response: withOptionalFile,
  example: {
    request: { ...exampleWorkerWithoutKind, fecha_real: '2026-12-01', cno: '4111', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) => fileChange(changeCno, request, ports),
  makesKnown: (request) => [workerFact('change', request, { date: request.fecha_real })],
  lookUp: {
    find: async (request, { since }, ports) =>
      foundChange(await isCnoChanged(ports.tgss, request, since), request, ports),
  },
});
