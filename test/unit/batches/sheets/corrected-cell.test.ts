import { expect, test } from 'vitest';
import { columnFinder } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import { readCorrected } from '../../../../functions/capabilities/batches/sheets/corrected-cell.ts';
import type { FoundColumns } from '../../../../functions/capabilities/batches/sheets/types.ts';
import { allPublicCodes } from '../../../../shared/kernel/public-codes.ts';
import { rowsOf, submissionOf } from '../../../support/sheets/files.ts';

/**
 * How a typed text is read in place of a cell: as the cell would be in its sheet. Each case has the other cells of the column, the
 * texts that are typed at once, and what is read: a value with its note, or the beginning of a mistake.
 */

interface Case {
  what: string;
  operation?: string;
  column: string;
  /** The header as it is written, if it differs. */
  header?: string;
  /** The cells of the sheet; `undefined` for a batch that came as a list. */
  cells: string[] | undefined;
  typed: string[];
  read: (Read | Doubt)[];
}
type Read = { value: unknown; note?: string };
type Doubt = { doubt: string };

const value = (read: unknown, note?: string): Read => ({ value: read, ...(note !== undefined && { note }) });
const doubt = (message: string): Doubt => ({ doubt: message });
const M_ALONE = doubt('M puede ser mujer (si hombre es H o V) u hombre (si mujer es F)');
const SEX = { column: 'sexo' };
const SHARE = { column: 'coeficiente' };
const GROUP = { column: 'grupo_cotizacion' };
const DATE = { column: 'fecha_real' };
const half = value('500', 'Se ha leído el 50 % de la jornada (500 milésimas).');

const SHARE_OF_HOURS = {
  operation: 'fileCompanyCertificate',
  column: 'Datos_Trabajador.PorcentualDedicacion',
};
const BASE = {
  operation: 'fileCompanyCertificate',
  column: 'Datos_Trabajador.Datos_VacacionesCotizadas.BaseCotizacionDesempleo',
};

const CASES: Case[] = [
  {
    ...SEX,
    what: 'M beside H is a woman',
    cells: ['H', 'M'],
    typed: ['M', 'H', 'hombre'],
    read: [
      value('F', 'Se ha leído mujer (F): la columna tiene H (fila 2).'),
      value('M', 'Se ha leído hombre (M): la columna tiene H (fila 2).'),
      value('M', 'Se ha leído M.'),
    ],
  },
  {
    ...SEX,
    what: 'M beside F is a man, which is noted',
    cells: ['F', 'M'],
    typed: ['M'],
    read: [value('M', 'Se ha leído hombre (M): la columna tiene F (fila 2).')],
  },
  {
    ...SEX,
    what: 'M alone is asked',
    cells: ['M', 'M'],
    typed: ['M', 'Mujer'],
    read: [M_ALONE, value('F', 'Se ha leído F.')],
  },
  { ...SEX, what: 'M is asked where the sheet has no value', cells: ['', ''], typed: ['M'], read: [M_ALONE] },
  {
    ...SEX,
    what: 'M typed together with H is a woman',
    cells: ['M', 'M'],
    typed: ['H', 'M'],
    read: [
      value('M', 'Se ha leído hombre (M): la columna tiene H (fila 2).'),
      value('F', 'Se ha leído mujer (F): la columna tiene H (fila 2).'),
    ],
  },
  {
    ...SEX,
    what: 'M is doubtful in a column with H and F',
    cells: ['H', 'F'],
    typed: ['M', 'H'],
    read: [doubt('En esta columna M puede ser'), doubt('En esta columna M puede ser')],
  },
  {
    ...SEX,
    what: 'a choice of a list is its meaning in any column',
    cells: ['H', 'M'],
    typed: ['M · hombre', 'F · mujer'],
    read: [value('M'), value('F')],
  },
  {
    ...SEX,
    what: 'numbers of two authorities are doubtful',
    cells: ['1', '2', '6'],
    typed: ['1'],
    read: [doubt('No se sabe qué código usa esta columna')],
  },
  {
    ...SEX,
    what: 'M in a batch without a sheet is the code of the interface, which is noted',
    cells: undefined,
    typed: ['M'],
    read: [value('M', 'Se ha leído hombre (M).')],
  },
  {
    ...SEX,
    what: 'H is a man in a batch without a sheet',
    cells: undefined,
    typed: ['H'],
    read: [value('M', 'Se ha leído hombre (M): la columna tiene H (fila 2).')],
  },
  {
    operation: 'notifyContract',
    column: 'sex',
    what: 'M beside H is a woman at SEPE',
    cells: ['H', 'M'],
    typed: ['M'],
    read: [value('2', 'Se ha leído mujer (2): la columna tiene H (fila 2).')],
  },
  { ...SHARE, what: '50 in a column of percentages', cells: ['37,5 %', '20'], typed: ['50'], read: [half] },
  {
    ...SHARE,
    what: '50 in a column of thousandths',
    cells: ['500', '375'],
    typed: ['50'],
    read: [doubt('50 puede ser el 50 %')],
  },
  {
    ...SHARE,
    what: '50 without another value',
    cells: ['', ''],
    typed: ['50'],
    read: [doubt('50 puede ser el 50 %')],
  },
  {
    ...SHARE,
    what: '50 in a batch without a sheet',
    cells: undefined,
    typed: ['50'],
    read: [doubt('50 puede ser el 50 %')],
  },
  {
    ...SHARE,
    header: 'Jornada',
    what: '20 that may be hours',
    cells: ['20', '38'],
    typed: ['20'],
    read: [doubt('20 puede ser el 20 % u horas')],
  },
  {
    ...SHARE,
    header: '% jornada',
    what: '50 below a percent sign',
    cells: ['', ''],
    typed: ['50'],
    read: [half],
  },
  {
    ...SHARE,
    what: '1 in a column of parts of one',
    cells: ['0,5', '0,375'],
    typed: ['1'],
    read: [value(undefined, 'Se ha leído la jornada completa, que se presenta sin coeficiente.')],
  },
  {
    ...SHARE,
    what: 'a decimal comma and a decimal point',
    cells: ['37,5 %', ''],
    typed: ['37,5', '37.5'],
    read: [
      value('375', 'Se ha leído el 37,5 % de la jornada (375 milésimas).'),
      value('375', 'Se ha leído el 37,5 % de la jornada (375 milésimas).'),
    ],
  },
  {
    ...GROUP,
    what: 'a group without its zero',
    cells: ['7', '10'],
    typed: ['5'],
    read: [value('05', 'Se ha leído 05: faltaban los ceros de la izquierda.')],
  },
  {
    ...GROUP,
    what: 'a group of another list is doubtful, and one in two figures is the answer',
    cells: ['A1', 'B', '2'],
    typed: ['2', '02', '10'],
    read: [doubt('La columna tiene A1 (fila 2)'), value('02'), value('10')],
  },
  {
    ...DATE,
    what: 'a day in a column with the month first',
    cells: ['12/31/2026', '12/07/2026'],
    typed: ['12/07/2026', '31/12/2026', '2026-12-07'],
    read: [doubt('12/07/2026 puede ser 2026-07-12 o 2026-12-07'), value('2026-12-31'), value('2026-12-07')],
  },
  {
    ...DATE,
    what: 'a day typed together with one that has the month first',
    cells: ['', ''],
    typed: ['12/31/2026', '12/07/2026'],
    read: [doubt('12/31/2026 tiene el mes delante'), doubt('12/07/2026 puede ser')],
  },
  {
    ...DATE,
    what: 'a day in a column with the day first',
    cells: ['31/12/2026', ''],
    typed: ['12/07/2026'],
    read: [value('2026-07-12')],
  },
  {
    column: 'duplicate',
    what: 'X beside a tick may be no',
    cells: ['✓', ''],
    typed: ['x', 'sí'],
    read: [doubt('En esta columna X puede ser no'), value(1)],
  },
  {
    column: 'duplicate',
    what: '1 beside 2 may be neither yes nor no',
    cells: ['1', '0', '2'],
    typed: ['1', 'no'],
    read: [doubt('En esta columna 1 puede no ser'), value(0)],
  },
  {
    column: 'duplicate',
    what: 'V beside F is yes',
    cells: ['V', 'F'],
    typed: ['V', 'F'],
    read: [value(1), value(0)],
  },
  {
    column: 'cno',
    what: 'a code without its zeros',
    cells: ['0011', ''],
    typed: ['11'],
    read: [value('0011', 'Se ha leído 0011: faltaban los ceros de la izquierda.')],
  },
  {
    operation: 'fileCompanyCertificate',
    column: 'Datos_Trabajador.DiasSalarioTramitacion',
    what: 'a number without its zeros',
    cells: ['', ''],
    typed: ['7'],
    read: [value('00007', 'Se ha leído 00007: faltaban los ceros de la izquierda.')],
  },

  {
    ...SHARE_OF_HOURS,
    what: 'a percentage below a percent sign',
    header: 'Dedicación (%)',
    cells: ['50', ''],
    typed: ['5000'],
    read: [doubt('')],
  },
  {
    ...SHARE_OF_HOURS,
    what: 'a percentage below hundredths',
    header: 'Dedicación (centésimas)',
    cells: ['5000', ''],
    typed: ['5000'],
    read: [value('5000', 'Se ha leído 50,00 %.')],
  },
  {
    ...BASE,
    what: 'an amount below euros',
    header: 'Base (€)',
    cells: ['1500', ''],
    typed: ['1500', '1.500,50'],
    read: [value('000150000', 'Se ha leído 1.500,00 €.'), value('000150050')],
  },
  {
    ...BASE,
    what: 'an amount below cents',
    header: 'Base (céntimos)',
    cells: ['150000', ''],
    typed: ['1500'],
    read: [value('000001500', 'Se ha leído 15,00 €.')],
  },
  {
    ...BASE,
    what: 'an amount without a unit',
    header: 'Base',
    cells: ['1500,00', ''],
    typed: ['1500'],
    read: [doubt('1500 puede ser')],
  },
];

test.each(CASES)(
  'a corrected cell, $what: $typed typed in a column $column with $cells is read as $read',
  async ({ operation: id = 'registerEmployee', column: name, header, cells, typed, read }) => {
    const operation = submissionOf(id);
    let found: FoundColumns | undefined;
    if (cells)
      await rowsOf([`dni;${header ?? name}`, ...cells.map((cell) => `12345678Z;${cell}`)].join('\r\n'), {
        format: 'csv',
        operations: [operation],
        mapping: header ? [{ header, column: name }] : [],
        found: (columns) => {
          found = columns;
        },
      });
    const column = columnFinder(operation)(name)!;
    const lists = await allPublicCodes();
    const texts = new Map(typed.map((text, place) => [text, place + 2]));
    const results = typed.map((text) =>
      readCorrected(column, text, { evidence: found?.evidence, typed: texts, lists }),
    );
    expect(
      results.map(({ value: shown, note, mistake }) =>
        mistake === undefined ? { value: shown, ...(note !== undefined && { note }) } : { doubt: mistake },
      ),
    ).toEqual(read.map((one) => ('doubt' in one ? { doubt: expect.stringContaining(one.doubt) } : one)));
  },
);
