import type { XmlElement } from '@rgrove/parse-xml';
import type { Contract, Transformation } from '../records.ts';
import { find, raw, read } from '../xml.ts';
import type { DocumentKind, Outcome } from './outcome.ts';
import { findContract, namesContract } from './reference.ts';
import { childrenInOrder, companyMatchesSchema, hasHours } from './structure.ts';
import {
  Checks,
  checkWorkplace,
  compact,
  dayOf,
  type Examined,
  readCompany,
  readCopy,
  readOccupation,
  readStart,
  tooEarly,
} from './values.ts';

/** Every transformation has this number: a contract has one at most. */
const NUMBER = '55';
const CODES = /^(1[038]9|2[038]9|3[038]9)$/;
const GENERAL = 'DATOS_GENERALES_TRANSFORMACION';
const HOURS = 'DATOS_CONTRATO_TIEMPO_PARCIAL';
const ORDER = [
  'DATOS_EMPRESA',
  'DATOS_CONTRATO',
  GENERAL,
  HOURS,
  'DATOS_MEDIDAS_FOMENTO',
  'DATOS_BONIFICACION',
  'DATOS_ADICIONALES_TRANSFORMACION',
  'DATOS_ANEXO_CONTRATO_RELEVO',
  'DATOS_COMUNICA_COPIA_BASICA',
  'DATOS_USOLIBRE_EMPRESA',
];

function matchesSchema(document: XmlElement, code: string): boolean {
  const required = ['DATOS_EMPRESA', 'DATOS_CONTRATO', GENERAL, ...(hasHours(code) ? [HOURS] : [])];
  const general = [
    'FECHA_INICIO',
    'INDICADOR_DISCONTINUIDAD',
    'FECHA_TERMINO_REAL',
    'CODIGO_OCUPACION',
    'NACIONALIDAD_CT',
    'MUNICIPIO_CT',
  ];
  return (
    childrenInOrder(document, ORDER, required) &&
    companyMatchesSchema(document) &&
    namesContract(document) &&
    childrenInOrder(find(document, GENERAL), general, ['FECHA_INICIO', 'CODIGO_OCUPACION', 'NACIONALIDAD_CT'])
  );
}

function checkTransformation(
  contract: Contract,
  draft: Transformation,
  { context, checks }: Pick<Examined, 'context' | 'checks'>,
) {
  checks.require(!/^[123]/.test(contract.code), 'CTR4034');
  checks.require(contract.transformations.length === 0, 'CTR4035');
  checks.require(draft.startDate > contract.startDate, 'CTR0010');
  checks.require(!tooEarly(context, draft.startDate), 'CTR0012');
}

/** The transformation as it would be stored. */
function draftOf({ document, context, checks }: Examined, code: string): Transformation {
  const at = (name: string) => read(document, GENERAL, name);
  checks.require(CODES.test(code), 'CTR0017');
  const draft: Transformation = {
    number: NUMBER,
    code,
    startDate: readStart(at('FECHA_INICIO'), checks),
    endDate: dayOf(at('FECHA_TERMINO_REAL')) ?? '',
    occupation: readOccupation(raw(document, GENERAL, 'CODIGO_OCUPACION'), checks),
    workCountry: at('NACIONALIDAD_CT'),
    workMunicipality: at('MUNICIPIO_CT'),
    time: { kind: read(document, HOURS, 'TIPO_JORNADA'), hours: read(document, HOURS, 'HORAS_JORNADA') },
    disability: read(document, 'DATOS_ADICIONALES_TRANSFORMACION', 'IND_DISCAPACIDAD'),
    communicated: context.time,
  };
  checkWorkplace([draft.workCountry, draft.workMunicipality], checks);
  if (hasHours(code)) {
    checks.require(/^[ADSM]$/.test(draft.time.kind), 'CCT0118');
    const uncertain = read(document, HOURS, 'ACTIVIDAD_SIN_FECHACIERTA') === 'S';
    checks.require(uncertain || /^\d{4}[0-5]\d$/.test(draft.time.hours), 'CTR0011');
  }
  if (/39$/.test(code)) checks.require(/^[SC]$/.test(draft.disability), 'CCT0148');
  if (find(document, 'DATOS_COMUNICA_COPIA_BASICA')) draft.copy = readCopy(document, context, checks);
  return draft;
}

const fieldsOf = (filed: string, user: string): Outcome['fields'] => [
  ['NUM_TRANSFORMACION', filed && NUMBER],
  ['FECHACOMUNICACION', filed],
  ['USUARIO', user],
  ['FECHAALTA', filed],
  ['OBLIGCB', 'S'],
  ['LEYBONIF', '00'],
  ['LEYFOMENTO', '00'],
  ['LEYREDUCCION', '00'],
];

export const transformationKind: DocumentKind = {
  operation: 'servicioTransformacionIndefinido',
  counter: 'transformacion',
  root: 'TRANSFORMACIONES',
  document: /^TRANSFORMACION_(\d{3})$/,
  reportsWarnings: false,
  reply: {
    root: 'FICHERO_TRANSFORMACIONES',
    version: '5.000',
    list: 'TRANSFORMACIONESPROCESADAS',
    entry: (document) => document.replace('TRANSFORMACION', 'ENVIO'),
    answer: 'RESPUESTATRANSFORMACION',
  },
  matchesSchema,
  emptyFields: (user) => fieldsOf('', user),
  file(context, document, { code, user }) {
    const checks = new Checks();
    readCompany(document, context, checks);
    const contract = findContract({ document, context, checks }, { missing: 'CTR4032', foreign: 'CTR4033' });
    const draft = draftOf({ document, context, checks }, code);
    if (contract && draft.startDate !== '') checkTransformation(contract, draft, { context, checks });
    if (!contract || checks.errors.length > 0) {
      return { accepted: false, errors: checks.errors, fields: fieldsOf('', user) };
    }
    contract.transformations.push(draft);
    return { accepted: true, errors: [], fields: fieldsOf(compact(context.today), user) };
  },
};
