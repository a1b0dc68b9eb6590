import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { noData } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';

export const deleteCertificate = resource({
  id: 'deleteCertificate',
  method: 'DELETE',
  path: '/{cert_secret}',
  summary: 'Eliminar un certificado',
  description: 'El certificado deja de servir de inmediato y su clave se destruye.',
  access: 'owner',
  rate: 'write',
  standing: 'document',
  request: z.object({
    cert_secret: z.string().max(200).meta({ description: 'Clave del certificado.' }),
  }),
  response: noData,
  example: { request: { cert_secret: 'q1b3…' }, response: [] },
  run: async ({ cert_secret }, { caller, stores }) => {
    const { accountId, clientId } = caller;
    const secret = await stores.certificates.readSecret(cert_secret, accountId);
    const own = secret && (clientId === undefined || clientId === secret.clientId);
    if (!own || !(await stores.certificates.deleteCertificate(accountId, secret)))
      throw notFound('El certificado no existe.');
    return { message: 'Certificado eliminado.' };
  },
});
