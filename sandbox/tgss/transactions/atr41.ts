import { isConsolidated, openRegistration, removeRegistration } from '../affiliation.ts';
import { accountInputs, workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount, readWorker } from '../reading.ts';
import { removedPage } from './filing.ts';

const WORKER = { province: 'SDFTESORNAF', number: 'SDFNUMNAF' };
const ACCOUNT = { regimen: 'SDFREGCC_ayuda', province: 'SDFTESCC', number: 'SDFNUMCC' };

const firstScreen: Page = inputScreen({
  formname: 'ATRM4100',
  continues: 'Sub2207501004',
  inputs: (posted) => [...workerInputs(WORKER, posted), ...accountInputs(ACCOUNT, posted)],
  next(form, context) {
    context.countSubmission('anulacion-alta');
    const account = readAccount(form, context, ACCOUNT);
    const worker = readWorker(form, context, WORKER);
    const registration = openRegistration(context, worker, account);
    if (!isConsolidated(context, registration.alta)) throw new Refusal(DIL.noSuchMovement);
    context.file('anulacion-alta', () => removeRegistration(context, registration));
    return removedPage('ATRM4101', { worker, account }, firstScreen);
  },
});

/** Removes a consolidated alta. There is one screen, and it files. */
export const atr41: Transaction = { code: 'ATR41', start: () => firstScreen };
