import type { Form } from '../../form.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import type { Context } from '../context.ts';
import { employmentHistory } from '../documents.ts';
import { printTypeOfLifeReports, workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readPrintType, readWorker } from '../reading.ts';
import { reportPage } from '../report-page.ts';
import { listPage } from '../row-list.ts';
import { deliver } from './filing.ts';

const WORKER = { province: 'SDFTESORNAF', number: 'SDFNUMNAF' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM6301',
  continues: 'Sub2207001009',
  inputs: (posted) => [...workerInputs(WORKER, posted), ...printTypeOfLifeReports(posted)],
  next(form, context) {
    const worker = readWorker(form, context, WORKER);
    readPrintType(form);
    const [only, ...others] = accountsOf(worker, context);
    if (!only) throw new Refusal(DIL.noData);
    return others.length === 0
      ? deliver(form, context, { report: reportOn(worker, only, context), screen: firstScreen })
      : accountList(form, worker, [only, ...others]);
  },
});

/** The accounts in which the worker is or was registered, and on which the holder may act. */
const accountsOf = (worker: Person, context: Context): ContributionAccount[] =>
  context.state.accounts.filter(
    ({ ccc }) => context.mayActOn(ccc) && registrationsOf(context.state, worker.nss, ccc).length > 0,
  );

const reportOn = (worker: Person, account: ContributionAccount, context: Context) =>
  employmentHistory(
    context,
    { worker, account },
    structuredClone(registrationsOf(context.state, worker.nss, account.ccc).toReversed()),
  );

/** A double click chooses the account. Clients find its label by the text: scheme, province and number. */
const accountList = (form: Form, worker: Person, accounts: ContributionAccount[]): Page =>
  listPage({
    formname: 'ATRM6302',
    table: 'Sub0900112063',
    headers: ['Cuenta de cotización'],
    items: accounts,
    cells: ({ regimen, ccc }) => [`${regimen} ${ccc.slice(0, 2)} ${ccc.slice(2)}`],
    open: (account, context, list) => {
      const report = reportOn(worker, account, context);
      return readPrintType(form) === 'online'
        ? reportPage(context, report, list)
        : { ...firstScreen, dil: DIL.done };
    },
    dil: () => DIL.severalAccounts,
    back: firstScreen,
  });

/** Life work report of a worker in one account. */
export const atr63: Transaction = { code: 'ATR63', start: () => firstScreen };
