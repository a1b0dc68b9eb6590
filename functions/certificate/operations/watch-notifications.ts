import * as z from 'zod';
import { invalid, notFound, WATCHED } from '../../../shared/kernel/errors.ts';
import { CERTIFICATE_TYPES, resource } from '../../../shared/operation/operation.ts';
import { certSecret, ownSecret, watches } from '../fields.ts';

export const watchNotifications = resource({
  id: 'watchNotifications',
  method: 'PUT',
  path: '/{cert_secret}/notifications',
  summary: 'Buscar notificaciones con un certificado dos veces al día',
  description:
    'En los organismos que se indican; con una lista vacía deja de hacerse, que es como empieza. Lo que aparece es una ' +
    'obligación (GET /obligations) y un aviso notification.new. Solo se listan: nada se abre nunca sin POST ' +
    '…/notification-accept.',
  access: 'owner',
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    cert_secret: certSecret,
    authorities: watches.max(10),
  }),
  response: z.object({ authorities: watches }),
  example: { request: { cert_secret: 'q1b3…', authorities: ['dehu'] }, response: { authorities: ['dehu'] } },
  run: async ({ cert_secret, authorities }, ports) => {
    const { accountId } = ports.caller;
    const { certificates } = ports.stores;
    const secret = await ownSecret(cert_secret, ports);
    const row = secret && (await certificates.findCertificate(accountId, secret));
    if (!secret || !row) throw notFound('El certificado no existe.');
    const others = authorities.filter((one) => row.type !== undefined && row.type !== CERTIFICATE_TYPES[one]);
    if (others.length > 0)
      throw invalid({
        authorities: [`authorities: El tipo del certificado no sirve para ${others.join(', ')}.`],
      });
    const unique = WATCHED.filter((one) => authorities.includes(one));
    if (!(await certificates.setWatches(accountId, secret, unique)))
      throw notFound('El certificado no existe.');
    return { data: { authorities: unique } };
  },
});
