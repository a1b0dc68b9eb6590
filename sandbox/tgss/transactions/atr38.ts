import { endOfMonth, slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { within } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { button, checkbox, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, requiredMonth } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { termsOn } from '../registration.ts';
import { deliver } from './delivery.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM3800',
  body: (typed) => [
    ...input('SDFREGCTA', 'Régimen', 4, typed),
    ...input('SDFTESCTA', 'Cuenta de cotización', 2, typed),
    ...input('SDFCUENTA', 'Número de cuenta', 9, typed),
    ...input('SDFMES', 'Periodo: mes', 2, typed),
    ...input('SDFAO', 'Periodo: año', 4, typed),
    ...printType(typed),
    ...checkbox('SDFSELEC', 'Todos los trabajadores', typed),
    ...input('SDFREGCTAP', 'Régimen principal', 4, typed),
    ...input('SDFTESCTAP', 'Cuenta principal', 2, typed),
    ...input('SDFCUENTAP', 'Número de cuenta principal', 9, typed),
    ...input('SDFNUMAUT', 'Número de autorización', 6, typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGCTA',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const month = requiredMonth(form, 'SDFMES', 'SDFAO');
    const entries = within(desk.state, account.ccc, month, endOfMonth(month));
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const title = 'INFORME DE DATOS PARA LA COTIZACION - CODIGO DE CUENTA DE COTIZACION';
    const report = accountReport(desk, account, title, ['PERIODO DE LIQUIDACION', month.slice(0, 7)], {
      headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'ALTA', 'BAJA', 'GRUPO', 'CONTRATO', 'C.T.P.'],
      rows: entries.map(({ person, stay }) => {
        const { grupo, contrato, coeficiente } = termsOn(stay, endOfMonth(month));
        const dates = [slashed(stay.alta.date), slashed(stay.baja?.date)];
        return [person.nss, listName(person), ...dates, grupo, contrato, coeficiente];
      }),
      widths: [74, 176, 60, 60, 42, 54, 30],
    });
    return deliver(form, desk, report, firstScreen);
  },
};

/** Contribution data report of an account in a month. */
export const atr38: Transaction = { code: 'ATR38', start: () => firstScreen };
