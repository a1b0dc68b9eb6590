import { checkNotRegistered, openRegistration } from '../affiliation.ts';
import { select } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { inputScreen, type Page } from '../page.ts';
import { secondOption } from '../reading.ts';
import { altaScreen } from './atr01-alta.ts';
import { bajaScreen } from './atr01-baja.ts';
import { idsWithScheme, readWorkerAndAccount, workerAndAccountInputs } from './worker-and-account.ts';

const IDS = idsWithScheme('SDFREGAFI_ayuda');

/** Asks for the worker, the account, and alta or baja. Refuses everything that can be checked already. */
const firstScreen: Page = inputScreen({
  formname: 'ATRM0100',
  continues: 'Sub2207401004',
  inputs: (posted) => [
    ...select({ id: 'ListaAltasBajas', options: ['Alta', 'Baja'] }, 'Acción', posted),
    ...workerAndAccountInputs(IDS, posted),
  ],
  next(form, context) {
    const { worker, account } = readWorkerAndAccount(form, context, IDS);
    if (secondOption(form, 'ListaAltasBajas', 'Baja')) {
      openRegistration(context, worker, account);
      return bajaScreen(worker, account, firstScreen);
    }
    checkNotRegistered(context, worker, account);
    return altaScreen(worker, account, firstScreen);
  },
});

/** Alta and baja. The second screen files at once; nothing changes before. */
export const atr01: Transaction = { code: 'ATR01', start: () => firstScreen };
