import { type IsoDate, spaced } from '../../calendar.ts';
import { registrationsOf } from '../account-lists.ts';
import { idc } from '../documents.ts';
import { button, dateInputs, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { optionalDate, pressed, readAccount, readPrintType, readWorker } from '../reading.ts';
import { isRegisteredOn, type Registration, termsOn } from '../registration.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';

const CONTINUE = 'Sub2207601004';
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

const firstScreen: Page = {
  formname: 'ATRM3700',
  body: (posted) => [
    ...input({ id: 'SDFTESNAF', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFNAF', size: 10 }, 'Número', posted),
    ...input({ id: 'SDFREGCTA', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCTA', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFCUENTA', size: 9 }, 'Número de cuenta', posted),
    ...dateInputs(DATE, 'Fecha', posted),
    ...printType(posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREGCTA',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const worker = readWorker(form, context, { province: 'SDFTESNAF', number: 'SDFNAF' });
    const date = optionalDate(form, DATE);
    const registrations = registrationsOf(context.state, worker.nss, account.ccc).filter(
      (registration) => date === undefined || counts(registration, date),
    );
    if (registrations.length === 0) throw new Refusal(DIL.noData);
    return readPrintType(form) === 'online'
      ? registrationList(registrations, date ?? context.today)
      : { ...firstScreen, dil: DIL.done };
  },
};

/** Contribution data report (IDC) of a worker. */
export const atr37: Transaction = { code: 'ATR37', start: () => firstScreen };
