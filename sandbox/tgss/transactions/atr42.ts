import { Form } from '../../form.ts';
import type { WorkerInAccount } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import { isConsolidated, removeRegistration, removeTermination } from '../affiliation.ts';
import type { Context } from '../context.ts';
import { accountInputs, dateInputs, input, select, workerInputs } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { readAccount, readWorker, requiredDate, secondOption } from '../reading.ts';
import type { Registration } from '../registration.ts';
import { identityLines, removedPage } from './filing.ts';

/** Both screens have this button. */
const CONTINUE = 'Sub2207101004';
const WORKER = { province: 'SDFTESORNAF', number: 'SDFNUMNAF' };
const ACCOUNT = { regimen: 'SDFREGCC_ayuda', province: 'SDFTESCC', number: 'SDFNUMCC' };
const DATE = ['SDFDIAB', 'SDFMESB', 'SDFAOB'] as const;

type Kind = 'alta' | 'baja';

const firstScreen: Page = inputScreen({
  formname: 'ATRM4200',
  continues: CONTINUE,
  inputs: (posted) => [
    ...workerInputs(WORKER, posted),
    ...accountInputs(ACCOUNT, posted),
    ...select({ id: 'ListaAltasBajas001', options: ['Alta', 'Baja'] }, 'Movimiento', posted),
    ...dateInputs(DATE, 'Fecha real', posted),
    ...select({ id: 'ListaAltasBajas', options: ['', 'Eliminación'] }, 'Acción', posted),
  ],
  next(form, context) {
    const account = readAccount(form, context, ACCOUNT);
    const worker = readWorker(form, context, WORKER);
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
});

function confirmation({ worker, account }: WorkerInAccount, registration: Registration, kind: Kind): Page {
  const removeMovement = (context: Context) =>
    kind === 'alta' ? removeRegistration(context, registration) : removeTermination(context, registration);
  return inputScreen({
    formname: 'ATRM4201',
    continues: CONTINUE,
    text: 'Confirmar',
    inputs: () => [
      ...identityLines(worker, account),
      ...input(
        { id: 'SDFSITALT_ayuda', size: 2, value: registration[kind]?.situacion },
        'Situación',
        Form.empty,
      ),
    ],
    next(_, context) {
      context.countSubmission('anulacion-previa');
      context.file('anulacion-previa', () => removeMovement(context));
      return removedPage('ATRM4202', { worker, account }, firstScreen);
    },
  });
}

/** Removes a scheduled alta or baja. */
export const atr42: Transaction = { code: 'ATR42', start: () => firstScreen };
