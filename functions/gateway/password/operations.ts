import * as z from 'zod';
import { panelUrl } from '../../../shared/kernel/config.ts';
import { logger } from '../../../shared/kernel/log.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { roleOf } from '../../../shared/kernel/roles.ts';
import {
  alerts,
  donePage,
  escaped,
  formPage,
  htmlBody,
  passwordPage,
} from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { formField, formPassword, MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD } from './fields.ts';
import { problemsOf } from './rules.ts';

export const showPage = resource({
  id: 'showPage',
  method: 'GET',
  path: '/',
  summary: 'Página para crear la contraseña, o para pedir el enlace con el que se crea',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 410: 'El enlace ya se ha usado o ha caducado.' },
  request: z.object({ token: formField('Código del enlace recibido por e-mail.') }),
  page: 'text/html',
  response: htmlBody,
  example: { request: {}, response: '<!doctype html>…' },
  run: async ({ token }, { stores, now }) => {
    if (token === undefined) return linkForm();
    return (await stores.links.isLinkGood(token, now)) ? passwordForm(token) : invalidLink();
  },
});

export const makePassword = resource({
  id: 'makePassword',
  method: 'POST',
  path: '/',
  summary: 'Crear la contraseña con un enlace',
  description:
    'Formulario. Con la contraseña creada dejan de valer este enlace y los anteriores, y se cierran las sesiones abiertas.',
  access: 'anonymous',
  noted: { kind: 'password' },
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
  run: async ({ token = '', password = '', password_confirmation = '' }, { stores, acts, origin, now }) => {
    if (!(await stores.links.isLinkGood(token, now))) return invalidLink();
    const problems = await problemsOf(password, password_confirmation);
    if (problems.length > 0) return passwordForm(token, problems);
    // The link is used up only here, so that it still works after a mistake in the form.
    const user = await stores.links.makePassword(token, password, now, (maker) => acts.ended(maker, 'done'));
    if (!user) return invalidLink();
    await beginMails(user, { stores, origin, now });
    const href = panelUrl();
    return donePage(
      'Contraseña creada',
      'Ya puede iniciar sesión con su e-mail y la contraseña nueva. La dirección de su calendario y sus webhooks, si los tenía, ' +
        'dejan de valer: cree otra dirección y active de nuevo los webhooks.',
      href === undefined ? undefined : { href, text: 'Entrar en el panel' },
    );
  },
});

/** An owner who joins gets the mails of the service. The password is made, whatever becomes of that. */
const beginMails = async (
  user: User,
  { stores, origin, now }: Pick<ResourcePorts, 'stores' | 'origin' | 'now'>,
): Promise<void> => {
  const { clientId, joinedAt } = user;
  if (clientId !== undefined || joinedAt !== undefined || roleOf(user) !== 'owner') return;
  await stores.users.ownerJoined(user, { origin, now }).catch((error: Error) => {
    logger.error('the mails of a new owner could not be begun', { cause: error.name });
  });
};

/** Time of an answer, in milliseconds, so that it does not show which e-mails exist. Sending a mail ends before. */
const MIN_ANSWER_MS = 3_000;

export const askLink = resource({
  id: 'askLink',
  method: 'POST',
  path: '/forgotten',
  summary: 'Pedir un enlace para crear una contraseña nueva',
  description:
    'Formulario. La respuesta es la misma exista o no el e-mail; como máximo un enlace por minuto, y cinco al día, desde la ' +
    'misma red.',
  access: 'anonymous',
  noted: { none: 'it sends a link to whoever has the e-mail; the password that is made with it is noted' },
  body: 'form',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ email: formField('E-mail con el que se inicia sesión.') }),
  page: 'text/html',
  response: htmlBody,
  example: { request: { email: 'nominas@example.com' }, response: '<!doctype html>…' },
  run: async ({ email }, { stores, origin, ip, now }) => {
    if (!email || email.length > MAX_EMAIL || !/^\S+@\S+$/.test(email))
      return linkForm(['Escriba un e-mail válido.'], 422, 'forgotten');
    await Promise.all([
      stores.passwordLinks.sendPasswordLink({ email, ip, page: passwordPage(origin) }, now),
      new Promise((resolve) => setTimeout(resolve, MIN_ANSWER_MS)),
    ]);
    return donePage('Enlace pedido', 'Si el e-mail tiene acceso, recibirá un enlace en unos minutos.');
  },
});

/** The form for a new password, with the problems of the last attempt. */
const passwordForm = (token: string, problems: string[] = []): Reply<string> =>
  formPage(
    'Cree su contraseña',
    `${alerts(problems)}
<form method="post" action="password">
<input type="hidden" name="token" value="${escaped(token)}">
<label for="password">Contraseña</label>
<input id="password" name="password" type="password" required minlength="${MIN_PASSWORD}" maxlength="${MAX_PASSWORD}" autocomplete="new-password" autofocus>
<label for="confirmation">Repita la contraseña</label>
<input id="confirmation" name="password_confirmation" type="password" required autocomplete="new-password">
<button>Guardar la contraseña</button>
</form>`,
    problems.length > 0 ? 422 : 200,
  );

/**
 * The form that requests a link, with the reason why one is needed.
 * @param action address to which the form is sent, relative to the address of the page
 */
const linkForm = (problems: string[] = [], status = 200, action = 'password/forgotten'): Reply<string> =>
  formPage(
    'Pida un enlace',
    `${alerts(problems)}
<p>Escriba su e-mail y recibirá un enlace para crear una contraseña nueva. Sirve una sola vez y durante 24 horas.</p>
<form method="post" action="${action}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus>
<button>Enviar el enlace</button>
</form>`,
    status,
  );

/** The same form, after a link that is no longer good. */
const invalidLink = (): Reply<string> =>
  linkForm(['El enlace ya no vale: se ha usado, ha caducado o hay una contraseña más reciente.'], 410);
