import type { Column } from '../../../../shared/sheets/cells/column.ts';
import { collected, type WrittenFormat } from '../../../../shared/sheets/sheet-of-texts.ts';
import type { WrittenRow, WrittenSheet } from '../../../../shared/sheets/xlsx/write.ts';
import { columnsOf, EXAMPLE_MARK, HELP_SHEET, OPERATION_HEADER, titleOf } from './columns.ts';
import { templateLabel } from './headers.ts';
import type { SheetOperation } from './types.ts';

/**
 * The sheet that an office fills in for an operation: headers in plain words, the interface's names in a hidden row or in
 * brackets, an example that is not read, and in a workbook a sheet that explains each column.
 */
export const templateOf = async (operation: SheetOperation, format: WrittenFormat): Promise<Uint8Array> => {
  const columns = columnsOf(operation);
  const example = [
    `${EXAMPLE_MARK} (esta fila no se tramita): ${operation.id}`,
    ...columns.map(({ example = '' }) => example),
  ];
  if (format === 'csv') {
    const { writeCsv } = await import('../../../../shared/sheets/csv/write.ts');
    // A text file cannot hide a row, so each header has its name in brackets.
    const headers = [
      OPERATION_HEADER,
      ...columns.map((column) => {
        const { unit } = column;
        return `${templateLabel(column)} (${column.header})${unit ? ` (${unit})` : ''}`;
      }),
    ];
    return collected(writeCsv(inTurn([headers, example])));
  }
  const { writeXlsx } = await import('../../../../shared/sheets/xlsx/write.ts');
  const headers = [
    `Trámite\n${operation.id}, en todas las filas que se tramitan.`,
    ...columns.map((column) =>
      [
        titleOf({ ...column, header: templateLabel(column), written: 'unit' }),
        `${column.isRequired ? 'Obligatorio. ' : ''}${column.description}`,
      ].join('\n'),
    ),
  ];
  const data: WrittenSheet = {
    name: 'Datos',
    headerRows: 2,
    widths: headers.map(() => 24),
    rows: inTurn<WrittenRow>([
      { cells: headers, style: 'header' },
      {
        cells: [OPERATION_HEADER, ...columns.map((column) => titleOf({ ...column, written: 'unit' }))],
        style: 'header',
        isHidden: true,
      },
      { cells: example, style: 'example' },
    ]),
  };
  const help: WrittenSheet = {
    name: HELP_SHEET,
    widths: [44, 30, 12, 80, 60, 30],
    rows: inTurn<WrittenRow>([
      { cells: ['Columna', 'Nombre', 'Obligatoria', 'Qué es', 'Valores', 'Ejemplo'], style: 'header' },
      ...columns.map((column) => ({ cells: helpOf(column) })),
      ...HINTS.map((hint) => ({ cells: ['', '', '', hint] })),
    ]),
  };
  return collected(writeXlsx([data, help]));
};

const helpOf = ({ header, isRequired, description, codes = {}, example = '' }: Column): string[] => [
  templateLabel({ header, description }),
  header,
  isRequired ? 'sí' : 'no',
  description,
  Object.entries(codes)
    .map(([code, meaning]) => `${code}: ${meaning}`)
    .join('; '),
  example,
];

const HINTS = [
  `Cada fila es un trámite; la que empieza por ${EXAMPLE_MARK} no se lee. El orden de las columnas no importa, y sobran las que queden vacías. Debajo de las cabeceras hay una fila oculta con sus nombres: no la cambie.`,
  'Las fechas se escriben como 31/12/2026 o 2026-12-31.',
  'Los importes (€) y porcentajes (%) se escriben con dos decimales, como 1.500,00.',
  'Los códigos se escriben con sus ceros a la izquierda. Las celdas ya tienen formato de texto: no lo cambie.',
  'Si un dato admite varias entradas, sus columnas llevan número; para más, añada columnas con el número siguiente.',
];

/** The values as an asynchronous stream. */
async function* inTurn<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  yield* values;
}
