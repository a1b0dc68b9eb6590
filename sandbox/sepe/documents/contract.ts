import type { XmlElement } from '@rgrove/parse-xml';
import { addDays, type IsoDate } from '../../calendar.ts';
import type { Desk } from '../desk.ts';
import type { Contract } from '../records.ts';
import { childrenOf, find, localName, raw, read } from '../xml.ts';
import type { Kind, Outcome } from './outcome.ts';
import { contractInOrder, hasHours } from './structure.ts';
import {
  addMonths,
  Complaints,
  compact,
  companyIn,
  copyIn,
  dayIn,
  levelIn,
  occupationIn,
  tooEarly,
  tooLate,
  workplaceIn,
} from './values.ts';
import { workerIn } from './worker.ts';

/** Types whose end must be told. */
const ENDING = new Set('402 502 430 530 420 520 421 441 541 452 552 970'.split(' '));
/** Codes that only a transformation has. */
const CONVERSIONS = new Set('109 139 189 209 239 289 309 339 389'.split(' '));

const GENERAL = 'DATOS_GENERALES_CONTRATO';
const HOURS = 'DATOS_CONTRATO_TIEMPO_PARCIAL';
/** Blocks that are kept in fields of their own, or not at all. */
const READ = new Set([
  'DATOS_EMPRESA',
  'DATOS_TRABAJADOR',
  'DATOS_COMUNICA_COPIA_BASICA',
  'DATOS_USOLIBRE_EMPRESA',
]);

/** Values by the element's name, so that the paper can show what the stand-in has no rule for. */
function restOf(document: XmlElement): Record<string, string> {
  const leaves = (element: XmlElement): [string, string][] => {
    const inner = childrenOf(element);
    return inner.length > 0 ? inner.flatMap(leaves) : [[localName(element), element.text.trim()]];
  };
  return Object.fromEntries(
    childrenOf(document)
      .filter((block) => !READ.has(localName(block)))
      .flatMap(leaves)
      .filter(([, value]) => value !== ''),
  );
}

function endIn(text: string, code: string, start: IsoDate | '', complaints: Complaints): IsoDate | '' {
  if (text === '') {
    complaints.unless(!ENDING.has(code), 'CCT0157');
    return '';
  }
  complaints.unless(!/^[123]/.test(code), 'CCT0102');
  const end = dayIn(text, complaints, 'CCT0066', 'CCT0024');
  if (end !== '' && start !== '') {
    complaints.unless(end >= start, 'CCT0027');
    complaints.unless(end <= addMonths(start, 120), 'CCT0028');
  }
  return end;
}

function hoursIn(document: XmlElement, code: string, complaints: Complaints) {
  const time = { kind: read(document, HOURS, 'TIPO_JORNADA'), hours: read(document, HOURS, 'HORAS_JORNADA') };
  if (!hasHours(code)) return time;
  const uncertain = read(document, HOURS, 'ACTIVIDAD_SIN_FECHACIERTA') === 'S';
  complaints.unless(time.kind !== '' && (time.hours !== '' || uncertain || /^3/.test(code)), 'CCT0117');
  complaints.unless(time.kind === '' || /^[ADSM]$/.test(time.kind), 'CCT0118');
  if (time.hours === '') return time;
  complaints.unless(/^\d{4}[0-5]\d$/.test(time.hours), 'CCT0145');
  const most: Record<string, number> = { D: 12, S: 40, M: 184, A: 2000 };
  complaints.unless(
    Number(time.hours.slice(0, 4)) <= (most[time.kind] ?? Number.POSITIVE_INFINITY),
    'CCT0119',
  );
  return time;
}

function specialsIn(document: XmlElement, code: string, complaints: Complaints) {
  const general = (name: string) => read(document, GENERAL, name);
  complaints.unless(/^[SNCD]?$/.test(general('IND_CONVENIO_COLECTIVO')), 'CCT0143');
  complaints.unless(/^[SCEFG]?$/.test(general('IND_DISCAPACIDAD')), 'CCT0051');
  const bonus = find(document, 'DATOS_BONIFICACION', 'CODIGO_COLECTIVO_BONIF');
  complaints.unless(!bonus || /^\d{2,3}$/.test(bonus.text.trim()), 'CCT0159');
  if (!/^[45]10$/.test(code)) return;
  const cause =
    read(document, 'DATOS_CONTRATO_SUSTITUCION', 'CAUSA_SUSTITUCION') ||
    read(document, 'DATOS_CONTRATO_INTERINIDAD', 'CAUSA_INTERINIDAD');
  if (complaints.unless(cause !== '', 'CCT0115')) complaints.unless(/^[0-9A-Z]$/.test(cause), 'CCT0116');
}

/** The contract as it would be kept, and what is wrong with it. */
function draftOf(
  document: XmlElement,
  code: string,
  user: string,
  desk: Desk,
  complaints: Complaints,
): Contract {
  complaints.unless(/^[1-59]\d\d$/.test(code) && !CONVERSIONS.has(code), 'CCT0010');
  const start = read(document, GENERAL, 'FECHA_INICIO');
  const startDate = complaints.unless(start !== '', 'CCT0012')
    ? dayIn(start, complaints, 'CCT0065', 'CCT0023')
    : '';
  if (startDate !== '') complaints.unless(!tooEarly(desk, startDate), 'CCT0026');
  const workCountry = read(document, GENERAL, 'NACIONALIDAD_CT');
  const workMunicipality = read(document, GENERAL, 'MUNICIPIO_CT');
  const contract: Contract = {
    id: '',
    code,
    ...companyIn(document, desk, complaints),
    worker: workerIn(document, startDate, desk, complaints),
    startDate,
    endDate: endIn(read(document, GENERAL, 'FECHA_TERMINO'), code, startDate, complaints),
    level: levelIn(read(document, GENERAL, 'NIVEL_FORMATIVO'), complaints),
    occupation: occupationIn(raw(document, GENERAL, 'CODIGO_OCUPACION'), complaints),
    workCountry,
    workMunicipality,
    time: hoursIn(document, code, complaints),
    rest: restOf(document),
    user,
    communicated: desk.time,
    transformations: [],
    extensions: [],
    calls: [],
  };
  workplaceIn([workCountry, workMunicipality], complaints);
  specialsIn(document, code, complaints);
  if (find(document, 'DATOS_COMUNICA_COPIA_BASICA')) contract.copy = copyIn(document, desk, complaints);
  return contract;
}

/** The code of a contract that is already there, if one is. */
function duplicate(desk: Desk, draft: Contract): string | undefined {
  const same = desk.records.contracts.filter(
    (contract) =>
      contract.cif === draft.cif &&
      contract.worker.identifier === draft.worker.identifier &&
      contract.startDate === draft.startDate,
  );
  if (same.length === 0) return undefined;
  return same.some(({ code }) => code === draft.code) ? 'CCT4003' : 'CCT4108';
}

/** What is told, though the contract is taken. */
function warnings(desk: Desk, draft: Contract): string[] {
  return [
    ...(tooLate(desk, draft.startDate) ? ['CCT1014'] : []),
    ...(draft.endDate !== '' && draft.endDate < desk.today ? ['CCT1043'] : []),
  ];
}

/** Up to 28 days a contract need not be in writing, and then has no basic copy. */
const copyIsDue = ({ startDate, endDate, rest }: Contract): boolean =>
  rest.IND_CONTRATO_ESCRITO !== 'N' || endDate === '' || endDate > addDays(startDate, 27);

/** A number nobody has yet: province of the account, year, sequence. */
function nextFootprint(desk: Desk, account: string): string {
  const number = desk.records.nextContract++;
  return `E${account.slice(4, 6)}${desk.today.slice(0, 4)}${String(number).padStart(7, '0')}`;
}

const fieldsOf = (contract: Contract | undefined, user: string): Outcome['fields'] => {
  const day = compact(contract?.communicated ?? '');
  return [
    ['IDCONTRATO', contract?.id ?? ''],
    ['FECHACOMUNICACION', day],
    ['USUARIO', user],
    ['FECHAALTA', day],
    ['OBLIGCB', contract && !copyIsDue(contract) ? 'N' : 'S'],
    ['LEYBONIF', '00'],
    ['LEYFOMENTO', '00'],
    ['LEYREDUCCION', '00'],
    ['LEYDEDUCCION', '00'],
  ];
};

export const contractKind: Kind = {
  operation: 'servicioContratos',
  tally: 'contrato',
  root: 'CONTRATOS',
  document: /^CONTRATO_(\d{3})$/,
  warns: true,
  reply: {
    root: 'FICHERO_CONTRATOS',
    version: '5',
    list: 'CONTRATOSPROCESADOS',
    entry: (document) => document.replace('CONTRATO', 'ENVIO'),
    answer: 'RESPUESTACONTRATO',
  },
  wellBuilt: contractInOrder,
  blank: (user) => fieldsOf(undefined, user),
  file(desk, document, code, user) {
    const complaints = new Complaints();
    const draft = draftOf(document, code, user, desk, complaints);
    const { codes } = complaints;
    const again = codes.length === 0 ? duplicate(desk, draft) : undefined;
    if (again) codes.push(again);
    if (codes.length > 0) return { accepted: false, errors: codes, fields: fieldsOf(undefined, user) };
    const contract = { ...draft, id: nextFootprint(desk, draft.account) };
    desk.records.contracts.push(contract);
    return { accepted: true, errors: warnings(desk, contract), fields: fieldsOf(contract, user) };
  },
};
