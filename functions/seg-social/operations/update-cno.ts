import * as z from 'zod';
import { changeCno } from '../../../shared/authorities/tgss/jacada/change-cno.ts';
import { digits } from '../../../shared/kernel/fields.ts';
import { submission } from '../../../shared/operation/operation.ts';
import { changeReply, fileChange } from '../change.ts';
import { changeOf, exampleFile, exampleWorkerWithoutKind, withOptionalFile } from '../fields.ts';
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
  run: (request, ports) =>
    fileChange({ exchange: changeCno, input: request, of: of(request), duplicate: request.duplicate }, ports),
  lookUp: {
    find: async (request, filing, ports) => {
      const isDone = await isCnoChanged(ports.tgss, request, filing.since);
      return isDone ? changeReply({}, { of: of(request), duplicate: request.duplicate }, ports) : undefined;
    },
  },
});

const of = <R extends { fecha_real: string }>(request: R) => ({ ...request, date: request.fecha_real });
