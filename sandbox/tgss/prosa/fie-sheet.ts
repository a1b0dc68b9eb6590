import { utils, write } from '@e965/xlsx';
import { slashed } from '../../calendar.ts';
import type { Company, ContributionAccount, Person } from '../../state.ts';
import { registrationsOf } from '../account-lists.ts';
import type { Context } from '../context.ts';
import type { Registration } from '../registration.ts';
import type { Report } from '../report-store.ts';
import type { FieRecord } from './records.ts';

interface Line {
  record: FieRecord;
  worker: Person;
  account: ContributionAccount | undefined;
  company: Company | undefined;
  registration: Registration | undefined;
}

type Column = [header: string, value: (line: Line) => string | undefined];

const digitsOf = (date = '') => date.replaceAll('-', '');

const of = (part: 'it' | 'dip' | 'dop', header: string): Column => [
  header,
  ({ record }) => record[part]?.[header],
];

const parts = (part: 'it' | 'dip' | 'dop', headers: string[]): Column[] =>
  headers.map((header) => of(part, header));

/** Sections of the report. Some headers are in several sections. */
const sections = (newColumns: boolean): [title: string, columns: Column[]][] => [
  [
    'EMPRESA',
    [
      ['Fecha Registro', ({ record }) => digitsOf(record.registered)],
      ['C.C.C. Principal', ({ account }) => account && `${account.regimen}${account.ccc}`],
      ['Razón Social', ({ company }) => company?.name],
    ],
  ],
  [
    'TRABAJADOR',
    [
      ['N.A.F.', ({ worker }) => worker.nss],
      ['IPF', ({ worker }) => `${worker.identificacion}${worker.dni.padStart(10, '0')}`],
      ['Primer Apellido', ({ worker }) => worker.surname],
      ['Segundo Apellido', ({ worker }) => worker.secondSurname],
      ['Nombre', ({ worker }) => worker.name],
      ['Fecha Inicio Relación Laboral', ({ registration }) => digitsOf(registration?.alta.date)],
      ['Fecha Extinción Relación Laboral', ({ registration }) => digitsOf(registration?.baja?.date)],
      ['Entidad Responsable', ({ record }) => record.entity],
    ],
  ],
  [
    'INCAPACIDAD TEMPORAL (IT)',
    [
      ...parts('it', [
        'Entidad Responsable',
        'Fecha Baja IT',
        'Indicador Recaida',
        'Días Acumulados',
        'Contingencia',
        'Tipo Proceso',
        'Duración Estimada',
        'Fecha Fin IT',
        'Causa Fin IT',
        'Base reguladora INSS',
      ]),
      ...(newColumns ? [['Indicador Nuevo', ({ record }) => record.it && 'S'] satisfies Column] : []),
    ],
  ],
  // The columns of FIE 5.0 for births are not public: this one is ours.
  ...(newColumns
    ? [
        [
          'NACIMIENTO Y CUIDADO DE MENOR (NCM)',
          [['Inicio Descanso Nacimiento', ({ record }) => record.it?.['Fecha Baja IT']]],
        ] satisfies [string, Column[]],
      ]
    : []),
  [
    'DEDUCCION POR IMPAGO (DIP)',
    parts('dip', ['Entidad Responsable', 'Fecha Baja IT', 'Fecha Inicio DIP', 'Fecha Fin DIP', 'Causa DIP']),
  ],
  [
    'DEDUCCION (DOP)',
    [
      ...parts('dop', ['Entidad Responsable', 'Fecha Inicio DOP', 'Fecha Fin DOP', 'Importe DOP']),
      ...(newColumns ? [['Fecha Nueva', ({ record }) => digitsOf(record.registered)] satisfies Column] : []),
    ],
  ],
];

const lineOf = (context: Context, record: FieRecord): Line => {
  const { ccc, nss } = record;
  return {
    record,
    worker: context.person(nss),
    account: ccc === '' ? undefined : context.account(ccc),
    company: ccc === '' ? undefined : context.company(ccc),
    registration: registrationsOf(context.state, nss, ccc)[0],
  };
};

/** The report as a workbook in the old binary format: a title, the sections above their columns, headers, workers. */
export function fieSheet(context: Context, records: FieRecord[]): Report {
  const wanted = sections(context.state.tgss.fieNewColumns);
  const columns = wanted.flatMap(([, own]) => own);
  const rows = records.map((record) => {
    const line = lineOf(context, record);
    return columns.map(([, value]) => value(line) ?? '');
  });
  const title = `FICHERO INSS EMPRESAS - ${slashed(context.today)} - ENTORNO DE PRUEBAS`;
  const blank = (count: number) => Array<string>(count).fill('');
  const sheet = utils.aoa_to_sheet([
    [title, ...blank(columns.length - 1)],
    wanted.flatMap(([name, own]) => [name, ...blank(own.length - 1)]),
    columns.map(([header]) => header),
    ...rows,
  ]);
  const starts = wanted.map((_, index) =>
    wanted.slice(0, index).reduce((total, [, own]) => total + own.length, 0),
  );
  const merge = (row: number, from: number, count: number) => ({
    s: { r: row, c: from },
    e: { r: row, c: from + count - 1 },
  });
  sheet['!merges'] = [
    merge(0, 0, columns.length),
    ...wanted.map(([, own], index) => merge(1, starts[index]!, own.length)),
  ];
  return async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'FIE');
    return new Uint8Array(write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer);
  };
}
