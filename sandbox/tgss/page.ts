import type { Form } from '../form.ts';
import { escapeHtml, htmlDocument } from '../html.ts';
import type { Context } from './context.ts';
import { button, hidden, output } from './elements.ts';
import { DIL } from './messages.ts';
import { pressed } from './reading.ts';

/** One screen of a dialog: its content, and the next page after a post. */
export interface Page {
  formname: string;
  /** `LIBAFCON` by default. */
  applname?: string;
  /** The message line; by default a prompt. */
  dil?: string;
  /** Id of the control that gets the cursor. */
  focus?: string;
  /** Lines of the form. Inputs have the posted values. */
  body(posted: Form): string[];
  /** Lines after the form. */
  after?: string[];
  /** Returns the next page. Throws a `Refusal` to show this page again. */
  answer(form: Form, context: Context): Page;
}

/** A screen with inputs and a button. It is shown again unless the button was pressed. */
export function inputScreen({
  continues,
  text = 'Continuar',
  inputs,
  next,
  ...rest
}: Pick<Page, 'formname' | 'applname'> & {
  /** Id of the button. */
  continues: string;
  text?: string;
  inputs: Page['body'];
  /** See `answer` of `Page`. */
  next: Page['answer'];
}): Page {
  const screen: Page = {
    ...rest,
    body: (posted) => [...inputs(posted), button(continues, text)],
    answer: (form, context) => (pressed(form, continues) ? next(form, context) : screen),
  };
  return screen;
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
 * The page in HTML. Its session is read only from the address of the form: clients follow the address, and send a
 * stale `sessionId` or none.
 */
export const render = (
  page: Page,
  posted: Form,
  { transaction, session }: { transaction: string; session: string },
): string =>
  htmlDocument(
    [
      '<head>',
      '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"/>',
      `<title>${transaction} - Entorno de pruebas</title>`,
      '</head>',
    ],
    [
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
      hidden(
        'txt_CommandEdit',
        `${transaction.charAt(0)}${transaction.slice(1).toLowerCase()}`,
        'CommandEdit',
      ),
      hidden('btn_FkeyButton', '', 'FkeyButton'),
      ...page.body(posted),
      output('DIL', page.dil ?? DIL.prompt),
      '</form>',
      ...(page.after ?? ROW_SCRIPT),
    ],
  );

/** A page outside of dialogs: an element of this class with a text. */
export const notice = (className: string, text: string): string =>
  htmlDocument(
    ['<head><title>Seguridad Social - Entorno de pruebas</title></head>'],
    [`<div id="content" class="${className}"><p>${escapeHtml(text)}</p></div>`],
  );
