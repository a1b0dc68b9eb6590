import * as z from 'zod';
import type { Reply } from '../kernel/reply.ts';

/** Pages with a form, for people who come by a link in a mail. */

/** The response of a page, for the OpenAPI document. */
export const htmlBody = z.string().meta({ description: 'Página HTML, sin envoltorio.' });

/** Text escaped for HTML, so that a caller's text never becomes markup. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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

/** A page. @param title text  @param body HTML */
export const formPage = (title: string, body: string, status = 200): Reply<string> => ({
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

/** Problems as HTML; empty without any. @param problems texts */
export const alerts = (problems: string[]): string =>
  problems.length === 0 ? '' : `<div role="alert">${problems.map(escaped).join('<br>')}</div>`;

/** A page that confirms that something is done. @param next where to go from there */
export const donePage = (title: string, text: string, next?: { href: string; text: string }): Reply<string> =>
  formPage(
    title,
    `<p role="status">${escaped(text)}</p>${
      next ? `\n<p><a href="${escaped(next.href)}">${escaped(next.text)}</a></p>` : ''
    }`,
  );

/** The page on which mails are ended, which links in mails open. */
export const unsubscribePage = (origin: string): string => `${origin}/api/v4/mails/unsubscribe`;

/** The page on which a password is made, which links in mails open. */
export const passwordPage = (origin: string): string => `${origin}/api/v4/password`;
