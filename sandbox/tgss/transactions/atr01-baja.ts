import type { Form } from '../../form.ts';
import type { Account, Person } from '../../state.ts';
import { leave } from '../affiliation.ts';
import { BAJAS } from '../codes.ts';
import { ta } from '../documents.ts';
import { button, dateInputs, input, printType, select } from '../elements.ts';
import { DIL } from '../messages.ts';
import type { Page } from '../page.ts';
import { digits, optionalDate, optionalDigits, pressed, requiredDate, typed as typedIn } from '../reading.ts';
import { Refusal } from '../refusal.ts';
import type { Termination } from '../registration.ts';
import { accepted, identity } from './filing.ts';

const CONTINUE = 'Sub2207401004';
const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;
const HOLIDAYS = ['SDFFFINVDD', 'SDFFFINVMM', 'SDFFFINVAA'] as const;
const TEMPORARY = ['SDFFFTDD', 'SDFFFTMM', 'SDFFFTAA'] as const;

/** The data of a termination. Posting it files. */
export function bajaScreen(worker: Person, account: Account, back: Page): Page {
  const screen: Page = {
    formname: 'ATRM0102',
    body: (typed) => [
      ...identity(worker, account),
      ...input('SDFSITAFI_ayuda', 'Situación', 2, typed),
      ...dateInputs(DATE, 'Fecha real de baja', typed),
      ...dateInputs(HOLIDAYS, 'Fecha de fin de vacaciones', typed),
      ...input('SDFINDSAA', 'Indicativo de situación asimilada', 3, typed),
      ...select('ListaInactZ', 'Inactividad Z', ['NO', 'SI'], typed),
      ...input('SDFDIATRA', 'Días trabajados', 2, typed),
      ...dateInputs(TEMPORARY, 'Fecha de fin de contrato temporal', typed),
      ...select('ListaSiNo', 'Imprimir documento', ['NO', 'SI'], typed),
      ...printType(typed, 'ListaTipoImpresion001'),
      // How the agrarian scheme's page names this list in a termination is not known: it takes either name.
      ...(account.regimen === '0163' ? printType(typed) : []),
      button(CONTINUE, 'Continuar'),
    ],
    answer(form, desk) {
      if (!pressed(form, CONTINUE)) return screen;
      desk.submitted('baja');
      const termination = readTermination(form);
      const stay = desk.file('baja', () => leave(desk, worker, account, termination));
      const online = ['cbo_ListaTipoImpresion001', 'cbo_ListaTipoImpresion'].some(
        (name) => form.get(name) === 'OnLine',
      );
      const print = form.get('cbo_ListaSiNo') === 'SI' && online;
      return accepted(desk, screen, back, DIL.done, print && ta(desk, stay, { kind: 'BAJA' }));
    },
  };
  return screen;
}

function readTermination(form: Form): Omit<Termination, 'effective' | 'communicated'> {
  const situacion = digits(form, 'SDFSITAFI_ayuda', 2);
  if (!(situacion in BAJAS)) throw new Refusal(DIL.wrongValue, 'SDFSITAFI_ayuda');
  const date = requiredDate(form, DATE);
  const finVacaciones = optionalDate(form, HOLIDAYS) ?? '';
  const indicativoSaa = typedIn(form, 'SDFINDSAA');
  if (finVacaciones !== '' && indicativoSaa === '') throw new Refusal(DIL.missing, 'SDFINDSAA');
  return {
    date,
    situacion,
    finVacaciones,
    indicativoSaa,
    inactividadZ: form.get('cbo_ListaInactZ') === 'SI',
    diasTrabajados: optionalDigits(form, 'SDFDIATRA', 2),
    finTemporal: optionalDate(form, TEMPORARY) ?? '',
  };
}
