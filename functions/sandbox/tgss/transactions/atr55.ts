import type { Account, Person } from '../../state.ts';
import { change, stayToLeave } from '../affiliation.ts';
import { button, dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { checkDocument, digits, pressed, readAccount, readWorker, requiredDate } from '../reading.ts';
import { identity } from './filing.ts';

// The ends of these ids changed over time at the portal; these are the latest known.
const CONTINUE = 'Sub2207001004_40';
const FILE = 'Sub2207001004_83';
const DATE = ['SDFDREAL', 'SDFMREAL', 'SDFAREAL'] as const;

const firstScreen: Page = {
  formname: 'ATRM5500',
  body: (typed) => [
    ...input('SDFPROAFI', 'Número de afiliación', 2, typed),
    ...input('SDFCODAFI', 'Número', 10, typed),
    ...input('SDFTIPPFI_ayuda', 'Identificador de persona física: tipo', 1, typed),
    ...input('SDFNUMPFI', 'Identificador de persona física: número', 14, typed),
    ...input('SDFREGAFI', 'Régimen', 4, typed),
    ...input('SDFTESCTACOT', 'Cuenta de cotización', 2, typed),
    ...input('SDFCTACOT', 'Número de cuenta', 9, typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGAFI',
      province: 'SDFTESCTACOT',
      number: 'SDFCTACOT',
    });
    const worker = readWorker(form, desk, { province: 'SDFPROAFI', number: 'SDFCODAFI' });
    checkDocument(form, worker, { type: 'SDFTIPPFI_ayuda', number: 'SDFNUMPFI' });
    stayToLeave(desk, worker, account);
    return dataScreen(worker, account);
  },
};

function dataScreen(worker: Person, account: Account): Page {
  const screen: Page = {
    formname: 'ATRM5501',
    body: (typed) => [
      ...identity(worker, account),
      ...dateInputs(DATE, 'Fecha real', typed),
      ...input('SDFCNOCUP_ayuda', 'Código nacional de ocupación', 4, typed),
      button(FILE, 'Continuar'),
    ],
    answer(form, desk) {
      if (!pressed(form, FILE)) return screen;
      desk.submitted('cno');
      const date = requiredDate(form, DATE);
      const cno = digits(form, 'SDFCNOCUP_ayuda', 4);
      desk.file('cno', () => change(desk, worker, account, 'CNO', date, { cno }));
      return { ...screen, dil: DIL.done };
    },
  };
  return screen;
}

/** Change of national occupation code. */
export const atr55: Transaction = { code: 'ATR55', start: () => firstScreen };
