import { dashed } from '../../calendar.ts';
import { escapeHtml } from '../../html.ts';
import { listName } from '../../state.ts';
import { type Entry, formerWorkers, registeredWorkers, scheduledMovements } from '../account-lists.ts';
import type { Context } from '../context.ts';
import { accountInputs, button, checkboxGroup } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { pressed, readAccount, tickedOf } from '../reading.ts';
import { padded, ROWS } from '../row-list.ts';

const ACCOUNT = { regimen: 'SDFREG62_ayuda', province: 'SDFTESO62', number: 'SDFNUM62' };
const NEXT = 'Sub2207801001';
const BACK = 'Sub2205801004';

/**
 * The portal's second checkbox finds workers who are not registered. Assumed: workers with scheduled movements, and former
 * workers.
 */
const entriesOf = ({ state, today }: Context, ccc: string, box: number | undefined): Entry[] =>
  box === 2
    ? [...scheduledMovements(state, ccc, today), ...formerWorkers(state, ccc, today)]
    : registeredWorkers(state, ccc, today);

/** An empty situation means registered. */
const cellsOf = ({ person, date, situacion }: Entry): string[] => [
  `${person.nss.slice(0, 2)} ${person.nss.slice(2)}`,
  listName(person),
  dashed(date),
  situacion === 'AL' ? '' : situacion,
  person.dni.padStart(10, '0'),
];

/** The rows of this table have no list to choose, and its tags have no attributes. */
const table = (rows: string[][]): string[] => [
  '<table id="Sub1000112079">',
  '<thead>',
  '<tr>',
  ...['N.A.F.', 'Apellidos y nombre', 'Fecha real', 'Situación', 'I.P.F.'].map(
    (title) => `<th>${title}</th>`,
  ),
  '</tr>',
  '</thead>',
  '<tbody>',
  ...padded(rows, 5).flatMap((cells) => [
    '<tr>',
    ...cells.map((text) => `<td><span><label>${escapeHtml(text)}</label></span></td>`),
    '</tr>',
  ]),
  '</tbody>',
  '</table>',
];

function listPage(rows: string[][], start = 0): Page {
  const more = start + ROWS < rows.length;
  const page: Page = {
    formname: 'ATRM6202',
    dil: more ? DIL.moreRows : DIL.lastRows,
    body: () => [
      ...table(rows.slice(start, start + ROWS)),
      button(BACK, 'Pág. Ant.'),
      button(NEXT, 'Pág. Sig.'),
    ],
    answer(form) {
      if (pressed(form, BACK)) return firstScreen;
      if (!pressed(form, NEXT)) return page;
      if (!more) throw new Refusal(DIL.afterLastPage);
      return listPage(rows, start + ROWS);
    },
  };
  return page;
}

const firstScreen: Page = inputScreen({
  formname: 'ATRM6201',
  continues: 'Sub2207601004',
  inputs: (posted) => [
    ...accountInputs(ACCOUNT, posted),
    ...checkboxGroup('chkgrupo1', ['Trabajadores en alta', 'Movimientos previos']),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const entries = entriesOf(context, account.ccc, tickedOf(form, 'chkgrupo1'));
    if (entries.length === 0) throw new Refusal(DIL.noData);
    return listPage(entries.map(cellsOf));
  },
});

/** The workers of an account. */
export const atr62: Transaction = { code: 'ATR62', start: () => firstScreen };
