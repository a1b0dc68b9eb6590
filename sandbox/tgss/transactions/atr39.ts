import { endOfMonth } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import { idc } from '../documents.ts';
import { button, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker, requiredMonth } from '../reading.ts';
import { deliver } from './filing.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM3900',
  body: (posted) => [
    ...input({ id: 'SDFTESNAF', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFNAF', size: 10 }, 'Número', posted),
    ...input({ id: 'SDFREGCTA_ayuda', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCTA', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFCUENTA', size: 9 }, 'Número de cuenta', posted),
    ...input({ id: 'SDFMES', size: 2 }, 'Periodo: mes', posted),
    ...input({ id: 'SDFAO', size: 4 }, 'Periodo: año', posted),
    ...printType(posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREGCTA_ayuda',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const worker = readWorker(form, context, { province: 'SDFTESNAF', number: 'SDFNAF' });
    const month = requiredMonth(form, 'SDFMES', 'SDFAO');
    const end = endOfMonth(month);
    const registration = registrationsOf(context.state, worker.nss, account.ccc).find(
      ({ alta, baja }) => alta.date <= end && (!baja || baja.date >= month),
    );
    if (!registration) throw new Refusal(DIL.noData);
    return deliver(form, context, { report: idc(context, registration, end), screen: firstScreen });
  },
};

/** Contribution data report of a worker in a month: of the last registration in it. */
export const atr39: Transaction = { code: 'ATR39', start: () => firstScreen };
