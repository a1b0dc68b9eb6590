import type { XmlElement } from '@rgrove/parse-xml';
import { addDays, type IsoDate } from '../../calendar.ts';
import type { Context } from '../context.ts';
import type { Contract } from '../records.ts';
import { childrenOf, find, localName, raw, read } from '../xml.ts';
import type { DocumentKind, Outcome } from './outcome.ts';
import { contractMatchesSchema, hasHours } from './structure.ts';
import {
  addMonths,
  Checks,
  checkWorkplace,
  compact,
  type Examined,
  readCompany,
  readCopy,
  readEnd,
  readLevel,
  readOccupation,
  readStart,
  tooEarly,
  tooLate,
} from './values.ts';
import { readWorker } from './worker.ts';

/** Types that need an end date. */
const CODES_WITH_END = new Set('402 502 430 530 420 520 421 441 541 452 552 970'.split(' '));
/** Codes that only a transformation has. */
const CONVERSIONS = new Set('109 139 189 209 239 289 309 339 389'.split(' '));

const GENERAL = 'DATOS_GENERALES_CONTRATO';
const HOURS = 'DATOS_CONTRATO_TIEMPO_PARCIAL';
/** Blocks stored in other fields, or not stored. */
const STORED_ELSEWHERE = new Set([
  'DATOS_EMPRESA',
  'DATOS_TRABAJADOR',
  'DATOS_COMUNICA_COPIA_BASICA',
  'DATOS_USOLIBRE_EMPRESA',
]);

/** Values by element name, so that the PDF also shows data for which the stand-in has no rule. */
function restOf(document: XmlElement): Record<string, string> {
  const leaves = (element: XmlElement): [string, string][] => {
    const inner = childrenOf(element);
    return inner.length > 0 ? inner.flatMap(leaves) : [[localName(element), element.text.trim()]];
  };
  return Object.fromEntries(
    childrenOf(document)
      .filter((block) => !STORED_ELSEWHERE.has(localName(block)))
      .flatMap(leaves)
      .filter(([, value]) => value !== ''),
  );
}

function readTerm(
  text: string,
  { code, start }: { code: string; start: IsoDate | '' },
  checks: Checks,
): IsoDate | '' {
  if (text === '') {
    checks.require(!CODES_WITH_END.has(code), 'CCT0157');
    return '';
  }
  checks.require(!/^[123]/.test(code), 'CCT0102');
  const end = readEnd(text, checks);
  if (end !== '' && start !== '') {
    checks.require(end >= start, 'CCT0027');
    checks.require(end <= addMonths(start, 120), 'CCT0028');
  }
  return end;
}

function readWorkingTime(document: XmlElement, code: string, checks: Checks) {
  const time = { kind: read(document, HOURS, 'TIPO_JORNADA'), hours: read(document, HOURS, 'HORAS_JORNADA') };
  if (!hasHours(code)) return time;
  const uncertain = read(document, HOURS, 'ACTIVIDAD_SIN_FECHACIERTA') === 'S';
  checks.require(time.kind !== '' && (time.hours !== '' || uncertain || /^3/.test(code)), 'CCT0117');
  checks.require(time.kind === '' || /^[ADSM]$/.test(time.kind), 'CCT0118');
  if (time.hours === '') return time;
  checks.require(/^\d{4}[0-5]\d$/.test(time.hours), 'CCT0145');
  const most: Record<string, number> = { D: 12, S: 40, M: 184, A: 2000 };
  checks.require(Number(time.hours.slice(0, 4)) <= (most[time.kind] ?? Number.POSITIVE_INFINITY), 'CCT0119');
  return time;
}

function checkOtherData(document: XmlElement, code: string, checks: Checks) {
  const general = (name: string) => read(document, GENERAL, name);
  checks.require(/^[SNCD]?$/.test(general('IND_CONVENIO_COLECTIVO')), 'CCT0143');
  checks.require(/^[SCEFG]?$/.test(general('IND_DISCAPACIDAD')), 'CCT0051');
  const bonus = find(document, 'DATOS_BONIFICACION', 'CODIGO_COLECTIVO_BONIF');
  checks.require(!bonus || /^\d{2,3}$/.test(bonus.text.trim()), 'CCT0159');
  if (!/^[45]10$/.test(code)) return;
  const cause =
    read(document, 'DATOS_CONTRATO_SUSTITUCION', 'CAUSA_SUSTITUCION') ||
    read(document, 'DATOS_CONTRATO_INTERINIDAD', 'CAUSA_INTERINIDAD');
  if (checks.require(cause !== '', 'CCT0115')) checks.require(/^[0-9A-Z]$/.test(cause), 'CCT0116');
}

/** The contract as it would be stored. Errors are added to `checks`. */
function draftOf(
  { document, context, checks }: Examined,
  { code, user }: { code: string; user: string },
): Contract {
  checks.require(/^[1-59]\d\d$/.test(code) && !CONVERSIONS.has(code), 'CCT0010');
  const start = read(document, GENERAL, 'FECHA_INICIO');
  const startDate = checks.require(start !== '', 'CCT0012') ? readStart(start, checks) : '';
  if (startDate !== '') checks.require(!tooEarly(context, startDate), 'CCT0026');
  const workCountry = read(document, GENERAL, 'NACIONALIDAD_CT');
  const workMunicipality = read(document, GENERAL, 'MUNICIPIO_CT');
  const contract: Contract = {
    id: '',
    code,
    ...readCompany(document, context, checks),
    worker: readWorker({ document, context, checks }, startDate),
    startDate,
    endDate: readTerm(read(document, GENERAL, 'FECHA_TERMINO'), { code, start: startDate }, checks),
    level: readLevel(read(document, GENERAL, 'NIVEL_FORMATIVO'), checks),
    occupation: readOccupation(raw(document, GENERAL, 'CODIGO_OCUPACION'), checks),
    workCountry,
    workMunicipality,
    time: readWorkingTime(document, code, checks),
    rest: restOf(document),
    user,
    communicated: context.time,
    transformations: [],
    extensions: [],
    calls: [],
  };
  checkWorkplace([workCountry, workMunicipality], checks);
  checkOtherData(document, code, checks);
  if (find(document, 'DATOS_COMUNICA_COPIA_BASICA')) contract.copy = readCopy(document, context, checks);
  return contract;
}

/** The error code for a contract that exists already; undefined for a new one. */
function duplicateError(context: Context, draft: Contract): string | undefined {
  const same = context.records.contracts.filter(
    (contract) =>
      contract.cif === draft.cif &&
      contract.worker.identifier === draft.worker.identifier &&
      contract.startDate === draft.startDate,
  );
  if (same.length === 0) return undefined;
  return same.some(({ code }) => code === draft.code) ? 'CCT4003' : 'CCT4108';
}

/** Warnings about an accepted contract. */
function warnings(context: Context, draft: Contract): string[] {
  return [
    ...(tooLate(context, draft.startDate) ? ['CCT1014'] : []),
    ...(draft.endDate !== '' && draft.endDate < context.today ? ['CCT1043'] : []),
  ];
}

/** A contract of up to 28 days need not be in writing, and then has no basic copy. */
const isCopyRequired = ({ startDate, endDate, rest }: Contract): boolean =>
  rest.IND_CONTRATO_ESCRITO !== 'N' || endDate === '' || endDate > addDays(startDate, 27);

/** The next footprint: province of the account, year, number. */
function nextFootprint(context: Context, account: string): string {
  const number = context.records.nextContract++;
  return `E${account.slice(4, 6)}${context.today.slice(0, 4)}${String(number).padStart(7, '0')}`;
}

const fieldsOf = (contract: Contract | undefined, user: string): Outcome['fields'] => {
  const day = compact(contract?.communicated ?? '');
  return [
    ['IDCONTRATO', contract?.id ?? ''],
    ['FECHACOMUNICACION', day],
    ['USUARIO', user],
    ['FECHAALTA', day],
    ['OBLIGCB', contract && !isCopyRequired(contract) ? 'N' : 'S'],
    ['LEYBONIF', '00'],
    ['LEYFOMENTO', '00'],
    ['LEYREDUCCION', '00'],
    ['LEYDEDUCCION', '00'],
  ];
};

export const contractKind: DocumentKind = {
  operation: 'servicioContratos',
  counter: 'contrato',
  root: 'CONTRATOS',
  document: /^CONTRATO_(\d{3})$/,
  reportsWarnings: true,
  reply: {
    root: 'FICHERO_CONTRATOS',
    version: '5',
    list: 'CONTRATOSPROCESADOS',
    entry: (document) => document.replace('CONTRATO', 'ENVIO'),
    answer: 'RESPUESTACONTRATO',
  },
  matchesSchema: contractMatchesSchema,
  emptyFields: (user) => fieldsOf(undefined, user),
  file(context, document, { code, user }) {
    const checks = new Checks();
    const draft = draftOf({ document, context, checks }, { code, user });
    const { errors } = checks;
    const repeated = errors.length === 0 ? duplicateError(context, draft) : undefined;
    if (repeated) errors.push(repeated);
    if (errors.length > 0) return { accepted: false, errors, fields: fieldsOf(undefined, user) };
    const contract = { ...draft, id: nextFootprint(context, draft.account) };
    context.records.contracts.push(contract);
    return { accepted: true, errors: warnings(context, contract), fields: fieldsOf(contract, user) };
  },
};
