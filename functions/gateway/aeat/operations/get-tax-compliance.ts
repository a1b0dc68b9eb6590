import * as z from 'zod';
import { taxCompliance } from '../../../../shared/authorities/aeat/tax-compliance.ts';
import { code } from '../../../../shared/kernel/fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { certificateReply, exampleCertificate, withFile } from '../fields.ts';

export const getTaxCompliance = reading({
  id: 'getTaxCompliance',
  method: 'GET',
  path: '/report-corriente',
  summary: 'Certificado de estar al corriente de las obligaciones tributarias',
  description:
    'Del titular del certificado digital, a fecha de hoy. Un certificado negativo también se devuelve con success ' +
    'true; el mensaje indica POSITIVO o NEGATIVO cuando el documento lo dice.',
  authority: 'aeat',
  rate: 'read',
  standing: 'document',
  request: z.object({
    type: code(
      {
        C1: 'contratación con el sector público',
        T1: 'autorizaciones de transporte',
        B1: 'subvenciones públicas',
        E1: 'permisos de trabajo o residencia de extranjeros',
        G1: 'genérico',
      },
      'Finalidad: C1 sector público, T1 transporte, B1 subvenciones, E1 extranjeros, G1 genérico.',
    ),
  }),
  response: withFile,
  example: { request: { type: 'C1' }, response: exampleCertificate('certificado-corriente-pago.pdf') },
  run: async ({ type }, { aeat, keep }) =>
    certificateReply(await aeat.read(taxCompliance, { purpose: type }), keep),
});
