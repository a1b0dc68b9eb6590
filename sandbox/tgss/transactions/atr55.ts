import type { ContributionAccount, Person } from '../../state.ts';
import { changeTerms, openRegistration } from '../affiliation.ts';
import { dateInputs, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { digits, requiredDate } from '../reading.ts';
import { identityLines } from './filing.ts';
import { idsWithScheme, readWorkerAndAccount, workerAndAccountInputs } from './worker-and-account.ts';

// The ends of these ids changed over time at the portal; these are the latest known.
const CONTINUE = 'Sub2207001004_40';
const FILE = 'Sub2207001004_83';
const DATE = ['SDFDREAL', 'SDFMREAL', 'SDFAREAL'] as const;
const IDS = idsWithScheme('SDFREGAFI');

const firstScreen: Page = inputScreen({
  formname: 'ATRM5500',
  continues: CONTINUE,
  inputs: (posted) => workerAndAccountInputs(IDS, posted),
  next(form, context) {
    const { worker, account } = readWorkerAndAccount(form, context, IDS);
    openRegistration(context, worker, account);
    return dataScreen(worker, account);
  },
});

function dataScreen(worker: Person, account: ContributionAccount): Page {
  const screen: Page = inputScreen({
    formname: 'ATRM5501',
    continues: FILE,
    inputs: (posted) => [
      ...identityLines(worker, account),
      ...dateInputs(DATE, 'Fecha real', posted),
      ...input({ id: 'SDFCNOCUP_ayuda', size: 4 }, 'Código nacional de ocupación', posted),
    ],
    next(form, context) {
      context.countSubmission('cno');
      const date = requiredDate(form, DATE);
      const cno = digits(form, 'SDFCNOCUP_ayuda', 4);
      context.file('cno', () =>
        changeTerms(context, { worker, account }, { kind: 'CNO', date, terms: { cno } }),
      );
      return { ...screen, dil: DIL.done };
    },
  });
  return screen;
}

/** Change of national occupation code. */
export const atr55: Transaction = { code: 'ATR55', start: () => firstScreen };
