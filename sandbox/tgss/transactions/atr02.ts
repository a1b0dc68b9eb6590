import type { ContributionAccount, Person } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import { isConsolidated, removeTermination } from '../affiliation.ts';
import { button, dateInputs, input, output } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { checkDocument, pressed, readAccount, readWorker, requiredDate } from '../reading.ts';
import type { Registration } from '../registration.ts';
import { identityLines, removedPage } from './filing.ts';

const CONTINUE = 'Sub2207401004';
const CONFIRM = 'Sub2205301005';
const DATE = ['SDFIDFREALDD', 'SDFIDFREALMM', 'SDFIDFREALAA'] as const;

const firstScreen: Page = {
  formname: 'ATRM0200',
  body: (posted) => [
    ...input({ id: 'SDFIDPRONAF', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFIDNAFCON', size: 10 }, 'Número', posted),
    ...input({ id: 'SDFIDTIPOPF_ayuda', size: 1 }, 'Identificador de persona física: tipo', posted),
    ...input({ id: 'SDFIDNIDEPF', size: 14 }, 'Identificador de persona física: número', posted),
    ...input({ id: 'SDFIDREGIMEN_ayuda', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFIDTESCTA', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFIDCTACON', size: 9 }, 'Número de cuenta', posted),
    ...dateInputs(DATE, 'Fecha real de baja', posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFIDREGIMEN_ayuda',
      province: 'SDFIDTESCTA',
      number: 'SDFIDCTACON',
    });
    const worker = readWorker(form, context, { province: 'SDFIDPRONAF', number: 'SDFIDNAFCON' });
    checkDocument(form, worker, { type: 'SDFIDTIPOPF_ayuda', number: 'SDFIDNIDEPF' });
    const date = requiredDate(form, DATE);
    const registration = registrationsOf(context.state, worker.nss, account.ccc).find(
      ({ baja }) => baja?.date === date,
    );
    if (!registration || !isConsolidated(context, registration.baja!))
      throw new Refusal(DIL.noSuchMovement, DATE[0]);
    return confirmation(worker, account, registration);
  },
};

const confirmation = (worker: Person, account: ContributionAccount, registration: Registration): Page => {
  const screen: Page = {
    formname: 'ATRM0201',
    body: () => [
      ...identityLines(worker, account),
      output('S2_0603901009', 'Confirme la eliminación de la baja consolidada'),
      button(CONFIRM, 'Confirmar'),
    ],
    answer(form, context) {
      if (!pressed(form, CONFIRM)) return screen;
      context.countSubmission('anulacion-baja');
      context.file('anulacion-baja', () => removeTermination(context, registration));
      return removedPage('ATRM0202', { worker, account }, firstScreen);
    },
  };
  return screen;
};

/** Removes a consolidated baja. */
export const atr02: Transaction = { code: 'ATR02', start: () => firstScreen };
