import type { Account, Person } from '../../state.ts';
import { change, stayToLeave } from '../affiliation.ts';
import { CONTRATOS } from '../codes.ts';
import type { Desk } from '../desk.ts';
import { button, dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { coefficient, digits, pressed, requiredDate } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { latestTerms } from '../registration.ts';
import { coefficientWarning } from './coefficient-warning.ts';
import { identity } from './filing.ts';
import { askWorkerAndAccount, readWorkerAndAccount } from './worker-and-account.ts';

const CONTINUE = 'Sub2207601004';
const FILE = 'Sub2207401004';
const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;

const firstScreen: Page = {
  formname: 'ATRM4500',
  body: (typed) => [...askWorkerAndAccount('SDFREGAFI_ayuda', typed), button(CONTINUE, 'Continuar')],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const { worker, account } = readWorkerAndAccount(form, desk, 'SDFREGAFI_ayuda');
    const { contrato, coeficiente } = latestTerms(stayToLeave(desk, worker, account));
    return dataScreen(worker, account, contrato, coeficiente);
  },
};

function dataScreen(worker: Person, account: Account, contratoNow: string, coeficienteNow: string): Page {
  const screen: Page = {
    formname: 'ATRM4501',
    body: (typed) => [
      ...identity(worker, account),
      ...input('SDFSITAFI_ayuda', 'Situación', 2, typed, '01'),
      ...dateInputs(DATE, 'Fecha real', typed),
      ...input('SDFTICO_ayuda', 'Tipo de contrato', 3, typed, contratoNow),
      ...input('SDFCOEFCO_ayuda', 'Coeficiente de tiempo parcial', 3, typed, coeficienteNow),
      button(FILE, 'Continuar'),
    ],
    answer(form, desk) {
      if (!pressed(form, FILE)) return screen;
      desk.submitted('contrato');
      const date = requiredDate(form, DATE);
      const contrato = digits(form, 'SDFTICO_ayuda', 3);
      if (!CONTRATOS.has(contrato)) throw new Refusal(DIL.wrongValue, 'SDFTICO_ayuda');
      const coeficiente = coefficient(form, 'SDFCOEFCO_ayuda');
      const fileIt = (now: Desk): Page => {
        const terms = { contrato, coeficiente };
        now.file('contrato', () => change(now, worker, account, 'CONTRATO', date, terms));
        return { ...dataScreen(worker, account, contrato, coeficiente), dil: DIL.done };
      };
      return coefficientWarning(coeficiente, fileIt, screen) ?? fileIt(desk);
    },
  };
  return screen;
}

/** Change of contract type or part-time coefficient. */
export const atr45: Transaction = { code: 'ATR45', start: () => firstScreen };
