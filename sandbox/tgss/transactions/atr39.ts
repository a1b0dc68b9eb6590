import { endOfMonth } from '../../calendar.ts';
import { staysOf } from '../account-lists.ts';
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
  body: (typed) => [
    ...input('SDFTESNAF', 'Número de afiliación', 2, typed),
    ...input('SDFNAF', 'Número', 10, typed),
    ...input('SDFREGCTA_ayuda', 'Régimen', 4, typed),
    ...input('SDFTESCTA', 'Cuenta de cotización', 2, typed),
    ...input('SDFCUENTA', 'Número de cuenta', 9, typed),
    ...input('SDFMES', 'Periodo: mes', 2, typed),
    ...input('SDFAO', 'Periodo: año', 4, typed),
    ...printType(typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGCTA_ayuda',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const worker = readWorker(form, desk, { province: 'SDFTESNAF', number: 'SDFNAF' });
    const month = requiredMonth(form, 'SDFMES', 'SDFAO');
    const end = endOfMonth(month);
    const stay = staysOf(desk.state, worker.nss, account.ccc).find(
      ({ alta, baja }) => alta.date <= end && (!baja || baja.date >= month),
    );
    if (!stay) throw new Refusal(DIL.noData);
    return deliver(form, desk, idc(desk, stay, end), firstScreen);
  },
};

/** Contribution data report of a worker in a month: of his last stay in it. */
export const atr39: Transaction = { code: 'ATR39', start: () => firstScreen };
