import * as z from 'zod';
import { noData } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { checkCode, code } from '../second-factor.ts';

export const disableSecondFactor = resource({
  id: 'disableSecondFactor',
  method: 'DELETE',
  path: '/second-factor',
  summary: 'Desactivar el segundo factor con un código',
  description: 'Los códigos equivocados cuentan como intentos de iniciar sesión.',
  access: 'reads',
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ code }),
  response: noData,
  example: { request: { code: '123456' }, response: [] },
  run: async ({ code }, ports) => {
    await checkCode(code, ports);
    await ports.stores.secondFactors.removeSecondFactor(ports.user);
    return { message: 'Segundo factor desactivado.' };
  },
});
