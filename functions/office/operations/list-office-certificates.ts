import * as z from 'zod';
import { answerText } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { toOfficeCertificate } from '../certificates.ts';

export const listOfficeCertificates = resource({
  id: 'listOfficeCertificates',
  method: 'GET',
  path: '/configuration/certificates',
  summary: 'Certificados del despacho',
  description:
    'Todos los de la propia cuenta; una empresa cliente ve los suyos. Para los de un cliente, y para sus cert_secret: GET ' +
    '/api/v4/certificate.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(
    z.object({
      alias: answerText('Nombre del certificado.'),
      nif: answerText('NIF del titular.'),
      tipo: answerText('Organismos para los que sirve, en palabras.'),
      activo: z.boolean().meta({ description: 'Se puede usar.' }),
      creacion: answerText('Cuándo se guardó, AAAA-MM-DD.'),
      expiracion: answerText('Válido hasta, AAAA-MM-DD.'),
      emitido_por: answerText('Quién lo emitió; vacío si no lo dice.'),
    }),
  ),
  example: {
    request: {},
    response: [
      {
        alias: 'GARCIA LOPEZ ANA - 12345678Z',
        nif: '12345678Z',
        tipo: 'DEHú y otros servicios',
        activo: true,
        creacion: '2026-01-15',
        expiracion: '2030-01-10',
        emitido_por: 'AC FNMT Usuarios',
      },
    ],
  },
  run: async (_, ports) => {
    const { caller, stores, authorityNow } = ports;
    const owner = await ownerOf(undefined, ports);
    const rows = await stores.certificates.listCertificates(caller.accountId, owner.clientId);
    return { data: rows.map((row) => toOfficeCertificate(row, owner.active, authorityNow)) };
  },
});
