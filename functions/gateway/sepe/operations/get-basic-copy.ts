import * as z from 'zod';
import { basicCopyPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { date } from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { companyId, exampleCompany, exampleWorker, workerDni } from '../fields.ts';
import { ofDryRun, unlessOnlyTried } from '../only-tried.ts';

export const getBasicCopy = reading({
  id: 'getBasicCopy',
  method: 'GET',
  path: '/copy-basic',
  summary: 'Duplicado de una copia básica',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z.object({
    test: ofDryRun,
    cif: companyId,
    dni: workerDni,
    startDate: date('Inicio del contrato.'),
  }),
  response: withFile,
  example: {
    request: { cif: exampleCompany.cif, ...exampleWorker },
    response: { file: exampleFile('copia-basica.pdf') },
  },
  emitsOnRead: ({ cif, dni, startDate }) => [
    { kind: 'basicCopy', cif, document: plainDocument(dni), date: startDate },
  ],
  run: (request, ports) =>
    unlessOnlyTried(request, ports, async () => {
      const { cif, dni, startDate } = request;
      const { sepe, keep } = ports;
      return { data: { file: await keep(await sepe.read(basicCopyPdf, { cif, dni, startDate })) } };
    }),
});
