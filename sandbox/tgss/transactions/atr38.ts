import { endOfMonth, slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { workersInPeriod } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { button, checkbox, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, requiredMonth } from '../reading.ts';
import { termsOn } from '../registration.ts';
import { deliver } from './filing.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM3800',
  body: (posted) => [
    ...input({ id: 'SDFREGCTA', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCTA', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFCUENTA', size: 9 }, 'Número de cuenta', posted),
    ...input({ id: 'SDFMES', size: 2 }, 'Periodo: mes', posted),
    ...input({ id: 'SDFAO', size: 4 }, 'Periodo: año', posted),
    ...printType(posted),
    ...checkbox('SDFSELEC', 'Todos los trabajadores', posted),
    ...input({ id: 'SDFREGCTAP', size: 4 }, 'Régimen principal', posted),
    ...input({ id: 'SDFTESCTAP', size: 2 }, 'Cuenta principal', posted),
    ...input({ id: 'SDFCUENTAP', size: 9 }, 'Número de cuenta principal', posted),
    ...input({ id: 'SDFNUMAUT', size: 6 }, 'Número de autorización', posted),
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
};

/** Contribution data report of an account in a month. */
export const atr38: Transaction = { code: 'ATR38', start: () => firstScreen };
