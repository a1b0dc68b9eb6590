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

const workerBlock = ({ worker, level }: Contract): Block => ({
  legend: 'Datos del trabajador',
  lines: [
    ['NIF/NIE', worker.identifier.slice(1)],
    ['Nombre / apellidos', [worker.name, worker.surname, worker.secondSurname].filter(Boolean).join(' ')],
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

export const transformationBlocks = (contract: Contract, transformation: Transformation): Block[] => [
  {
    legend: 'Datos de la transformación',
    lines: [
      ['Identificador de la transformación', footprint(contract.id + transformation.number)],
      ['Código de contrato', transformation.code],
      ['Fecha de inicio de la transformación :', day(transformation.startDate)],
      ['Fecha fin :', day(transformation.endDate)],
      ['Fecha comunicación', day(transformation.communicated)],
      ['Ocupación', names.occupation(transformation.occupation)],
      ['Tipo de jornada', names.hoursKind(transformation.time.kind)],
      ['Duración de la jornada', names.duration(transformation.time.hours)],
    ],
  },
];

/** All data of a contract. */
export const contractBlocks = (context: Context, contract: Contract): Block[] => [
  ...employer(context, contract),
  workplace(contract.workCountry, contract.workMunicipality),
  workerBlock(contract),
  contractBlock(contract),
  ...(contract.copy ? [copyBlock(contract.copy)] : []),
  ...(contract.extensions.length > 0
    ? [
        {
          legend: 'Prórrogas del contrato',
          lines: contract.extensions.flatMap((each) => extensionLines(contract, each)),
        },
      ]
    : []),
  ...contract.transformations.flatMap((each) => transformationBlocks(contract, each)),
];

/** The employer, the worker and the contract itself. */
export const contractSummary = (context: Context, contract: Contract): Block[] => [
  ...employer(context, contract),
  workerBlock(contract),
  contractBlock(contract),
];
