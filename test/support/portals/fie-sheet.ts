import { utils, write } from '@e965/xlsx';
import { answerWith } from './portal.ts';

/** The spreadsheet of the FIE, in the portal's layout. */

/** The columns, from left to right. Above the headers are a title and the sections; below them is one row for each worker. */
const HEADERS: [section: string, header: string, value: string | number][] = [
  ['EMPRESA', 'Fecha Registro', '20260309'],
  ['EMPRESA', 'C.C.C. Principal', '011128000000097'],
  ['TRABAJADOR', 'N.A.F.', 280000000196],
  ['TRABAJADOR', 'Columna Nueva', 'n1'],
  ['TRABAJADOR', 'Entidad Responsable', 'e0'],
  ['INCAPACIDAD TEMPORAL (IT)', 'Entidad Responsable', 'e1'],
  ['INCAPACIDAD TEMPORAL (IT)', 'Fecha Baja IT', '20260301'],
  ['DEDUCCION POR IMPAGO (DIP)', 'Entidad Responsable', 'e2'],
  ['DEDUCCION POR IMPAGO (DIP)', 'Fecha Baja IT', '20260302'],
  ['DEDUCCION (DOP)', 'Entidad Responsable', 'e3'],
  ['DEDUCCION (DOP)', 'Otra Nueva', ''],
  ['DEDUCCION (DOP)', 'Otra Nueva', 'n2'],
  ['DEDUCCION (DOP)', 'Otra Nueva', 'n3'],
];

/** The spreadsheet, in the format of Excel 97 by default. */
export const spreadsheet = (bookType: 'biff8' | 'xlsx' = 'biff8') => {
  const columns = HEADERS.map(([section]) => section);
  const starts = columns.map((section, column) => (columns.indexOf(section) === column ? section : ''));
  const rows = [
    ['FICHERO INSS EMPRESAS'],
    starts,
    HEADERS.map(([, header]) => header),
    HEADERS.map(([, , value]) => value),
    [],
  ];
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = [...new Set(columns)].map((section) => ({
    s: { r: 1, c: columns.indexOf(section) },
    e: { r: 1, c: columns.lastIndexOf(section) },
  }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'FIE');
  return new Uint8Array(write(book, { type: 'array', bookType }));
};

/** The spreadsheet as an answer. */
export const fieSheet = () => answerWith(spreadsheet(), { contentType: 'application/vnd.ms-excel' });
