import { Form } from '../../form.ts';
import type { WorkerInAccount } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import { isConsolidated, removeRegistration, removeTermination } from '../affiliation.ts';
import type { Context } from '../context.ts';
import { button, dateInputs, input, select } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker, requiredDate, secondOption } from '../reading.ts';
import type { Registration } from '../registration.ts';
import { identityLines, removedPage } from './filing.ts';

/** Both screens have this button. */
const CONTINUE = 'Sub2207101004';
const DATE = ['SDFDIAB', 'SDFMESB', 'SDFAOB'] as const;

type Kind = 'alta' | 'baja';

const firstScreen: Page = {
  formname: 'ATRM4200',
  body: (posted) => [
    ...input({ id: 'SDFTESORNAF', size: 2 }, 'Número de afiliación', posted),
    ...input({ id: 'SDFNUMNAF', size: 10 }, 'Número', posted),
    ...input({ id: 'SDFREGCC_ayuda', size: 4 }, 'Régimen', posted),
    ...input({ id: 'SDFTESCC', size: 2 }, 'Cuenta de cotización', posted),
    ...input({ id: 'SDFNUMCC', size: 9 }, 'Número de cuenta', posted),
    ...select({ id: 'ListaAltasBajas001', options: ['Alta', 'Baja'] }, 'Movimiento', posted),
    ...dateInputs(DATE, 'Fecha real', posted),
    ...select({ id: 'ListaAltasBajas', options: ['', 'Eliminación'] }, 'Acción', posted),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, context) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, context, {
      regimen: 'SDFREGCC_ayuda',
      province: 'SDFTESCC',
      number: 'SDFNUMCC',
    });
    const worker = readWorker(form, context, { province: 'SDFTESORNAF', number: 'SDFNUMNAF' });
    if (!secondOption(form, 'ListaAltasBajas', 'Eliminación')) {
      throw new Refusal(DIL.wrongValue, 'ListaAltasBajas');
    }
    const kind = secondOption(form, 'ListaAltasBajas001', 'Baja') ? 'baja' : 'alta';
    const date = requiredDate(form, DATE);
    const registration = registrationsOf(context.state, worker.nss, account.ccc).find(
      (each) => each[kind]?.date === date,
    );
    if (!registration || isConsolidated(context, registration[kind]!))
      throw new Refusal(DIL.noSuchMovement, DATE[0]);
    return confirmation({ worker, account }, registration, kind);
  },
};

function confirmation({ worker, account }: WorkerInAccount, registration: Registration, kind: Kind): Page {
  const removeMovement = (context: Context) =>
    kind === 'alta' ? removeRegistration(context, registration) : removeTermination(context, registration);
  const screen: Page = {
    formname: 'ATRM4201',
    body: () => [
      ...identityLines(worker, account),
      ...input(
        { id: 'SDFSITALT_ayuda', size: 2, value: registration[kind]?.situacion },
        'Situación',
        Form.empty,
      ),
      button(CONTINUE, 'Confirmar'),
    ],
    answer(form, context) {
      if (!pressed(form, CONTINUE)) return screen;
      context.countSubmission('anulacion-previa');
      context.file('anulacion-previa', () => removeMovement(context));
      return removedPage('ATRM4202', { worker, account }, firstScreen);
    },
  };
  return screen;
}

/** Removes a scheduled alta or baja. */
export const atr42: Transaction = { code: 'ATR42', start: () => firstScreen };
