import type { Reply } from '../../shared/kernel/reply.ts';
import { alerts, escaped, formPage } from '../../shared/operation/form-page.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './fields.ts';

/** The form for a new password, with the problems of the last attempt. */
export const passwordForm = (token: string, problems: string[] = []): Reply<string> =>
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
export const linkForm = (
  problems: string[] = [],
  status = 200,
  action = 'password/forgotten',
): Reply<string> =>
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
export const invalidLink = (): Reply<string> =>
  linkForm(['El enlace ya no vale: se ha usado, ha caducado o hay una contraseña más reciente.'], 410);
