import { escapeHtml, htmlDocument } from '../../html.ts';

/** A page of the portal for company certificates. */
export const page = (title: string, content: string[]): string =>
  htmlDocument(
    [
      '<head>',
      '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">',
      `<title>${escapeHtml(title)} - Entorno de pruebas</title>`,
      '</head>',
    ],
    ['<div id="content"><div id="contenido">', `<h1>${escapeHtml(title)}</h1>`, ...content, '</div></div>'],
  );

export const button = (name: string, value: string): string =>
  `<input type="submit" name="${name}" value="${value}">`;
