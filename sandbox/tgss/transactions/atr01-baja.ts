import type { Form } from '../../form.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import { terminate } from '../affiliation.ts';
import { BAJAS } from '../codes.ts';
import { ta } from '../documents.ts';
import { dateInputs, input, printType, select } from '../elements.ts';
import { DIL, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import { digits, inputText, optionalDate, optionalDigits, requiredDate } from '../reading.ts';
import type { Termination } from '../registration.ts';
import { filedPage, identityLines } from './filing.ts';

const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;
const HOLIDAYS = ['SDFFFINVDD', 'SDFFFINVMM', 'SDFFFINVAA'] as const;
const TEMPORARY = ['SDFFFTDD', 'SDFFFTMM', 'SDFFFTAA'] as const;

/** The data of a baja. A post to it files. */
export function bajaScreen(worker: Person, account: ContributionAccount, back: Page): Page {
  const screen: Page = inputScreen({
    formname: 'ATRM0102',
    continues: 'Sub2207401004',
    inputs: (posted) => [
      ...identityLines(worker, account),
      ...input({ id: 'SDFSITAFI_ayuda', size: 2 }, 'Situación', posted),
      ...dateInputs(DATE, 'Fecha real de baja', posted),
      ...dateInputs(HOLIDAYS, 'Fecha de fin de vacaciones', posted),
      ...input({ id: 'SDFINDSAA', size: 3 }, 'Indicativo de situación asimilada', posted),
      ...select({ id: 'ListaInactZ', options: ['NO', 'SI'] }, 'Inactividad Z', posted),
      ...input({ id: 'SDFDIATRA', size: 2 }, 'Días trabajados', posted),
      ...dateInputs(TEMPORARY, 'Fecha de fin de contrato temporal', posted),
      ...select({ id: 'ListaSiNo', options: ['NO', 'SI'] }, 'Imprimir documento', posted),
      ...printType(posted, 'ListaTipoImpresion001'),
      // The name of this list on the page of the agrarian scheme is not known: either name is accepted.
      ...(account.regimen === '0163' ? printType(posted) : []),
    ],
    next(form, context) {
      context.countSubmission('baja');
      const termination = readTermination(form);
      const registration = context.file('baja', () => terminate(context, { worker, account }, termination));
      const online = ['cbo_ListaTipoImpresion001', 'cbo_ListaTipoImpresion'].some(
        (name) => form.get(name) === 'OnLine',
      );
      const print = form.get('cbo_ListaSiNo') === 'SI' && online;
      return filedPage(
        context,
        { screen, back },
        { message: DIL.done, document: print && ta(context, registration, { kind: 'BAJA' }) },
      );
    },
  });
  return screen;
}

function readTermination(form: Form): Omit<Termination, 'effective' | 'communicated'> {
  const situacion = digits(form, 'SDFSITAFI_ayuda', 2);
  if (!(situacion in BAJAS)) throw new Refusal(DIL.wrongValue, 'SDFSITAFI_ayuda');
  const date = requiredDate(form, DATE);
  const finVacaciones = optionalDate(form, HOLIDAYS) ?? '';
  const indicativoSaa = inputText(form, 'SDFINDSAA');
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
