import { endOfMonth, slashed } from '../../../calendar.ts';
import { escapeHtml } from '../../../html.ts';
import { type AuthorisedUser, listName } from '../../../state.ts';
import type { Context } from '../../context.ts';
import type { ProsaContext } from '../context.ts';
import { settlementReceipt } from '../documents.ts';
import { radio } from '../elements.ts';
import { type Application, type Button, olderButton, type Page } from '../page.ts';
import { required } from '../reading.ts';
import type { Settlement } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { amount, type Line, linesOf, monthText, sum } from '../settlements.ts';
import {
  accountOfUser,
  chosenUser,
  linksByAddress,
  ownUser,
  radiosByIndex,
  userControls,
} from './choose-user.ts';
import { controlDate, readMonth, readSettlementForm, settlementControls } from './settlement-form.ts';

const TITLE = 'Consulta de cálculos';

const TYPES = [
  ...['L00', 'L02', 'L03', 'L13', 'L90', 'L91', 'L92', 'L93'],
  ...['C02', 'C03', 'C13', 'C90', 'C91', 'V03', 'V90', 'T', 'C00'],
];

const plainPage = (form: string, rest: Pick<Page, 'body' | 'buttons'> & Partial<Page>): Page => ({
  title: TITLE,
  plain: true,
  form,
  ...rest,
});

const back = (to: () => Page): Button => olderButton('ATRAS', 'Atrás', to);

/**
 * Asks for account, period and type. With several authorised users, one may be chosen first, and the page is shown again for
 * that user. Clients that do not choose fill in the page at once, and act as the holder's own user.
 */
const queryPage = (context: ProsaContext, chosen?: AuthorisedUser): Page => {
  const user = chosen ?? ownUser(context);
  const page: Page = plainPage('formDatos', {
    refusable: true,
    body: (posted) => [
      ...(chosen ? [] : userControls(context, radiosByIndex, linksByAddress)),
      ...settlementControls(posted, TYPES),
      ...controlDate(posted),
      ...['E', 'G', 'T'].flatMap((value, index) =>
        radio(
          { name: 'ORIGEN_LIQUIDACION', value, id: `idOrigen${value}`, chosen: value === 'T' },
          ['Empresa', 'T.G.S.S.', 'Todos'][index]!,
        ),
      ),
    ],
    buttons: [
      olderButton('ACEPTAR', 'Aceptar', (form, context) => {
        const isChoice = !chosen && form.get('NUM_AUTORIZADO') !== '';
        if (isChoice) return queryPage(context, chosenUser(form, context));
        const { regimen, ccc, type, from, to } = readSettlementForm(form, TYPES);
        if (!context.state.accounts.some((each) => each.ccc === ccc)) {
          throw new ProsaRefusal('CUENTA DE COTIZACIÓN NO EXISTE');
        }
        accountOfUser(context.state, user, { regimen, ccc });
        const control = form.get('MES_CONTROL') === '' ? undefined : readMonth(form, 'CONTROL');
        const found = context.state.tgss.settlements.filter(
          (each) =>
            each.ccc === ccc &&
            (type === 'T' || each.type === type) &&
            each.from >= from &&
            each.to <= to &&
            (control === undefined || each.control === control),
        );
        if (found.length === 0) throw new ProsaRefusal(TEXTS.noSettlement);
        return listPage(found, page);
      }),
    ],
  });
  return page;
};

const listPage = (settlements: Settlement[], query: Page): Page => {
  const page = plainPage('formListado', {
    body: () =>
      settlements.flatMap(({ number, type, from, to, workers }, index) =>
        radio(
          { name: 'LIQUIDACION', value: String(index), id: `liquidacion${index}` },
          `${number} ${type} ${monthText(from)} - ${monthText(to)} ${totalOf(workers)}`,
        ),
      ),
    buttons: [
      olderButton('CONTINUAR', 'Continuar', (form, context) => {
        const chosen = settlements[Number(required(form, 'LIQUIDACION'))];
        if (!chosen) throw new ProsaRefusal(TEXTS.wrong('LIQUIDACION'));
        return settlementPage(chosen, page, context);
      }),
      back(() => query),
    ],
  });
  return page;
};

/** Clients recognise the table by the header `Base`, and by the lack of attributes in table and rows. */
const table = (lines: Line[]): string[] => [
  '<table>',
  '<tr><th>Concepto</th><th>Base</th><th>Empresa</th><th>Trabajador</th><th>Total</th></tr>',
  ...lines.flatMap(({ concept, base, company, worker }) => [
    '<tr>',
    ...[concept, amount(base), amount(company), amount(worker), amount(company + worker)].map(
      (text) => `<td>${text}</td>`,
    ),
    '</tr>',
  ]),
  '</table>',
];

/** All lines of a settlement, with subtotals. */
function settlementLines(workers: string[]): Line[] {
  const [common, it, ims, others] = linesOf(workers) as [Line, Line, Line, Line];
  const accidents = { ...sum([it, ims]), concept: 'LIQUIDO DE ACCIDENTES DE TRABAJO' };
  return [
    common,
    { ...common, concept: 'LIQUIDO CONTINGENCIAS COMUNES' },
    it,
    ims,
    accidents,
    others,
    { ...others, concept: 'LIQUIDO DE OTRAS COTIZACIONES' },
    sum([common, it, ims, others]),
  ];
}

const totalOf = (workers: string[]): string => {
  const { company, worker } = settlementLines(workers).at(-1)!;
  return amount(company + worker);
};

const heading = ({ type, from, to, number }: Settlement): string[] => [
  `<p><abbr title="Número de liquidación"><strong>N. LIQ: </strong></abbr>${number}</p>`,
  `<p><abbr title="Tipo de liquidación "><strong>T. LIQ: </strong></abbr>${type}</p>`,
  `<p><abbr title="Periodo de liquidación"><strong>P. LIQ: </strong></abbr>${monthText(from)} - ${monthText(to)}</p>`,
];

const settlementPage = (settlement: Settlement, list: Page, context: ProsaContext): Page => {
  const receipt = settlementReceipt(context, context.account(settlement.ccc), settlement);
  const page = plainPage('formLiquidacion', {
    documentLinks: [context.linkDocument('Recibo de liquidación', receipt)],
    data: [...heading(settlement), ...table(settlementLines(settlement.workers))],
    body: () => [],
    buttons: [
      olderButton('CONSULTA_TRABAJADORES', 'Consulta de Trabajadores', () => workersPage(settlement, page)),
      back(() => list),
    ],
  });
  return page;
};

const workersPage = (settlement: Settlement, from: Page): Page => {
  const page = plainPage('formTrabajadores', {
    body: () =>
      settlement.workers.flatMap((nss, index) => [
        `<input type="radio" id="naf${index}" name="NAF" value="${index}" title="Seleccionar el NAF ${nss}"/>`,
        `<label for="naf${index}">${nss}</label>`,
      ]),
    buttons: [
      olderButton('CONSULTAR', 'Consultar', (form, context) => {
        // A worker is chosen by the index of the row.
        const naf = settlement.workers[Number(required(form, 'NAF'))];
        if (!naf) throw new ProsaRefusal(TEXTS.unknownWorker);
        return workerPage(context, { settlement, naf }, page);
      }),
      back(() => from),
    ],
  });
  return page;
};

function workerPage(
  context: Context,
  { settlement, naf }: { settlement: Settlement; naf: string },
  from: Page,
): Page {
  const person = context.person(naf);
  const lines = [
    ...heading(settlement),
    `<p><abbr title="Número de afiliación a la Seguridad Social">NAF: </abbr>${naf}</p>`,
    `<p><abbr title="Código de apellidos y nombre">CAF: </abbr>${escapeHtml(listName(person))}</p>`,
  ];
  const page = plainPage('formTrabajador', {
    data: [...lines, ...table(settlementLines([naf]))],
    body: () => [],
    buttons: [
      olderButton('RELACION_TRAMOS', 'Relación de Tramos', () =>
        bracketsPage(lines, { settlement, naf }, page),
      ),
      back(() => from),
    ],
  });
  return page;
}

/** A worker has one bracket (tramo) here: the whole period. Clients read the cells of its row, which has no attributes. */
const bracketsPage = (
  lines: string[],
  { settlement: { from: first, to }, naf }: { settlement: Settlement; naf: string },
  from: Page,
): Page => {
  const [line] = linesOf([naf]);
  const base = amount(line!.base);
  const days = [`${first.slice(0, 7)}-01`, endOfMonth(`${to.slice(0, 7)}-01`)].map((day) => slashed(day));
  // Days, hours, and the bases of common contingencies and of accidents.
  const cells = [...days, '30', '0', base, base];
  const page = plainPage('formTramos', {
    data: lines,
    body: () => [
      '<table>',
      '<tr>',
      '<td>',
      ...radio({ name: 'TRAMO', value: '0', id: 'tramo0', chosen: true }, 'Tramo 1'),
      '</td>',
      ...cells.map((text) => `<td>${text}</td>`),
      '</tr>',
      '</table>',
    ],
    buttons: [
      olderButton('CALCULOS_TRAMO', 'Cálculos del Tramo', () =>
        plainPage('formCalculos', {
          data: [...lines, ...table(settlementLines([naf]))],
          body: () => [],
          buttons: [back(() => page)],
        }),
      ),
      back(() => from),
    ],
  });
  return page;
};

/**
 * The calculation of settlements: in total, by worker, and by bracket. It is not publicly known where the real portal has the
 * receipts; here they are on the page of the settlement.
 */
export const xv21y200: Application = { code: 'XV21Y200', start: (context) => queryPage(context) };
