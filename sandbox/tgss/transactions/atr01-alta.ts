import type { Form } from '../../form.ts';
import type { Account, Person } from '../../state.ts';
import { enter } from '../affiliation.ts';
import {
  ALTA_NORMAL,
  CESION_TIPOS,
  CONTRATOS,
  CONTRATOS_WITH_COLECTIVO,
  CONVENIOS,
  GRUPOS,
} from '../codes.ts';
import type { Desk } from '../desk.ts';
import { ta } from '../documents.ts';
import { button, checkbox, dateInputs, input, printType, select } from '../elements.ts';
import { DIL, type Message } from '../messages.ts';
import type { Page } from '../page.ts';
import {
  coefficient,
  digits,
  optionalDate,
  optionalDigits,
  pressed,
  requiredDate,
  ticked,
  typed as typedIn,
} from '../reading.ts';
import { Refusal } from '../refusal.ts';
import type { Assignment, Registration, Terms } from '../registration.ts';
import { coefficientWarning } from './coefficient-warning.ts';
import { accepted, identity } from './filing.ts';

const CONTINUE = 'Sub2207401004';
const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;
const FIC = ['SDFFICDD', 'SDFFICMM', 'SDFFICAA'] as const;
const BIRTH = ['SDFFNACDD', 'SDFFNACMM', 'SDFFNACAA'] as const;

/** The data of a registration. Posting it files. */
export function altaScreen(worker: Person, account: Account, back: Page): Page {
  const { regimen } = account;
  // The agrarian scheme's page names its print list like the reports do.
  const printList = regimen === '0163' ? 'ListaTipoImpresion' : 'ListaTipoImpresion001';
  const screen: Page = {
    formname: 'ATRM0101',
    body: (typed) => [
      ...identity(worker, account),
      ...input('SDFSITAFI_ayuda', 'Situación', 2, typed),
      ...dateInputs(DATE, 'Fecha real de alta', typed),
      ...input('SDFGRUCOT_ayuda', 'Grupo de cotización', 2, typed),
      ...checkbox('SDFINDGCMENSUAL', 'Grupo con cotización mensual', typed),
      ...input('SDFTICO_ayuda', 'Tipo de contrato', 3, typed),
      ...input('SDFCOEFCO_ayuda', 'Coeficiente de tiempo parcial', 3, typed),
      ...input('SDFCONVCOL_ayuda', 'Convenio colectivo', 14, typed),
      ...input('SDFCOLTRA_ayuda', 'Colectivo de trabajadores', 3, typed),
      ...input('SDFOCUPACION_ayuda', 'Ocupación', 1, typed),
      // Programs of some years ago fill the occupation in under this name.
      ...input('SDFOCUPACION', 'Ocupación', 1, typed),
      ...input('SDFRLCE_ayuda', 'Relación laboral de carácter especial', 4, typed),
      ...input('SDFCNOCUP_ayuda', 'Código nacional de ocupación', 4, typed),
      ...(regimen === '0163' ? input('SDFMODCOTI_ayuda', 'Modalidad de cotización', 1, typed) : []),
      ...(regimen === '0163' ? input('SDFFOMAGR_ayuda', 'Fomento de empleo agrario', 1, typed) : []),
      ...(regimen === '0112' ? input('SDFCATPRO_ayuda', 'Categoría profesional', 7, typed) : []),
      ...dateInputs(FIC, 'Fecha de inicio del contrato', typed),
      ...input('SDFCAUSUS_ayuda', 'Causa de sustitución', 2, typed),
      ...input('SDFPRONAFSUS', 'Número de afiliación del sustituido', 2, typed),
      ...input('SDFCODNAFSUS', 'Número del sustituido', 10, typed),
      ...input('SDFEXCCTZ_ayuda', 'Exclusión de cotización', 3, typed),
      ...input('SDFCONDES_ayuda', 'Condición de desempleado', 2, typed),
      ...input('SDFBENEF_ayuda', 'Beneficios', 4, typed),
      ...input('SDFSEXO_ayuda', 'Sexo', 1, typed),
      ...dateInputs(BIRTH, 'Fecha de nacimiento', typed),
      ...input('SDFCESREG_ayuda', 'Empresa usuaria: régimen', 4, typed),
      ...input('SDFCESTES', 'Empresa usuaria: cuenta', 2, typed),
      ...input('SDFCESCTA', 'Empresa usuaria: número', 9, typed),
      ...input('SDFCESTIP_ayuda', 'Tipo de cesión', 2, typed),
      ...select('ListaSiNo', 'Imprimir documento', ['NO', 'SI'], typed),
      ...printType(typed, printList),
      button(CONTINUE, 'Continuar'),
    ],
    answer(form, desk) {
      if (!pressed(form, CONTINUE)) return screen;
      desk.submitted('alta');
      const situacion = digits(form, 'SDFSITAFI_ayuda', 2);
      if (situacion !== ALTA_NORMAL) throw new Refusal(DIL.wrongValue, 'SDFSITAFI_ayuda');
      const date = requiredDate(form, DATE);
      const terms = readTerms(form, desk, account);
      const assignments = readAssignment(form, date);
      const fileIt = (now: Desk): Page => {
        const agreement = agreementOf(terms.convenio, account);
        const stay = now.file('alta', () =>
          enter(
            now,
            worker,
            account,
            { date, situacion },
            { ...terms, convenio: agreement.convenio },
            assignments,
          ),
        );
        const print = form.get('cbo_ListaSiNo') === 'SI' && form.get(`cbo_${printList}`) === 'OnLine';
        return accepted(now, screen, back, agreement.message, print && resolution(now, stay));
      };
      return coefficientWarning(terms.coeficiente, fileIt, screen) ?? fileIt(desk);
    },
  };
  return screen;
}

const resolution = (desk: Desk, stay: Registration) => ta(desk, stay, { kind: 'ALTA' });

/** The agreement that is kept, and the message that tells so: a strange one is not, none means the account's. */
function agreementOf(convenio: string, account: Account): { convenio: string; message: Message } {
  if (convenio === '' && account.convenio !== '') {
    return { convenio: account.convenio, message: DIL.doneAccountAgreement };
  }
  const known = convenio === '' || convenio === account.convenio || convenio in CONVENIOS;
  return known
    ? { convenio, message: DIL.done }
    : { convenio: account.convenio, message: DIL.doneWithoutAgreement };
}

function readTerms(form: Form, desk: Desk, account: Account): Terms {
  const grupo = digits(form, 'SDFGRUCOT_ayuda', 2);
  if (!(grupo in GRUPOS)) throw new Refusal(DIL.wrongValue, 'SDFGRUCOT_ayuda');
  const contrato = digits(form, 'SDFTICO_ayuda', 3);
  if (!CONTRATOS.has(contrato)) throw new Refusal(DIL.wrongValue, 'SDFTICO_ayuda');
  const colectivo = optionalDigits(form, 'SDFCOLTRA_ayuda', 3);
  if (CONTRATOS_WITH_COLECTIVO.has(contrato) && colectivo === '') {
    throw new Refusal(DIL.missing, 'SDFCOLTRA_ayuda');
  }
  const modalidad = optionalDigits(form, 'SDFMODCOTI_ayuda', 1);
  if (!['', '1', '2'].includes(modalidad)) throw new Refusal(DIL.wrongValue, 'SDFMODCOTI_ayuda');
  const condicionDesempleado = typedIn(form, 'SDFCONDES_ayuda');
  const beneficios = typedIn(form, 'SDFBENEF_ayuda');
  if (condicionDesempleado === '1' && beneficios === '') throw new Refusal(DIL.missing, 'SDFBENEF_ayuda');
  return {
    grupo,
    grupoMensual: ticked(form, 'SDFINDGCMENSUAL'),
    contrato,
    coeficiente: coefficient(form, 'SDFCOEFCO_ayuda'),
    cno: optionalDigits(form, 'SDFCNOCUP_ayuda', 4),
    convenio: optionalDigits(form, 'SDFCONVCOL_ayuda', 14),
    colectivo,
    ocupacion: (typedIn(form, 'SDFOCUPACION_ayuda') || typedIn(form, 'SDFOCUPACION')).toUpperCase(),
    rlce: optionalDigits(form, 'SDFRLCE_ayuda', 4),
    modalidad,
    categoria: account.regimen === '0112' ? digits(form, 'SDFCATPRO_ayuda', 7) : '',
    fic: optionalDate(form, FIC) ?? '',
    ...readSubstitution(form, desk),
    exclusionCotizacion: optionalDigits(form, 'SDFEXCCTZ_ayuda', 3),
    condicionDesempleado,
    beneficios,
    fomentoAgrario: typedIn(form, 'SDFFOMAGR_ayuda'),
    sexo: typedIn(form, 'SDFSEXO_ayuda'),
    fechaNacimiento: optionalDate(form, BIRTH) ?? '',
  };
}

/** Who is replaced, which goes with the cause. */
function readSubstitution(form: Form, desk: Desk): Pick<Terms, 'causaSustitucion' | 'nssSustituido'> {
  const causaSustitucion = optionalDigits(form, 'SDFCAUSUS_ayuda', 2);
  if (causaSustitucion === '') {
    const half = typedIn(form, 'SDFPRONAFSUS') || typedIn(form, 'SDFCODNAFSUS');
    if (half) throw new Refusal(DIL.missing, 'SDFCAUSUS_ayuda');
    return { causaSustitucion, nssSustituido: '' };
  }
  const nssSustituido = digits(form, 'SDFPRONAFSUS', 2) + digits(form, 'SDFCODNAFSUS', 10);
  const known = desk.state.persons.some(({ nss }) => nss === nssSustituido);
  if (!known) throw new Refusal(DIL.unknownWorker, 'SDFPRONAFSUS');
  return { causaSustitucion, nssSustituido };
}

/** The client company of an agency's worker, where one is named. */
function readAssignment(form: Form, from: string): Assignment[] {
  const regimen = optionalDigits(form, 'SDFCESREG_ayuda', 4);
  if (regimen === '') return [];
  const ccc = digits(form, 'SDFCESTES', 2) + digits(form, 'SDFCESCTA', 9);
  const tipo = digits(form, 'SDFCESTIP_ayuda', 2);
  if (!CESION_TIPOS.has(tipo)) throw new Refusal(DIL.wrongValue, 'SDFCESTIP_ayuda');
  return [{ regimen, ccc, tipo, from }];
}
