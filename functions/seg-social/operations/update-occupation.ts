import * as z from 'zod';
import { changeOccupation } from '../../../shared/authorities/tgss/prosa/change-record.ts';
import {
  codeOf,
  contributionRecord,
  sameCode,
} from '../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { slashDate } from '../../../shared/authorities/tgss/values.ts';
import { submission } from '../../../shared/operation.ts';
import { fileChange } from '../change.ts';
import { changeOf, exampleFile, exampleWorkerWithoutKind, ocupacion, withOptionalFile } from '../fields.ts';

export const updateOccupation = submission({
  method: 'PUT',
  path: '/occupation',
  summary: 'Variar la ocupación de un trabajador',
  description: 'Sin ocupacion, se comunica que el trabajador deja de tenerla.',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ ...changeOf, ocupacion: ocupacion.optional() }),
  response: withOptionalFile,
  example: {
    request: { ...exampleWorkerWithoutKind, fecha_real: '2026-12-01', ocupacion: 'a', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: (request, ports) => {
    const { fecha_real, ocupacion = '', duplicate } = request;
    const isDone = async () => {
      const record = await ports.tgss.read(contributionRecord, request);
      return (
        record.ocupacion.fechaCambioOcupacion === slashDate(fecha_real) &&
        sameCode(codeOf(record.ocupacion.ocupacion), ocupacion)
      );
    };
    const input = { ...request, ocupacion };
    const of = { ...request, date: fecha_real };
    return fileChange({ exchange: changeOccupation, input, of, duplicate, isDone }, ports);
  },
});
