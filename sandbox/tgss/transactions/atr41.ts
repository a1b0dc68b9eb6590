import { isConsolidated, openRegistration, removeRegistration } from '../affiliation.ts';
import { button, input } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker } from '../reading.ts';
import { removedPage } from './filing.ts';

const CONTINUE = 'Sub2207501004';

const firstScreen: Page = {
  formname: 'ATRM4100',
  body: (posted) => [
    ...input({ id: 'SDFTESORNAF', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFNUMNAF', size: 10 }, 'Número', posted),
    ...input({ id: 'SDFREGCC_ayuda', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCC', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFNUMCC', size: 9 }, 'Número de cuenta', posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    context.countSubmission('anulacion-alta');
    const account = readAccount(form, context, {
      regimen: 'SDFREGCC_ayuda',
      province: 'SDFTESCC',
      number: 'SDFNUMCC',
    });
    const worker = readWorker(form, context, { province: 'SDFTESORNAF', number: 'SDFNUMNAF' });
    const registration = openRegistration(context, worker, account);
    if (!isConsolidated(context, registration.alta)) throw new Refusal(DIL.noSuchMovement);
    context.file('anulacion-alta', () => removeRegistration(context, registration));
    return removedPage('ATRM4101', { worker, account }, firstScreen);
  },
};

/** Removes a consolidated alta. There is one screen, and it files. */
export const atr41: Transaction = { code: 'ATR41', start: () => firstScreen };
