import { endOfMonth, slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { workersInPeriod } from '../account-lists.ts';
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
  body: (posted) => [
    ...input('SDFREGCTA', 'Régimen', 4, posted),
    ...input('SDFTESCTA', 'Cuenta de cotización', 2, posted),
    ...input('SDFCUENTA', 'Número de cuenta', 9, posted),
    ...input('SDFMES', 'Periodo: mes', 2, posted),
    ...input('SDFAO', 'Periodo: año', 4, posted),
    ...printType(posted),
    ...checkbox('SDFSELEC', 'Todos los trabajadores', posted),
    ...input('SDFREGCTAP', 'Régimen principal', 4, posted),
    ...input('SDFTESCTAP', 'Cuenta principal', 2, posted),
    ...input('SDFCUENTAP', 'Número de cuenta principal', 9, posted),
    ...input('SDFNUMAUT', 'Número de autorización', 6, posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREGCTA',
      province: 'SDFTESCTA',
      number: 'SDFCUENTA',
    });
    const month = requiredMonth(form, 'SDFMES', 'SDFAO');
    const entries = workersInPeriod(context.state, account.ccc, month, endOfMonth(month));
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const title = 'INFORME DE DATOS PARA LA COTIZACION - CODIGO DE CUENTA DE COTIZACION';
    const report = accountReport(context, account, title, ['PERIODO DE LIQUIDACION', month.slice(0, 7)], {
      headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'ALTA', 'BAJA', 'GRUPO', 'CONTRATO', 'C.T.P.'],
      rows: entries.map(({ person, registration }) => {
        const { grupo, contrato, coeficiente } = termsOn(registration, endOfMonth(month));
        const dates = [slashed(registration.alta.date), slashed(registration.baja?.date)];
        return [person.nss, listName(person), ...dates, grupo, contrato, coeficiente];
      }),
      widths: [74, 176, 60, 60, 42, 54, 30],
    });
    return deliver(form, context, report, firstScreen);
  },
};

/** Contribution data report of an account in a month. */
export const atr38: Transaction = { code: 'ATR38', start: () => firstScreen };
