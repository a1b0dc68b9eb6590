import type { Form } from '../../../form.ts';
import type { OnlineUser } from '../../../state.ts';
import type { Offer, ProsaDesk } from '../desk.ts';
import { settlementReceipt } from '../documents.ts';
import { input, radio } from '../elements.ts';
import type { Application, Page } from '../page.ts';
import { required } from '../reading.ts';
import type { Settlement } from '../records.ts';
import { Rejection, TEXTS } from '../rejection.ts';
import { RECEIPT_TYPES } from '../settlements.ts';
import { accountOf, chooseUser } from './choose-user.ts';
import { controlDate, readMonth, readSettlementForm, settlementControls } from './settlement-form.ts';

const TITLE = 'Servicio de liquidación en línea';

/** What is to be found: a receipt by account and period, or by its number. */
const optionPage = (user: OnlineUser): Page => ({
  title: TITLE,
  plain: true,
  form: 'formOpciones',
  body: () => [
    ...radio('OPCION', '1', 'idOPCION1', 'Recibo de liquidación por cuenta y periodo', true),
    ...radio('OPCION', '2', 'idOpcion2', 'Recibo por número de liquidación'),
  ],
  buttons: [
    {
      id: 'SPM.ACC.ACEPTAR',
      action: 'ACEPTAR',
      text: 'Aceptar',
      press: (form) => (form.get('OPCION') === '2' ? numberPage(user) : dataPage(user)),
    },
  ],
});

const dataPage = (user: OnlineUser): Page => {
  const page: Page = {
    title: TITLE,
    plain: true,
    form: 'formDatos',
    refusable: true,
    body: (typed) => [...settlementControls(typed, RECEIPT_TYPES), ...controlDate(typed)],
    buttons: [
      {
        id: 'SPM.ACC.ACEPTAR',
        action: 'ACEPTAR',
        text: 'Aceptar',
        press: (form, desk) => ({ ...page, offers: receipt(desk, user, search(form, desk, user)) }),
      },
    ],
  };
  return page;
};

const numberPage = (user: OnlineUser): Page => {
  const page: Page = {
    title: TITLE,
    plain: true,
    form: 'formDatos',
    refusable: true,
    body: (typed) => input('numeroLiquidacion', 'Número de liquidación', 20, typed),
    buttons: [
      {
        id: 'SPM.ACC.ACEPTAR',
        action: 'ACEPTAR',
        text: 'Aceptar',
        press(form, desk) {
          const wanted = required(form, 'numeroLiquidacion');
          const found = desk.state.tgss.settlements.filter(
            ({ number, ccc }) => number === wanted && user.cuentas.includes(ccc),
          );
          return { ...page, offers: receipt(desk, user, found) };
        },
      },
    ],
  };
  return page;
};

/** Settlements of the type that lie in the period; of those with a control date, the ones of that date. */
function search(form: Form, desk: ProsaDesk, user: OnlineUser): Settlement[] {
  const { regimen, ccc, type, from, to } = readSettlementForm(form, RECEIPT_TYPES);
  accountOf(desk.state, user, regimen, ccc);
  const control = type === 'L03' ? readMonth(form, 'CONTROL') : undefined;
  return desk.state.tgss.settlements.filter(
    (each) =>
      each.ccc === ccc &&
      each.type === type &&
      each.from >= from &&
      each.to <= to &&
      (control === undefined || each.control === control),
  );
}

function receipt(desk: ProsaDesk, user: OnlineUser, found: Settlement[]): Offer[] {
  const [first] = found;
  if (!first || !user.cuentas.includes(first.ccc)) throw new Rejection(TEXTS.noSettlement);
  return [desk.offer('Recibo de liquidación', settlementReceipt(desk, desk.account(first.ccc), found))];
}

/** Receipts of settled contributions. */
export const xv21y600: Application = {
  code: 'XV21Y600',
  start: ({ holder }) => chooseUser(holder, TITLE, optionPage),
};
