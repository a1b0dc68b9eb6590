import type { WorkerInAccount } from '../../state.ts';
import { changeTerms, openRegistration } from '../affiliation.ts';
import { CONTRATOS } from '../codes.ts';
import type { Context } from '../context.ts';
import { dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { coefficient, digits, requiredDate } from '../reading.ts';
import { latestTerms, type Terms } from '../registration.ts';
import { coefficientWarning, identityLines } from './filing.ts';
import { idsWithScheme, readWorkerAndAccount, workerAndAccountInputs } from './worker-and-account.ts';

const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;
const IDS = idsWithScheme('SDFREGAFI_ayuda');

const firstScreen: Page = inputScreen({
  formname: 'ATRM4500',
  continues: 'Sub2207601004',
  inputs: (posted) => workerAndAccountInputs(IDS, posted),
  next(form, context) {
    const { worker, account } = readWorkerAndAccount(form, context, IDS);
    return dataScreen({ worker, account }, latestTerms(openRegistration(context, worker, account)));
  },
});

function dataScreen(
  { worker, account }: WorkerInAccount,
  now: Pick<Terms, 'contrato' | 'coeficiente'>,
): Page {
  const screen: Page = inputScreen({
    formname: 'ATRM4501',
    continues: 'Sub2207401004',
    inputs: (posted) => [
      ...identityLines(worker, account),
      ...input({ id: 'SDFSITAFI_ayuda', size: 2, value: '01' }, 'Situación', posted),
      ...dateInputs(DATE, 'Fecha real', posted),
      ...input({ id: 'SDFTICO_ayuda', size: 3, value: now.contrato }, 'Tipo de contrato', posted),
      ...input(
        { id: 'SDFCOEFCO_ayuda', size: 3, value: now.coeficiente },
        'Coeficiente de tiempo parcial',
        posted,
      ),
    ],
    next(form, context) {
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
  });
  return screen;
}

/** Change of contract type or part-time coefficient. */
export const atr45: Transaction = { code: 'ATR45', start: () => firstScreen };
