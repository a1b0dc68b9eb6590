import * as z from 'zod';
import { certificatePdf } from '../../../../shared/authorities/sepe/certifica/certificates.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { ccc, date } from '../../../../shared/kernel/fields.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { certificateData, certificateResource, exampleCertificate } from '../certificate-fields.ts';
import { exampleCompany, exampleWorker, workerDni } from '../fields.ts';

export const getCertificate = reading({
  id: 'getCompanyCertificate',
  method: 'GET',
  path: '/certifica',
  summary: 'Duplicado de un certificado de empresa',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z.object({
    dni: workerDni,
    startDate: date('Fecha de la suspensión o del fin del contrato.'),
    ccc: ccc.optional(),
  }),
  response: z.object({
    file: fileObject,
    detail: certificateResource.optional().meta({ description: 'Datos del certificado, si se envió ccc.' }),
  }),
  example: {
    request: { dni: exampleWorker.dni, startDate: '2026-11-30', ccc: exampleCompany.ccc },
    response: { file: exampleFile('certificado-empresa.pdf'), detail: exampleCertificate },
  },
  run: async ({ dni, startDate, ccc }, { sepe, keep }) => {
    const found = await sepe.read(certificatePdf, { dni, startDate, ccc });
    const file = await keep(found.document);
    return { data: { file, ...(ccc && { detail: certificateData(found) }) } };
  },
});
