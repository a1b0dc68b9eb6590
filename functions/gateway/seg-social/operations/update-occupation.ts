import * as z from 'zod';
import { changeOccupation } from '../../../../shared/authorities/tgss/prosa/change-record.ts';
import { codeOf, contributionRecord } from '../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { sameCode } from '../../../../shared/authorities/tgss/values.ts';
import { slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { changeAct } from '../acts.ts';
import { CHANGE, changeFact, changeReply, fileChange, foundChange } from '../change.ts';
import { changeOf, exampleWorkerWithoutKind, ocupacion } from '../fields.ts';
import { isVariationSince } from '../look-ups.ts';

export const updateOccupation = submission({
  ...CHANGE,
  id: 'updateOccupation',
  path: '/occupation',
  summary: 'Variar la ocupación de un trabajador',
  description: 'Sin ocupacion, se comunica que el trabajador deja de tenerla.',
  request: z.object({ ...changeOf, ocupacion: ocupacion.optional() }),
  example: {
    request: { ...exampleWorkerWithoutKind, fecha_real: '2026-12-01', ocupacion: 'a', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) =>
    fileChange(changeOccupation, { ...request, ocupacion: request.ocupacion ?? '' }, ports),
  acts: (request) => [changeAct('occupation', request, [request.fecha_real, request.ocupacion])],
  replyAgain: (request, _, ports) => changeReply({}, request, ports),
  emits: changeFact,
  lookUp: {
    find: async (request, { since }, ports) => {
      const record = await ports.tgss.read(contributionRecord, request);
      const isDone =
        record.ocupacion.fechaCambioOcupacion === slashedDate(request.fecha_real) &&
        sameCode(codeOf(record.ocupacion.ocupacion), request.ocupacion ?? '') &&
        (await isVariationSince(ports.tgss, request, since));
      return foundChange(isDone, request, ports);
    },
  },
});
