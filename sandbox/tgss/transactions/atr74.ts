import { slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { scheduledMovements } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { button, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount } from '../reading.ts';
import { deliver } from './filing.ts';

const CONTINUE = 'Sub2207501004';

const firstScreen: Page = {
  formname: 'ATRM7400',
  body: (posted) => [
    ...input({ id: 'SDFREGENT_ayuda', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCCCENT', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFCODCCCENT', size: 9 }, 'Número de cuenta', posted),
    ...printType(posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREGENT_ayuda',
      province: 'SDFTESCCCENT',
      number: 'SDFCODCCCENT',
    });
    const entries = scheduledMovements(context.state, account.ccc, context.today);
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const title = 'INFORME DE MOVIMIENTOS PREVIOS';
    const report = accountReport(context, account, {
      title,
      period: ['A FECHA DE', slashed(context.today)],
      table: {
        headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'I.P.F.', 'MOVIMIENTO', 'FECHA'],
        rows: entries.map(({ person, date, situacion }) => {
          const kind = situacion === 'AL' ? 'ALTA' : 'BAJA';
          return [person.nss, listName(person), person.dni, kind, slashed(date)];
        }),
        widths: [80, 190, 80, 80, 60],
      },
    });
    return deliver(form, context, { report, screen: firstScreen });
  },
};

/** Report on the scheduled movements of an account. */
export const atr74: Transaction = { code: 'ATR74', start: () => firstScreen };
