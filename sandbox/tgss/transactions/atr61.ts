import { spaced } from '../../calendar.ts';
import type { Context } from '../context.ts';
import { workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readWorker } from '../reading.ts';
import { latestFirst, type Registration } from '../registration.ts';
import { listPage } from '../row-list.ts';
import { dataPage, showsNewest } from './atr61-data.ts';

const WORKER = { province: 'SDFTESORNAF', number: 'SDFNUMNAF' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM6101',
  continues: 'Sub2207601004',
  inputs: (posted) => [...workerInputs(WORKER, posted)],
  next(form, context) {
    const worker = readWorker(form, context, WORKER);
    const registrations = context.state.tgss.registrations
      .filter(({ nss, ccc }) => nss === worker.nss && context.mayActOn(ccc))
      .toSorted(latestFirst);
    const [only, ...others] = registrations;
    if (!only) throw new Refusal(DIL.noData);
    return others.length === 0 ? dataPage(only, context) : registrationList(registrations, context);
  },
});

/** Several registrations: a list to choose from, the most recent first. */
const registrationList = (registrations: Registration[], context: Context): Page => {
  const isNewest = showsNewest(context);
  return listPage({
    formname: 'ATRM6102',
    table: isNewest ? 'Sub1000110078' : 'Sub0900112061',
    headers: [...(isNewest ? ['Cuenta'] : ['Régimen', 'Cuenta']), 'F. R. Alta', 'F. R. Baja', 'Situación'],
    items: registrations,
    cells: ({ ccc, alta, baja }) => {
      const { regimen } = context.account(ccc);
      const account = `${ccc.slice(0, 2)} ${ccc.slice(2)}`;
      // In the newest form, programs look for the account in the second cell. Assumed: with its scheme, as in ATR63.
      return [
        ...(isNewest ? [`${regimen} ${account}`] : [regimen, account]),
        spaced(alta.date),
        spaced(baja?.date),
        baja ? 'BJ' : 'AL',
      ];
    },
    open: (registration, context, list) => dataPage(registration, context, list),
    dil: (more) => (more ? DIL.moreRows : DIL.lastRows),
    back: firstScreen,
  });
};

/** The data of a worker's registrations in the accounts on which the holder may act. */
export const atr61: Transaction = { code: 'ATR61', start: () => firstScreen };
