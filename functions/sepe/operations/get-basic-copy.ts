import * as z from 'zod';
import { basicCopyPdf } from '../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { date } from '../../../shared/kernel/fields.ts';
import { reading } from '../../../shared/operation/operation.ts';
import { companyId, exampleCompany, exampleFile, exampleWorker, onlyFile, workerDni } from '../fields.ts';

export const getBasicCopy = reading({
  id: 'getBasicCopy',
  method: 'GET',
  path: '/copy-basic',
  summary: 'Duplicado de una copia básica',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z.object({ cif: companyId, dni: workerDni, startDate: date('Inicio del contrato.') }),
  response: onlyFile,
  example: {
    request: { cif: exampleCompany.cif, ...exampleWorker },
    response: { file: exampleFile('copia-basica.pdf') },
  },
  run: async ({ cif, dni, startDate }, { sepe, keep }) => ({
    data: { file: await keep(await sepe.read(basicCopyPdf, { cif, dni, startDate })) },
  }),
});
