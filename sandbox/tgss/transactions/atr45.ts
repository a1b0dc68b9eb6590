import type { ContributionAccount, Person } from '../../state.ts';
import { changeTerms, openRegistration } from '../affiliation.ts';
import { CONTRATOS } from '../codes.ts';
import type { Context } from '../context.ts';
import { button, dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { coefficient, digits, pressed, requiredDate } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { latestTerms } from '../registration.ts';
import { coefficientWarning } from './coefficient-warning.ts';
import { identityLines } from './filing.ts';
import { readWorkerAndAccount, workerAndAccountInputs } from './worker-and-account.ts';

const CONTINUE = 'Sub2207601004';
const FILE = 'Sub2207401004';
const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;

const firstScreen: Page = {
  formname: 'ATRM4500',
  body: (posted) => [...workerAndAccountInputs('SDFREGAFI_ayuda', posted), button(CONTINUE, 'Continuar')],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const { worker, account } = readWorkerAndAccount(form, context, 'SDFREGAFI_ayuda');
    const { contrato, coeficiente } = latestTerms(openRegistration(context, worker, account));
    return dataScreen(worker, account, contrato, coeficiente);
  },
};

function dataScreen(
  worker: Person,
  account: ContributionAccount,
  contratoNow: string,
  coeficienteNow: string,
): Page {
  const screen: Page = {
    formname: 'ATRM4501',
    body: (posted) => [
      ...identityLines(worker, account),
      ...input('SDFSITAFI_ayuda', 'Situación', 2, posted, '01'),
      ...dateInputs(DATE, 'Fecha real', posted),
      ...input('SDFTICO_ayuda', 'Tipo de contrato', 3, posted, contratoNow),
      ...input('SDFCOEFCO_ayuda', 'Coeficiente de tiempo parcial', 3, posted, coeficienteNow),
      button(FILE, 'Continuar'),
    ],
    answer(form, context) {
      if (!pressed(form, FILE)) return screen;
      context.countSubmission('contrato');
      const date = requiredDate(form, DATE);
      const contrato = digits(form, 'SDFTICO_ayuda', 3);
      if (!CONTRATOS.has(contrato)) throw new Refusal(DIL.wrongValue, 'SDFTICO_ayuda');
      const coeficiente = coefficient(form, 'SDFCOEFCO_ayuda');
      const file = (context: Context): Page => {
        const terms = { contrato, coeficiente };
        context.file('contrato', () => changeTerms(context, worker, account, 'CONTRATO', date, terms));
        return { ...dataScreen(worker, account, contrato, coeficiente), dil: DIL.done };
      };
      return coefficientWarning(coeficiente, file, screen) ?? file(context);
    },
  };
  return screen;
}

/** Change of contract type or part-time coefficient. */
export const atr45: Transaction = { code: 'ATR45', start: () => firstScreen };
