import { endOfMonth } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import { idc } from '../documents.ts';
import { button, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker, requiredMonth } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { deliver } from './delivery.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM3900',
  body: (posted) => [
    ...input('SDFTESNAF', 'Número de afiliación', 2, posted),
    ...input('SDFNAF', 'Número', 10, posted),
    ...input('SDFREGCTA_ayuda', 'Régimen', 4, posted),
    ...input('SDFTESCTA', 'Cuenta de cotización', 2, posted),
    ...input('SDFCUENTA', 'Número de cuenta', 9, posted),
    ...input('SDFMES', 'Periodo: mes', 2, posted),
    ...input('SDFAO', 'Periodo: año', 4, posted),
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
    return deliver(form, context, idc(context, registration, end), firstScreen);
  },
};

/** Contribution data report of a worker in a month: of the last registration in it. */
export const atr39: Transaction = { code: 'ATR39', start: () => firstScreen };
