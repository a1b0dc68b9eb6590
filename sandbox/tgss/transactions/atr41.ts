import { isConsolidated, remove, stayToLeave } from '../affiliation.ts';
import { button, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import { removed } from './filing.ts';

const CONTINUE = 'Sub2207501004';

const firstScreen: Page = {
  formname: 'ATRM4100',
  body: (typed) => [
    ...input('SDFTESORNAF', 'Número de afiliación', 2, typed),
    ...input('SDFNUMNAF', 'Número', 10, typed),
    ...input('SDFREGCC_ayuda', 'Régimen', 4, typed),
    ...input('SDFTESCC', 'Cuenta de cotización', 2, typed),
    ...input('SDFNUMCC', 'Número de cuenta', 9, typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    desk.submitted('anulacion-alta');
    const account = readAccount(form, desk, {
      regimen: 'SDFREGCC_ayuda',
      province: 'SDFTESCC',
      number: 'SDFNUMCC',
    });
    const worker = readWorker(form, desk, { province: 'SDFTESORNAF', number: 'SDFNUMNAF' });
    const stay = stayToLeave(desk, worker, account);
    if (!isConsolidated(desk, stay.alta)) throw new Refusal(DIL.noSuchMovement);
    desk.file('anulacion-alta', () => remove(desk, stay));
    return removed('ATRM4101', worker, account, firstScreen);
  },
};

/** Takes a registration back that is already consolidated. There is one screen, and it files. */
export const atr41: Transaction = { code: 'ATR41', start: () => firstScreen };
