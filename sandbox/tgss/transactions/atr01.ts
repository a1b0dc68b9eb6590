import { checkNotRegistered, openRegistration } from '../affiliation.ts';
import { button, select } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import type { Page } from '../page.ts';
import { pressed, secondOption } from '../reading.ts';
import { altaScreen } from './atr01-alta.ts';
import { bajaScreen } from './atr01-baja.ts';
import { readWorkerAndAccount, workerAndAccountInputs } from './worker-and-account.ts';

const CONTINUE = 'Sub2207401004';

/** Asks for the worker, the account, and alta or baja. Refuses everything that can be checked already. */
const firstScreen: Page = {
  formname: 'ATRM0100',
  body: (posted) => [
    ...select({ id: 'ListaAltasBajas', options: ['Alta', 'Baja'] }, 'Acción', posted),
    ...workerAndAccountInputs('SDFREGAFI_ayuda', posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const { worker, account } = readWorkerAndAccount(form, context, 'SDFREGAFI_ayuda');
    if (secondOption(form, 'ListaAltasBajas', 'Baja')) {
      openRegistration(context, worker, account);
      return bajaScreen(worker, account, firstScreen);
    }
    checkNotRegistered(context, worker, account);
    return altaScreen(worker, account, firstScreen);
  },
};

/** Alta and baja. The second screen files at once; nothing changes before. */
export const atr01: Transaction = { code: 'ATR01', start: () => firstScreen };
