/** The documents that TGSS issues, as the stand-in makes them: the data are the state's, the layout is ours. */

import { createHash } from 'node:crypto';
import { type IsoDate, slashed } from '../calendar.ts';
import { makePdf, type Section } from '../pdf.ts';
import { type Account, type Company, listName, type Person } from '../state.ts';
import type { Report } from './archive.ts';
import { GRUPOS, situacionText } from './codes.ts';
import type { Desk } from './desk.ts';
import { type Change, type Registration, type Termination, type Terms, termsOn } from './registration.ts';

/** Who issues them. */
export const AUTHORITY = 'TESORERIA GENERAL DE LA SEGURIDAD SOCIAL';

/** What a resolution is about: the entry, the exit, or a change between them. */
export type Matter = { kind: 'ALTA' } | { kind: 'BAJA' } | { kind: 'VARIACION'; change: Change };

/** Date and hour as documents print them. */
export const stamp = (time: string) => `${slashed(time.slice(0, 10))} ${time.slice(11, 19)}`;

/** A code that is the same in every duplicate of a document. */
export function verificationCode(...about: string[]): string {
  const hash = createHash('sha256').update(about.join('|')).digest('hex').toUpperCase();
  return [0, 5, 10, 15].map((start) => hash.slice(start, start + 5)).join('-');
}

/** The account and whose it is. */
export const companySection = (account: Account, company: Company): Section => ({
  heading: 'DATOS DE LA EMPRESA',
  lines: [
    ['RAZON SOCIAL', company.name],
    ['N.I.F.', company.cif],
    ['CODIGO DE CUENTA DE COTIZACION', `${account.regimen} ${account.ccc}`],
    ['DOMICILIO', `${company.street}, ${company.postalCode} ${company.city}`],
    ['ACTIVIDAD ECONOMICA', `${account.cnae} ${account.cnaeText}`],
  ],
});

/** Who the document is about. */
export const workerSection = (worker: Person): Section => ({
  heading: 'DATOS DEL TRABAJADOR',
  lines: [
    ['APELLIDOS Y NOMBRE', listName(worker)],
    ['NUMERO DE LA SEGURIDAD SOCIAL', worker.nss],
    ['DOCUMENTO IDENTIFICATIVO', `${worker.identificacion} ${worker.dni}`],
    ['FECHA DE NACIMIENTO', slashed(worker.birthDate)],
    ['SEXO', worker.sex === 'M' ? 'VARON' : 'MUJER'],
  ],
});

/** Lines of terms; what was not given is left out. */
const termLines = (terms: Terms): [string, string][] =>
  (
    [
      ['GRUPO DE COTIZACION', [terms.grupo, GRUPOS[terms.grupo]].filter(Boolean).join(' ')],
      ['TIPO DE CONTRATO', terms.contrato],
      ['COEFICIENTE DE TIEMPO PARCIAL', terms.coeficiente],
      ['CODIGO NACIONAL DE OCUPACION', terms.cno],
      ['CONVENIO COLECTIVO', terms.convenio],
      ['COLECTIVO DE TRABAJADORES', terms.colectivo],
      ['OCUPACION', terms.ocupacion],
      ['RELACION LABORAL DE CARACTER ESPECIAL', terms.rlce],
      ['MODALIDAD DE COTIZACION', terms.modalidad],
      ['CATEGORIA PROFESIONAL', terms.categoria],
      ['INICIO DE CONTRATO (FIC)', slashed(terms.fic || undefined)],
      ['CAUSA DE SUSTITUCION', terms.causaSustitucion],
      ['N.S.S. DEL SUSTITUIDO', terms.nssSustituido],
      ['EXCLUSION DE COTIZACION', terms.exclusionCotizacion],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '');

/** Lines of a baja beside its dates; what was not given is left out. */
const terminationLines = (baja: Termination): [string, string][] =>
  (
    [
      ['FIN DE VACACIONES', slashed(baja.finVacaciones || undefined)],
      ['INACTIVIDAD Z', baja.inactividadZ ? 'SI' : ''],
      ['DIAS TRABAJADOS', baja.diasTrabajados],
      ['FIN DE CONTRATO TEMPORAL', slashed(baja.finTemporal || undefined)],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '');

const TITLES = {
  ALTA: 'RESOLUCION SOBRE RECONOCIMIENTO DE ALTA',
  BAJA: 'RESOLUCION SOBRE RECONOCIMIENTO DE BAJA',
  VARIACION: 'RESOLUCION SOBRE VARIACION DE DATOS',
};

function movementLines(
  stay: Registration,
  matter: Matter,
): { lines: [string, string][]; communicated: string } {
  if (matter.kind === 'VARIACION') {
    const { change } = matter;
    return {
      communicated: change.communicated,
      lines: [
        ['FECHA DE LA VARIACION', slashed(change.date)],
        ...termLines(termsOn(stay, change.date)),
        ['FECHA DE COMUNICACION', stamp(change.communicated)],
      ],
    };
  }
  const movement = matter.kind === 'ALTA' ? stay.alta : stay.baja!;
  const terms = matter.kind === 'ALTA' ? stay.terms : termsOn(stay, movement.date);
  return {
    communicated: movement.communicated,
    lines: [
      ['SITUACION', situacionText(movement.situacion)],
      ['FECHA REAL DE ALTA', slashed(stay.alta.date)],
      ...(matter.kind === 'BAJA' ? [['FECHA REAL DE BAJA', slashed(movement.date)] as [string, string]] : []),
      [`FECHA DE EFECTOS DE ${matter.kind}`, slashed(movement.effective)],
      ...(matter.kind === 'BAJA' ? terminationLines(stay.baja!) : []),
      ['FECHA DE COMUNICACION', stamp(movement.communicated)],
      ...termLines(terms),
    ],
  };
}

/** A TA: the resolution on an alta, a baja or a change. Its data are those of the moment it was asked for. */
export function ta(desk: Desk, stay: Registration, matter: Matter): Report {
  const { lines, communicated } = movementLines(stay, matter);
  const sheet = {
    authority: AUTHORITY,
    title: TITLES[matter.kind],
    sections: [
      workerSection(desk.person(stay.nss)),
      companySection(desk.account(stay.ccc), desk.company(stay.ccc)),
      { heading: `DATOS DE LA ${matter.kind}`, lines },
    ],
    code: verificationCode('TA', matter.kind, String(stay.id), communicated),
    made: communicated,
  };
  return () => makePdf(sheet);
}

/** Contribution rates in force, by concept: company and worker. Enough to recognise the table, not to pay by it. */
const RATES = [
  ['CONTINGENCIAS COMUNES', '23,60', '4,70'],
  ['DESEMPLEO', '5,50', '1,55'],
  ['FONDO DE GARANTIA SALARIAL', '0,20', '0,00'],
  ['FORMACION PROFESIONAL', '0,60', '0,10'],
  ['ACCIDENTES DE TRABAJO (IT E IMS)', '1,50', '0,00'],
];

/** The contribution data report of one stay, as of a day. */
export function idc(desk: Desk, stay: Registration, day: IsoDate): Report {
  const alive = stay.peculiarities.filter(({ from, to }) => from <= day && (to === '' || to >= day));
  const sheet = {
    authority: AUTHORITY,
    title: 'INFORME DE DATOS PARA LA COTIZACION',
    sections: [
      { heading: 'TRABAJADORES POR CUENTA AJENA', lines: [['FECHA DEL INFORME', slashed(day)]] },
      workerSection(desk.person(stay.nss)),
      companySection(desk.account(stay.ccc), desk.company(stay.ccc)),
      {
        heading: 'DATOS DE LA RELACION LABORAL',
        lines: [
          ['FECHA REAL DE ALTA', slashed(stay.alta.date)],
          ['FECHA DE EFECTOS DE ALTA', slashed(stay.alta.effective)],
          ['FECHA REAL DE BAJA', slashed(stay.baja?.date)],
          ...termLines(termsOn(stay, day)),
        ],
      },
      {
        heading: 'TIPOS DE COTIZACION',
        table: { headers: ['CONCEPTO', 'EMPRESA', 'TRABAJADOR'], rows: RATES, widths: [260, 80, 80] },
      },
      {
        heading: 'PECULIARIDADES DE COTIZACION',
        table: {
          headers: ['TIPO', 'DESCRIPCION', '%', 'DESDE', 'HASTA'],
          rows: alive.map((item) => [
            item.tipo,
            item.tipoText,
            item.porcentaje,
            slashed(item.from),
            slashed(item.to || undefined),
          ]),
          widths: [40, 250, 50, 70, 70],
        },
      },
    ] satisfies Section[],
    code: verificationCode('IDC', String(stay.id), day, desk.time),
    made: desk.time,
  };
  return () => makePdf(sheet);
}

/** A report on an account: who is or was in it, in a table. */
export function accountReport(
  desk: Desk,
  account: Account,
  title: string,
  period: [string, string],
  table: NonNullable<Section['table']>,
): Report {
  const sheet = {
    authority: AUTHORITY,
    title,
    sections: [
      companySection(account, desk.company(account.ccc)),
      { heading: 'PERIODO', lines: [period] },
      { heading: 'TRABAJADORES', table },
    ] satisfies Section[],
    code: verificationCode(title, account.ccc, period[1], desk.time),
    made: desk.time,
  };
  return () => makePdf(sheet);
}
