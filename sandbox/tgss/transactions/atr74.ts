import { slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { scheduledMovements } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { accountInputs, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount } from '../reading.ts';
import { deliver } from './filing.ts';

const ACCOUNT = { regimen: 'SDFREGENT_ayuda', province: 'SDFTESCCCENT', number: 'SDFCODCCCENT' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM7400',
  continues: 'Sub2207501004',
  inputs: (posted) => [...accountInputs(ACCOUNT, posted), ...printType(posted)],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
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
});

/** Report on the scheduled movements of an account. */
export const atr74: Transaction = { code: 'ATR74', start: () => firstScreen };
