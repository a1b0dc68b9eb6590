import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { noData } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { certSecret, ownSecret } from '../fields.ts';

export const deleteCertificate = resource({
  id: 'deleteCertificate',
  method: 'DELETE',
  path: '/{cert_secret}',
  summary: 'Eliminar un certificado',
  description:
    'El certificado deja de servir de inmediato; su clave se destruye cuando ningún otro certificado del mismo P12 y titular la usa.',
  access: 'owner',
  rate: 'write',
  standing: 'document',
  request: z.object({ cert_secret: certSecret }),
  response: noData,
  example: { request: { cert_secret: 'q1b3…' }, response: [] },
  run: async ({ cert_secret }, ports) => {
    const { caller, stores } = ports;
    const secret = await ownSecret(cert_secret, ports);
    if (!secret || !(await stores.certificates.deleteCertificate(caller.accountId, secret)))
      throw notFound('El certificado no existe.');
    return { message: 'Certificado eliminado.' };
  },
});
