import * as z from 'zod';
import { certificateDetail } from '../../../../shared/authorities/sepe/certifica/certificates.ts';
import { ccc, date } from '../../../../shared/kernel/fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { certificateData, certificateResource, exampleCertificate } from '../certificate-fields.ts';
import { exampleCompany, exampleWorker, workerDni } from '../fields.ts';

export const getCertificateDetail = reading({
  id: 'getCompanyCertificateDetail',
  method: 'GET',
  path: '/certifica/detail',
  summary: 'Datos de un certificado de empresa',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z.object({
    dni: workerDni,
    startDate: date('Fecha de la suspensión o extinción.'),
    ccc: ccc.optional(),
  }),
  response: certificateResource,
  example: {
    request: { dni: exampleWorker.dni, startDate: '2026-11-30', ccc: exampleCompany.ccc },
    response: exampleCertificate,
  },
  run: async ({ dni, startDate, ccc }, { sepe }) => ({
    data: certificateData(await sepe.read(certificateDetail, { dni, startDate, ccc })),
  }),
});
