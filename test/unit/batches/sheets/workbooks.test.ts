import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import type { Row } from '../../../../functions/capabilities/batches/sheets/types.ts';
import { sentFile } from '../../../../shared/operation/sent-sheet.ts';
import { type Book, bookOf, merged, STRUCK_STYLES } from '../../../support/sheets/books.ts';
import { rowsOf, submissionOf } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const alta = submissionOf('registerEmployee');

/** The reading of a workbook: each row with its messages, and the messages about the whole file. */
const readBook = async (
  book: Book | Uint8Array,
  limits = {},
  options: Pick<Parameters<typeof rowsOf>[1], 'mapping' | 'tab' | 'headerRow'> = {},
) => {
  const file: string[] = [];
  const rows = await rowsOf(book instanceof Uint8Array ? book : bookOf(book), {
    format: 'xlsx',
    operations: [alta],
    limits,
    ...options,
    note: (message) => file.push(message),
  });
  const texts = (remarks: Row['notes']) =>
    remarks.map(({ column, message }) => [column, message].filter(Boolean).join(': '));
  return {
    file,
    rows: rows.map(({ row, request, leftOut, mistakes, notes }) => ({
      row,
      request,
      mistakes: texts(mistakes),
      notes: texts(notes),
      ...(leftOut && { leftOut }),
    })),
  };
};

const HEADERS = ['nss', 'coeficiente', 'convenio'];
const FIRST = ['280000000097', '500', '28000805011979'];
const cells = ([nss, coeficiente, convenio]: string[]) => ({ nss, coeficiente, convenio });
const SHOWN = 'Es lo que muestra la celda combinada';
const combined = (ranges: string) => [
  `El libro tiene celdas combinadas: lo que muestran vale para todas las filas que ocupan (${ranges}).`,
];

describe('a merged cell', () => {
  test('a merged cell over several rows gives each of them the value that it shows, with a note', async () => {
    const read = await readBook({
      rows: [HEADERS, FIRST, ['280000000198'], ['280000000299']],
      after: merged('B2:B4', 'C2:C3'),
    });
    expect(read.rows).toEqual([
      { row: 2, request: cells(FIRST), mistakes: [], notes: [] },
      {
        row: 3,
        request: cells(['280000000198', ...FIRST.slice(1)]),
        mistakes: [],
        notes: [`coeficiente: ${SHOWN} B2:B4.`, `convenio: ${SHOWN} C2:C3.`],
      },
      {
        row: 4,
        request: { nss: '280000000299', coeficiente: '500' },
        mistakes: [],
        notes: [`coeficiente: ${SHOWN} B2:B4.`],
      },
    ]);
    expect(read.file).toEqual(combined('B2:B4, C2:C3'));
  });

  test('a merged cell hides the values of the cells below it, which are never read', async () => {
    const { rows } = await readBook({
      rows: [HEADERS, FIRST, ['280000000198', '250', '28000805011979']],
      after: merged('B2:B3'),
    });
    expect(rows[1]?.request).toMatchObject({ nss: '280000000198', coeficiente: '500' });
  });

  test('a merged cell that shows nothing leaves its rows blank, whatever the cells below it have', async () => {
    const { rows, file } = await readBook({
      rows: [HEADERS, ['280000000097', ''], ['280000000198', '250']],
      after: merged('B2:B3'),
    });
    expect(rows.map(({ request, notes }) => [request, notes])).toEqual([
      [{ nss: '280000000097' }, []],
      [{ nss: '280000000198' }, []],
    ]);
    expect(file).toEqual([]);
  });

  test.each([
    ['another column', 'B2:C3', 'coeficiente', [2, 3]],
    ['its header', 'C1:C3', 'su cabecera', [2, 3]],
  ])(
    'a merged cell over %s is a mistake of each row, because its value is not certain',
    async (_, range, other, wrong) => {
      const { rows } = await readBook({
        rows: [HEADERS, FIRST, ['280000000198', '250', '28000805011979']],
        after: merged(range),
      });
      expect(rows.map(({ row, mistakes }) => [row, mistakes])).toEqual(
        wrong.map((row) => [
          row,
          [
            `convenio: La celda está combinada con ${other} (${range}): sepárelas y escriba el valor de cada una.`,
          ],
        ]),
      );
      for (const { request } of rows) expect(request.convenio).not.toBe('28000805011979');
    },
  );

  test('a merged cell over a column without a header, such as a widened title, changes nothing', async () => {
    const { rows } = await readBook({
      rows: [
        ['nss', 'coeficiente', 'oculto'],
        ['280000000097', '500', '250'],
      ],
      after: merged('B1:C1', 'B2:C2'),
    });
    expect(rows).toEqual([
      { row: 2, request: { nss: '280000000097', coeficiente: '500' }, mistakes: [], notes: [] },
    ]);
  });

  test('merged cells in all columns make one taller row of several', async () => {
    const { rows } = await readBook({
      rows: [HEADERS, FIRST, ['280000000198', '250', ''], ['280000000299', '', '']],
      after: merged('A2:A3', 'B2:B3', 'C2:C4'),
    });
    expect(rows.map(({ row, request }) => [row, request])).toEqual([
      [2, cells(FIRST)],
      [4, { nss: '280000000299', convenio: '28000805011979' }],
    ]);
  });

  test('a workbook is not valid if its merged cells overlap or its rows are out of order', async () => {
    const damaged = ['No es un libro de Excel (.xlsx) válido: ábralo y guárdelo de nuevo como .xlsx.'];
    const twice = await readBook({ rows: [HEADERS, FIRST, FIRST], after: merged('B2:C3', 'B3:B4') });
    expect(twice.rows.at(-1)?.mistakes).toEqual(damaged);
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`;
    const disordered = await readBook({
      rows: [HEADERS],
      after: `<sheetData>${row(3)}${row(2)}</sheetData>${merged('A2:A3')}`,
    });
    expect(disordered.rows.at(-1)?.mistakes).toEqual(damaged);
  });

  test('a merged cell is found at any place of a large sheet, and too many are a mistake of the file', async () => {
    const rows = [HEADERS, ...Array.from({ length: 900 }, (_, index) => [String(280000000097 + index)])];
    for (const shift of [0, 1, 2, 3]) {
      const { rows: read } = await readBook({
        rows: [...rows, [...FIRST], ['280000000198']],
        after: merged('B902:B903'),
        before: `<!--${'x'.repeat(1000 * shift + shift)}-->`,
      });
      expect(read.at(-1)?.request).toEqual({ nss: '280000000198', coeficiente: '500' });
    }
    const many = Array.from({ length: 41 }, (_, index) => `A${2 * index + 2}:A${2 * index + 3}`);
    const { rows: refused } = await readBook({ rows: [HEADERS], after: merged(...many) }, { rows: 2 });
    expect(refused[0]?.mistakes).toEqual(['La hoja tiene demasiadas celdas combinadas: sepárelas.']);
  });
});

/** Columns whose values differ, so that a value in a wrong row or column is noticed. */
const COLUMNS = ['nss', 'coeficiente', 'convenio', 'cno'];
/** A sheet in which some cells are merged downwards, with the content of each, including hidden content. */
const sheet = fc
  .record({
    rows: fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
    starts: fc.array(fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ rows, starts }) => {
    // The first column names the worker, and is never merged.
    const cells = rows.map((row, index) =>
      COLUMNS.map((_, column) => (column === 0 || row[column] ? `${column}-${index + 2}` : '')),
    );
    const ranges: string[] = [];
    const shown = cells.map((row) => [...row]);
    for (const [column, heights] of starts.entries()) {
      if (column === 0) continue;
      for (let top = 0; top < rows.length; top += 1 + heights[top]!) {
        const bottom = Math.min(top + heights[top]!, rows.length - 1);
        if (bottom === top) continue;
        const letter = String.fromCharCode(65 + column);
        ranges.push(`${letter}${top + 2}:${letter}${bottom + 2}`);
        for (let row = top; row <= bottom; row++) shown[row]![column] = cells[top]![column]!;
      }
    }
    return { cells, ranges, shown };
  });

test('each row is read as it is shown, whatever cells are merged', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, async ({ cells, ranges, shown }) => {
      const { rows } = await readBook({ rows: [COLUMNS, ...cells], after: merged(...ranges) });
      expect(rows.map(({ request }) => COLUMNS.map((name) => request[name] ?? ''))).toEqual(shown);
      const saidOf = rows.flatMap(({ row, notes }) => notes.map((note) => `${note.split(':')[0]} ${row}`));
      const copied = shown.flatMap((row, index) =>
        row.flatMap((value, column) =>
          value === '' || value.endsWith(`-${index + 2}`) ? [] : [`${COLUMNS[column]} ${index + 2}`],
        ),
      );
      expect(saidOf.toSorted()).toEqual(copied.toSorted());
    }),
  );
});

describe('hidden and struck-out parts of a workbook', () => {
  test.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])(
    'a hidden row, with %s, is omitted, and a note of the row and of the file says so',
    async (attributes) => {
      const { rows, file } = await readBook({
        rows: [HEADERS, FIRST, ['280000000198'], FIRST],
        rowAttributes: { 3: attributes },
      });
      expect(rows.map(({ row, leftOut, notes }) => [row, leftOut, notes])).toEqual([
        [2, undefined, []],
        [3, 'hidden', ['Esta fila está oculta en el libro, a mano o por un filtro.']],
        [4, undefined, []],
      ]);
      expect(rows[1]?.request).toEqual({ nss: '280000000198' });
      expect(file).toEqual([
        'El libro tiene filas ocultas, a mano o por un filtro, que quedan fuera mientras no las incluya: 3.',
      ]);
    },
  );

  const run = (text: string, properties = '') => `<r><rPr>${properties}</rPr><t>${text}</t></r>`;
  test.each([
    ['cells of a struck-out style', { rowStyles: { 3: 1 } }],
    [
      'a struck-out part of a text',
      {
        after: `<sheetData><row r="3"><c r="A3" t="inlineStr"><is>${run('28')}${run('0000000198', '<strike val="true"/>')}</is></c></row></sheetData>`,
      },
    ],
  ])(
    'a struck-out row, with %s, is omitted, and a note of the row and of the file says so',
    async (_, book) => {
      const { rows, file } = await readBook({
        rows: 'after' in book ? [HEADERS, FIRST] : [HEADERS, FIRST, ['280000000198'], FIRST],
        styles: STRUCK_STYLES,
        ...book,
      });
      expect(rows[1]).toEqual({
        row: 3,
        request: { nss: '280000000198' },
        mistakes: [],
        notes: ['Esta fila está tachada en el libro, entera o en parte.'],
        leftOut: 'struck',
      });
      expect(rows.filter(({ leftOut }) => leftOut)).toHaveLength(1);
      expect(file).toEqual(['El libro tiene filas tachadas, que quedan fuera mientras no las incluya: 3.']);
    },
  );

  test('a row that is omitted shows the words of the columns that are not read, and no other row does', async () => {
    const secret = `${'s'.repeat(20)}.${'S'.repeat(30)}`;
    const { rows } = await readBook(
      {
        rows: [
          [...HEADERS, 'Observaciones', 'Sueldo', 'Aviso', 'Clave'],
          [...FIRST, 'ATENCIÓN', '1.200,50 €', '', ''],
          ['280000000198', '500', '28000805011979', 'NO PRESENTAR', '1.200,50 €', 'no '.repeat(100), secret],
        ],
        rowAttributes: { 3: 'hidden="1"' },
      },
      {},
      { mapping: ['Observaciones', 'Sueldo', 'Aviso', 'Clave'].map((header) => ({ header })) },
    );
    expect(rows.map(({ notes }) => notes)).toEqual([
      [],
      [
        'Esta fila está oculta en el libro, a mano o por un filtro.',
        'En «Observaciones», que no se lee: «NO PRESENTAR».',
        `En «Aviso», que no se lee: «${'no '.repeat(67).slice(0, 200)}…».`,
      ],
    ]);
  });

  test('a row is read if its style says that it is not struck out, or if only blank cells are', async () => {
    const blank =
      '<sheetData><row r="3"><c r="A3" t="inlineStr"><is><t>280000000198</t></is></c><c r="B3" s="1"/></row></sheetData>';
    const { rows } = await readBook({
      rows: [HEADERS, FIRST],
      rowStyles: { 2: 2 },
      styles: STRUCK_STYLES,
      after: blank,
    });
    expect(rows.map(({ row, leftOut, notes }) => [row, leftOut, notes])).toEqual([
      [2, undefined, []],
      [3, undefined, []],
    ]);
  });

  test('the note of many hidden rows names only the first ones', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => index + 2);
    const { file } = await readBook({
      rows: [HEADERS, ...numbers.map(() => FIRST)],
      rowAttributes: Object.fromEntries(numbers.map((number) => [number, 'hidden="1"'])),
    });
    expect(file[0]).toMatch(/: 2, 3, .*, 21 y 5 más\.$/);
  });

  test.each(['hidden="1"', 'width="0" customWidth="1"'])(
    'columns with %s are named if they have values, and marked in those rows',
    async (attributes) => {
      const named = HEADERS.map((header) => (header === 'convenio' ? 'Convenio colectivo' : header));
      const { rows, file } = await readBook({
        rows: [[...named, 'cno'], FIRST, ['280000000198', '250']],
        before: `<cols><col min="3" max="16384" ${attributes}/></cols>`,
      });
      expect(rows.map(({ row, notes }) => [row, notes])).toEqual([
        [2, ['convenio: Esta columna está oculta en el libro.']],
        [3, []],
      ]);
      expect(file.at(-1)).toBe(
        'El libro tiene columnas ocultas con datos, que también se presentan: Convenio colectivo.',
      );
    },
  );

  test('a hidden sheet is named, and is not read instead of a shown one', async () => {
    const { rows, file } = await readBook({
      rows: [HEADERS, ['280000000198']],
      sheetAttributes: 'state="veryHidden"',
      others: [{ name: 'Altas', rows: [HEADERS, FIRST] }],
    });
    expect(rows).toMatchObject([{ row: 2, request: cells(FIRST) }]);
    expect(file).toEqual([
      'Del libro solo se ha leído la hoja «Altas». Otras hojas con datos no se leen: «Datos» (oculta).',
    ]);
  });
});

describe('the sheets of a workbook', () => {
  const LEAVERS = {
    name: 'Bajas',
    rows: [
      ['nss', 'fecha de baja'],
      ['280000000299', '01/12/2026'],
    ],
  };

  test('a sheet with other columns than the one that is read is named, and not read', async () => {
    const { rows, file } = await readBook({
      rows: [HEADERS, FIRST],
      others: [
        {
          name: 'Bajas',
          rows: [
            ['trabajador', 'causa'],
            ['ANA', 'fin'],
          ],
        },
        { name: 'Vacía', rows: [] },
      ],
    });
    expect(rows).toMatchObject([{ row: 2, request: cells(FIRST), mistakes: [] }]);
    expect(file).toEqual([
      'Del libro solo se ha leído la hoja «Datos». Otras hojas con datos no se leen: «Bajas».',
    ]);
  });

  test('a second shown sheet with all required columns is a mistake of the file', async () => {
    const { rows } = await readBook({ rows: [HEADERS, FIRST], others: [LEAVERS] });
    expect(rows.at(-1)?.mistakes).toEqual([
      expect.stringMatching(
        /^La hoja «Bajas» también tiene datos, con las mismas cabeceras, y solo se lee «Datos»/,
      ),
    ]);
    const month = await readBook({
      rows: [
        [...HEADERS, 'fecha_real'],
        [...FIRST, '01/12/2026'],
      ],
      others: [LEAVERS, { name: 'Enero', rows: [['ALTAS'], ['fecha_real', 'nss'], ['1', '2']] }],
    });
    expect(month.rows.at(-1)?.mistakes).toEqual([expect.stringContaining('La hoja «Enero»')]);
  });

  test.each(['Datos', 'Enero', 'Oculta', ' Enero '])(
    'the sheet %j is read if a person chose it, and the others are named',
    async (tab) => {
      const rows = (nss: string) => [HEADERS, [nss, ...FIRST.slice(1)]];
      const numbers = { Datos: '280000000097', Enero: '280000000198', Oculta: '280000000299' };
      const read = await readBook(
        {
          rows: rows(numbers.Datos),
          others: [
            { name: 'Enero', rows: rows(numbers.Enero) },
            { name: 'Oculta', state: 'hidden', rows: rows(numbers.Oculta) },
          ],
        },
        {},
        { tab },
      );
      expect(read.rows).toEqual([
        {
          row: 2,
          request: { ...cells(FIRST), nss: numbers[tab.trim() as keyof typeof numbers] },
          mistakes: [],
          notes: [],
        },
      ]);
      expect(read.file).toEqual([expect.stringContaining(`solo se ha leído la hoja «${tab.trim()}»`)]);
    },
  );

  test.each([
    ['Altas ', ['Altas', 'Altas '], 2],
    ['Altas', ['Altas', 'Altas '], 1],
    ['Nómina', ['Nomina', 'No\u0301mina '], 2],
    [' Altas', ['Altas', 'Altas '], 'El libro tiene varias hojas que se llaman «Altas»'],
    ['Altas', ['Altas', 'Altas'], 'El libro tiene varias hojas que se llaman «Altas»'],
  ])(
    'the chosen sheet %j among %j is the one with exactly this name, or the only similar one',
    async (...args) => {
      const [sent, names, expected] = args;
      const { tab } = sentFile('Nombre.').parse({ name: 'altas.xlsx', content: '', tab: sent });
      const others = names.map((name, index) => ({
        name,
        ...(index === 0 && { state: 'hidden' }),
        rows: [HEADERS, ...Array<string[]>(index + 1).fill(FIRST)],
      }));
      const { rows } = await readBook({ rows: [HEADERS], others }, {}, { tab });
      if (typeof expected === 'number') expect(rows).toHaveLength(expected);
      else expect(rows).toMatchObject([{ request: {}, mistakes: [expect.stringContaining(expected)] }]);
    },
  );

  test('a chosen sheet that the workbook lacks is a mistake of the file, and no other sheet is read', async () => {
    const { rows } = await readBook({ rows: [HEADERS, FIRST] }, {}, { tab: 'Febrero' });
    expect(rows).toMatchObject([
      { request: {}, mistakes: ['El libro no tiene la hoja «Febrero»: elija otra.'] },
    ]);
  });

  test('the first sheet that is a table is read, and the cover before it is not', async () => {
    const { rows, file } = await readBook({
      rows: [['Instrucciones'], ['Cliente', 'Talleres']],
      others: [{ name: 'Altas', rows: [HEADERS, FIRST] }],
    });
    expect(rows).toMatchObject([{ row: 2, request: cells(FIRST), mistakes: [] }]);
    expect(file).toEqual([
      expect.stringContaining('la hoja «Altas». Otras hojas con datos no se leen: «Datos».'),
    ]);
  });
});

describe('the parts of a workbook', () => {
  test.each([
    ['another name', { book: 'xl/workbook22.xml' }],
    ['another folder', { book: 'libro/datos/libro.xml' }],
    ['none', { book: 'libro.xml' }],
    ['backslashes', { inPackage: (name: string) => name.replaceAll('/', '\\') }],
    ['capitals', { inPackage: (name: string) => name.toUpperCase() }],
    ['absolute targets', { target: (name: string) => (name.startsWith('xl/') ? `/${name}` : `/xl/${name}`) }],
    [
      'targets from above',
      { target: (name: string) => (name.startsWith('xl/') ? `./${name}` : `../xl/./${name}`) },
    ],
    ['targets with backslashes', { target: (name: string) => name.replaceAll('/', '\\') }],
  ])('the parts are found by their relations: %s', async (_, named) => {
    const { rows } = await readBook({ rows: [HEADERS, FIRST], named });
    expect(rows).toEqual([{ row: 2, request: cells(FIRST), mistakes: [], notes: [] }]);
  });

  test('relations that lead out of the package or to nothing are no parts', async () => {
    const relation =
      '<Relationship Id="x" Type="a/officeDocument" Target="http://e/" TargetMode="External"/>';
    const bytes = zipSync({ '_rels/.rels': strToU8(`<R>${relation}</R>`) });
    const { rows } = await readBook(bytes);
    expect(rows[0]?.mistakes[0]).toMatch(/No es un libro de Excel/);
  });
});

/** The beginning of an OLE file with a stream of this name. */
const oleWith = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(64),
  ]);

test.each([
  ['a workbook with a password', 'EncryptedPackage', /tiene contraseña: quítesela/],
  ['a workbook of Excel up to 2003', 'Workbook', /Excel antiguo \(\.xls\): ábralo y guárdelo como \.xlsx/],
])('%s has a mistake that says what the file is', async (_, stream, message) => {
  const { rows } = await readBook(oleWith(stream));
  expect(rows).toMatchObject([{ row: 1, mistakes: [expect.stringMatching(message)] }]);
});
