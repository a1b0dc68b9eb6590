import type { Account, Person } from '../../state.ts';
import { staysOf } from '../account-lists.ts';
import { isConsolidated, reopen } from '../affiliation.ts';
import { button, dateInputs, input, output } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { checkDocument, pressed, readAccount, readWorker, requiredDate } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import type { Registration } from '../registration.ts';
import { identity, removed } from './filing.ts';

const CONTINUE = 'Sub2207401004';
const CONFIRM = 'Sub2205301005';
const DATE = ['SDFIDFREALDD', 'SDFIDFREALMM', 'SDFIDFREALAA'] as const;

const firstScreen: Page = {
  formname: 'ATRM0200',
  body: (typed) => [
    ...input('SDFIDPRONAF', 'Número de afiliación', 2, typed),
    ...input('SDFIDNAFCON', 'Número', 10, typed),
    ...input('SDFIDTIPOPF_ayuda', 'Identificador de persona física: tipo', 1, typed),
    ...input('SDFIDNIDEPF', 'Identificador de persona física: número', 14, typed),
    ...input('SDFIDREGIMEN_ayuda', 'Régimen', 4, typed),
    ...input('SDFIDTESCTA', 'Cuenta de cotización', 2, typed),
    ...input('SDFIDCTACON', 'Número de cuenta', 9, typed),
    ...dateInputs(DATE, 'Fecha real de baja', typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFIDREGIMEN_ayuda',
      province: 'SDFIDTESCTA',
      number: 'SDFIDCTACON',
    });
    const worker = readWorker(form, desk, { province: 'SDFIDPRONAF', number: 'SDFIDNAFCON' });
    checkDocument(form, worker, { type: 'SDFIDTIPOPF_ayuda', number: 'SDFIDNIDEPF' });
    const date = requiredDate(form, DATE);
    const stay = staysOf(desk.state, worker.nss, account.ccc).find(({ baja }) => baja?.date === date);
    if (!stay || !isConsolidated(desk, stay.baja!)) throw new Refusal(DIL.noSuchMovement, DATE[0]);
    return confirmation(worker, account, stay);
  },
};

const confirmation = (worker: Person, account: Account, stay: Registration): Page => {
  const screen: Page = {
    formname: 'ATRM0201',
    body: () => [
      ...identity(worker, account),
      output('S2_0603901009', 'Confirme la eliminación de la baja consolidada'),
      button(CONFIRM, 'Confirmar'),
    ],
    answer(form, desk) {
      if (!pressed(form, CONFIRM)) return screen;
      desk.submitted('anulacion-baja');
      desk.file('anulacion-baja', () => reopen(desk, worker, account, stay));
      return removed('ATRM0202', worker, account, firstScreen);
    },
  };
  return screen;
};

/** Takes a termination back that is already consolidated. */
export const atr02: Transaction = { code: 'ATR02', start: () => firstScreen };
