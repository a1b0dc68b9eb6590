import * as z from 'zod';
import { changeCno } from '../../../shared/authorities/tgss/jacada/change-cno.ts';
import { digits } from '../../../shared/fields.ts';
import { submission } from '../../../shared/operation.ts';
import { fileChange } from '../change.ts';
import { changeOf, exampleFile, exampleWorkerWithoutKind, withOptionalFile } from '../fields.ts';
import { isCnoChanged } from '../look-ups.ts';

export const updateCno = submission({
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
  run: (request, ports) => {
    const { regimen, ccc, nss, fecha_real, cno, duplicate } = request;
    const isDone = () => isCnoChanged(ports.tgss, { regimen, ccc, nss, fecha_real, cno }, ports.now);
    const of = { regimen, ccc, nss, date: fecha_real };
    return fileChange({ exchange: changeCno, input: request, of, duplicate, isDone }, ports);
  },
});
