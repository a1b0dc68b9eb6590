import type { Account, Person } from '../../state.ts';
import { change, stayToLeave } from '../affiliation.ts';
import { CONTRATOS } from '../codes.ts';
import type { Desk } from '../desk.ts';
import { button, dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import {
  checkDocument,
  coefficient,
  digits,
  pressed,
  readAccount,
  readWorker,
  requiredDate,
} from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { latestTerms } from '../registration.ts';
import { coefficientWarning } from './coefficient-warning.ts';
import { identity } from './filing.ts';

const CONTINUE = 'Sub2207601004';
const FILE = 'Sub2207401004';
const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;

const firstScreen: Page = {
  formname: 'ATRM4500',
  body: (typed) => [
    ...input('SDFPROAFI', 'Número de afiliación', 2, typed),
    ...input('SDFCODAFI', 'Número', 10, typed),
    ...input('SDFTIPPFI_ayuda', 'Identificador de persona física: tipo', 1, typed),
    ...input('SDFNUMPFI', 'Identificador de persona física: número', 14, typed),
    ...input('SDFREGAFI_ayuda', 'Régimen', 4, typed),
    ...input('SDFTESCTACOT', 'Cuenta de cotización', 2, typed),
    ...input('SDFCTACOT', 'Número de cuenta', 9, typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGAFI_ayuda',
      province: 'SDFTESCTACOT',
      number: 'SDFCTACOT',
    });
    const worker = readWorker(form, desk, { province: 'SDFPROAFI', number: 'SDFCODAFI' });
    checkDocument(form, worker, { type: 'SDFTIPPFI_ayuda', number: 'SDFNUMPFI' });
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
