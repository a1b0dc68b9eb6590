/** Parts of the pages for contracts: frame, menus and forms, built as clients expect them. */

import { slashed } from '../../calendar.ts';
import { escapeHtml } from '../../html.ts';

/** Pages refer to these scripts. The forms of the stand-in do not need them. */
export const SCRIPTS = ['validaciones.js', 'ayudas.js', 'maneja_campos.js', '14/mensajesAlert.js'].map(
  (name) => `/ccomunicacto/comunicacto/jsp/${name}`,
);

/** A page. `title` is its heading; `errors` are where clients look for them. */
export const frame = (title: string, content: string[], errors: string[] = []): string =>
  [
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
    '<html lang="es">',
    '<head>',
    '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">',
    '<title>Servicio Público de Empleo Estatal - SPEE. CONTRAT@</title>',
    ...SCRIPTS.map((path) => `<script type="text/javascript" src="${path}"></script>`),
    '</head>',
    '<body>',
    '<div id="wrapper"><div id="contIzq" class="secCiu entero"><div class="contIzqc">',
    '<ul class="lisHor tac idiomas"><li>castellano</li></ul>',
    '<h1>ENTORNO DE PRUEBAS</h1>',
    `<h2>${escapeHtml(title)}</h2>`,
    ...(errors.length > 0
      ? [
          '<div id="avisos"><div><p>Avisos</p>',
          `<p>${errors.map((text, index) => `${index + 1}. ${escapeHtml(text)}`).join('<br>')}</p></div></div>`,
        ]
      : []),
    ...content,
    '</div></div></div>',
    '</body>',
    '</html>',
    '',
  ].join('\n');

/** A menu. Ampersands are not escaped: clients search for the exact address. */
export const menu = (title: string, links: [href: string, text: string][]): string =>
  frame(title, [
    '<ul>',
    ...links.map(([href, text]) => `<li><a href="${href}">${escapeHtml(text)}</a></li>`),
    '</ul>',
  ]);

/** The form of a page. Each page has one at most. */
export const form = (action: string, lines: string[]): string[] => [
  `<form name="datos" method="post" action="${action}">`,
  ...lines,
  '</form>',
];

/** A page with nothing but its form. */
export const formPage = (title: string, action: string, lines: string[]): string =>
  frame(title, form(action, lines));

export const fieldset = (legend: string, lines: string[], id = ''): string[] => [
  `<fieldset${id && ` id="${id}"`}><legend>${escapeHtml(legend)}</legend>`,
  ...lines,
  '</fieldset>',
];

/** A title with its content in HTML: a value or a control. */
export const row = (title: string, html: string): string =>
  `<div class="fila"><div class="titulo">${escapeHtml(title)}</div><div class="dato">${html}</div></div>`;

/** Rows with values as text. */
export const values = (pairs: readonly (readonly [title: string, value: string])[]): string[] =>
  pairs.map(([title, value]) => row(title, escapeHtml(value)));

export const input = (name: string, length: number, value = ''): string =>
  `<input type="text" id="${name}" name="${name}" maxlength="${length}" value="${escapeHtml(value)}">`;

export const hidden = (name: string, value = ''): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

export const select = (name: string, options: [value: string, text: string][]): string =>
  `<select id="${name}" name="${name}">${options
    .map(([value, text]) => `<option value="${value}">${escapeHtml(text)}</option>`)
    .join('')}</select>`;

export const radio = (name: string, value: string, checked = false): string =>
  `<input type="radio" name="${name}" value="${value}"${checked ? ' checked' : ''}>`;

/** Older clients find the button by value, newer ones by name or by id. */
export const submit = (name: string, value = name): string =>
  `<input type="submit" id="${name}" name="${name}" value="${value}">`;

/** The three fields of a day: day, month and year. */
export const dayInputs = (end: string): string =>
  [`dia${end}`, `mes${end}`]
    .map((name) => input(name, 2))
    .concat(input(`annio${end}`, 4))
    .join(' ');

/** Kinds of documents of a company. */
export const COMPANY_DOCUMENTS: [string, string][] = [
  [' ', 'CIF'],
  ['D', 'NIF'],
  ['E', 'NIE'],
];
/** Kinds of documents of a worker. Clients choose by position, not by value. */
export const WORKER_DOCUMENTS: [string, string][] = [
  ['D', 'NIF'],
  ['E', 'NIE'],
];

/** The three parts of a footprint, and the hidden field that some clients fill instead. */
export const footprintInputs = (withNumber = false): string[] => [
  row(
    'Identificador de la comunicación',
    ['E', input('idcomunicacion1', 2), input('idcomunicacion2', 4), input('idcomunicacion3', 7)]
      .concat(withNumber ? input('idcomunicacion4', 2) : [])
      .join(' '),
  ),
  hidden('idcomunicacion'),
];

/** A table with a checkbox in every row but the heading. A tick posts the form. */
export const pickTable = (headings: string[], rows: string[][]): string[] => [
  '<table class="tableScroll" summary="Resultados">',
  `<tr>${['', ...headings].map((text) => `<th>${escapeHtml(text)}</th>`).join('')}</tr>`,
  ...rows.map(
    (cells, index) =>
      `<tr><td><input type="checkbox" name="indice" value="a${index}" onclick="this.form.submit()"></td>${cells
        .map((text) => `<td>${escapeHtml(text)}</td>`)
        .join('')}</tr>`,
  ),
  '</table>',
];

/** The page of the main menu. */
export const START = '/ccomunicacto/servlet/ServletInicio?CCAA=99&idioma=14';

/** The page after an action that succeeded. */
export const success = (text: string, back = START): string =>
  formPage('Resultado de la operación', back, [
    `<p class="tac azneg">${escapeHtml(text)}</p>`,
    `<a id="volver" class="btn_falso" href="${back}">Volver</a>`,
  ]);

/** `dd/mm/aaaa` of a time or a day. */
export const dayText = (time: string): string => slashed(time.slice(0, 10) || undefined);
