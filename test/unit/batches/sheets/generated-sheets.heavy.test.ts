import { utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { cellsOf, OPERATION_HEADER } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import { ccc, dni, nie, nss } from '../../../../sandbox/identifiers.ts';
import { rowsOf, submissionOf } from '../../../support/sheets/files.ts';

/**
 * 500 sheets as offices write them, in which half of the rows have one unusual habit each. A row is filed as it was meant, or
 * its cell gets a mistake: it is never filed as anything else, and nothing that is right is refused. Rows that a workbook hides
 * or has struck out are left out; titles, totals, remarks and other tabs are no rows.
 */

const SHEETS = 500;
const ROWS = 8;
const TODAY = '2026-12-01';

type Random = (below: number) => number;

/** Random numbers that are the same for the same seed (mulberry32). */
const randomOf = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};
const oneOf = <T>(random: Random, values: readonly T[]): T => values[random(values.length)]!;

type Format = 'csv' | 'xlsx';
/** A cell in a workbook: text, number or date. */
type Cell = string | number | Date;
type Meant = Record<string, string>;

/** A row: the intended values, its cells by header, the columns that must get a message, and why it is left out. */
interface Row {
  meant: Meant;
  cells: Record<string, Cell>;
  said: string[];
  leftOut?: 'hidden' | 'struck';
}

const OPERATIONS = {
  registerEmployee: { document: 'identificacion', nie: '6', day: 'fecha_real', occupation: 'cno' },
  notifyContract: { document: 'docType', nie: 'E', day: 'startDate', occupation: 'occupation' },
} as const;
type Id = keyof typeof OPERATIONS;

/** A row without a habit. */
const rowOf = (id: Id, random: Random): Row => {
  const example = cellsOf(submissionOf(id).example.request as Record<string, unknown>);
  const isNie = random(3) === 0;
  const { document, nie: kind, day, occupation } = OPERATIONS[id];
  const province = 1 + random(53);
  const meant: Meant = {
    ...example,
    nss: nss(province, random(100_000_000)),
    ccc: ccc(province, random(10_000_000)),
    dni: isNie ? nie(oneOf(random, ['X', 'Y', 'Z']), random(10_000_000)) : dni(random(100_000_000)),
    ...(isNie && { [document]: kind }),
    [day]: `2026-12-${String(1 + random(31)).padStart(2, '0')}`,
    [occupation]: oneOf(random, ['0011', '4122', '9100']),
    ...(id === 'registerEmployee' && {
      tipo_contrato: oneOf(random, ['100', '000']),
      grupo_cotizacion: oneOf(random, ['01', '07', '10']),
      convenio: '28000775011982',
    }),
  };
  return { meant, cells: { ...meant }, said: [] };
};

/** Whether the digits may be an older number without the zero after a valid province. No account has province 66. */
const mayBeOlder = (header: string, digits: string): boolean => {
  const province = Number(digits.slice(0, 2));
  return (province >= 10 && province <= 53) || (header === 'nss' && province === 66);
};

/** A change to a row. */
type Habit = (row: Row, random: Random, format: Format) => void;

const leftByFormulas = ['#N/D', '#¡REF!', '#¡VALOR!', '#¿NOMBRE?', '#N/A', '########'];

/** The date of a row, in one of the ways in which offices write it. */
const asWritten = (date: string, random: Random): Cell => {
  const [year, month, day] = date.split('-') as [string, string, string];
  return oneOf<Cell>(random, [
    ...[`${day}/${month}/${year}`, `${Number(day)}/${month}/${year}`, `${day}-${month}-${year}`],
    ...[`${day}.${month}.${year}`, date, new Date(`${date}T00:00:00Z`)],
  ]);
};

const habitsOf = (id: Id): Habit[] => {
  const { day, document, nie: kind, occupation } = OPERATIONS[id];
  const number =
    (header: string, write: (digits: string) => Cell = Number): Habit =>
    ({ meant, cells, said }) => {
      const digits = String(Number(meant[header]));
      cells[header] = write(digits);
      const lacksOne = digits.length < meant[header]!.length;
      if (['nss', 'ccc'].includes(header) && lacksOne && mayBeOlder(header, digits)) said.push(header);
    };
  const grouped = (sign: string) => (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, sign);
  const exponent = (digits: string) => `${digits[0]}.${digits.slice(1)}E+${digits.length - 1}`;
  const byProgram = ['nss', 'ccc'].flatMap((header) => [
    number(header, (digits) => `${digits}.0`),
    number(header, (digits) => `${digits},00`),
    number(header, grouped('.')),
    number(header, grouped(',')),
    number(header, exponent),
  ]);
  const noProvince =
    (header: 'nss' | 'ccc'): Habit =>
    ({ cells, meant, said }, random) => {
      cells[header] = `${54 + random(12)}${meant[header]!.slice(2)}`;
      said.push(header);
    };
  const older =
    (header: 'nss' | 'ccc', make: typeof nss, most: number): Habit =>
    ({ meant, cells, said }, random) => {
      const province = 10 + random(44);
      const sequence = random(most);
      const digits = `${province}${String(sequence).padStart(String(most).length - 1, '0')}`;
      meant[header] = make(province, sequence);
      cells[header] = `${digits}${String(Number(digits) % 97).padStart(2, '0')}`;
      said.push(header);
    };
  const left =
    (header: string, values: readonly Cell[]): Habit =>
    ({ cells, said }, random) => {
      cells[header] = oneOf(random, values);
      said.push(header);
    };
  return [
    number('nss'),
    number('ccc'),
    number('regimen'),
    number('regimen', (digits) => `${digits}.0`),
    number(occupation),
    number(occupation, (digits) => `${digits}.0`),
    ...byProgram,
    noProvince('nss'),
    noProvince('ccc'),
    ({ cells, said }) => {
      cells.nss = `${String(cells.nss).slice(0, 11)}.5`;
      said.push('nss');
    },
    older('nss', nss, 10_000_000),
    older('ccc', ccc, 1_000_000),
    left('nss', [0, '2,8E+11', ...leftByFormulas]),
    left('dni', [0, '?', '-', ...leftByFormulas]),
    left(occupation, [0, '0000', ...leftByFormulas]),
    left(day, [0, ...leftByFormulas]),
    ({ meant, cells }, random) => {
      cells[day] = asWritten(meant[day]!, random);
    },
    // As issued until 2008.
    ({ meant, cells }, random) => {
      meant.dni = nie('X', random(10_000_000));
      meant[document] = kind;
      Object.assign(cells, { dni: `X0${meant.dni.slice(1)}`, [document]: kind });
    },
    ({ meant, cells }) => {
      Object.assign(cells, { dni: ` ${meant.dni!.toLowerCase()} `, duplicate: 'Sí' });
      meant.duplicate = '1';
    },
    ({ cells, said }, _, format) => {
      cells.dni = format === 'xlsx' ? new Date(`${TODAY}T00:00:00Z`) : '1.2345E+20';
      said.push('dni');
    },
    ...(id === 'registerEmployee'
      ? [
          number('grupo_cotizacion'),
          number('tipo_contrato'),
          left('convenio', [0, '00000000000000', ...leftByFormulas]),
        ]
      : [left('surname', [0, '0', '?', '-', ...leftByFormulas])]),
  ];
};

/** Writes all dates of a sheet with the month first. A program with Spanish settings has converted some of them to other dates. */
const inOtherOrder = (rows: Row[], day: string, random: Random, format: Format): void => {
  const first = rows[random(rows.length)]!;
  first.meant[day] = '2026-12-31';
  for (const row of rows) {
    // A row that has a habit in this very cell keeps it.
    if (row.said.includes(day)) continue;
    const [year, month, of] = row.meant[day]!.split('-') as [string, string, string];
    const isCertain = Number(of) > 12;
    row.cells[day] =
      format === 'xlsx' && !isCertain && random(2) === 0
        ? new Date(`${year}-${of}-${month}T00:00:00Z`)
        : `${month}/${of}/${year}`;
    if (of !== month) row.said.push(day);
  }
};

/** Codes of sexes: a man, a woman, and the readings among which a person chooses if the column shows none. */
const SEX_CODES = [
  ['H', 'M'],
  ['V', 'M'],
  ['M', 'F'],
  ['1', '2'],
  ['1', '6'],
  ['hombre', 'mujer'],
] as const;

/** Writes a column of sexes in one code, which is kept back if M stands alone in it. */
const withSexes = (rows: Row[], id: Id, random: Random): void => {
  const [column, ...codes] = id === 'registerEmployee' ? ['sexo', 'M', 'F'] : ['sex', '1', '2'];
  const code = oneOf(random, SEX_CODES);
  const some = random(4) === 0 ? [random(2)] : [0, 1];
  for (const row of rows) {
    const sex = oneOf(random, some);
    row.cells[column!] = code[sex]!;
    row.meant[column!] = codes[sex]!;
  }
  const written = new Set(rows.map(({ cells }) => cells[column!]));
  if (written.size === 1 && written.has('M')) for (const row of rows) row.said.push(column!);
};

/** A coefficient in thousandths, and the ways in which a column may write it. */
const SHARE_CODES: Record<string, (thousandths: number) => Cell> = {
  thousandths: (thousandths) => String(thousandths).padStart(3, '0'),
  percent: (thousandths) => (thousandths / 10).toFixed(1).replace('.', ','),
  sign: (thousandths) => `${String(thousandths / 10).replace('.', ',')} %`,
  fraction: (thousandths) => thousandths / 1000,
  whole: (thousandths) => Math.round(thousandths / 10),
};

/** Writes a column of part-time coefficients, in one way or in several. Whole numbers below 100 are certain in a column
 * of per cent only. */
const withShares = (rows: Row[], random: Random): void => {
  const names = Object.keys(SHARE_CODES).filter(() => random(3) === 0);
  if (names.length === 0) names.push('whole');
  const ways = rows.map(() => oneOf(random, names));
  const certain = new Set(
    ways.filter((way) => way !== 'whole').map((way) => (way === 'sign' ? 'percent' : way)),
  );
  for (const [index, row] of rows.entries()) {
    const way = ways[index]!;
    // Of whole per cent, none that a fraction or a single hour could be.
    const thousandths = way === 'whole' ? 10 * (11 + random(88)) : 105 + random(890);
    row.meant.coeficiente = String(thousandths);
    row.cells.coeficiente = SHARE_CODES[way]!(thousandths);
    if (way === 'whole' && !(certain.size === 1 && certain.has('percent'))) row.said.push('coeficiente');
  }
};

/** The text that a spreadsheet program shows for a cell, and writes into a CSV file. */
const shown = (cell: Cell): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10).split('-').reverse().join('/')
    : typeof cell === 'number'
      ? String(cell).replace('.', ',')
      : cell;

/** What offices write above the headers, and below the last row. */
const TITLES = [
  ['PANADERIA EJEMPLO, S.L. - ALTAS'],
  ['ALTAS DICIEMBRE'],
  ['Talleres Ruiz, Hermanos, S.L.', 'diciembre'],
];
const ENDS: ((count: number) => Cell[])[] = [
  (count) => ['TOTAL', count],
  (count) => ['TOTAL ALTAS', '', '', count],
  () => ['Color rojo = no presentar'],
];

/** Hides and strikes out rows of a workbook. A text file has neither. */
const leaveOutSome = (rows: Row[], random: Random, format: Format): void => {
  if (format === 'csv') return;
  for (const row of rows) if (random(3) === 0) row.leftOut = oneOf(random, ['hidden', 'struck']);
};

/** Strikes out all cells of rows, which the library that writes the workbook cannot. @param numbers rows of the first sheet */
const struckOut = (workbook: Buffer, numbers: readonly number[]): Buffer => {
  const parts = unzipSync(workbook);
  const change = (name: string, to: (xml: string) => string) => {
    parts[name] = strToU8(to(strFromU8(parts[name]!)));
  };
  const styles = strFromU8(parts['xl/styles.xml']!);
  const inside = (list: string, entry: string) =>
    styles.match(new RegExp(`<${list}[ >].*?</${list}>`, 's'))![0].match(new RegExp(`<${entry}[ />]`, 'g'))!
      .length;
  const [fonts, formats] = [inside('fonts', 'font'), inside('cellXfs', 'xf')];
  change('xl/styles.xml', (xml) =>
    xml
      .replace('</fonts>', '<font><strike/></font></fonts>')
      .replace(
        '</cellXfs>',
        `<xf numFmtId="0" fontId="${fonts}" fillId="0" borderId="0" xfId="0"/></cellXfs>`,
      ),
  );
  change('xl/worksheets/sheet1.xml', (xml) =>
    numbers.reduce(
      (all, number) =>
        all.replace(new RegExp(`(<row r="${number}".*?</row>)`, 's'), (row) =>
          row.replaceAll('<c ', `<c s="${formats}" `),
        ),
      xml,
    ),
  );
  return Buffer.from(zipSync(parts));
};

const fileOf = (rows: Row[], id: Id, format: Format, random: Random): Buffer => {
  const headers = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
    .map((header) => ({ header, at: random(1000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ header }) => header);
  // An office's own sheet has one kind of rows, and does not name it.
  const isOwn = random(2) === 0;
  const all = rows.map(({ cells, leftOut }) => [
    ...(isOwn ? [] : [id]),
    ...headers.map((header) => {
      const cell = cells[header] ?? '';
      // A struck-out cell has one style, and so not that of a date.
      return format === 'csv' || (leftOut === 'struck' && cell instanceof Date) ? shown(cell) : cell;
    }),
  ]);
  const above = random(2) === 0 ? [oneOf(random, TITLES)] : [];
  if (above.length > 0 && random(2) === 0) above.push([]);
  const below = random(2) === 0 ? [[...(isOwn ? [] : ['']), ...oneOf(random, ENDS)(rows.length)]] : [];
  if (below.length > 0 && random(2) === 0) below.unshift([]);
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(
    [...above, [...(isOwn ? [] : [OPERATION_HEADER]), ...headers], ...all, ...below],
    {
      UTC: true,
    },
  );
  const first = above.length + 1;
  sheet['!rows'] = [];
  for (const [index, { leftOut }] of rows.entries())
    if (leftOut === 'hidden') sheet['!rows'][first + index] = { hidden: true };
  utils.book_append_sheet(book, sheet, 'ALTAS');
  if (format === 'xlsx' && random(2) === 0)
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Trabajador', 'NIF', 'Causa'],
        ['X, Y', '1', 'fin'],
      ]),
      'BAJAS',
    );
  const file = write(book, {
    type: 'buffer',
    bookType: format,
    FS: ';',
    // Other programs use either of these two forms.
    bookSST: random(2) === 0,
  }) as Buffer;
  const struck = rows.flatMap(({ leftOut }, index) => (leftOut === 'struck' ? [first + index + 1] : []));
  return struck.length > 0 ? struckOut(file, struck) : file;
};

test(`each cell of ${SHEETS} generated sheets is filed as it was meant, or has a mistake or a note`, async () => {
  const wrong: unknown[] = [];
  const counts = { filed: 0, said: 0, habits: 0, leftOut: 0 };
  for (let seed = 1; seed <= SHEETS; seed++) {
    const random = randomOf(seed);
    vi.stubEnv('STRICT_IDENTIFIERS', String(random(2) === 0));
    const id = oneOf(random, Object.keys(OPERATIONS) as Id[]);
    const format = oneOf<Format>(random, ['csv', 'xlsx']);
    const operation = submissionOf(id);
    const rows = Array.from({ length: ROWS }, () => rowOf(id, random));
    for (const row of rows)
      if (random(2) === 0) {
        counts.habits += 1;
        oneOf(random, habitsOf(id))(row, random, format);
      }
    if (random(3) === 0) withSexes(rows, id, random);
    if (id === 'registerEmployee' && random(3) === 0) withShares(rows, random);
    if (random(10) === 0) inOtherOrder(rows, OPERATIONS[id].day, random, format);
    leaveOutSome(rows, random, format);
    const read = await rowsOf(fileOf(rows, id, format, random), { format, operations: [operation] });
    if (read.length !== rows.length) wrong.push({ seed, rows: read.length });
    for (const [index, { meant, cells, said, leftOut }] of rows.entries()) {
      const row = read[index]!;
      const { mistakes, value } = await checkRow(row, operation);
      const columns = [...new Set(mistakes.map(({ column }) => column))].toSorted();
      const expected = said.length > 0 ? undefined : operation.request.parse({ ...meant });
      const isRight =
        JSON.stringify(columns) === JSON.stringify([...new Set(said)].toSorted()) &&
        JSON.stringify(value) === JSON.stringify(expected) &&
        row.leftOut === leftOut;
      if (leftOut) counts.leftOut += 1;
      else if (said.length > 0) counts.said += 1;
      else counts.filed += 1;
      if (!isRight)
        wrong.push({
          seed,
          id,
          format,
          row: row.row,
          mistakes,
          said,
          cells,
          meant,
          leftOut: [row.leftOut, leftOut],
        });
    }
  }
  expect(wrong).toEqual([]);
  // There are many rows of each kind.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(SHEETS);
});
