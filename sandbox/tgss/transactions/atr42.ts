import { Form } from '../../form.ts';
import type { Account, Person } from '../../state.ts';
import { staysOf } from '../account-lists.ts';
import { isConsolidated, remove, reopen } from '../affiliation.ts';
import type { Desk } from '../desk.ts';
import { button, dateInputs, input, select } from '../elements.ts';
import type { Transaction } from '../jacada.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readAccount, readWorker, requiredDate, secondOption } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import type { Registration } from '../registration.ts';
import { identity, removed } from './filing.ts';

/** Both screens have this button. */
const CONTINUE = 'Sub2207101004';
const DATE = ['SDFDIAB', 'SDFMESB', 'SDFAOB'] as const;

type Kind = 'alta' | 'baja';

const firstScreen: Page = {
  formname: 'ATRM4200',
  body: (typed) => [
    ...input('SDFTESORNAF', 'Número de afiliación', 2, typed),
    ...input('SDFNUMNAF', 'Número', 10, typed),
    ...input('SDFREGCC_ayuda', 'Régimen', 4, typed),
    ...input('SDFTESCC', 'Cuenta de cotización', 2, typed),
    ...input('SDFNUMCC', 'Número de cuenta', 9, typed),
    ...select('ListaAltasBajas001', 'Movimiento', ['Alta', 'Baja'], typed),
    ...dateInputs(DATE, 'Fecha real', typed),
    ...select('ListaAltasBajas', 'Acción', ['', 'Eliminación'], typed),
    button(CONTINUE, 'Continuar'),
  ],
  answer(form, desk) {
    if (!pressed(form, CONTINUE)) return firstScreen;
    const account = readAccount(form, desk, {
      regimen: 'SDFREGCC_ayuda',
      province: 'SDFTESCC',
      number: 'SDFNUMCC',
    });
    const worker = readWorker(form, desk, { province: 'SDFTESORNAF', number: 'SDFNUMNAF' });
    if (!secondOption(form, 'ListaAltasBajas', 'Eliminación')) {
      throw new Refusal(DIL.wrongValue, 'ListaAltasBajas');
    }
    const kind = secondOption(form, 'ListaAltasBajas001', 'Baja') ? 'baja' : 'alta';
    const date = requiredDate(form, DATE);
    const stay = staysOf(desk.state, worker.nss, account.ccc).find((each) => each[kind]?.date === date);
    if (!stay || isConsolidated(desk, stay[kind]!)) throw new Refusal(DIL.noSuchMovement, DATE[0]);
    return confirmation(worker, account, stay, kind);
  },
};

function confirmation(worker: Person, account: Account, stay: Registration, kind: Kind): Page {
  const takeBack = (desk: Desk) =>
    kind === 'alta' ? remove(desk, stay) : reopen(desk, worker, account, stay);
  const screen: Page = {
    formname: 'ATRM4201',
    body: () => [
      ...identity(worker, account),
      ...input('SDFSITALT_ayuda', 'Situación', 2, Form.empty, stay[kind]?.situacion),
      button(CONTINUE, 'Confirmar'),
    ],
    answer(form, desk) {
      if (!pressed(form, CONTINUE)) return screen;
      desk.submitted('anulacion-previa');
      desk.file('anulacion-previa', () => takeBack(desk));
      return removed('ATRM4202', worker, account, firstScreen);
    },
  };
  return screen;
}

/** Takes a registration or termination back that is yet to come. */
export const atr42: Transaction = { code: 'ATR42', start: () => firstScreen };
