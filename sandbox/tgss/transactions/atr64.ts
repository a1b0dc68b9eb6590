import { slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { registeredWorkers } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { accountInputs, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount } from '../reading.ts';
import { termsOn } from '../registration.ts';
import { deliver } from './filing.ts';

const ACCOUNT = { regimen: 'SDFREG62_ayuda', province: 'SDFTESO62', number: 'SDFNUM62' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM6401',
  continues: 'Sub2207601004',
  inputs: (posted) => [...accountInputs(ACCOUNT, posted), ...printType(posted)],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const entries = registeredWorkers(context.state, account.ccc, context.today);
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const title = 'INFORME DE TRABAJADORES EN ALTA';
    const report = accountReport(context, account, {
      title,
      period: ['A FECHA DE', slashed(context.today)],
      table: {
        headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'I.P.F.', 'ALTA', 'GRUPO', 'CONTRATO', 'C.T.P.'],
        rows: entries.map(({ person, registration }) => {
          const { grupo, contrato, coeficiente } = termsOn(registration, context.today);
          const alta = slashed(registration.alta.date);
          return [person.nss, listName(person), person.dni, alta, grupo, contrato, coeficiente];
        }),
        widths: [74, 176, 66, 60, 42, 54, 30],
      },
    });
    return deliver(form, context, { report, screen: firstScreen });
  },
});

/** Report on the workers registered in an account. */
export const atr64: Transaction = { code: 'ATR64', start: () => firstScreen };
