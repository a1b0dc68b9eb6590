import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { password } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { checkPassword, code } from '../second-factor.ts';

export const confirmSecondFactor = resource({
  id: 'confirmSecondFactor',
  method: 'PUT',
  path: '/second-factor',
  summary: 'Activar el segundo factor con la contraseña y un código',
  description:
    'Desde ahora se inicia sesión también con un código. Devuelve los códigos de recuperación, cada uno para una vez; las ' +
    'sesiones abiertas siguen, y el usuario recibe un e-mail. Una contraseña o un código equivocados cuentan como intentos de ' +
    'iniciar sesión.',
  access: 'reads',
  isBeforeSecondFactor: true,
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El segundo factor ya está activado.' },
  request: z.object({ code, password: password('Contraseña con la que el usuario inicia sesión.') }),
  response: z.object({
    recovery_codes: z.array(z.string()).meta({ description: 'Guárdelos: no se vuelven a mostrar.' }),
  }),
  example: {
    request: { code: '123456', password: 'una contraseña larga' },
    response: { recovery_codes: ['K7QF-2M4X-ZC3A-P6TB'] },
  },
  run: async ({ code, password }, ports) => {
    const { user, stores, now } = ports;
    const attempt = await checkPassword(password, ports);
    const codes = await stores.secondFactors.confirmSecondFactor(user, code, now);
    if (!codes) throw invalid({ code: ['No es el código del secreto que se dio al empezar.'] });
    await attempt.succeed();
    return { data: { recovery_codes: codes }, message: 'Segundo factor activado.' };
  },
});
