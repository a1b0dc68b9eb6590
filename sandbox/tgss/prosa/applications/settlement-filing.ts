import type { Form } from '../../../form.ts';
import { escapeHtml } from '../../../html.ts';
import type { AuthorisedUser } from '../../../state.ts';
import type { ProsaContext } from '../context.ts';
import { checkbox, input, radio, select } from '../elements.ts';
import { type Application, olderButton, type Page } from '../page.ts';
import { digits, required } from '../reading.ts';
import type { Settlement, SettlementFiling } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { CONFIRMED_TYPES } from '../settlements.ts';
import { accountOfUser, chooseUser, radiosByNumber } from './choose-user.ts';
import {
  accountControls,
  controlDate,
  readMonth,
  readSettlementForm,
  settlementControls,
} from './settlement-form.ts';

/** One of the applications that settle contributions. */
interface Filing {
  code: string;
  title: string;
  kind: SettlementFiling['kind'];
  /** Id of the first option on the first page, and further controls of the second one. */
  firstOption: string;
  controls?: (posted: Form) => string[];
}

/** Finds the settlements of a form. */
type Search = (form: Form, context: ProsaContext, user: AuthorisedUser) => Settlement[];

/** The form of a page that files, what it finds, and what is shown afterwards. */
interface FilingForm {
  body: (posted: Form) => string[];
  search: Search;
  shown?: (form: Form, context: ProsaContext) => string[];
}

const BY_NUMBER = '2';

const options = (first: string, chosen: string): string[] => [
  ...radio({ name: 'OPCION', value: '1', id: first, chosen: chosen !== BY_NUMBER }, 'Por cuenta y periodo'),
  ...radio(
    { name: 'OPCION', value: BY_NUMBER, id: 'idOpcion2', chosen: chosen === BY_NUMBER },
    'Por número de liquidación',
  ),
];

/** The choice between settlements by account and period, and a settlement by its number. The next page repeats it. */
const optionPage = (filing: Filing, user: AuthorisedUser): Page => ({
  title: filing.title,
  plain: true,
  form: 'formOpciones',
  body: () => options(filing.firstOption, '1'),
  buttons: [olderButton('ACEPTAR', 'Aceptar', (form) => dataPage(filing, user, form.get('OPCION')))],
});

/** The page that files, at once. */
const dataPage = (filing: Filing, user: AuthorisedUser, option: string): Page =>
  filingPage(filing, user, {
    body: (posted) => [
      ...options('idOpcion1', posted.get('OPCION') || option),
      ...settlementControls(posted, CONFIRMED_TYPES),
      ...controlDate(posted),
      ...input({ name: 'numeroLiquidacion', size: 20 }, 'Número de liquidación', posted),
      ...select(
        {
          name: 'SOLICITUD_RNT',
          id: 'solicitudRNT',
          options: [
            ['N', 'No'],
            ['S', 'Sí'],
          ],
        },
        'Solicitud de R.N.T.',
        posted,
      ),
      ...(filing.controls?.(posted) ?? []),
    ],
    // A client that posts the data without an option means account and period.
    search: (form, context) => (form.get('OPCION') === BY_NUMBER ? byNumber : byPeriod)(form, context, user),
  });

const filingPage = (
  { title, kind }: Filing,
  user: AuthorisedUser,
  { body, search, shown = () => [] }: FilingForm,
): Page => {
  const page: Page = {
    title,
    plain: true,
    form: 'formDatos',
    refusable: true,
    body,
    buttons: [
      olderButton('ACEPTAR', 'Aceptar', (form, context) => {
        context.countSubmission(kind);
        const found = search(form, context, user);
        if (found.length === 0) throw new ProsaRefusal(TEXTS.noSettlement);
        const filed = found.map(({ number }) => ({ number, kind, communicated: context.time }));
        context.file(kind, () => context.state.tgss.settlementFilings.push(...filed));
        return { ...page, data: shown(form, context), message: { type: 'INFO', text: TEXTS.done } };
      }),
    ],
  };
  return page;
};

/** Settlements of the type in the period. For a type with a control date, only those of that date. */
const byPeriod: Search = (form, context, user) => {
  const { regimen, ccc, type, from, to } = readSettlementForm(form, CONFIRMED_TYPES);
  accountOfUser(context.state, user, { regimen, ccc });
  const control = type === 'L03' ? readMonth(form, 'CONTROL') : undefined;
  return context.state.tgss.settlements.filter(
    (each) =>
      each.ccc === ccc &&
      each.type === type &&
      each.from >= from &&
      each.to <= to &&
      (control === undefined || each.control === control),
  );
};

const byNumber: Search = (form, context, user) => {
  const wanted = required(form, 'numeroLiquidacion');
  return context.state.tgss.settlements.filter(
    ({ number, ccc }) => number === wanted && user.cuentas.includes(ccc),
  );
};

const application = (filing: Filing): Application => ({
  code: filing.code,
  start: (context) =>
    chooseUser(context, { title: filing.title, form: radiosByNumber }, (user) => optionPage(filing, user)),
});

const accountOf = (form: Form): [regimen: string, ccc: string] => [
  digits(form, 'REGIMEN', 4),
  required(form, 'CCC').padStart(11, '0'),
];

/** Asks for an account only. It confirms what is not confirmed a second time, and shows the bank data. */
const SECOND: Filing = {
  code: 'XV21Y800',
  title: 'Segunda confirmación y datos bancarios',
  kind: 'settlement-second-confirmation',
  firstOption: '',
};

const ofAccount: Search = (form, { state }, user) => {
  const [regimen, ccc] = accountOf(form);
  accountOfUser(state, user, { regimen, ccc });
  return state.tgss.settlements.filter((each) => each.ccc === ccc);
};

/** Clients find the bank data of an account by the class of these elements. */
const bankData = (form: Form, { state }: ProsaContext): string[] => {
  const [, ccc] = accountOf(form);
  return state.tgss.bankAccounts
    .filter((each) => each.ccc === ccc)
    .flatMap(({ use, iban, holderName }) => [
      `<fieldset class="ancho95" title="${use}">`,
      `<div><span>IBAN: </span>${iban}</div>`,
      `<div><span>Titular: </span>${escapeHtml(holderName)}</div>`,
      '</fieldset>',
    ]);
};

const secondConfirmation: Application = {
  code: SECOND.code,
  start: (context) =>
    chooseUser(context, { title: SECOND.title, form: radiosByNumber }, (user) =>
      filingPage(SECOND, user, { body: accountControls, search: ofAccount, shown: bankData }),
    ),
};

/** Request of a settlement's draft, its confirmation, and its second confirmation. None returns a receipt. */
export const settlementFilings: Application[] = [
  application({
    code: 'XV21Y300',
    title: 'Solicitud de borrador',
    kind: 'settlement-draft',
    firstOption: 'idOpcion1',
    controls: (posted) =>
      checkbox(
        { name: 'BASE_MES_ANTERIOR', value: 'S' },
        'Solicito la recuperación de las bases del mes anterior',
        posted,
      ),
  }),
  application({
    code: 'XV21Y600',
    title: 'Solicitud de confirmación',
    kind: 'settlement-confirmation',
    firstOption: 'idOPCION1',
  }),
  secondConfirmation,
];
