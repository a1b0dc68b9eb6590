import { utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { columnsOf } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import type { Row } from '../../../../functions/capabilities/batches/sheets/types.ts';
import { rowsOf, submissionOf, workbook } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const group = submissionOf('updateGroup');
const alta = submissionOf('registerEmployee');
const calls = submissionOf('callWorkers');
const certificate = submissionOf('fileCompanyCertificate');
const HEADERS = ['regimen', 'ccc', 'nss', 'dni', 'fecha_real', 'grupo_cotizacion'];
const VALUES = ['0111', '28000000097', '280000000097', '12345678Z', '2026-12-01', '04'];
const request = Object.fromEntries(HEADERS.map((header, index) => [header, VALUES[index]]));

const csv = (text: string | Uint8Array, operations = [group]) => rowsOf(text, { format: 'csv', operations });
const xlsx = (rows: unknown[][], operations = [group]) =>
  rowsOf(workbook(rows), { format: 'xlsx', operations });
const lines = (delimiter: string, ...rows: string[][]) => rows.map((row) => row.join(delimiter)).join('\r\n');
const messages = (rows: Row[]) => rows.flatMap(({ mistakes }) => mistakes);

/** The parts of a workbook that has one sheet with these XML rows. */
const partsOf = (...rows: string[]) => ({
  'xl/workbook.xml': strToU8('<w xmlns:r="r"><sheets><sheet name="A" r:id="x"/></sheets></w>'),
  'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="x" Target="worksheets/sheet1.xml"/></R>'),
  'xl/worksheets/sheet1.xml': strToU8(
    `<worksheet><sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`,
  ),
});

describe('the reading of a text file', () => {
  test.each([
    [';', 'utf8'],
    [',', 'utf8'],
    ['\t', 'utf8'],
    [';', 'latin1'],
    ['\t', 'utf16le'],
  ] as const)('a file with %j between its values is read in %s', async (delimiter, encoding) => {
    const text = lines(delimiter, ['titular', 'regimen'], ['Muñoz', '0111']);
    const bytes = Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding);
    const rows = await rowsOf(bytes, { format: 'csv', operations: [group], rowColumns: ['titular'] });
    expect(rows).toMatchObject([{ row: 2, own: { titular: 'Muñoz' }, request: { regimen: '0111' } }]);
  });

  test.each(['\n', '\r\n', '\r'])(
    'a file whose lines end in %j is read, with blank lines and a byte order mark',
    async (end) => {
      const text = [HEADERS, [], VALUES, ['', ''], VALUES].map((row) => row.join(';')).join(end);
      const rows = await csv(`\ufeff${text}${end}`);
      expect(rows.map(({ row, request: read, mistakes }) => [row, read, mistakes])).toEqual([
        [3, request, []],
        [5, request, []],
      ]);
    },
  );

  test('a file is read up to a quote that is not closed, which is a mistake of its row', async () => {
    const rows = await csv(`${lines(';', HEADERS, VALUES)}\r\n"0111;28`);
    expect(rows.map(({ row, mistakes }) => [row, mistakes.length])).toEqual([
      [2, 0],
      [3, 1],
    ]);
    expect(messages(rows)[0]?.message).toMatch(/comillas/);
  });
});

describe('the headers of a sheet', () => {
  test('the headers are recognised in any case, with blanks or a second line, and in any order', async () => {
    const headers = [...HEADERS].reverse().map((header) => ` ${header.toUpperCase()} \nlo que es`);
    const [row] = await xlsx([headers, [...VALUES].reverse()]);
    expect(row).toMatchObject({ request, mistakes: [] });
  });

  test('headers that are unknown, repeated or forbidden are mistakes of row 1, and the rows are read', async () => {
    const rows = await csv(
      lines(
        ';',
        [...HEADERS, 'fecha_reall', 'ccc', 'test', 'resultado.estado'],
        [...VALUES, 'x', 'y', '1', 'aceptado'],
      ),
    );
    expect(rows[0]).toMatchObject({ row: 1, request: {} });
    expect(rows[0]?.mistakes.map(({ column, message }) => [column, message])).toEqual([
      ['fecha_reall', expect.stringContaining('¿quiso decir fecha_real?')],
      ['ccc', expect.stringContaining('dos veces')],
      ['test', expect.stringContaining('se prueba antes')],
    ]);
    // Rows below it are never lost silently: each is returned as a row.
    expect(rows[0]).toMatchObject({ ofFile: true });
    expect(rows[1]).toMatchObject({ row: 2, request, cells: { ccc: VALUES[1] } });
    expect(rows[1]?.ofFile).toBeUndefined();
    // The file reports it once, and none of its rows can be filed.
    expect(rows[1]?.mistakes).toEqual([]);
    expect(rows[1]?.cells).toMatchObject({ fecha_reall: 'x', 'ccc (columna H)': 'y', test: '1' });
  });

  test('an unknown header is one mistake of the file, and of none of its rows', async () => {
    const rows = await csv(lines(';', [...HEADERS, 'notas'], [...VALUES, ''], [...VALUES, 'x']));
    expect(rows.map(({ row, mistakes }) => [row, mistakes.map(({ column }) => column)])).toEqual([
      [1, ['notas']],
      [2, []],
      [3, []],
    ]);
  });

  test('a value below no header is a mistake of its row', async () => {
    const rows = await csv(lines(';', HEADERS, [...VALUES, '', 'perdido']));
    expect(messages(rows)).toEqual([
      { row: 2, column: 'columna H', message: 'La columna H no tiene nombre en la fila 1.' },
    ]);
    expect(rows[0]?.cells).toMatchObject({ 'columna H': 'perdido' });
  });

  test('missing headers are reported in an empty sheet', async () => {
    for (const rows of [await csv(''), await csv('\r\n;;\r\n'), await xlsx([[]])])
      expect(rows).toMatchObject([{ row: 1, mistakes: [{ message: expect.stringContaining('vacía') }] }]);
  });
});

describe('the operation of a row', () => {
  const operations = [group, alta];
  test('a row has the operation that it names, by the name or by its description', async () => {
    const rows = await csv(
      lines(
        ';',
        ['tramite', ...HEADERS, 'cno'],
        ['updateGroup', ...VALUES, ''],
        [alta.summary, ...VALUES, '4111'],
      ),
      operations,
    );
    expect(rows.map(({ operation, mistakes }) => [operation, mistakes])).toEqual([
      ['updateGroup', []],
      ['registerEmployee', []],
    ]);
  });

  test('the operation is a mistake of its column if it is missing, unknown or contradicts another cell', async () => {
    const rows = await csv(
      lines(
        ';',
        ['tramite', ...HEADERS, 'Ocupación CNO'],
        ['', ...VALUES, ''],
        ['updateGrupo', ...VALUES, ''],
        ['updateGroup', ...VALUES, '4111'],
      ),
      operations,
    );
    expect(messages(rows)).toEqual([
      {
        row: 2,
        column: 'tramite',
        message: 'Falta el trámite. Escriba uno de: updateGroup, registerEmployee.',
      },
      { row: 3, column: 'tramite', message: 'Trámite desconocido. ¿Quiso decir updateGroup?' },
      {
        row: 4,
        column: 'cno',
        message:
          'Deje vacía «Ocupación CNO»: el trámite «Variar el grupo de cotización de un trabajador» no tiene este dato.',
      },
    ]);
    expect(rows.map(({ operation }) => operation)).toEqual([undefined, undefined, 'updateGroup']);
  });

  test('a sheet without a column for the operation has a mistake in row 1', async () => {
    const [first] = await csv(lines(';', HEADERS, VALUES), operations);
    expect(first).toMatchObject({
      row: 1,
      mistakes: [{ message: expect.stringContaining('Falta la columna tramite') }],
    });
  });
});

describe('the cells of a sheet', () => {
  describe('an amount', () => {
    const base = columnsOf(certificate).find(({ header }) =>
      header.endsWith('BaseCotizacionDesempleo'),
    )!.header;
    const share = columnsOf(certificate).find(({ header }) =>
      header.endsWith('PorcentualDedicacion'),
    )!.header;
    const valueIn = (request: unknown, header: string): unknown =>
      header
        .split('.')
        .reduce<unknown>(
          (inner, name) => (inner as Record<string, unknown>)?.[/^\d+$/.test(name) ? Number(name) - 1 : name],
          request,
        );
    /** The reading of a cell below a header: the value of the field or its mistake, and the notes. */
    const readBelow = async (name: string, title: string, cell: unknown, format: 'csv' | 'xlsx' = 'xlsx') => {
      const [row] =
        format === 'csv'
          ? await csv(lines(';', ['tramite', title], [certificate.id, String(cell)]), [certificate])
          : await xlsx([[title], [cell]], [certificate]);
      const [mistake] = row!.mistakes;
      return {
        read: mistake?.message ?? valueIn(row!.request, name),
        note: row!.notes[0]?.message,
        row: row!,
      };
    };

    test.each<[unknown, string, string | undefined]>([
      ['1.500,00', '000150000', undefined],
      ['1.500,00 €', '000150000', undefined],
      ['1500', '000150000', 'Se ha leído 1.500,00 €.'],
      [1500, '000150000', 'Se ha leído 1.500,00 €.'],
      [1500.5, '000150050', 'Se ha leído 1.500,50 €.'],
      ['1.500', '000150000', 'Se ha leído 1.500,00 €.'],
      ['000150000', '015000000', 'Se ha leído 150.000,00 €.'],
    ])('an amount of %j below a header with (€) is %s cents', async (cell, value, note) => {
      expect(await readBelow(base, `${base} (€)`, cell)).toMatchObject({ read: value, note });
      const { read } = await readBelow(base, `${base} (€)`, String(cell).replace('1500.5', '1500,5'), 'csv');
      expect(read).toBe(value);
    });

    test.each<[unknown, string]>([
      ['150000', '000150000'],
      [150000, '000150000'],
      ['000150000', '000150000'],
    ])('an amount of %j below a header of an older template is cents', async (cell, value) => {
      const title = `${base}\nObligatorio. Base de desempleo, en céntimos. 9 dígitos.`;
      expect(await readBelow(base, title, cell)).toMatchObject({
        read: value,
        note: 'Se ha leído 1.500,00 €.',
      });
    });

    test('an amount in euros below a header of cents is a mistake that shows the likely amount', async () => {
      const title = `${base}\nBase de desempleo, en céntimos. 9 dígitos.`;
      for (const cell of ['1.500,00', '1.500', 1500.5])
        expect((await readBelow(base, title, cell)).read).toMatch(
          /pide céntimos.*parece 1\.500,[05]0 €.*escriba 1500[05]0/,
        );
    });

    test('an amount that can be euros or cents, below a header without a unit, is a mistake that shows both', async () => {
      for (const cell of ['150000', 150000])
        expect((await readBelow(base, base, cell)).read).toBe(
          '150000 puede ser 150.000,00 € o, en céntimos, 1.500,00 €: escríbalo con dos decimales.',
        );
      expect((await readBelow(share, share, '100')).read).toMatch(/100,00 % o, en centésimas, 1,00 %/);
      // Decimals, the unit, or all digits of the field show which form it is.
      for (const cell of ['1.500,00', '1500 €', '000150000', 1500.5])
        expect((await readBelow(base, base, cell)).read).toMatch(/^0001500[05]0$/);
      expect((await readBelow(share, share, '5000')).read).toBe('5000');
    });

    test('all digits of a field that is longer than any amount are cents', async () => {
      const declaration = submissionOf('fileWithholdings');
      const read = async (cell: string) => {
        const text = lines(';', ['tramite', 'casilla_02'], [declaration.id, cell]);
        const [row] = await csv(text, [declaration]);
        return row!.mistakes[0]?.message ?? row!.request.casilla_02;
      };
      expect(await read('00000000000900000')).toBe('00000000000900000');
      expect(await read('9.000,00')).toBe('00000000000900000');
      expect(await read('900000')).toMatch(/puede ser 900\.000,00 € o, en céntimos, 9\.000,00 €/);
    });

    test('an amount with too many digits for its field is refused, and never rounded', async () => {
      expect((await readBelow(base, `${base} (€)`, '10.000.000,00')).read).toBe(
        'Es demasiado: 10.000.000,00 €.',
      );
      expect((await readBelow(share, `${share} (%)`, '100')).read).toBe('Es demasiado: 100,00 %.');
      expect((await readBelow(share, `${share} (%)`, '50')).read).toBe('5000');
      expect((await readBelow(base, `${base} (€)`, 0.125)).read).toMatch(/tres decimales|dos decimales/);
      expect((await readBelow(base, `${base} (€)`, '1,500')).read).toMatch(/puede ser 1\.500,00 €/);
    });

    /** A workbook with one number below a header, in this number format. */
    const formatted = (title: string, value: number, format: string) => {
      const sheet = utils.aoa_to_sheet([[title], [value]]);
      sheet.A2!.z = format;
      const book = utils.book_new();
      utils.book_append_sheet(book, sheet, 'Datos');
      return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }));
    };
    const readFormatted = async (name: string, title: string, value: number, format: string) => {
      const bytes = formatted(title, value, format);
      const [row] = await rowsOf(bytes, { format: 'xlsx', operations: [certificate] });
      const read = row!.mistakes[0]?.message ?? valueIn(row!.request, name);
      return { read, note: row!.notes[0]?.message, row: row! };
    };
    const EUROS = [
      '#,##0.00 €',
      '#,##0 "€"',
      '#,##0.00\\ [$€-C0A]',
      '[$€-2] #,##0.00',
      '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-',
      '#,##0.00 €;[Red]-#,##0.00 €',
      '#,##0.00 "EUR"',
      '#,##0.00 "euros"',
    ];

    test.each(EUROS)('a number that its format %j shows as euros is euros, without doubt', async (format) => {
      for (const title of [base, `${base} (€)`]) {
        const { read, note, row } = await readFormatted(base, title, 1500, format);
        expect({ read, note }).toEqual({ read: '000150000', note: 'Se ha leído 1.500,00 €.' });
        // The result sheet has it with its unit, and is read as the same value.
        const [[again, text]] = Object.entries(row.cells) as [[string, string]];
        expect(text).toBe('1500 €');
        expect(await readBelow(base, again, text, 'csv')).toMatchObject({ read: '000150000' });
      }
      expect((await readFormatted(base, base, 1500.5, format)).read).toBe('000150050');
      expect((await readFormatted(base, base, 150000, format)).read).toBe('015000000');
    });

    test.each(['General', '0', '#,##0.00', '_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-'])(
      'a number that its format %j shows without a unit stays in doubt below a header without one',
      async (format) => {
        expect((await readFormatted(base, base, 150000, format)).read).toMatch(/puede ser 150\.000,00 €/);
      },
    );

    test('a number that its format shows as per cent is read as the percentage that is shown', async () => {
      for (const format of ['0%', '0.00%', '0.0 %'])
        for (const title of [share, `${share} (%)`]) {
          expect((await readFormatted(share, title, 0.5, format)).read).toBe('5000');
          expect((await readFormatted(share, title, 0.07, format)).read).toBe('0700');
          expect((await readFormatted(share, title, 50, format)).read).toMatch(/Es demasiado: 5\.000,00 %/);
        }
      expect(Object.values((await readFormatted(share, share, 0.5, '0%')).row.cells)).toEqual(['50 %']);
    });

    test('a format for something other than the column is a mistake, and so are euros below a header of cents', async () => {
      expect((await readFormatted(base, `${base} (€)`, 0.5, '0%')).read).toMatch(
        /formato de porcentaje.*pide euros/,
      );
      for (const format of ['[$$-409]#,##0.00', '"$"#,##0.00', '[$£-809]#,##0'])
        expect((await readFormatted(base, base, 1500, format)).read).toMatch(
          /formato de otra moneda.*pide euros/,
        );
      expect((await readFormatted(share, share, 50, '#,##0.00 €')).read).toMatch(
        /formato de euros.*pide porcentaje/,
      );
      expect((await readFormatted(base, `${base} (céntimos)`, 1500, '#,##0.00 €')).read).toMatch(
        /pide céntimos.*parece 1\.500,00 €.*escriba 150000/,
      );
    });

    test.each([
      ['1.500,00 €', '000150000'],
      ['1500 €', '000150000'],
      ['€ 1.500', '000150000'],
      ['1.500,00\u00a0€', '000150000'],
      ['1,500.00', '1,500.00 puede ser 1.500,00 € o 1,50 €: escriba 1.500,00 o 1,50.'],
      ['1,500', expect.stringContaining('1,500 puede ser 1.500,00 € o')],
    ])('the text %j is read as %j in a workbook and in a text file', async (text, value) => {
      for (const format of ['csv', 'xlsx'] as const)
        for (const title of [base, `${base} (€)`])
          expect((await readBelow(base, title, text, format)).read).toEqual(value);
    });

    test('an amount keeps its unit in the sheet of results, which is read again as the same', async () => {
      for (const [title, cell] of [
        [`${base} (€)`, '1500'],
        [`${base}\nen céntimos`, '150000'],
      ] as const) {
        const { row } = await readBelow(base, title, cell);
        const [[again, text]] = Object.entries(row.cells) as [[string, string]];
        expect(await readBelow(base, again, text)).toMatchObject({ read: '000150000' });
      }
    });
  });

  test('days of a workbook from 1904 are read by its own calendar', async () => {
    const cells = '<c r="A1" t="inlineStr"><is><t>fecha_real</t></is></c>';
    const dated = {
      'xl/styles.xml': strToU8('<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>'),
      'xl/workbook.xml': strToU8(
        '<w xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="x"/></sheets></w>',
      ),
    };
    const bytes = zipSync({ ...partsOf(cells, '<c r="A2" s="1"><v>44895</v></c>'), ...dated });
    const [row] = await rowsOf(bytes, { format: 'xlsx', operations: [group] });
    expect(row?.request).toEqual({ fecha_real: '2026-12-01' });
  });

  test('errors of a program and formulas without a value are mistakes, and other formulas have their stored value', async () => {
    const sheet = utils.aoa_to_sheet([HEADERS, VALUES, VALUES, VALUES]);
    Object.assign(sheet.B2, { t: 'e', v: 0x2a });
    Object.assign(sheet.B3, { t: 'n', v: 28000000097, f: 'A1&"x"' });
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet);
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const rows = await rowsOf(bytes, { format: 'xlsx', operations: [group] });
    expect(messages(rows)).toEqual([
      { row: 2, column: 'ccc', message: 'La celda tiene el error #N/A: escriba el valor.' },
    ]);
    expect(rows[1]?.request).toEqual(request);
    const formula = zipSync(
      partsOf('<c r="A1" t="inlineStr"><is><t>regimen</t></is></c>', '<c r="A2"><f>1+1</f></c>'),
    );
    expect(messages(await rowsOf(formula, { format: 'xlsx', operations: [group] }))).toEqual([
      { row: 2, column: 'regimen', message: expect.stringContaining('no tiene un valor guardado') },
    ]);
  });

  test('entries of a list have numbers, and a number that is missing is asked for', async () => {
    const { employees, ...company } = calls.example.request as { employees: Record<string, unknown>[] };
    const [worker] = employees;
    const columns = (number: number) => Object.keys(worker!).map((name) => `employees.${number}.${name}`);
    const cells = Object.values(worker!).map(String);
    const headers = [...Object.keys(company), ...columns(2), ...columns(1)];
    const values = Object.values(company).map(String);
    const later = cells.map((cell) => (cell === worker!.startDate ? '2026-11-04' : cell));
    const [both] = await csv(lines(';', headers, [...values, ...later, ...cells]), [calls]);
    expect(both?.request.employees).toMatchObject([
      { startDate: worker!.startDate },
      { startDate: '2026-11-04' },
    ]);
    expect((await checkRow(both!, calls)).mistakes).toEqual([]);
    const [second] = await csv(lines(';', headers, [...values, ...cells]), [calls]);
    const { mistakes } = await checkRow(second!, calls);
    expect(mistakes).toContainEqual({
      row: 2,
      column: 'employees.1.doc',
      message: 'Este campo es obligatorio.',
    });
    expect(new Set(mistakes.map(({ column }) => column?.split('.')[1]))).toEqual(new Set(['1']));
  });
});

describe('dates in another order within a file', () => {
  const dated = ['fecha_real', 'fnacimiento'];
  const doubtful = (row: number, text: string, [one, other]: [string, string]) => ({
    row,
    column: 'fecha_real',
    message: `${text} puede ser ${one} o ${other}: en esta columna 12/31/2026 (fila 5) tiene el mes delante del día. Escríbala como una de las dos.`,
  });
  const isMonthFirst = {
    row: 5,
    column: 'fecha_real',
    message: '12/31/2026 tiene el mes delante del día. Escriba una fecha como 31/12/2026 o 2026-12-31.',
  };
  const sheet = [
    dated,
    ['12/01/2026', '12/01/1990'],
    ['01.12.2026', '17/05/1990'],
    ['31/12/2026', '1990-05-17'],
    ['12/31/2026', '05/17/90'],
    ['12/12/2026', ''],
    ['2026-12-07', ''],
  ];

  test.each<[string, Uint8Array | string, 'csv' | 'xlsx']>([
    ['a text file', lines(';', ...sheet), 'csv'],
    ['a text file in UTF-16', Buffer.from(`\ufeff${lines('\t', ...sheet)}`, 'utf16le'), 'csv'],
    ['a workbook', workbook(sheet), 'xlsx'],
    [
      'a workbook with texts in its cells',
      zipSync(
        partsOf(
          ...sheet.map((row) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')),
        ),
      ),
      'xlsx',
    ],
  ])(
    'dates that can be read in two ways are all mistakes, together with one in a column of %s',
    async (_, file, format) => {
      const rows = await rowsOf(file, { format, operations: [alta] });
      expect(messages(rows).filter(({ column }) => column === 'fecha_real')).toEqual([
        doubtful(2, '12/01/2026', ['2026-01-12', '2026-12-01']),
        doubtful(3, '01.12.2026', ['2026-12-01', '2026-01-12']),
        isMonthFirst,
      ]);
      expect(rows.map(({ request: { fecha_real } }) => fecha_real).slice(4)).toEqual([
        '2026-12-12',
        '2026-12-07',
      ]);
      // The other column also has a date with the month first.
      expect(messages(rows).filter(({ column }) => column === 'fnacimiento')).toEqual([
        { row: 2, column: 'fnacimiento', message: expect.stringContaining('05/17/90 (fila 5)') },
        { row: 5, column: 'fnacimiento', message: expect.stringContaining('mes delante') },
      ]);
    },
  );

  test('days that a program made of some of the dates are doubtful', async () => {
    const day = new Date('2026-07-12T00:00:00Z');
    const rows = await xlsx([['fecha_real', 'fnacimiento'], [day, day], ['12/31/2026']], [alta]);
    expect(messages(rows)).toEqual([
      {
        row: 2,
        column: 'fecha_real',
        message: expect.stringContaining('2026-07-12 puede ser 2026-07-12 o 2026-12-07'),
      },
      { row: 3, column: 'fecha_real', message: expect.stringContaining('mes delante') },
    ]);
    expect(rows[0]?.request).toMatchObject({ fnacimiento: '2026-07-12' });
  });

  test('dates in another order are found in any place', async () => {
    // Around the position at which the bytes are split for detection.
    for (let before = 65_520; before < 65_540; before++) {
      const own = 'x'.repeat(before - 'fecha_real;own\r\n01/12/2026;\r\n;'.length);
      const text = lines(';', ['fecha_real', 'own'], ['01/12/2026', ''], ['', own], ['12/31/2026', '']);
      const rows = await rowsOf(text, {
        format: 'csv',
        operations: [alta],
        rowColumns: ['own'],
        limits: { cell: 100_000 },
      });
      expect(
        messages(rows).map(({ row }) => row),
        String(before),
      ).toEqual([2, 4]);
    }
  });

  test('other mistakes of the file stay as they are', async () => {
    const rows = await csv(`${lines(';', ['fecha_real'], ['01/12/2026'], ['12/31/2026'])}\r\n"0111;28`, [
      alta,
    ]);
    expect(rows.map(({ row, mistakes }) => [row, mistakes.length])).toEqual([
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    const tooMany = await rowsOf(lines(';', ['fecha_real'], ['01/12/2026'], ['12/31/2026'], ['x']), {
      format: 'csv',
      operations: [alta],
      limits: { rows: 2 },
    });
    expect(messages(tooMany).map(({ row }) => row)).toEqual([2, 3, 4]);
  });
});

describe('a sheet beyond a limit', () => {
  const limited = async (source: Uint8Array | string, format: 'csv' | 'xlsx', limits: object) => {
    const rows = await rowsOf(source, { format, operations: [group], limits });
    return rows.map(({ row, mistakes }) => [row, ...mistakes.map(({ message }) => message)]);
  };
  const sheet = [HEADERS, VALUES, VALUES, VALUES];

  test('a sheet is read up to the largest number of rows, and the next row is a mistake', async () => {
    const too = [4, 'El fichero tiene más de 2 filas: repártalas en varios.'];
    expect(await limited(lines(';', ...sheet), 'csv', { rows: 2 })).toEqual([[2], [3], too]);
    expect(await limited(workbook(sheet), 'xlsx', { rows: 2 })).toEqual([[2], [3], too]);
  });

  test('a sheet with too many bytes, columns, sheets or characters of a cell is a mistake of the file', async () => {
    expect(await limited(lines(';', ...sheet), 'csv', { bytes: 10 })).toEqual([
      [1, expect.stringContaining('no puede pasar de')],
    ]);
    for (const [source, format] of [
      [lines(';', ...sheet), 'csv'],
      [workbook(sheet), 'xlsx'],
    ] as const)
      expect(await limited(source, format, { columns: 5 })).toEqual([
        [1, 'La hoja tiene más de 5 columnas.'],
      ]);
    expect(await limited(workbook([HEADERS, VALUES]), 'xlsx', { cell: 11 })).toEqual([
      [2, 'Tiene más de 11 caracteres.'],
    ]);
    const book = utils.book_new();
    for (const name of ['A', 'B', 'C']) utils.book_append_sheet(book, utils.aoa_to_sheet(sheet), name);
    const three = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(await limited(three, 'xlsx', { sheets: 2 })).toEqual([[1, 'El libro tiene más de 2 hojas.']]);
    expect((await limited(three, 'xlsx', {})).at(-1)).toEqual([
      1,
      expect.stringContaining('La hoja «B» también tiene datos'),
    ]);
  });

  test('a small sheet that becomes large is not unpacked', async () => {
    const bomb = zipSync({
      ...partsOf(),
      'xl/worksheets/sheet1.xml': new Uint8Array(8 * 1024 * 1024).fill(0x20),
    });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await limited(bomb, 'xlsx', { unpacked: 1024 * 1024 })).toEqual([
      [1, 'El libro ocupa más de 1 MiB descomprimido: repártalo en varios.'],
    ]);
  });

  test('a sheet of little but repetition is not read for long', async () => {
    const fault = [expect.any(Number), 'El fichero tiene más de 5000 filas: repártalas en varios.'];
    expect(await limited(`ccc${'\n'.repeat(1_100_000)}`, 'csv', {})).toEqual([fault]);
    const strings = { 'xl/sharedStrings.xml': strToU8(`<s>${'<si/>'.repeat(1_600_000)}</s>`) };
    expect(await limited(zipSync({ ...partsOf(), ...strings }), 'xlsx', {})).toEqual([fault]);
    const afi = await rowsOf(`ETIAFI9${'\nX'.repeat(100_001)}`, { format: 'afi', operations: [group] });
    expect(afi).toMatchObject([{ row: 100_001, mistakes: [{ message: fault[1] }] }]);
  });

  test('a sheet that is no workbook, is cut off or has a document type is refused with that reason', async () => {
    const whole = workbook(sheet);
    const doctype = zipSync({ 'xl/workbook.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><workbook/>') });
    for (const bytes of [
      Buffer.from('no'),
      whole.subarray(0, whole.length / 2),
      zipSync({ a: strToU8('b') }),
      doctype,
      Buffer.from('PK'),
    ])
      expect((await limited(bytes, 'xlsx', {})).at(-1)?.at(-1)).toMatch(/No es un libro de Excel/);
  });
});
