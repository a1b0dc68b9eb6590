import type { Account, Person } from '../../state.ts';
import { change, stayToLeave } from '../affiliation.ts';
import { button, dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { digits, pressed, requiredDate } from '../reading.ts';
import { identity } from './filing.ts';
import { askWorkerAndAccount, readWorkerAndAccount } from './worker-and-account.ts';

// The ends of these ids changed over time at the portal; these are the latest known.
const CONTINUE = 'Sub2207001004_40';
const FILE = 'Sub2207001004_83';
const DATE = ['SDFDREAL', 'SDFMREAL', 'SDFAREAL'] as const;

const firstScreen: Page = {
  formname: 'ATRM5500',
  body: (typed) => [...askWorkerAndAccount('SDFREGAFI', typed), button(CONTINUE, 'Continuar')],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const { worker, account } = readWorkerAndAccount(form, desk, 'SDFREGAFI');
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
