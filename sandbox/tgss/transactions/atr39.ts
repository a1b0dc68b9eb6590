import { endOfMonth } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import { idc } from '../documents.ts';
import { accountInputs, input, printType, workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount, readWorker, requiredMonth } from '../reading.ts';
import { deliver } from './filing.ts';

const WORKER = { province: 'SDFTESNAF', number: 'SDFNAF' };
const ACCOUNT = { regimen: 'SDFREGCTA_ayuda', province: 'SDFTESCTA', number: 'SDFCUENTA' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM3900',
  continues: 'Sub2207601004',
  inputs: (posted) => [
    ...workerInputs(WORKER, posted),
    ...accountInputs(ACCOUNT, posted),
    ...input({ id: 'SDFMES', size: 2 }, 'Periodo: mes', posted),
    ...input({ id: 'SDFAO', size: 4 }, 'Periodo: año', posted),
    ...printType(posted),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const worker = readWorker(form, context, WORKER);
    const month = requiredMonth(form, 'SDFMES', 'SDFAO');
    const end = endOfMonth(month);
    const registration = registrationsOf(context.state, worker.nss, account.ccc).find(
      ({ alta, baja }) => alta.date <= end && (!baja || baja.date >= month),
    );
    if (!registration) throw new Refusal(DIL.noData);
    return deliver(form, context, { report: idc(context, registration, end), screen: firstScreen });
  },
});

/** Contribution data report of a worker in a month: of the last registration in it. */
export const atr39: Transaction = { code: 'ATR39', start: () => firstScreen };
