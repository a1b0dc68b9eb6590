import { checkMayEnter, stayToLeave } from '../affiliation.ts';
import { button, input, select } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import type { Page } from '../page.ts';
import { checkDocument, pressed, readAccount, readWorker, secondOption } from '../reading.ts';
import { altaScreen } from './atr01-alta.ts';
import { bajaScreen } from './atr01-baja.ts';

const CONTINUE = 'Sub2207401004';

/** Which worker, in which account, and whether to enter or to leave. Refuses all that can be known by now. */
const firstScreen: Page = {
  formname: 'ATRM0100',
  body: (typed) => [
    ...select('ListaAltasBajas', 'Acción', ['Alta', 'Baja'], typed),
    ...input('SDFPROAFI', 'Número de afiliación', 2, typed),
    ...input('SDFCODAFI', 'Número', 10, typed),
    ...input('SDFTIPPFI_ayuda', 'Identificador de persona física: tipo', 1, typed),
    ...input('SDFNUMPFI', 'Identificador de persona física: número', 14, typed),
    ...input('SDFREGAFI_ayuda', 'Régimen', 4, typed),
    ...input('SDFTESCTACOT', 'Cuenta de cotización', 2, typed),
    ...input('SDFCTACOT', 'Número de cuenta', 9, typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGAFI_ayuda',
      province: 'SDFTESCTACOT',
      number: 'SDFCTACOT',
    });
    const worker = readWorker(form, desk, { province: 'SDFPROAFI', number: 'SDFCODAFI' });
    checkDocument(form, worker, { type: 'SDFTIPPFI_ayuda', number: 'SDFNUMPFI' });
    if (secondOption(form, 'ListaAltasBajas', 'Baja')) {
      stayToLeave(desk, worker, account);
      return bajaScreen(worker, account, firstScreen);
    }
    checkMayEnter(desk, worker, account);
    return altaScreen(worker, account, firstScreen);
  },
};

/** Registration and termination. Their second screens file at once; until then nothing has changed. */
export const atr01: Transaction = { code: 'ATR01', start: () => firstScreen };
