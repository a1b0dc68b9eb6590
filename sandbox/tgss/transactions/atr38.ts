import { endOfMonth, slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { workersInPeriod } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { accountInputs, checkbox, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount, requiredMonth } from '../reading.ts';
import { termsOn } from '../registration.ts';
import { deliver } from './filing.ts';

const ACCOUNT = { regimen: 'SDFREGCTA', province: 'SDFTESCTA', number: 'SDFCUENTA' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM3800',
  continues: 'Sub2207601004',
  inputs: (posted) => [
    ...accountInputs(ACCOUNT, posted),
    ...input({ id: 'SDFMES', size: 2 }, 'Periodo: mes', posted),
    ...input({ id: 'SDFAO', size: 4 }, 'Periodo: año', posted),
    ...printType(posted),
    ...checkbox('SDFSELEC', 'Todos los trabajadores', posted),
    ...input({ id: 'SDFREGCTAP', size: 4 }, 'Régimen principal', posted),
    ...input({ id: 'SDFTESCTAP', size: 2 }, 'Cuenta principal', posted),
    ...input({ id: 'SDFCUENTAP', size: 9 }, 'Número de cuenta principal', posted),
    ...input({ id: 'SDFNUMAUT', size: 6 }, 'Número de autorización', posted),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const month = requiredMonth(form, 'SDFMES', 'SDFAO');
    const entries = workersInPeriod(context.state, account.ccc, {
      from: month,
      to: endOfMonth(month),
    });
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const title = 'INFORME DE DATOS PARA LA COTIZACION - CODIGO DE CUENTA DE COTIZACION';
    const report = accountReport(context, account, {
      title,
      period: ['PERIODO DE LIQUIDACION', month.slice(0, 7)],
      table: {
        headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'ALTA', 'BAJA', 'GRUPO', 'CONTRATO', 'C.T.P.'],
        rows: entries.map(({ person, registration }) => {
          const { grupo, contrato, coeficiente } = termsOn(registration, endOfMonth(month));
          const dates = [slashed(registration.alta.date), slashed(registration.baja?.date)];
          return [person.nss, listName(person), ...dates, grupo, contrato, coeficiente];
        }),
        widths: [74, 176, 60, 60, 42, 54, 30],
      },
    });
    return deliver(form, context, { report, screen: firstScreen });
  },
});

/** Contribution data report of an account in a month. */
export const atr38: Transaction = { code: 'ATR38', start: () => firstScreen };
