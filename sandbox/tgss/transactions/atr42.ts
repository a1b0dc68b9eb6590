import { Form } from '../../form.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import { isConsolidated, removeRegistration, removeTermination } from '../affiliation.ts';
import type { Context } from '../context.ts';
import { button, dateInputs, input, select } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker, requiredDate, secondOption } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import type { Registration } from '../registration.ts';
import { identityLines, removedPage } from './filing.ts';

/** Both screens have this button. */
const CONTINUE = 'Sub2207101004';
const DATE = ['SDFDIAB', 'SDFMESB', 'SDFAOB'] as const;

type Kind = 'alta' | 'baja';

const firstScreen: Page = {
  formname: 'ATRM4200',
  body: (posted) => [
    ...input('SDFTESORNAF', 'Número de afiliación', 2, posted),
    ...input('SDFNUMNAF', 'Número', 10, posted),
    ...input('SDFREGCC_ayuda', 'Régimen', 4, posted),
    ...input('SDFTESCC', 'Cuenta de cotización', 2, posted),
    ...input('SDFNUMCC', 'Número de cuenta', 9, posted),
    ...select('ListaAltasBajas001', 'Movimiento', ['Alta', 'Baja'], posted),
    ...dateInputs(DATE, 'Fecha real', posted),
    ...select('ListaAltasBajas', 'Acción', ['', 'Eliminación'], posted),
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
    return confirmation(worker, account, registration, kind);
  },
};

function confirmation(
  worker: Person,
  account: ContributionAccount,
  registration: Registration,
  kind: Kind,
): Page {
  const removeMovement = (context: Context) =>
    kind === 'alta'
      ? removeRegistration(context, registration)
      : removeTermination(context, worker, account, registration);
  const screen: Page = {
    formname: 'ATRM4201',
    body: () => [
      ...identityLines(worker, account),
      ...input('SDFSITALT_ayuda', 'Situación', 2, Form.empty, registration[kind]?.situacion),
      button(CONTINUE, 'Confirmar'),
    ],
    answer(form, context) {
      if (!pressed(form, CONTINUE)) return screen;
      context.countSubmission('anulacion-previa');
      context.file('anulacion-previa', () => removeMovement(context));
      return removedPage('ATRM4202', worker, account, firstScreen);
    },
  };
  return screen;
}

/** Removes a scheduled alta or baja. */
export const atr42: Transaction = { code: 'ATR42', start: () => firstScreen };
