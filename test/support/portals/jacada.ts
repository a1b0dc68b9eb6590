import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import { answerWith, edited, type Seen, sourceOf } from './portal.ts';

/** Screens of the Jacada dialogs as TGSS writes them, with their contents. */

let session = 0;

/** A screen with its message, and with text after its form. Each screen has another session, as at the portal. */
export const screen = (
  controls: string,
  message = '3083* INTRODUZCA LOS DATOS Y PULSE CONTINUAR',
  rest = '',
) => {
  session += 1;
  return answerWith(`<html><body>
<form id="jacadaform" name="jacadaform" method="post" action="/Xhtml?SessionId=S${session}&amp;x=1">
<input type="hidden" name="Applname" value="LIBAFCON"/>
<input type="hidden" name="sessionId" value="S${session}"/>
<input type="hidden" id="focusedControl" name="focusedControl" value=""/>
<input type="hidden" name="default_null" value="1"/>
<input type="hidden" id="CommandEdit" name="txt_CommandEdit" value="Atr01"/>
${controls}
<label id="DIL">${message}</label>
</form>
${rest}</body></html>`);
};

/** Text fields, whose names begin with `txt_`. */
export const inputs = (...names: string[]) =>
  names.map((name) => `<input type="text" id="${name}" name="txt_${name}" value=""/>`).join('\n');

export const button = (id: string, value = 'Continuar') =>
  `<input type="submit" id="${id}" name="btn_${id}" value="${value}"/>`;

export const label = (id: string, text: string) => `<label id="${id}">${text}</label>`;

/** The field that asks whether and how to print. */
export const print = (id = 'ListaTipoImpresion') =>
  `<select id="${id}" name="cbo_${id}"><option></option><option>OnLine</option><option>Diferido</option></select>`;

/** A field that asks for yes or no. */
export const yesNo = (id: string) =>
  `<select id="${id}" name="cbo_${id}"><option>NO</option><option>SI</option></select>`;

/** The screen from which a document is fetched. */
export const reportPage = () =>
  screen(
    [
      ['SDFFICHERO', 'F0001'],
      ['SDFINFORMEA601', 'AA'],
      ['SDFINFORMEA602', 'BB'],
      ['SDFINFORMEA603', 'CC'],
      ['SDFINFORMEA604', 'DD'],
      ['SDFAPLICACION', 'AFIR'],
      ['SDFUSUARIO', 'PEÑA'],
      ['SDFIDIOMA', 'C'],
      ['SDFFECHA', '01/02/2026'],
      ['SDFHORA', '10:11'],
      ['SDFTIPO', 'P'],
    ]
      .map(([id, value]) => `<input type="hidden" id="${id}" name="txt_${id}" value="${value}"/>`)
      .join('\n'),
    '',
    '<form name="InvocaFormularioImpRED" method="post" action="/ImprPDF/InSeNaCoder" target="_blank"></form>',
  );

/** Id of the button for the next page of a list. */
export const NEXT_PAGE = 'Sub2206301003';

/** A list with a choice in each row, of the kind `Sub09001120xx`; the portal pads it to twelve rows. */
export const list = (table: string, rows: string[][], message = '', { isLast = false } = {}) => {
  const cell = (text: string, column: number, row: number) =>
    `<td>\n<span>\n<label id="${table}_${column}_${row}" name="_${column}_${row}">${text}</label>\n</span>\n</td>`;
  const padded = [
    ...rows,
    ...Array.from({ length: Math.max(0, 12 - rows.length) }, () => rows[0]?.map(() => '') ?? []),
  ];
  const body = padded.map((cells, row) => {
    const select = `<select id="${table}_0_${row}" name="tbl_cbo_${table}_0_${row}"><option></option><option>Select</option></select>`;
    return `<tr><td>${select}</td>${cells.map((text, index) => cell(text, index + 1, row)).join('')}</tr>`;
  });
  const next = isLast ? '' : button(NEXT_PAGE, 'Pág. Sig.');
  const command = '<input type="hidden" id="FkeyButton" name="btn_FkeyButton" value=""/>';
  return screen(
    `<table id="${table}"><thead><tr><th></th></tr></thead><tbody>${body.join('')}</tbody></table>${next}${command}`,
    message,
  );
};

/** The names of the rows that requests selected. */
export const selectedIn = (...seen: Seen[]): string[] =>
  seen.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name] === 'Select'));

/** The HTML of the table in a page. */
export const tableOf = (page: Answer): string => /<table[\s\S]*<\/table>/.exec(sourceOf(page))![0];

/** A notice that the portal is closed. */
export const ANNOUNCED = '<p class="p2">Aplicación Cerrada temporalmente.</p><p class="p2">Motivo</p>';

/** The screen that refuses an account for which the user is not authorised. */
export const unauthorised = () => screen('', '3462* CUENTA DE COTIZACION NO AUTORIZADA');

/** The screen that is shown if a document is too long. */
export const tooLong = () =>
  edited(screen('', ''), '<label', '<p>El informe requerido excede el límite de información</p><label');

/** The worker in the requests. */
export const worker = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000196',
  identificacion: '1',
  dni: '16262835H',
} as const;

/** Table id of the list of authorisations, from which one is chosen before the first screen. */
export const AUTHORISATIONS = 'Sub0501210055';
/** A list of two authorisations. */
export const authorisations = () =>
  screen(
    ['127770 UNA', '127771 OTRA']
      .map(
        (name, index) =>
          `<select name="tbl_cbo_${AUTHORISATIONS}_0_${index}"><option></option><option>Select</option></select>
<label id="${AUTHORISATIONS}_1_${index}">${name}</label>`,
      )
      .join(''),
  );
