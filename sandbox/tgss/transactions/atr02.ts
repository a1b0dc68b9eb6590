import type { WorkerInAccount } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import { isConsolidated, removeTermination } from '../affiliation.ts';
import { dateInputs, output } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { requiredDate } from '../reading.ts';
import type { Registration } from '../registration.ts';
import { identityLines, removedPage } from './filing.ts';
import { readWorkerAndAccount, workerAndAccountInputs } from './worker-and-account.ts';

const IDS = {
  worker: { province: 'SDFIDPRONAF', number: 'SDFIDNAFCON' },
  document: { type: 'SDFIDTIPOPF_ayuda', number: 'SDFIDNIDEPF' },
  account: { regimen: 'SDFIDREGIMEN_ayuda', province: 'SDFIDTESCTA', number: 'SDFIDCTACON' },
};
const DATE = ['SDFIDFREALDD', 'SDFIDFREALMM', 'SDFIDFREALAA'] as const;

const firstScreen: Page = inputScreen({
  formname: 'ATRM0200',
  continues: 'Sub2207401004',
  inputs: (posted) => [
    ...workerAndAccountInputs(IDS, posted),
    ...dateInputs(DATE, 'Fecha real de baja', posted),
  ],
  next(form, context) {
    const { worker, account } = readWorkerAndAccount(form, context, IDS);
    const date = requiredDate(form, DATE);
    const registration = registrationsOf(context.state, worker.nss, account.ccc).find(
      ({ baja }) => baja?.date === date,
    );
    if (!registration || !isConsolidated(context, registration.baja!))
      throw new Refusal(DIL.noSuchMovement, DATE[0]);
    return confirmation({ worker, account }, registration);
  },
});

const confirmation = ({ worker, account }: WorkerInAccount, registration: Registration): Page =>
  inputScreen({
    formname: 'ATRM0201',
    continues: 'Sub2205301005',
    text: 'Confirmar',
    inputs: () => [
      ...identityLines(worker, account),
      output('S2_0603901009', 'Confirme la eliminación de la baja consolidada'),
    ],
    next(_, context) {
      context.countSubmission('anulacion-baja');
      context.file('anulacion-baja', () => removeTermination(context, registration));
      return removedPage('ATRM0202', { worker, account }, firstScreen);
    },
  });

/** Removes a consolidated baja. */
export const atr02: Transaction = { code: 'ATR02', start: () => firstScreen };
