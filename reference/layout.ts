/** The frame of all pages of the reference. */

/** Text escaped for HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const PAGES = [
  ['', 'Guía'],
  ['operaciones', 'Operaciones'],
  ['codigos', 'Códigos'],
  ['buscar', 'Buscar'],
] as const;

/** Path of the pages. */
export const DOCS = '/api/v4/docs';

/** The address of a file that pages load. */
const fileAddress = (file: string) => `${DOCS}/${file.endsWith('.js') ? 'scripts' : 'styles'}/${file}`;

export interface PageParts {
  title: string;
  /** Last part of its address; without it, no link in the header is marked as current. */
  page?: (typeof PAGES)[number][0];
  /** File name of the page as Markdown, if there is one. */
  text?: string;
  /** HTML of the body, with an element `contenido`. */
  body: string;
  /** HTML at the end of the header. */
  tools?: string;
  /** Names of the files that it loads. */
  scripts: string[];
  styles: string[];
}

/** A search box, which the page's program shows and handles. */
export const searchBox = (label: string): string => `<search class="buscar" hidden>
<label for="buscar">${label}</label>
<input id="buscar" type="search" autocomplete="off" spellcheck="false">
<p role="status" id="encontrados"></p>
</search>`;

/** The icon, a square with two gates, as a data URL. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#14508c"/><path d="M4 13V5h8v8M8 5v8" fill="none" stroke="#fff" stroke-width="1.5"/></svg>',
  );

/** A whole page. */
export const pageHtml = ({ title, page, text, body, tools = '', scripts, styles }: PageParts): string => {
  const links = PAGES.map(([name, label]) => {
    const current = name === page ? ' aria-current="page"' : '';
    return `<li><a href="${DOCS}${name && `/${name}`}"${current}>${label}</a></li>`;
  });
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · pasarela</title>
<link rel="icon" href="${ICON}">
${text ? `<link rel="alternate" type="text/markdown" href="${DOCS}/${text}">\n` : ''}${styles.map((file) => `<link rel="stylesheet" href="${fileAddress(file)}">`).join('\n')}
${scripts.map((file) => `<script type="module" src="${fileAddress(file)}"></script>`).join('\n')}
</head>
<body>
<a class="saltar" href="#contenido">Ir al contenido</a>
<header class="cabecera">
<nav aria-label="Referencia"><ul><li class="marca" aria-hidden="true">pasarela</li>${links.join('')}</ul></nav>
${tools}
</header>
${body}
</body>
</html>
`;
};
