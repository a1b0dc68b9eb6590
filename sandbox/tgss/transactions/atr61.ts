import { spaced } from '../../calendar.ts';
import { button, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readWorker } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { latestFirst, type Registration } from '../registration.ts';
import { listPage } from '../row-list.ts';
import { dataPage } from './atr61-data.ts';

const CONTINUE = 'Sub2207601004';

const firstScreen: Page = {
  formname: 'ATRM6101',
  body: (typed) => [
    ...input('SDFTESORNAF', 'Número de afiliación', 2, typed),
    ...input('SDFNUMNAF', 'Número', 10, typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const worker = readWorker(form, desk, { province: 'SDFTESORNAF', number: 'SDFNUMNAF' });
    const stays = desk.state.tgss.registrations
      .filter(({ nss, ccc }) => nss === worker.nss && desk.mayActOn(ccc))
      .toSorted(latestFirst);
    const [only, ...others] = stays;
    if (!only) throw new Refusal(DIL.noData);
    return others.length === 0 ? dataPage(only, desk) : stayList(stays, (ccc) => desk.account(ccc).regimen);
  },
};

/** Several records: a list to choose from, the most recent first. */
const stayList = (stays: Registration[], regimenOf: (ccc: string) => string): Page =>
  listPage({
    formname: 'ATRM6102',
    table: 'Sub0900112061',
    headers: ['Régimen', 'Cuenta', 'F. R. Alta', 'F. R. Baja', 'Situación'],
    items: stays,
    cells: (stay) => [
      regimenOf(stay.ccc),
      `${stay.ccc.slice(0, 2)} ${stay.ccc.slice(2)}`,
      spaced(stay.alta.date),
      spaced(stay.baja?.date),
      stay.baja ? 'BJ' : 'AL',
    ],
    open: (stay, desk, list) => dataPage(stay, desk, list),
    dil: (more) => (more ? DIL.moreRows : DIL.lastRows),
    back: firstScreen,
  });

/** All that is known of a worker's stays in the accounts that the holder may see. */
export const atr61: Transaction = { code: 'ATR61', start: () => firstScreen };
