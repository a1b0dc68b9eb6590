import * as z from 'zod';
import { resource } from '../../../shared/operation.ts';
import { formField, formPassword, htmlPage, MAX_PASSWORD, MIN_PASSWORD } from '../fields.ts';
import { donePage, linkForm, passwordForm } from '../page.ts';

export const makePassword = resource({
  id: 'makePassword',
  method: 'POST',
  path: '/',
  summary: 'Crear la contraseña con un enlace',
  description:
    'Formulario. El enlace se gasta cuando la contraseña queda creada; las sesiones abiertas se cierran.',
  access: 'anonymous',
  body: 'form',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 410: 'El enlace ya se ha usado o ha caducado.' },
  request: z.object({
    token: formField('Código del enlace recibido por e-mail.'),
    password: formPassword('Contraseña, 4 caracteres como mínimo.'),
    password_confirmation: formPassword('La misma contraseña.'),
  }),
  page: 'text/html',
  response: htmlPage,
  example: {
    request: { token: '…', password: '…', password_confirmation: '…' },
    response: '<!doctype html>…',
  },
  run: async ({ token = '', password = '', password_confirmation }, { stores, now }) => {
    if (!(await stores.links.readLink(token, now))) return invalidLink();
    const problems = [
      ...(password.length < MIN_PASSWORD
        ? [`La contraseña debe tener al menos ${MIN_PASSWORD} caracteres.`]
        : []),
      ...(password.length > MAX_PASSWORD
        ? [`La contraseña debe tener como máximo ${MAX_PASSWORD} caracteres.`]
        : []),
      ...(password !== (password_confirmation ?? '') ? ['Las dos contraseñas no coinciden.'] : []),
    ];
    if (problems.length > 0) return passwordForm(token, problems);
    // The link is used up only here, so that it still works after a mistake in the form.
    const userId = await stores.links.consumeLink(token, now);
    if (!userId) return invalidLink();
    await stores.accounts.setPassword(userId, password, now);
    return donePage('Contraseña creada', 'Ya puede iniciar sesión con su e-mail y la contraseña nueva.');
  },
});

const invalidLink = () => linkForm(['El enlace ya se ha usado o ha caducado.'], 410);
