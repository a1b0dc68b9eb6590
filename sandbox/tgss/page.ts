import type { Form } from '../form.ts';
import { escapeHtml } from '../html.ts';
import type { Context } from './context.ts';
import { hidden, output } from './elements.ts';
import { DIL } from './messages.ts';

/** One screen of a dialog: what it shows, and what a post to it leads to. */
export interface Page {
  formname: string;
  /** `LIBAFCON` unless said otherwise. */
  applname?: string;
  /** The message line. A prompt unless said otherwise. */
  dil?: string;
  /** Id of the control that should have the cursor. */
  focus?: string;
  /** Lines of the form, its inputs holding what was typed before. */
  body(posted: Form): string[];
  /** Lines after the form. */
  after?: string[];
  /** The next page. Throws a `Refusal` to have this one shown again. */
  answer(form: Form, context: Context): Page;
}

/** A double click on a cell of a row list chooses that row. Written without angle brackets. */
const ROW_SCRIPT = [
  '<script>',
  "document.addEventListener('dblclick', function (event) {",
  '  var cell = /^(.+)_[0-9]+_([0-9]+)$/.exec(event.target.id || "");',
  "  var row = cell ? document.getElementById(cell[1] + '_0_' + cell[2]) : null;",
  '  if (!row) { return; }',
  "  row.value = 'Select';",
  "  document.getElementById('CommandEdit').value = 'EN';",
  "  document.getElementById('FkeyButton').value = '+';",
  "  document.forms['jacadaform'].submit();",
  '});',
  '</script>',
];

/**
 * The page as it travels. The session is in the form's address alone: clients follow the address and send stale
 * or no `sessionId`.
 */
export const render = (page: Page, posted: Form, transaction: string, session: string): string =>
  [
    '<!DOCTYPE html>',
    '<html lang="es">',
    '<head>',
    '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"/>',
    `<title>${transaction} - Entorno de pruebas</title>`,
    '</head>',
    '<body>',
    `<form id="jacadaform" name="jacadaform" method="post" action="/Xhtml?SessionId=${session}&amp;AP=AFIR">`,
    hidden('Applname', page.applname ?? 'LIBAFCON'),
    hidden('Formname', page.formname),
    hidden('sessionId', session),
    hidden('focusedControl', page.focus ?? '', 'focusedControl'),
    hidden('default_null', '1'),
    hidden('keepAliveURL', '/KeepAlive?'),
    hidden('keepAliveInterval', '180000'),
    hidden('txt_EntornoPr', '0'),
    hidden('txt_MenuPracticas', 'I'),
    hidden('txt_Transac', `${transaction.charAt(0)}${transaction.slice(1).toLowerCase()}`),
    hidden('txt_CommandEdit', `${transaction.charAt(0)}${transaction.slice(1).toLowerCase()}`, 'CommandEdit'),
    hidden('btn_FkeyButton', '', 'FkeyButton'),
    ...page.body(posted),
    output('DIL', page.dil ?? DIL.prompt),
    '</form>',
    ...(page.after ?? ROW_SCRIPT),
    '</body>',
    '</html>',
    '',
  ].join('\n');

/** A page of the portal itself, outside any dialog: a heading of that class and a text. */
export const notice = (className: string, text: string): string =>
  [
    '<!DOCTYPE html>',
    '<html lang="es">',
    '<head><title>Seguridad Social - Entorno de pruebas</title></head>',
    '<body>',
    `<div id="content" class="${className}"><p>${escapeHtml(text)}</p></div>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
