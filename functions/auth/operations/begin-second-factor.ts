import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';

export const beginSecondFactor = resource({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/second-factor',
  summary: 'Empezar a activar el segundo factor',
  description:
    'Devuelve el secreto para una aplicación de códigos (TOTP: 6 cifras, 30 segundos, SHA-1), también como dirección para ' +
    'un código QR. No cuenta hasta que se confirma con la contraseña y un código (PUT). Los tokens de programa no llevan segundo factor.',
  access: 'reads',
  isBeforeSecondFactor: true,
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El segundo factor ya está activado.' },
  request: z.object({}),
  response: z.object({
    secret: z.string().meta({ description: 'Secreto, en base 32. Solo se muestra aquí.' }),
    uri: z.string().meta({ description: 'Dirección otpauth:// con el secreto.' }),
  }),
  example: {
    request: {},
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Pasarela:nominas%40example.com?issuer=Pasarela&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
  run: async (_, { user, stores }) => ({ data: await stores.secondFactors.beginSecondFactor(user) }),
});
