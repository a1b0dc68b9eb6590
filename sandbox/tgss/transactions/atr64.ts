import { slashed } from '../../calendar.ts';
import { listName } from '../../state.ts';
import { registered } from '../account-lists.ts';
import { accountReport } from '../documents.ts';
import { button, input, printType } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { termsOn } from '../registration.ts';
import { deliver } from './delivery.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM6401',
  body: (typed) => [
    ...input('SDFREG62_ayuda', 'Régimen', 4, typed),
    ...input('SDFTESO62', 'Cuenta de cotización', 2, typed),
    ...input('SDFNUM62', 'Número de cuenta', 9, typed),
    ...printType(typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREG62_ayuda',
      province: 'SDFTESO62',
      number: 'SDFNUM62',
    });
    const entries = registered(desk.state, account.ccc, desk.today);
    if (entries.length === 0) throw new Refusal(DIL.noData);
    const title = 'INFORME DE TRABAJADORES EN ALTA';
    const report = accountReport(desk, account, title, ['A FECHA DE', slashed(desk.today)], {
      headers: ['N.A.F.', 'APELLIDOS Y NOMBRE', 'I.P.F.', 'ALTA', 'GRUPO', 'CONTRATO', 'C.T.P.'],
      rows: entries.map(({ person, stay }) => {
        const { grupo, contrato, coeficiente } = termsOn(stay, desk.today);
        const alta = slashed(stay.alta.date);
        return [person.nss, listName(person), person.dni, alta, grupo, contrato, coeficiente];
      }),
      widths: [74, 176, 66, 60, 42, 54, 30],
    });
    return deliver(form, desk, report, firstScreen);
  },
};

/** Report on the workers registered in an account. */
export const atr64: Transaction = { code: 'ATR64', start: () => firstScreen };
