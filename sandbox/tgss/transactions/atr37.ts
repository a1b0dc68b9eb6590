import { type IsoDate, spaced } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import { idc } from '../documents.ts';
import { accountInputs, dateInputs, printType, workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { optionalDate, readAccount, readPrintType, readWorker } from '../reading.ts';
import { isRegisteredOn, type Registration, termsOn } from '../registration.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';

const WORKER = { province: 'SDFTESNAF', number: 'SDFNAF' };
const ACCOUNT = { regimen: 'SDFREGCTA', province: 'SDFTESCTA', number: 'SDFCUENTA' };
const DATE = ['SDFDIA', 'SDFMES', 'SDFAO'] as const;

/** Whether a registration counts on a day. The day of the baja counts too: contributions are due for it. */
const counts = (registration: Registration, day: IsoDate) =>
  isRegisteredOn(registration, day) || registration.baja?.date === day;

/** The registrations to choose from: always a list, even if there is only one. */
const registrationList = (registrations: Registration[], day: IsoDate): Page =>
  listPage({
    formname: 'ATRM3701',
    table: 'Sub0900112078',
    headers: ['F. R. Alta', 'F. R. Baja', 'Tipo de contrato'],
    items: registrations,
    cells: (registration) => [
      spaced(registration.alta.date),
      spaced(registration.baja?.date),
      termsOn(registration, day).contrato,
    ],
    open: (registration, context, list) => reportPage(context, idc(context, registration, day), list),
    back: firstScreen,
  });

const firstScreen: Page = inputScreen({
  formname: 'ATRM3700',
  continues: 'Sub2207601004',
  inputs: (posted) => [
    ...workerInputs(WORKER, posted),
    ...accountInputs(ACCOUNT, posted),
    ...dateInputs(DATE, 'Fecha', posted),
    ...printType(posted),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const worker = readWorker(form, context, WORKER);
    const date = optionalDate(form, DATE);
    const registrations = registrationsOf(context.state, worker.nss, account.ccc).filter(
      (registration) => date === undefined || counts(registration, date),
    );
    if (registrations.length === 0) throw new Refusal(DIL.noData);
    return readPrintType(form) === 'online'
      ? registrationList(registrations, date ?? context.today)
      : { ...firstScreen, dil: DIL.done };
  },
});

/** Contribution data report (IDC) of a worker. */
export const atr37: Transaction = { code: 'ATR37', start: () => firstScreen };
