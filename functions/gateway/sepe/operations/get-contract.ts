import * as z from 'zod';
import { contractPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { date } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { companyId, exampleCompany, exampleWorker, workerDni } from '../fields.ts';

export const getContract = reading({
  id: 'getContract',
  method: 'GET',
  path: '/contrata',
  summary: 'Duplicado de un contrato',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z.object({ cif: companyId, dni: workerDni, startDate: date('Inicio del contrato.') }),
  response: withFile,
  example: {
    request: { cif: exampleCompany.cif, ...exampleWorker },
    response: { file: exampleFile('contrato.pdf') },
  },
  run: async ({ cif, dni, startDate }, { sepe, keep }) => ({
    data: { file: await keep(await sepe.read(contractPdf, { cif, dni, startDate })) },
  }),
});
