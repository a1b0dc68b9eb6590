/** The documents of TGSS. Their data are from the state, their layout is ours. */

import { createHash } from 'node:crypto';
import { type IsoDate, slashed } from '../calendar.ts';
import { makePdf, type PdfContent, type Section } from '../pdf.ts';
import { type ContributionAccount, listName, type Person, type WorkerInAccount } from '../state.ts';
import { GRUPOS, situacionText } from './codes.ts';
import type { Context } from './context.ts';
import { type Change, type Registration, type Termination, type Terms, termsOn } from './registration.ts';
import type { Report } from './report-store.ts';

/** A document of TGSS, generated on request from the current data. */
export const pdfReport =
  (content: Omit<PdfContent, 'authority'>): Report =>
  () =>
    makePdf({ authority: 'TESORERIA GENERAL DE LA SEGURIDAD SOCIAL', ...content });

/** Subject of a resolution: an alta, a baja or a change. */
export type ResolutionSubject = { kind: 'ALTA' } | { kind: 'BAJA' } | { kind: 'VARIACION'; change: Change };

/** Date and time as documents print them. */
export const dateAndTime = (time: string) => `${slashed(time.slice(0, 10))} ${time.slice(11, 19)}`;

/** A code that is the same in every duplicate of a document. */
export function verificationCode(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('|')).digest('hex').toUpperCase();
  return [0, 5, 10, 15].map((start) => hash.slice(start, start + 5)).join('-');
}

/** The account and its company. */
export const companySection = (context: Context, account: ContributionAccount): Section => {
  const company = context.company(account.ccc);
  return {
    heading: 'DATOS DE LA EMPRESA',
    lines: [
      ['RAZON SOCIAL', company.name],
      ['N.I.F.', company.cif],
      ['CODIGO DE CUENTA DE COTIZACION', `${account.regimen} ${account.ccc}`],
      ['DOMICILIO', `${company.street}, ${company.postalCode} ${company.city}`],
      ['ACTIVIDAD ECONOMICA', `${account.cnae} ${account.cnaeText}`],
    ],
  };
};

/** The worker of a document. */
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

/** Lines of terms, without empty ones. */
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

/** Lines of a baja besides its dates, without empty ones. */
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
  registration: Registration,
  subject: ResolutionSubject,
): { lines: [string, string][]; communicated: string } {
  if (subject.kind === 'VARIACION') {
    const { change } = subject;
    return {
      communicated: change.communicated,
      lines: [
        ['FECHA DE LA VARIACION', slashed(change.date)],
        ...termLines(termsOn(registration, change.date)),
        ['FECHA DE COMUNICACION', dateAndTime(change.communicated)],
      ],
    };
  }
  const movement = subject.kind === 'ALTA' ? registration.alta : registration.baja!;
  const terms = subject.kind === 'ALTA' ? registration.terms : termsOn(registration, movement.date);
  return {
    communicated: movement.communicated,
    lines: [
      ['SITUACION', situacionText(movement.situacion)],
      ['FECHA REAL DE ALTA', slashed(registration.alta.date)],
      ...(subject.kind === 'BAJA'
        ? [['FECHA REAL DE BAJA', slashed(movement.date)] as [string, string]]
        : []),
      [`FECHA DE EFECTOS DE ${subject.kind}`, slashed(movement.effective)],
      ...(subject.kind === 'BAJA' ? terminationLines(registration.baja!) : []),
      ['FECHA DE COMUNICACION', dateAndTime(movement.communicated)],
      ...termLines(terms),
    ],
  };
}

/** A TA: the resolution on an alta, a baja or a change. Its data are those at the time of the request. */
export function ta(context: Context, registration: Registration, subject: ResolutionSubject): Report {
  const { lines, communicated } = movementLines(registration, subject);
  return pdfReport({
    title: TITLES[subject.kind],
    sections: [
      workerSection(context.person(registration.nss)),
      companySection(context, context.account(registration.ccc)),
      { heading: `DATOS DE LA ${subject.kind}`, lines },
    ],
    code: verificationCode('TA', subject.kind, String(registration.id), communicated),
    made: communicated,
  });
}

/** Contribution rates in force, by concept: company and worker. A sample, not enough to calculate with. */
const RATES = [
  ['CONTINGENCIAS COMUNES', '23,60', '4,70'],
  ['DESEMPLEO', '5,50', '1,55'],
  ['FONDO DE GARANTIA SALARIAL', '0,20', '0,00'],
  ['FORMACION PROFESIONAL', '0,60', '0,10'],
  ['ACCIDENTES DE TRABAJO (IT E IMS)', '1,50', '0,00'],
];

/** The contribution data report (IDC) of one registration, as of a day. */
export function idc(context: Context, registration: Registration, day: IsoDate): Report {
  const current = registration.peculiarities.filter(
    ({ from, to }) => from <= day && (to === '' || to >= day),
  );
  return pdfReport({
    title: 'INFORME DE DATOS PARA LA COTIZACION',
    sections: [
      { heading: 'TRABAJADORES POR CUENTA AJENA', lines: [['FECHA DEL INFORME', slashed(day)]] },
      workerSection(context.person(registration.nss)),
      companySection(context, context.account(registration.ccc)),
      {
        heading: 'DATOS DE LA RELACION LABORAL',
        lines: [
          ['FECHA REAL DE ALTA', slashed(registration.alta.date)],
          ['FECHA DE EFECTOS DE ALTA', slashed(registration.alta.effective)],
          ['FECHA REAL DE BAJA', slashed(registration.baja?.date)],
          ...termLines(termsOn(registration, day)),
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
          rows: current.map((item) => [
            item.tipo,
            item.tipoText,
            item.porcentaje,
            slashed(item.from),
            slashed(item.to || undefined),
          ]),
          widths: [40, 250, 50, 70, 70],
        },
      },
    ],
    code: verificationCode('IDC', String(registration.id), day, context.time),
    made: context.time,
  });
}

/** A report on the workers of an account. */
export const accountReport = (
  context: Context,
  account: ContributionAccount,
  {
    title,
    period,
    ...workers
  }: { title: string; period: [string, string] } & Pick<Section, 'table' | 'groups'>,
): Report =>
  pdfReport({
    title,
    sections: [
      companySection(context, account),
      { heading: 'PERIODO', lines: [period] },
      { heading: 'TRABAJADORES', ...workers },
    ],
    code: verificationCode(title, account.ccc, period[1], context.time),
    made: context.time,
  });

/** A worker's registrations in an account, the oldest first (vida laboral). */
export function employmentHistory(
  context: Context,
  { worker, account }: WorkerInAccount,
  registrations: Registration[],
): Report {
  const rows = registrations.map((registration) => {
    const { alta, baja } = registration;
    const terms = termsOn(registration, baja?.date ?? '9999-12-31');
    return [
      slashed(alta.date),
      slashed(alta.effective),
      slashed(baja?.date),
      situacionText(baja?.situacion ?? alta.situacion),
      terms.grupo,
      terms.contrato,
      terms.coeficiente,
    ];
  });
  const headers = ['F. REAL ALTA', 'F. EFECTOS', 'F. REAL BAJA', 'SITUACION', 'G.C.', 'C.T.', 'C.T.P.'];
  const title = 'INFORME DE VIDA LABORAL DE AFILIADO EN UNA CUENTA DE COTIZACION';
  return pdfReport({
    title,
    sections: [
      workerSection(worker),
      companySection(context, account),
      { heading: 'SITUACIONES', table: { headers, rows, widths: [75, 75, 75, 170, 30, 30, 40] } },
    ],
    code: verificationCode(title, context.time, worker.nss, account.ccc),
    made: context.time,
  });
}

/** The certificate of being up to date with contributions. It is always positive. */
export const upToDateCertificate = (context: Context, account: ContributionAccount): Report => {
  const title = 'CERTIFICADO DE ESTAR AL CORRIENTE EN LAS OBLIGACIONES DE SEGURIDAD SOCIAL';
  const made = context.time;
  return pdfReport({
    title,
    sections: [
      companySection(context, account),
      {
        heading: 'CERTIFICA',
        lines: [
          ['CERTIFICADO PARA', 'GENERICO'],
          [
            'RESULTADO',
            context.scenario === 'in-debt'
              ? 'NEGATIVO: TIENE PENDIENTES DE INGRESO RECLAMACIONES'
              : 'POSITIVO: NO TIENE PENDIENTE DE INGRESO NINGUNA RECLAMACION',
          ],
        ],
      },
    ],
    code: verificationCode(title, made, account.ccc),
    made,
  });
};
