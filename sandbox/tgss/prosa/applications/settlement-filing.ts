import type { Form } from '../../../form.ts';
import type { AuthorisedUser } from '../../../state.ts';
import type { ProsaContext } from '../context.ts';
import { input, radio, select } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { required } from '../reading.ts';
import type { Settlement, SettlementFiling } from '../records.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';
import { CONFIRMED_TYPES } from '../settlements.ts';
import { accountOfUser, chooseUser } from './choose-user.ts';
import { controlDate, readMonth, readSettlementForm, settlementControls } from './settlement-form.ts';

/** One of the applications that settle contributions. They differ only in what they file. */
interface Filing {
  code: string;
  title: string;
  kind: SettlementFiling['kind'];
}

/** Finds the settlements of a form. */
type Search = (form: Form, context: ProsaContext, user: AuthorisedUser) => Settlement[];

/** The choice between settlements by account and period, and a settlement by its number. */
const optionPage = (filing: Filing, user: AuthorisedUser): Page => ({
  title: filing.title,
  plain: true,
  form: 'formOpciones',
  body: () => [
    ...radio('OPCION', '1', 'idOPCION1', 'Por cuenta y periodo', true),
    ...radio('OPCION', '2', 'idOpcion2', 'Por número de liquidación'),
  ],
  buttons: [
    {
      id: 'SPM.ACC.ACEPTAR',
      action: 'ACEPTAR',
      text: 'Aceptar',
      press: (form) =>
        form.get('OPCION') === '2'
          ? dataPage(filing, user, numberControls, byNumber)
          : dataPage(filing, user, periodControls, byPeriod),
    },
  ],
});

/** The page that files, at once. */
const dataPage = (
  { title, kind }: Filing,
  user: AuthorisedUser,
  body: (posted: Form) => string[],
  search: Search,
): Page => {
  const page: Page = {
    title,
    plain: true,
    form: 'formDatos',
    refusable: true,
    body,
    buttons: [
      {
        id: 'SPM.ACC.ACEPTAR',
        action: 'ACEPTAR',
        text: 'Aceptar',
        press(form, context) {
          context.countSubmission(kind);
          const found = search(form, context, user);
          if (found.length === 0) throw new ProsaRefusal(TEXTS.noSettlement);
          const filed = found.map(({ number }) => ({ number, kind, communicated: context.time }));
          context.file(kind, () => context.state.tgss.settlementFilings.push(...filed));
          return { ...page, message: { type: 'INFO', text: TEXTS.done } };
        },
      },
    ],
  };
  return page;
};

const periodControls = (posted: Form): string[] => [
  ...settlementControls(posted, CONFIRMED_TYPES),
  ...controlDate(posted),
  ...select(
    'SOLICITUD_RNT',
    'Solicitud de R.N.T.',
    [
      ['N', 'No'],
      ['S', 'Sí'],
    ],
    posted,
    'solicitudRNT',
  ),
];

/** Settlements of the type in the period. For a type with a control date, only those of that date. */
const byPeriod: Search = (form, context, user) => {
  const { regimen, ccc, type, from, to } = readSettlementForm(form, CONFIRMED_TYPES);
  accountOfUser(context.state, user, regimen, ccc);
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

const numberControls = (posted: Form): string[] =>
  input('numeroLiquidacion', 'Número de liquidación', 20, posted);

const byNumber: Search = (form, context, user) => {
  const wanted = required(form, 'numeroLiquidacion');
  return context.state.tgss.settlements.filter(
    ({ number, ccc }) => number === wanted && user.cuentas.includes(ccc),
  );
};

const application = (filing: Filing): Application => ({
  code: filing.code,
  start: ({ holder }) => chooseUser(holder, filing.title, (user) => optionPage(filing, user)),
});

/** Request of a settlement's draft, its confirmation, and its second confirmation. None returns a receipt. */
export const settlementFilings: Application[] = [
  application({ code: 'XV21Y300', title: 'Solicitud de borrador', kind: 'settlement-draft' }),
  application({ code: 'XV21Y600', title: 'Solicitud de confirmación', kind: 'settlement-confirmation' }),
  application({
    code: 'XV21Y800',
    title: 'Segunda confirmación y datos bancarios',
    kind: 'settlement-second-confirmation',
  }),
];
