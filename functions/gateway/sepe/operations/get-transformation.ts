import * as z from 'zod';
import { transformationPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { date } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleFootprint, exampleWorker, sepeId, workerDni } from '../fields.ts';

export const getTransformation = reading({
  id: 'getTransformation',
  method: 'GET',
  path: '/contrata/transformation',
  summary: 'Duplicado de una transformación',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z.object({ dni: workerDni, startDate: date('Inicio del contrato.'), sepeId: sepeId.optional() }),
  response: withFile,
  example: {
    request: { ...exampleWorker, sepeId: exampleFootprint },
    response: { file: exampleFile('transformacion.pdf') },
  },
  run: async ({ dni, startDate, sepeId: footprint }, { sepe, keep }) => ({
    data: {
      file: await keep(
        await sepe.read(
          transformationPdf,
          footprint ? { footprint, of: { dni, startDate } } : { dni, startDate },
        ),
      ),
    },
  }),
});
