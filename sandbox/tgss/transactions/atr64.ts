import { dashed, slashed } from '../../calendar.ts';
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

/**
 * A public program reads each line: name, affiliation number, kind and number of the document in one word, and the eighth word
 * after these, the special relation (RLCE). The seven words before it are assumed. None is empty.
 */
const COLUMNS: [title: string, width: number][] = [
  ['APELLIDOS Y NOMBRE', 136],
  ['N.A.F.', 58],
  ['I.P.F.', 54],
  ['F.REAL', 44],
  ['F.EFECTO', 44],
  ['G.C.', 22],
  ['C.T.', 24],
  ['C.T.P.', 28],
  ['OCUP.', 30],
  ['COLEC.', 32],
  ['RLCE', 27],
];
const NONE = '-';

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
        headers: COLUMNS.map(([title]) => title),
        rows: entries.map(({ person, registration }) => {
          const { alta } = registration;
          const terms = termsOn(registration, context.today);
          const codes = [
            terms.grupo,
            terms.contrato,
            terms.coeficiente,
            terms.ocupacion,
            terms.colectivo,
            terms.rlce,
          ];
          return [
            listName(person),
            `${person.nss.slice(0, 2)} ${person.nss.slice(2)}`,
            `${person.identificacion}${person.dni.padStart(10, '0')}`,
            dashed(alta.date),
            dashed(alta.effective),
            ...codes.map((code) => code || NONE),
          ];
        }),
        widths: COLUMNS.map(([, width]) => width),
      },
    });
    return deliver(form, context, { report, screen: firstScreen });
  },
});

/** Report on the workers registered in an account. */
export const atr64: Transaction = { code: 'ATR64', start: () => firstScreen };
