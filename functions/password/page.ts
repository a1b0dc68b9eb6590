import type { Reply } from '../../shared/kernel/reply.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './fields.ts';

/** Text escaped for HTML, so that a caller's text never becomes markup. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; color: #1d2733; background: #eef1f5; margin: 0; }
main { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: .5rem;
  box-shadow: 0 1px 4px #0003; }
h1 { font-size: 1.35rem; margin: 0 0 1rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; box-sizing: border-box; padding: .6rem; font: inherit; border: 1px solid #8a97a6;
  border-radius: .3rem; }
button { margin-top: 1.5rem; width: 100%; padding: .7rem; font: inherit; font-weight: 600; color: #fff;
  background: #14508c; border: 0; border-radius: .3rem; cursor: pointer; }
input:focus-visible, button:focus-visible { outline: 3px solid #f0b429; outline-offset: 1px; }
[role=alert] { padding: .75rem 1rem; background: #fdecea; border-left: 4px solid #b3261e; }
[role=status] { padding: .75rem 1rem; background: #e7f4ea; border-left: 4px solid #1e7d34; }
`;

/** Nothing is loaded and no script runs. The page's address, which may contain a link's token, is sent to no site. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

const page = (title: string, body: string, status = 200): Reply<string> => ({
  page: {
    contentType: 'text/html; charset=utf-8',
    status,
    body: `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`,
  },
  headers: HEADERS,
});

const alerts = (problems: string[]) =>
  problems.length === 0 ? '' : `<div role="alert">${problems.map(escaped).join('<br>')}</div>`;

/** The form for a new password, with the problems of the last attempt. */
export const passwordForm = (token: string, problems: string[] = []): Reply<string> =>
  page(
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
  page(
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

/** A page that confirms that something is done. */
export const donePage = (title: string, text: string): Reply<string> =>
  page(title, `<p role="status">${escaped(text)}</p>`);
