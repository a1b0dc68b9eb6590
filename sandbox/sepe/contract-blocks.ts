/** The data of a contract in blocks with titles, for pages and PDF documents. */

import { slashed } from '../calendar.ts';
import type { Context } from './context.ts';
import * as names from './names.ts';
import { type BasicCopy, type Contract, type Extension, footprint, type Transformation } from './records.ts';

export type Lines = [title: string, value: string][];

export interface Block {
  legend: string;
  lines: Lines;
}

const day = (time: string) => slashed(time.slice(0, 10) || undefined);

const yesOrNo = (letter: string) => (letter === 'S' ? 'SI' : 'NO');

/** The employer and its account. Its tax number comes first: clients take the first title that contains it. */
function employer(context: Context, { cif, account }: Contract): Block[] {
  const company = context.company(cif);
  const known = context.account(account.slice(4));
  return [
    {
      legend: 'Datos de la empresa',
      lines: [
        ['CIF/NIF', cif],
        ['Razón social', company?.name ?? ''],
        ['Domicilio', company?.street ?? ''],
        ['País', names.country('724')],
        ['Municipio', company?.city ?? ''],
        ['Código postal', company?.postalCode ?? ''],
      ],
    },
    {
      legend: 'Datos de la cuenta de cotización',
      lines: [
        ['Cuenta de cotización', names.accountText(account)],
        ['Actividad económica', known ? `${known.cnae} ${known.cnaeText}` : ''],
      ],
    },
  ];
}

const workplace = (country: string, municipality: string): Block => ({
  legend: 'Centro de trabajo',
  lines: [
    ['País', names.country(country)],
    ['Municipio', names.municipality(municipality)],
  ],
});

const nameOf = ({ name, surname, secondSurname }: Contract['worker']) =>
  [name, surname, secondSurname].filter(Boolean).join(' ');

const workerBlock = ({ worker, level }: Contract): Block => ({
  legend: 'Datos del trabajador',
  lines: [
    ['NIF/NIE', worker.identifier.slice(1)],
    ['Nombre / apellidos', nameOf(worker)],
    ['Sexo', names.sexName(worker.sex)],
    ['Fecha de nacimiento', day(worker.birthDate)],
    ['Nivel formativo', names.level(level)],
    ['Número de afiliación SS', worker.nss],
    ['Nacionalidad', names.country(worker.nationality)],
    ['Municipio de domicilio', names.municipality(worker.municipality)],
    ['País de domicilio', names.country(worker.country)],
  ],
});

/** Titles of further data. */
const TITLES: Record<string, string> = {
  IND_CONVENIO_COLECTIVO: 'Convenio colectivo',
  INDICATIVO_PRTR: 'Acogido al PRTR',
  REAL_DECRETO_1435_1985: 'Real Decreto 1435/1985',
  IND_DISCAPACIDAD: 'Indicador de discapacidad',
  CODIGO_COLECTIVO_BONIF: 'Colectivo de bonificación',
  CAUSA_SUSTITUCION: 'Causa de sustitución',
  CAUSA_INTERINIDAD: 'Causa de sustitución',
  IND_CONTRATO_ESCRITO: 'Contrato escrito',
};

const contractBlock = (contract: Contract): Block => ({
  legend: 'Datos del contrato',
  lines: [
    ['Identificador del contrato', footprint(contract.id)],
    ['Código de contrato', contract.code],
    ['Fecha de inicio del contrato', day(contract.startDate)],
    ['Fecha fin del contrato', day(contract.endDate)],
    ['Fecha en que se comunica', day(contract.communicated)],
    ['Ocupación', names.occupation(contract.occupation)],
    ['Tipo de jornada', names.hoursKind(contract.time.kind)],
    ['Duración de la jornada', names.duration(contract.time.hours)],
    ...Object.entries(contract.rest).flatMap(([name, value]): Lines => {
      const title = TITLES[name];
      return title ? [[title, value]] : [];
    }),
  ],
});

/** The kind of signature only. The text is in the PDF. */
export const copyBlock = (copy: BasicCopy): Block => ({
  legend: 'Copia básica',
  lines: [['Tipo de firma', names.signature(copy.signature)]],
});

export const extensionLines = (contract: Contract, extension: Extension): Lines => [
  // Clients look for the word with its accent and without.
  ['Prórroga (prorroga)', footprint(contract.id + extension.number)],
  ['CIF/NIF', contract.cif],
  ['Cuenta de cotización', names.accountText(contract.account)],
  ['Fecha inicio', day(extension.startDate)],
  ['Fecha fin', day(extension.endDate)],
  ['Fecha comunicación', day(extension.communicated)],
  ['Existe convenio colectivo', yesOrNo(extension.agreement)],
  ...((extension.discontinuity ? [['Discontinuidad', extension.discontinuity]] : []) as Lines),
];

const workplaceAndHours = ({ occupation, time }: Transformation): Lines => [
  ['Ocupación', names.occupation(occupation)],
  ['Tipo de jornada', names.hoursKind(time.kind)],
  ['Duración de la jornada', names.duration(time.hours)],
];

/** A transformation on the page of its contract. Clients look for these titles, one of them without its accent. */
export const transformationBlock = (contract: Contract, transformation: Transformation): Block => ({
  legend: 'Datos de la transformación',
  lines: [
    ['Identificador de la transformación', footprint(contract.id + transformation.number)],
    ['Código de contrato', transformation.code],
    ['Fecha de inicio', day(transformation.startDate)],
    ['Fecha de fin', day(transformation.endDate)],
    ['Fecha comunicacion', day(transformation.communicated)],
    ...workplaceAndHours(transformation),
  ],
});

const parties = ({ cif, account, worker }: Contract): Lines => [
  ['CIF/NIF', cif],
  ['Cuenta de cotización', names.accountText(account)],
  ['NIF/NIE', worker.identifier.slice(1)],
  ['Nombre / apellidos', nameOf(worker)],
];

/** A transformation on a page of its own, with the dates of the contract before. Clients look for these titles. */
export const transformationPage = (contract: Contract, transformation: Transformation): Block[] => [
  {
    legend: 'Identificación',
    lines: [...parties(contract), ['Identificador del contrato', footprint(contract.id)]],
  },
  {
    legend: 'Datos de la transformación',
    lines: [
      ['Identificador de la transformación', footprint(contract.id + transformation.number)],
      ['Código de contrato', transformation.code],
      ['Fecha inicio :', day(contract.startDate)],
      ['Fecha fin :', day(transformation.endDate || contract.endDate)],
      ['Fecha comunicación', day(transformation.communicated)],
      ['Fecha de inicio de la transformación :', day(transformation.startDate)],
      ...workplaceAndHours(transformation),
    ],
  },
];

/** The extended contract, for the extension's page. Clients look for these titles. */
export const extendedContract = (contract: Contract): Lines => [
  ...parties(contract),
  ['Fecha de inicio', day(contract.startDate)],
  ['Fecha de término', day(contract.endDate)],
];

/** All data of a contract. */
export const contractBlocks = (context: Context, contract: Contract): Block[] => [
  ...employer(context, contract),
  workplace(contract.workCountry, contract.workMunicipality),
  workerBlock(contract),
  contractBlock(contract),
  ...(contract.copy ? [copyBlock(contract.copy)] : []),
  ...contract.extensions.map((each) => ({
    legend: 'Prórrogas del contrato',
    lines: extensionLines(contract, each),
  })),
  ...contract.transformations.map((each) => transformationBlock(contract, each)),
];

/** The employer, the worker and the contract itself. */
export const contractSummary = (context: Context, contract: Contract): Block[] => [
  ...employer(context, contract),
  workerBlock(contract),
  contractBlock(contract),
];
