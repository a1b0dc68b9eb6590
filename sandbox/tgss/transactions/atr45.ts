import type { WorkerInAccount } from '../../state.ts';
import { changeTerms, openRegistration } from '../affiliation.ts';
import { CONTRATOS } from '../codes.ts';
import type { Context } from '../context.ts';
import { button, dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { coefficient, digits, pressed, requiredDate } from '../reading.ts';
import { latestTerms, type Terms } from '../registration.ts';
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
    return dataScreen({ worker, account }, latestTerms(openRegistration(context, worker, account)));
  },
};

function dataScreen(
  { worker, account }: WorkerInAccount,
  now: Pick<Terms, 'contrato' | 'coeficiente'>,
): Page {
  const screen: Page = {
    formname: 'ATRM4501',
    body: (posted) => [
      ...identityLines(worker, account),
      ...input({ id: 'SDFSITAFI_ayuda', size: 2, value: '01' }, 'Situación', posted),
      ...dateInputs(DATE, 'Fecha real', posted),
      ...input({ id: 'SDFTICO_ayuda', size: 3, value: now.contrato }, 'Tipo de contrato', posted),
      ...input(
        { id: 'SDFCOEFCO_ayuda', size: 3, value: now.coeficiente },
        'Coeficiente de tiempo parcial',
        posted,
      ),
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
        context.file('contrato', () =>
          changeTerms(context, { worker, account }, { kind: 'CONTRATO', date, terms }),
        );
        return { ...dataScreen({ worker, account }, terms), dil: DIL.done };
      };
      return coefficientWarning(coeficiente, file, screen) ?? file(context);
    },
  };
  return screen;
}

/** Change of contract type or part-time coefficient. */
export const atr45: Transaction = { code: 'ATR45', start: () => firstScreen };
