import { describe, expect, test, vi } from 'vitest';
import { columnsOf } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import { meaningFinder } from '../../../../functions/capabilities/batches/sheets/headers.ts';
import type { FoundColumns } from '../../../../functions/capabilities/batches/sheets/types.ts';
import type { SheetMapping } from '../../../../shared/operation/sent-sheet.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import { rowsOf, submissionOf, submissions, workbook } from '../../../support/sheets/files.ts';

/** The headers of an office's own sheet: where they are, and what they mean. */

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const alta = submissionOf('registerEmployee');
const meaningIn = (id: string) => meaningFinder(columnsOf(submissionOf(id)));

test.each([
  ['C.C.C.', 'ccc'],
  ['Nº  de Afiliación', 'nafiliacion'],
  ['N.º afiliación', 'nafiliacion'],
  ['Núm. afiliación', 'nafiliacion'],
  ['DNI/NIE', 'dninie'],
  ['Fecha de\nalta', 'fechaalta'],
  ['Base (€)', 'base'],
])('the header %j is compared as %s', (header, plain) => expect(spelled(header)).toBe(plain));

test.each([
  ['registerEmployee', 'DNI/NIE', 'dni'],
  ['registerEmployee', 'D.N.I.', 'dni'],
  ['registerEmployee', 'Nº afiliación', 'nss'],
  ['registerEmployee', 'NAF', 'nss'],
  ['registerEmployee', 'Número de la Seguridad Social', 'nss'],
  ['registerEmployee', 'Fecha de alta', 'fecha_real'],
  ['registerEmployee', 'F. ALTA', 'fecha_real'],
  ['deregisterEmployee', 'Fecha de baja', 'fecha_real'],
  ['registerEmployee', 'Tipo de contrato', 'tipo_contrato'],
  ['registerEmployee', 'Clave contrato', 'tipo_contrato'],
  ['registerEmployee', 'C.C.C.', 'ccc'],
  ['registerEmployee', 'Cuenta de cotización', 'ccc'],
  ['registerEmployee', 'Grupo cotización', 'grupo_cotizacion'],
  ['registerEmployee', 'Régimen', 'regimen'],
  ['registerEmployee', 'Nombre y apellidos', 'trabajador'],
  ['registerEmployee', 'Apellidos', 'trabajador.apellidos'],
  ['registerEmployee', 'Nombre', 'trabajador.nombre'],
  ['registerEmployee', 'Fecha de nacimiento', 'fnacimiento'],
  ['notifyContract', 'Nombre', 'name'],
  ['notifyContract', 'Primer apellido', 'surname'],
  ['fileCompanyCertificate', 'DNI', 'Datos_Trabajador.DNI_NIE'],
])('a sheet of %s has under «%s» the column %s', (id, header, column) =>
  expect(meaningIn(id)(header)).toEqual({ certain: column, likely: [] }),
);

test.each([
  // It may be any of several dates.
  ['registerEmployee', 'Fecha', 'fecha_real'],
  ['deregisterEmployee', 'Fecha', 'fecha_real'],
  // A list of changes has what was before, too.
  ['updateContract', 'Fecha efectos', 'startDate'],
  ['updateContract', 'Contrato nuevo', 'contractType'],
  ['updateContract', 'Jornada nueva', 'coeficiente'],
  // It may be the company's or the worker's.
  ['notifyContract', 'NIF', 'dni'],
  ['registerEmployee', 'NIF', 'dni'],
  // It may be the code of the occupation, or its letter.
  ['registerEmployee', 'Ocupación', 'cno'],
  // The two surnames have separate fields.
  ['notifyContract', 'Apellidos', 'surname'],
])('a sheet of %s asks what the header «%s» means, which may be %s', (id, header, column) => {
  const { certain, likely } = meaningIn(id)(header);
  expect(certain).toBeUndefined();
  expect(likely).toContain(column);
});

test('a header for a value before a change is never offered as the value after it', () => {
  for (const header of ['Contrato anterior', 'Jornada anterior'])
    expect(meaningIn('updateContract')(header)).toEqual({ likely: [] });
});

test('a header for the day of a dismissal is never read as a registration, nor the reverse', () => {
  expect(meaningIn('deregisterEmployee')('Fecha de alta').certain).toBeUndefined();
  expect(meaningIn('registerEmployee')('Fecha de baja').certain).toBeUndefined();
});

test('no header is certain for two columns, and every name is certain for its own column', () => {
  for (const operation of submissions) {
    const columns = columnsOf(operation);
    const meaning = meaningFinder(columns);
    for (const { header } of columns) {
      const { certain } = meaning(header);
      if (certain !== undefined) expect([operation.id, certain]).toEqual([operation.id, header]);
    }
  }
});

const HEADERS = ['DNI', 'NAF', 'Fecha alta', 'CCC', 'Régimen'];
const VALUES = ['12345678Z', '280000000097', '01/12/2026', '28000000097', '0111'];
const REQUEST = {
  dni: '12345678Z',
  nss: '280000000097',
  fecha_real: '2026-12-01',
  ccc: '28000000097',
  regimen: '0111',
};
const read = async (rows: unknown[][], options: { mapping?: SheetMapping; headerRow?: number } = {}) => {
  const notes: string[] = [];
  let found: FoundColumns | undefined;
  const all = await rowsOf(workbook(rows), {
    format: 'xlsx',
    operations: [alta],
    ...options,
    note: (note) => notes.push(note),
    found: (columns) => {
      found = columns;
    },
  });
  return { rows: all, notes, found, faults: all.flatMap((row) => (row.ofFile ? row.mistakes : [])) };
};

describe('the row of headers', () => {
  test('the row of headers is found below titles and blank rows, and the titles are noted', async () => {
    const { rows, notes, found } = await read([['ALTAS'], [], ['Talleres', 'Lunes'], HEADERS, VALUES]);
    expect(rows).toMatchObject([{ row: 5, request: REQUEST, mistakes: [] }]);
    expect(notes[0]).toBe(
      'Las cabeceras están en la fila 4. Lo que hay encima no se lee: «ALTAS», «Talleres Lunes».',
    );
    expect(found?.row).toBe(4);
  });

  test.each([';', ',', '\t'])(
    'the row of headers is found below a title in a text file divided by %j',
    async (delimiter) => {
      const text = [['ALTAS DEL LUNES'], HEADERS, VALUES].map((row) => row.join(delimiter)).join('\r\n');
      const rows = await rowsOf(text, { format: 'csv', operations: [alta] });
      expect(rows).toMatchObject([{ row: 3, request: REQUEST, mistakes: [] }]);
    },
  );

  test('the row of headers is found directly below a title if most of it is unknown, so that the user can be asked', async () => {
    const unknown = ['Contrato anterior', 'Contrato nuevo', 'Jornada anterior', 'Jornada nueva', 'Nota'];
    const { found, notes, faults } = await read([
      ['CAMBIOS DE JORNADA'],
      ['Trabajador', 'NIF', ...unknown],
      ['ANA', '12345678Z', '100', '200', '100%', '50%', 'x'],
    ]);
    expect(found).toMatchObject({
      row: 2,
      columns: [
        { header: 'Trabajador', how: 'name' },
        { header: 'NIF' },
        ...unknown.map((header) => ({ header })),
      ],
    });
    expect(notes[0]).toContain(
      'Las cabeceras están en la fila 2. Lo que hay encima no se lee: «CAMBIOS DE JORNADA».',
    );
    expect(faults.map(({ row }) => row)).toEqual(Array(6).fill(2));
  });

  test.each([
    ['a title with commas', ['PANADERIA EJEMPLO, S.L. - ALTAS'], HEADERS, VALUES],
    ['two titles with commas', ['PANADERIA, S.L.', 'Madrid, 1 de diciembre'], HEADERS, VALUES],
    [
      'a title with commas, and names with them',
      ['PANADERIA, S.L.'],
      ['Apellidos, nombre', ...HEADERS],
      ['GARCÍA, ANA', ...VALUES],
    ],
  ])(
    'the row of headers is found below %s in a text file divided by semicolons',
    async (_, titles, headers, values) => {
      const text = [...titles, headers.join(';'), values.join(';')].join('\r\n');
      const rows = await rowsOf(text, { format: 'csv', operations: [alta] });
      expect(rows).toMatchObject([{ row: titles.length + 2, request: REQUEST, mistakes: [] }]);
    },
  );

  test.each([
    [
      'names with more commas than the headers have semicolons',
      'uno;dos\r\n1;GARCÍA, PÉREZ, ANA, MARÍA',
      ['uno', 'dos'],
    ],
    ['quoted separators', '"uno, o dos";"tres, o más"\r\n1;2', ['uno, o dos', 'tres, o más']],
    ['remarks with semicolons below commas', 'uno,dos,tres\r\n1,2,a; b; c; d', ['uno', 'dos', 'tres']],
  ])(
    'the row of headers keeps its separator above %s, also if no header is known',
    async (_, text, headers) => {
      let columns: FoundColumns | undefined;
      await rowsOf(text, {
        format: 'csv',
        operations: [alta],
        found: (found) => {
          columns = found;
        },
      });
      expect(columns?.columns.map(({ header }) => header)).toEqual(headers);
    },
  );

  test('the row of headers is never below rows with data, so that no worker is dropped without a message', async () => {
    const { faults } = await read([VALUES, HEADERS, VALUES]);
    expect(faults).toEqual([{ row: 1, message: expect.stringContaining('encima de las cabeceras') }]);
  });

  test.each([
    ['the one that is found', 2],
    ['another one, whose texts are then headers', 3],
  ])('the row of headers is the one that a person chose: %s', async (_, headerRow) => {
    const second = VALUES.with(0, '00000000T');
    const { rows, found, faults } = await read([['ALTAS'], HEADERS, VALUES, second], { headerRow });
    expect(found?.row).toBe(headerRow);
    expect(rows.filter(({ ofFile }) => !ofFile).map(({ row }) => row)).toEqual(
      headerRow === 2 ? [3, 4] : [4],
    );
    // A text that is no header leaves its column unread.
    expect(rows.at(-1)?.request).toEqual(headerRow === 2 ? { ...REQUEST, dni: '00000000T' } : {});
    expect(faults.map(({ column }) => column)).toEqual(headerRow === 2 ? [] : VALUES);
  });

  test('a row above the chosen headers is not read, and a note says so, whatever it has', async () => {
    const groups = ['Trabajador', 'Número', 'Día', 'Empresa', 'Régimen general'];
    const rows = [groups, HEADERS, VALUES];
    const chosen = await read(rows, { headerRow: 2 });
    expect(chosen.rows).toMatchObject([{ row: 3, request: REQUEST }]);
    expect(chosen.notes[0]).toContain('«Trabajador Número Día Empresa Régimen general»');
    expect((await read(rows)).faults).not.toEqual([]);
  });

  test.each([
    ['blank', 2],
    ['below the first ones', 40],
  ])(
    'a chosen row of headers that is %s is a mistake of the file, and no row is read',
    async (_, headerRow) => {
      const { rows } = await read([['ALTAS'], [], HEADERS, VALUES], { headerRow });
      expect(rows).toMatchObject([
        {
          ofFile: true,
          mistakes: [{ message: expect.stringContaining(`La fila ${headerRow} no puede ser`) }],
        },
      ]);
    },
  );

  test.each(['csv', 'json'] as const)('a file of %s has no sheet to choose', async (format) => {
    const rows = await rowsOf('[]', { format, operations: [alta], tab: 'Hoja1' });
    expect(rows).toMatchObject([
      { ofFile: true, mistakes: [{ message: expect.stringContaining('no tiene hojas') }] },
    ]);
  });

  test('the row of headers is the first row if no row looks like headers', async () => {
    const { faults } = await read([['uno', 'dos'], VALUES]);
    expect(faults.map(({ row, column }) => [row, column])).toEqual([
      [1, 'uno'],
      [1, 'dos'],
    ]);
  });

  test('a row of totals is not read as a trámite, and a note says so', async () => {
    const { rows, notes } = await read(
      [
        ['Apellidos', ...HEADERS],
        ['García', ...VALUES],
        ['TOTAL', 1],
      ].map((row) => (row[0] === 'TOTAL' ? ['TOTAL'] : row)),
    );
    expect(rows.map(({ row }) => row)).toEqual([2]);
    expect(notes.at(-1)).toContain('Filas de totales, que no son un trámite y no se leen: 3 («TOTAL»).');
  });

  test('a row of totals below columns of the trámite is not read as a trámite either', async () => {
    const sums = [
      ['TOTAL ALTAS', 12, '', '1.234,50 €'],
      ['Subtotal', '', '', '', '', 'dos trabajadores'],
    ];
    const { rows, notes } = await read([[...HEADERS, 'Notas'], VALUES, ...sums], {
      mapping: [{ header: 'Notas' }],
    });
    expect(rows.map(({ row }) => row)).toEqual([2]);
    expect(notes.at(-1)).toContain(
      'no se leen: 3 («TOTAL ALTAS 12 1.234,50 €»), 4 («Subtotal dos trabajadores»).',
    );
  });

  test('a sum whose label is in the column of trámites is not read as a trámite or as a value of other columns', async () => {
    const { rows, notes } = await read([
      ['tramite', ...HEADERS, 'sexo', 'coeficiente'],
      [alta.id, ...VALUES, 'M', '50 %'],
      ['TOTAL', '', '', '', '', '', 2, '37'],
    ]);
    expect(rows.map(({ row }) => row)).toEqual([2]);
    expect(rows[0]?.mistakes).toMatchObject([
      { column: 'sexo', message: expect.stringContaining('M puede ser') },
    ]);
    expect(notes.at(-1)).toContain('Filas de totales, que no son un trámite y no se leen: 3 («TOTAL 2 37»).');
  });

  test('a remark in the column of trámites is an unknown trámite', async () => {
    const { rows } = await read([
      ['tramite', ...HEADERS],
      ['pendiente de lo de ayer', ...VALUES.map(() => '')],
    ]);
    expect(rows[0]?.mistakes).toMatchObject([{ column: 'tramite' }]);
  });

  test('a remark below the rows is not read as a trámite, and a note says so', async () => {
    const { rows, notes } = await read(
      [
        ['Trabajador', ...HEADERS, 'Observaciones'],
        ['ANA', ...VALUES],
        ['Color rojo = no presentar'],
        ['', 'Pendiente de revisar'],
        ['', '', '', '', '', '', 'lo de arriba'],
      ],
      { mapping: [{ header: 'Observaciones' }] },
    );
    expect(rows.map(({ row }) => row)).toEqual([2]);
    expect(notes.at(-1)).toBe(
      'Anotaciones, que no son un trámite y no se leen: 3 («Color rojo = no presentar»), 4 («Pendiente de revisar»), 5 («lo de arriba»).',
    );
  });

  test('a row with only a possible name or number is read as a row, so that no worker is dropped without a message', async () => {
    const { rows } = await read([['Trabajador', ...HEADERS], ['GARCÍA PÉREZ, ANA'], ['', '12345678Z']]);
    expect(rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  test('a row that begins with a total and has data is a row', async () => {
    const { rows } = await read([
      ['Apellidos', ...HEADERS],
      ['Total', ...VALUES],
    ]);
    expect(rows).toMatchObject([{ row: 2, request: REQUEST }]);
  });
});

describe('a header that is not certain', () => {
  const own = [...HEADERS.slice(0, 2), 'Fecha', ...HEADERS.slice(3), 'Notas'];
  const values = [...VALUES, 'urgente'];

  test('the header is one mistake of the file, and nothing is read from its column', async () => {
    const { rows, faults, found } = await read([own, values, values]);
    expect(faults.map(({ row, column }) => [row, column])).toEqual([
      [1, 'Fecha'],
      [1, 'Notas'],
    ]);
    expect(rows[1]?.request).not.toHaveProperty('fecha_real');
    expect(rows.slice(1).map(({ mistakes }) => mistakes)).toEqual([[], []]);
    expect(found?.columns.filter(({ how }) => how !== 'synonym' && how !== 'name')).toEqual([
      { header: 'Fecha', samples: ['01/12/2026'], how: 'proposal', column: 'fecha_real' },
      { header: 'Notas', samples: ['urgente'], how: 'none', column: null },
    ]);
  });

  test('the header means what the mapping says, however the mapping writes it', async () => {
    const mapping = [{ header: 'FECHA ', column: 'fecha_real' }, { header: 'notas' }];
    const { rows, faults } = await read([own, values], { mapping });
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([{ request: REQUEST, mistakes: [] }]);
    expect(Object.keys(rows[0]!.cells)).not.toContain('Notas');
  });

  test('a mapping to a column that the operation lacks is a mistake', async () => {
    const { faults } = await read([own, values], {
      mapping: [{ header: 'Fecha', column: 'fecha_fin' }, { header: 'Notas' }],
    });
    expect(faults).toMatchObject([{ column: 'Fecha', message: expect.stringContaining('fecha_fin no es') }]);
  });

  test('two headers for one column are both asked about, and neither is silently dropped', async () => {
    const { faults } = await read([
      ['DNI', 'NIE', ...HEADERS.slice(1)],
      ['12345678Z', 'X1234567L', ...VALUES.slice(1)],
    ]);
    expect(faults).toMatchObject([{ message: expect.stringMatching(/«DNI» y «NIE» serían los dos dni/) }]);
    const { rows, faults: none } = await read(
      [
        ['DNI', 'NIE', ...HEADERS.slice(1)],
        ['12345678Z', 'X1234567L', ...VALUES.slice(1)],
      ],
      { mapping: [{ header: 'NIE' }] },
    );
    expect(none).toEqual([]);
    expect(rows).toMatchObject([{ request: REQUEST }]);
  });
});

describe('two headers that may be one column', () => {
  const proposals = async (headers: string[]) => {
    const { found, faults } = await read([
      [...HEADERS, ...headers],
      [...VALUES, ...headers.map(() => '07')],
    ]);
    return {
      columns: found?.columns.slice(HEADERS.length).map(({ header, how, column }) => [header, how, column]),
      messages: faults.map(({ message }) => message),
    };
  };

  test('the headers are both asked about, and neither is proposed, if both are only likely', async () => {
    const both = (first: string, second: string) =>
      `«${first}» y «${second}» serían los dos grupo_cotizacion: diga en mapping qué es cada uno, o deje uno.`;
    expect(await proposals(['Categoría', 'G.C.'])).toEqual({
      columns: [
        ['Categoría', 'twice', 'grupo_cotizacion'],
        ['G.C.', 'twice', 'grupo_cotizacion'],
      ],
      messages: [both('Categoría', 'G.C.'), both('G.C.', 'Categoría')],
    });
  });

  test('the headers are one column and one question if one of them is certain', async () => {
    const { columns } = await proposals(['Categoría', 'Grupo de cotización']);
    expect(columns).toEqual([
      ['Categoría', 'twice', 'grupo_cotizacion'],
      ['Grupo de cotización', 'synonym', 'grupo_cotizacion'],
    ]);
  });
});

describe('a value that the mapping sets for all rows', () => {
  const without = [HEADERS.slice(0, -1), VALUES.slice(0, -1)];
  const fixed = [{ column: 'regimen', value: '111' }];

  test('the value is read in each row as a cell of its column', async () => {
    const { rows, faults } = await read([without[0]!, without[1]!, without[1]!], { mapping: fixed });
    expect(faults).toEqual([]);
    for (const row of rows) {
      expect(row).toMatchObject({ request: REQUEST, cells: { regimen: '111' }, mistakes: [] });
      expect(row.notes).toMatchObject([
        { column: 'regimen', message: 'Se ha leído 0111: faltaban los ceros de la izquierda.' },
      ]);
    }
  });

  test('the value is as doubtful as a column that has only this value', async () => {
    const { rows } = await read([HEADERS, VALUES], { mapping: [{ column: 'sexo', value: 'M' }] });
    expect(rows[0]?.mistakes).toMatchObject([
      { column: 'sexo', message: expect.stringContaining('M puede ser') },
    ]);
  });

  test('the value makes no row of a title, a remark or a sum', async () => {
    const { rows } = await read([['ALTAS'], ...without, ['TOTAL'], ['nada más que decir']], {
      mapping: fixed,
    });
    expect(rows.map(({ row }) => row)).toEqual([3]);
  });

  test('the value is taken from no column without a header', async () => {
    const { rows } = await read([without[0]!, VALUES], { mapping: fixed });
    expect(rows[0]).toMatchObject({ request: REQUEST, mistakes: [{ column: 'columna E' }] });
  });

  test('the value is a mistake of the file if the sheet has the column too, unless that column is not read', async () => {
    const { faults } = await read([HEADERS, VALUES], { mapping: fixed });
    expect(faults).toMatchObject([
      { column: 'Régimen', message: expect.stringContaining('La hoja ya tiene esta columna') },
    ]);
    const { rows, faults: none } = await read(
      [HEADERS, ['12345678Z', '280000000097', '01/12/2026', '28000000097', '0163']],
      { mapping: [...fixed, { header: 'Régimen' }] },
    );
    expect(none).toEqual([]);
    expect(rows).toMatchObject([{ request: REQUEST }]);
  });

  test.each(['nada', 'test', 'cert_secret', 'trabajador'])(
    'the value is a mistake of the file for %s, which is no column of the trámite',
    async (column) => {
      const { faults } = await read([HEADERS, VALUES], { mapping: [{ column, value: '1' }] });
      expect(faults).toEqual([
        { row: 1, column, message: `${column} no es una columna de este trámite: corrija mapping.` },
      ]);
    },
  );
});

describe('names in a row below the headers of people', () => {
  const names = ['dni', 'nss', 'fecha_real', 'ccc', 'regimen'];

  test('the names say what each column is', async () => {
    const people = ['DNI', 'NAF', 'Fecha real del alta', 'CCC', 'Régimen de la Seguridad Social'];
    const { rows, faults } = await read([['Altas'], people, names, VALUES]);
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([{ row: 4, request: REQUEST }]);
  });

  test('names that contradict the header above them are a mistake', async () => {
    const people = ['DNI', 'NAF', 'Fecha de nacimiento', 'CCC', 'Régimen'];
    const { faults } = await read([people, names, VALUES]);
    expect(faults).toMatchObject([
      { column: 'Fecha de nacimiento', message: expect.stringContaining('dice fecha_real') },
    ]);
  });
});

test.each([
  ['dni', '99.999.102-R', '99999102R'],
  ['nss', '28/99999100/91', '289999910091'],
  ['ccc', '28/9999011/51', '28999901151'],
  ['fecha_real', '27/11/26', '2026-11-27'],
  ['identificacion', 'DNI', '1'],
])('in the column %s, the cell %s is read as %s, with a note', async (column, text, value) => {
  const { rows } = await read([
    [column, 'cno'],
    [text, '4122'],
  ]);
  expect(rows[0]).toMatchObject({ request: { [column]: value }, mistakes: [] });
  expect(rows[0]?.notes).toMatchObject([{ column, message: expect.stringContaining('Se ha leído') }]);
});

test.each([
  // It may be in either century.
  ['fnacimiento', '27/11/26'],
  ['fecha_real', '27/11/87'],
  ['dni', '01/12/2026'],
])('in the column %s, the cell %s is not guessed', async (column, text) => {
  const { rows } = await read([
    [column, 'cno'],
    [text, '4122'],
  ]);
  expect(rows[0]?.request).toMatchObject({ [column]: text });
});
