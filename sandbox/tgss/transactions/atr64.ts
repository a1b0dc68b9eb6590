import { slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { registeredWorkers } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { button, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount } from '../reading.ts';
import { termsOn } from '../registration.ts';
import { deliver } from './filing.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM6401',
  body: (posted) => [
    ...input({ id: 'SDFREG62_ayuda', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESO62', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFNUM62', size: 9 }, 'Número de cuenta', posted),
    ...printType(posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREG62_ayuda',
      province: 'SDFTESO62',
      number: 'SDFNUM62',
    });
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
};

/** Report on the workers registered in an account. */
export const atr64: Transaction = { code: 'ATR64', start: () => firstScreen };
