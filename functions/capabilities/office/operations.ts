import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { officeCertificate, toOfficeCertificate } from './fields.ts';

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
  response: z.array(officeCertificate),
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
