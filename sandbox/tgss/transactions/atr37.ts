import { type IsoDate, spaced } from '../../calendar.ts';
import { staysOf } from '../account-lists.ts';
import { idc } from '../documents.ts';
import { button, dateInputs, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { optionalDate, pressed, readAccount, readPrintType, readWorker } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { aliveOn, type Registration, termsOn } from '../registration.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';

const CONTINUE = 'Sub2207601004';
const DATE = ['SDFDIA', 'SDFMES', 'SDFAO'] as const;

/** Whether a stay counts on that day; on its last one it still does, since the day is contributed for. */
const counts = (stay: Registration, day: IsoDate) => aliveOn(stay, day) || stay.baja?.date === day;

/** The stays to choose from, always as a list, even if there is only one. */
const stayList = (stays: Registration[], day: IsoDate): Page =>
  listPage({
    formname: 'ATRM3701',
    table: 'Sub0900112078',
    headers: ['F. R. Alta', 'F. R. Baja', 'Tipo de contrato'],
    items: stays,
    cells: (stay) => [spaced(stay.alta.date), spaced(stay.baja?.date), termsOn(stay, day).contrato],
    open: (stay, desk, list) => reportPage(desk, idc(desk, stay, day), list),
    back: firstScreen,
  });

const firstScreen: Page = {
  formname: 'ATRM3700',
  body: (typed) => [
    ...input('SDFTESNAF', 'Número de afiliación', 2, typed),
    ...input('SDFNAF', 'Número', 10, typed),
    ...input('SDFREGCTA', 'Régimen', 4, typed),
    ...input('SDFTESCTA', 'Cuenta de cotización', 2, typed),
    ...input('SDFCUENTA', 'Número de cuenta', 9, typed),
    ...dateInputs(DATE, 'Fecha', typed),
    ...printType(typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGCTA',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const worker = readWorker(form, desk, { province: 'SDFTESNAF', number: 'SDFNAF' });
    const date = optionalDate(form, DATE);
    const stays = staysOf(desk.state, worker.nss, account.ccc).filter(
      (stay) => date === undefined || counts(stay, date),
    );
    if (stays.length === 0) throw new Refusal(DIL.noData);
    return readPrintType(form) === 'online'
      ? stayList(stays, date ?? desk.today)
      : { ...firstScreen, dil: DIL.done };
  },
};

/** Contribution data report of a worker. */
export const atr37: Transaction = { code: 'ATR37', start: () => firstScreen };
