import type { Form } from '../../form.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import { register } from '../affiliation.ts';
import {
  ALTA_NORMAL,
  CESION_TIPOS,
  CONTRATOS,
  CONTRATOS_WITH_COLECTIVO,
  CONVENIOS,
  GRUPOS,
} from '../codes.ts';
import type { Context } from '../context.ts';
import { ta } from '../documents.ts';
import { checkbox, dateInputs, input, printType, select } from '../elements.ts';
import { DIL, type Message, Refusal } from '../messages.ts';
import { inputScreen, type Page } from '../page.ts';
import {
  coefficient,
  digits,
  inputText,
  optionalDate,
  optionalDigits,
  requiredDate,
  ticked,
} from '../reading.ts';
import type { Assignment, Registration, Terms } from '../registration.ts';
import { coefficientWarning, filedPage, identityLines } from './filing.ts';

const DATE = ['SDFFREALDD', 'SDFFREALMM', 'SDFFREALAA'] as const;
const FIC = ['SDFFICDD', 'SDFFICMM', 'SDFFICAA'] as const;
const BIRTH = ['SDFFNACDD', 'SDFFNACMM', 'SDFFNACAA'] as const;

/** The data of an alta. A post to it files. */
export function altaScreen(worker: Person, account: ContributionAccount, back: Page): Page {
  const { regimen } = account;
  // On the page of the agrarian scheme, the print list has the same name as on report pages.
  const printList = regimen === '0163' ? 'ListaTipoImpresion' : 'ListaTipoImpresion001';
  const screen: Page = inputScreen({
    formname: 'ATRM0101',
    continues: 'Sub2207401004',
    inputs: (posted) => [
      ...identityLines(worker, account),
      ...input({ id: 'SDFSITAFI_ayuda', size: 2 }, 'Situación', posted),
      ...dateInputs(DATE, 'Fecha real de alta', posted),
      ...input({ id: 'SDFGRUCOT_ayuda', size: 2 }, 'Grupo de cotización', posted),
      ...checkbox('SDFINDGCMENSUAL', 'Grupo con cotización mensual', posted),
      ...input({ id: 'SDFTICO_ayuda', size: 3 }, 'Tipo de contrato', posted),
      ...input({ id: 'SDFCOEFCO_ayuda', size: 3 }, 'Coeficiente de tiempo parcial', posted),
      ...input({ id: 'SDFCONVCOL_ayuda', size: 14 }, 'Convenio colectivo', posted),
      ...input({ id: 'SDFCOLTRA_ayuda', size: 3 }, 'Colectivo de trabajadores', posted),
      ...input({ id: 'SDFOCUPACION_ayuda', size: 1 }, 'Ocupación', posted),
      // Older clients fill in the occupation under this name.
      ...input({ id: 'SDFOCUPACION', size: 1 }, 'Ocupación', posted),
      ...input({ id: 'SDFRLCE_ayuda', size: 4 }, 'Relación laboral de carácter especial', posted),
      ...input({ id: 'SDFCNOCUP_ayuda', size: 4 }, 'Código nacional de ocupación', posted),
      ...(regimen === '0163'
        ? input({ id: 'SDFMODCOTI_ayuda', size: 1 }, 'Modalidad de cotización', posted)
        : []),
      ...(regimen === '0163'
        ? input({ id: 'SDFFOMAGR_ayuda', size: 1 }, 'Fomento de empleo agrario', posted)
        : []),
      ...(regimen === '0112'
        ? input({ id: 'SDFCATPROF_ayuda', size: 7 }, 'Categoría profesional', posted)
        : []),
      ...dateInputs(FIC, 'Fecha de inicio del contrato', posted),
      ...input({ id: 'SDFCAUSUS_ayuda', size: 2 }, 'Causa de sustitución', posted),
      ...input({ id: 'SDFPRONAFSUS', size: 2 }, 'Número de afiliación del sustituido', posted),
      ...input({ id: 'SDFCODNAFSUS', size: 10 }, 'Número del sustituido', posted),
      ...input({ id: 'SDFEXCCTZ_ayuda', size: 3 }, 'Exclusión de cotización', posted),
      ...input({ id: 'SDFDESEMP_ayuda', size: 2 }, 'Condición de desempleado', posted),
      ...input({ id: 'SDFBENEF_ayuda', size: 4 }, 'Beneficios', posted),
      ...input({ id: 'SDFSEXO_ayuda', size: 1 }, 'Sexo', posted),
      ...dateInputs(BIRTH, 'Fecha de nacimiento', posted),
      ...input({ id: 'SDFCESREG_ayuda', size: 4 }, 'Empresa usuaria: régimen', posted),
      ...input({ id: 'SDFCESTES', size: 2 }, 'Empresa usuaria: cuenta', posted),
      ...input({ id: 'SDFCESCTA', size: 9 }, 'Empresa usuaria: número', posted),
      ...input({ id: 'SDFCESTIP_ayuda', size: 2 }, 'Tipo de cesión', posted),
      ...select({ id: 'ListaSiNo', options: ['NO', 'SI'] }, 'Imprimir documento', posted),
      ...printType(posted, printList),
    ],
    next(form, context) {
      context.countSubmission('alta');
      const situacion = digits(form, 'SDFSITAFI_ayuda', 2);
      if (situacion !== ALTA_NORMAL) throw new Refusal(DIL.wrongValue, 'SDFSITAFI_ayuda');
      const date = requiredDate(form, DATE);
      const terms = readTerms(form, context, account);
      const assignments = readAssignment(form, date);
      const file = (context: Context): Page => {
        const agreement = agreementOf(terms.convenio, account);
        const registration = context.file('alta', () =>
          register(
            context,
            { worker, account },
            { alta: { date, situacion }, terms: { ...terms, convenio: agreement.convenio }, assignments },
          ),
        );
        const print = form.get('cbo_ListaSiNo') === 'SI' && form.get(`cbo_${printList}`) === 'OnLine';
        return filedPage(
          context,
          { screen, back },
          { message: agreement.message, document: print && resolution(context, registration) },
        );
      };
      return coefficientWarning(terms.coeficiente, file, screen) ?? file(context);
    },
  });
  return screen;
}

const resolution = (context: Context, registration: Registration) =>
  ta(context, registration, { kind: 'ALTA' });

/**
 * The collective agreement to store, and its message. An unknown agreement is not stored; an empty one means the
 * account's own.
 */
function agreementOf(convenio: string, account: ContributionAccount): { convenio: string; message: Message } {
  if (convenio === '' && account.convenio !== '') {
    return { convenio: account.convenio, message: DIL.doneAccountAgreement };
  }
  const known = convenio === '' || convenio === account.convenio || convenio in CONVENIOS;
  return known
    ? { convenio, message: DIL.done }
    : { convenio: account.convenio, message: DIL.doneWithoutAgreement };
}

function readTerms(form: Form, context: Context, account: ContributionAccount): Terms {
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
  const condicionDesempleado = inputText(form, 'SDFDESEMP_ayuda');
  const beneficios = inputText(form, 'SDFBENEF_ayuda');
  return {
    grupo,
    grupoMensual: ticked(form, 'SDFINDGCMENSUAL'),
    contrato,
    coeficiente: coefficient(form, 'SDFCOEFCO_ayuda'),
    cno: optionalDigits(form, 'SDFCNOCUP_ayuda', 4),
    convenio: optionalDigits(form, 'SDFCONVCOL_ayuda', 14),
    colectivo,
    ocupacion: (inputText(form, 'SDFOCUPACION_ayuda') || inputText(form, 'SDFOCUPACION')).toUpperCase(),
    rlce: optionalDigits(form, 'SDFRLCE_ayuda', 4),
    modalidad,
    categoria: account.regimen === '0112' ? digits(form, 'SDFCATPROF_ayuda', 7) : '',
    fic: optionalDate(form, FIC) ?? '',
    ...readSubstitution(form, context),
    exclusionCotizacion: optionalDigits(form, 'SDFEXCCTZ_ayuda', 3),
    condicionDesempleado,
    beneficios,
    fomentoAgrario: inputText(form, 'SDFFOMAGR_ayuda'),
    sexo: inputText(form, 'SDFSEXO_ayuda'),
    fechaNacimiento: optionalDate(form, BIRTH) ?? '',
  };
}

/** The replaced worker and the cause, which go together. */
function readSubstitution(form: Form, context: Context): Pick<Terms, 'causaSustitucion' | 'nssSustituido'> {
  const causaSustitucion = optionalDigits(form, 'SDFCAUSUS_ayuda', 2);
  if (causaSustitucion === '') {
    const half = inputText(form, 'SDFPRONAFSUS') || inputText(form, 'SDFCODNAFSUS');
    if (half) throw new Refusal(DIL.missing, 'SDFCAUSUS_ayuda');
    return { causaSustitucion, nssSustituido: '' };
  }
  const nssSustituido = digits(form, 'SDFPRONAFSUS', 2) + digits(form, 'SDFCODNAFSUS', 10);
  const known = context.state.persons.some(({ nss }) => nss === nssSustituido);
  if (!known) throw new Refusal(DIL.unknownWorker, 'SDFPRONAFSUS');
  return { causaSustitucion, nssSustituido };
}

/** The client company of an agency's worker, if one is given. */
function readAssignment(form: Form, from: string): Assignment[] {
  const regimen = optionalDigits(form, 'SDFCESREG_ayuda', 4);
  if (regimen === '') return [];
  const ccc = digits(form, 'SDFCESTES', 2) + digits(form, 'SDFCESCTA', 9);
  const tipo = digits(form, 'SDFCESTIP_ayuda', 2);
  if (!CESION_TIPOS.has(tipo)) throw new Refusal(DIL.wrongValue, 'SDFCESTIP_ayuda');
  return [{ regimen, ccc, tipo, from }];
}
