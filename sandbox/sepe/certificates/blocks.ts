/** A company certificate in blocks with titles, for its page and its PDF. */

import { slashed } from '../../calendar.ts';
import type { Context } from '../context.ts';
import type { Block, Lines } from '../contract-blocks.ts';
import { named, occupation, scheme } from '../names.ts';
import type { CompanyCertificate, Contribution } from '../records.ts';

const cause = named({
  '01': 'DESPIDO',
  '11': 'DESPIDO POR CAUSAS OBJETIVAS',
  '15': 'FIN DE CONTRATO TEMPORAL',
  '18': 'BAJA VOLUNTARIA DEL TRABAJADOR',
});
const group = named({
  '01': 'INGENIEROS Y LICENCIADOS',
  '05': 'OFICIALES ADMINISTRATIVOS',
  '07': 'AUXILIARES ADMINISTRATIVOS',
});
const contract = named({
  '100': 'INDEFINIDO TIEMPO COMPLETO ORDINARIO',
  '402': 'DURACIÓN DETERMINADA TIEMPO COMPLETO CIRCUNSTANCIAS DE LA PRODUCCIÓN',
  '502': 'DURACIÓN DETERMINADA TIEMPO PARCIAL CIRCUNSTANCIAS DE LA PRODUCCIÓN',
});
const UNITS: Record<string, string> = { D: 'DÍAS', M: 'MESES', A: 'AÑOS' };

const day = (date: string) => slashed(date || undefined);
/** The portal shows an unknown day as two dashes. */
export const dayOrDashes = (date: string) => day(date) || '--';

/** `1.234,56` of cents. */
export const amount = (cents: number | ''): string =>
  cents === ''
    ? ''
    : `${String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')},${String(cents % 100).padStart(2, '0')}`;

const sums = (title: string, { days, baseCommon, baseUnemployment }: Contribution): Block => ({
  legend: title,
  lines: [
    ['Días', String(days)],
    ['Base de contingencias comunes', amount(baseCommon)],
    ['Base de desempleo', amount(baseUnemployment)],
  ],
});

function totalsOf({ contributions, holidays }: CompanyCertificate): Contribution {
  const all = [...contributions, ...(holidays ? [holidays] : [])];
  const sum = (pick: (each: Contribution) => number | '') =>
    all.reduce((total, each) => total + (pick(each) || 0), 0);
  return {
    year: '',
    month: '',
    days: sum((each) => each.days),
    baseCommon: sum((each) => each.baseCommon),
    baseUnemployment: sum((each) => each.baseUnemployment),
    remarks: '',
  };
}

/** The worker and the end of the work, in separate blocks: clients recognise a block by one word of its legend. */
const workerBlocks = (certificate: CompanyCertificate): Block[] => [
  {
    legend: 'Datos del trabajador',
    lines: [
      ['Nombre', certificate.name],
      ['Primer apellido', certificate.surname],
      ['Segundo apellido', certificate.secondSurname],
      ['NIF/NIE', certificate.document],
      ['Número de la Seguridad Social', certificate.nss],
      ['Grupo de cotización', group(certificate.group)],
      ['Tipo de contrato', contract(certificate.contract)],
      [
        'Duración del contrato',
        certificate.duration && `${certificate.duration} ${UNITS[certificate.durationUnit] ?? ''}`.trim(),
      ],
      ['Profesión', occupation(certificate.occupation)],
      ['Cargo público o sindical', certificate.publicOffice],
      ['Porcentaje de dedicación', certificate.dedication],
      ['Fecha de alta', day(certificate.alta)],
    ],
  },
  {
    legend: 'Suspensión o extinción',
    lines: [
      ['Causa', cause(certificate.cause)],
      ['Fecha de inicio', day(certificate.suspension)],
      ['Fecha de fin', day(certificate.suspensionEnd)],
      ['Número de ERE', certificate.ereNumber],
      ['Año del ERE', certificate.ereYear],
      ['Porcentaje del ERE', certificate.erePercent],
      ['Porcentaje de reducción por cuidado de menores', certificate.childrenCarePercent],
      ['Inicio de salarios de tramitación', day(certificate.salaryFrom)],
      ['Fin de salarios de tramitación', day(certificate.salaryTo)],
      ['Días de salarios de tramitación', certificate.salaryDays],
    ],
  },
];

function employerBlock(context: Context, { cif, regimen, ccc }: CompanyCertificate): Block {
  const company = context.company(cif);
  const account = context.account(ccc);
  return {
    legend: 'Datos de la empresa',
    lines: [
      ['CIF/NIF', cif],
      ['Régimen', scheme(regimen)],
      // Province and sequence: the portal leaves out the control digits.
      ['Cuenta de cotización', ccc.slice(0, 9)],
      ['Razón social', company?.name ?? ''],
      ['Domicilio', company?.street ?? ''],
      ['Código postal', company?.postalCode ?? ''],
      ['Localidad', company?.city ?? ''],
      ['Provincia', company?.city ?? ''],
      ['Actividad económica', account ? `${account.cnae} ${account.cnaeText}` : ''],
    ],
  };
}

/** All blocks before the contributions. */
export function certificateBlocks(context: Context, certificate: CompanyCertificate): Block[] {
  const { representative: by } = certificate;
  const representative: Lines = [
    ['Nombre', by.name],
    ['Primer apellido', by.surname],
    ['Segundo apellido', by.secondSurname],
    ['NIF/NIE', by.nif],
    ['Cargo', by.position],
    ['Correo electrónico', by.email],
    ['Teléfono', by.phone],
  ];
  return [
    {
      legend: 'Datos generales',
      lines: [
        ['Fecha de entrada', day(certificate.entered)],
        ['Origen', certificate.origin],
        ['Número de expediente', certificate.file],
        ['Fecha de reconocimiento', dayOrDashes(certificate.recognised)],
      ],
    },
    { legend: 'Datos del representante', lines: representative },
    employerBlock(context, certificate),
    ...workerBlocks(certificate),
  ];
}

/** All blocks after the contributions. */
export const closingBlocks = (certificate: CompanyCertificate): Block[] => [
  ...(certificate.holidays ? [sums('Vacaciones', certificate.holidays)] : []),
  sums('Totales', totalsOf(certificate)),
];
