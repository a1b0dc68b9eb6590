import * as z from 'zod';
import { panelUrl } from '../../../shared/kernel/config.ts';
import { donePage, htmlBody } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { formField, formPassword, MIN_PASSWORD } from '../fields.ts';
import { invalidLink, passwordForm } from '../page.ts';
import { problemsOf } from '../rules.ts';

export const makePassword = resource({
  id: 'makePassword',
  method: 'POST',
  path: '/',
  summary: 'Crear la contraseña con un enlace',
  description:
    'Formulario. Con la contraseña creada dejan de valer este enlace y los anteriores, y se cierran las sesiones abiertas.',
  access: 'anonymous',
  body: 'form',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 410: 'El enlace ya se ha usado o ha caducado.' },
  request: z.object({
    token: formField('Código del enlace recibido por e-mail.'),
    password: formPassword(
      `Contraseña, ${MIN_PASSWORD} caracteres como mínimo. Las más usadas no se admiten.`,
    ),
    password_confirmation: formPassword('La misma contraseña.'),
  }),
  page: 'text/html',
  response: htmlBody,
  example: {
    request: { token: '…', password: '…', password_confirmation: '…' },
    response: '<!doctype html>…',
  },
  run: async ({ token = '', password = '', password_confirmation = '' }, { stores, now }) => {
    if (!(await stores.links.isLinkGood(token, now))) return invalidLink();
    const problems = await problemsOf(password, password_confirmation);
    if (problems.length > 0) return passwordForm(token, problems);
    // The link is used up only here, so that it still works after a mistake in the form.
    if (!(await stores.links.makePassword(token, password, now))) return invalidLink();
    const href = panelUrl();
    return donePage(
      'Contraseña creada',
      'Ya puede iniciar sesión con su e-mail y la contraseña nueva. La dirección de su calendario y sus webhooks, si los tenía, ' +
        'dejan de valer: cree otra dirección y active de nuevo los webhooks.',
      href === undefined ? undefined : { href, text: 'Entrar en el panel' },
    );
  },
});
