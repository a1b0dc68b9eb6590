import * as z from 'zod';
import { changeCno } from '../../../../shared/authorities/tgss/jacada/change-cno.ts';
import { digits, notZeros } from '../../../../shared/kernel/fields.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { changeAct } from '../acts.ts';
import { CHANGE, changeFact, changeReply, fileChange, foundChange } from '../change.ts';
import { changeOf, exampleWorkerWithoutKind } from '../fields.ts';
import { isCnoChanged } from '../look-ups.ts';

export const updateCno = submission({
  ...CHANGE,
  id: 'updateCno',
  path: '/cno',
  summary: 'Variar la ocupación (CNO) de un trabajador',
  request: z.object({ ...changeOf, cno: notZeros(digits(4, 'Ocupación según la CNO.')) }),
  example: {
    request: { ...exampleWorkerWithoutKind, fecha_real: '2026-12-01', cno: '4111', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) => fileChange(changeCno, request, ports),
  acts: (request) => [changeAct('cno', request, [request.fecha_real, request.cno])],
  replyAgain: (request, _, ports) => changeReply({}, request, ports),
  emits: (request) => changeFact(request).map((fact) => ({ ...fact, occupation: request.cno })),
  lookUp: {
    find: async (request, { since }, ports) =>
      foundChange(await isCnoChanged(ports.tgss, request, since), request, ports),
  },
});
