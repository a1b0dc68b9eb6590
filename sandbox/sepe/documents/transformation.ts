import type { XmlElement } from '@rgrove/parse-xml';
import type { Desk } from '../desk.ts';
import type { Contract, Transformation } from '../records.ts';
import { find, raw, read } from '../xml.ts';
import type { Kind, Outcome } from './outcome.ts';
import { contractIn, namesContract } from './reference.ts';
import { companyInOrder, hasHours, inOrder } from './structure.ts';
import {
  Complaints,
  compact,
  companyIn,
  copyIn,
  dayIn,
  dayOf,
  occupationIn,
  tooEarly,
  workplaceIn,
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

function wellBuilt(document: XmlElement, code: string): boolean {
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
    inOrder(document, ORDER, required) &&
    companyInOrder(document) &&
    namesContract(document) &&
    inOrder(find(document, GENERAL), general, ['FECHA_INICIO', 'CODIGO_OCUPACION', 'NACIONALIDAD_CT'])
  );
}

function judge(contract: Contract, draft: Transformation, desk: Desk, complaints: Complaints) {
  complaints.unless(!/^[123]/.test(contract.code), 'CTR4034');
  complaints.unless(contract.transformations.length === 0, 'CTR4035');
  complaints.unless(draft.startDate > contract.startDate, 'CTR0010');
  complaints.unless(!tooEarly(desk, draft.startDate), 'CTR0012');
}

/** The transformation as it would be kept. */
function draftOf(document: XmlElement, code: string, desk: Desk, complaints: Complaints): Transformation {
  const at = (name: string) => read(document, GENERAL, name);
  complaints.unless(CODES.test(code), 'CTR0017');
  const draft: Transformation = {
    number: NUMBER,
    code,
    startDate: dayIn(at('FECHA_INICIO'), complaints, 'CCT0065', 'CCT0023'),
    endDate: dayOf(at('FECHA_TERMINO_REAL')) ?? '',
    occupation: occupationIn(raw(document, GENERAL, 'CODIGO_OCUPACION'), complaints),
    workCountry: at('NACIONALIDAD_CT'),
    workMunicipality: at('MUNICIPIO_CT'),
    time: { kind: read(document, HOURS, 'TIPO_JORNADA'), hours: read(document, HOURS, 'HORAS_JORNADA') },
    disability: read(document, 'DATOS_ADICIONALES_TRANSFORMACION', 'IND_DISCAPACIDAD'),
    communicated: desk.time,
  };
  workplaceIn([draft.workCountry, draft.workMunicipality], complaints);
  if (hasHours(code)) {
    complaints.unless(/^[ADSM]$/.test(draft.time.kind), 'CCT0118');
    const uncertain = read(document, HOURS, 'ACTIVIDAD_SIN_FECHACIERTA') === 'S';
    complaints.unless(uncertain || /^\d{4}[0-5]\d$/.test(draft.time.hours), 'CTR0011');
  }
  if (/39$/.test(code)) complaints.unless(/^[SC]$/.test(draft.disability), 'CCT0148');
  if (find(document, 'DATOS_COMUNICA_COPIA_BASICA')) draft.copy = copyIn(document, desk, complaints);
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

export const transformationKind: Kind = {
  operation: 'servicioTransformacionIndefinido',
  tally: 'transformacion',
  root: 'TRANSFORMACIONES',
  document: /^TRANSFORMACION_(\d{3})$/,
  warns: false,
  reply: {
    root: 'FICHERO_TRANSFORMACIONES',
    version: '5.000',
    list: 'TRANSFORMACIONESPROCESADAS',
    entry: (document) => document.replace('TRANSFORMACION', 'ENVIO'),
    answer: 'RESPUESTATRANSFORMACION',
  },
  wellBuilt,
  blank: (user) => fieldsOf('', user),
  file(desk, document, code, user) {
    const complaints = new Complaints();
    companyIn(document, desk, complaints);
    const contract = contractIn(document, desk, complaints, { missing: 'CTR4032', foreign: 'CTR4033' });
    const draft = draftOf(document, code, desk, complaints);
    if (contract && draft.startDate !== '') judge(contract, draft, desk, complaints);
    if (!contract || complaints.codes.length > 0) {
      return { accepted: false, errors: complaints.codes, fields: fieldsOf('', user) };
    }
    contract.transformations.push(draft);
    return { accepted: true, errors: [], fields: fieldsOf(compact(desk.today), user) };
  },
};
