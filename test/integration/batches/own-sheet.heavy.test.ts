import { beforeEach, describe, expect, test } from 'vitest';
import { ROW_TEXT } from '../../../functions/capabilities/batches/store/batch.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import {
  aChange,
  cellsOf,
  csvOf,
  opened,
  passMinutes,
  saved,
  startBatches,
} from '../../support/sheets/batches.ts';
import { bookOf } from '../../support/sheets/books.ts';
import { hires, OWN_HEADERS, ownSheet } from '../../support/sheets/own-sheets.ts';

/** A clerk's own sheet with other headers and titles, and corrections in place. Nothing is guessed. */

const { service, authorities, gateway, batches } = await startBatches();
beforeEach(() => authorities.reset());

const posts = async () => (await authorities.stats()).submissions;
const operation = 'registerEmployee';
const correct = (id: string, corrections: object[]) =>
  gateway.post(`/batches/${id}/corrections`, { corrections });
const cell = (column: string, value?: string) => ({ column, ...(value !== undefined && { value }) });
interface Row {
  row: number;
  state: string;
  name: string | null;
  mistakes: { column: string | null; message: string }[];
  filled: { column: string; value: string; from: string }[];
  warnings: string[];
  dryRuns: string[];
  filings: string[];
  cells: Record<string, string>;
}
const sent = async (content: Uint8Array | string, more: object = {}, name = 'altas.xlsx') => {
  const { status, body } = await batches.send({ ...batches.file(name, content), ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return (await batches.settle(body.data.batch.id)) as {
    batch: {
      id: string;
      state: string;
      message: string | null;
      notes: string[];
      counts: Record<string, number>;
      previewed_at: string;
    };
    rows: Row[];
  };
};

test('an office’s own list of hires is tried and filed, without a template or a column of trámites', async () => {
  const { batch, rows } = await sent(ownSheet({ count: 3 }), { operation });
  expect(batch.notes).toEqual([
    expect.stringContaining('«ALTAS DEL LUNES - TALLERES»'),
    expect.stringMatching(/^La columna «.*» se ha leído como .*«Nº Afiliación», como .*eguridad/),
    expect.stringContaining('TOTAL'),
  ]);
  expect(rows.map(({ state, row, name }) => [row, state, name])).toEqual(
    hires
      .slice(0, 3)
      .map(({ name, surname, secondSurname }, index) => [
        4 + index,
        'tried',
        `${name} ${surname} ${secondSurname}`,
      ]),
  );
  expect(rows[0]?.filled).toContainEqual({ column: 'identificacion', value: '1', from: 'document' });
  expect(JSON.stringify(rows.map(({ warnings }) => warnings))).not.toContain('La hoja dice');
  expect(await posts()).toEqual({});
  const { batch: filed } = await batches.filed(batch.id);
  expect(filed.counts.filed).toBe(3);
  expect(await posts()).toEqual({ 'tgss.alta': 3 });
});

test('a document with a wrong letter is a mistake of its own cell, and is filed after a correction', async () => {
  const [right, wrong] = hires.slice(0, 2);
  const dni = wrong!.dni.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'));
  const { batch, rows } = await sent(ownSheet({ people: [right!, { ...wrong!, dni }] }), { operation });
  expect(rows.map(({ mistakes }) => mistakes)).toEqual([
    [],
    [{ column: 'dni', message: expect.stringContaining('La letra no cuadra') }],
  ]);
  const cells = [{ column: 'dni', value: wrong!.dni }];
  const corrected = await gateway.post(`/batches/${batch.id}/corrections`, {
    corrections: [{ rows: [rows[1]!.row], cells }],
  });
  expect(corrected.status).toBe(200);
  const { rows: after } = await batches.settle(batch.id);
  expect(
    after.map(({ state, mistakes }: { state: string; mistakes: object[] }) => [state, mistakes]),
  ).toEqual([
    ['tried', []],
    ['tried', []],
  ]);
});

describe('headers that are not certain', () => {
  const headers = OWN_HEADERS.map((header) => (header === 'Fecha de alta' ? 'Fecha' : header));
  const content = ownSheet({ headers });

  test('the headers are asked about before anything is sent, and remembered for the office', async () => {
    const ask = async () =>
      (await gateway.post('/batches/columns', { operation, ...batches.file('altas.xlsx', content) })).body
        .data;
    const { header_row, columns, missing, fields, faults, rows } = await ask();
    expect([header_row, missing, faults, rows]).toEqual([3, [], [], 3]);
    expect(columns.find(({ header }: { header: string }) => header === 'Fecha')).toMatchObject({
      how: 'proposal',
      column: 'fecha_real',
    });
    expect(fields).toContainEqual({ column: 'fecha_real', title: 'Fecha real del alta', required: true });

    const mapping = [{ header: 'Fecha', column: 'fecha_real' }];
    const { batch } = await sent(content, { operation, mapping });
    expect(batch).toMatchObject({
      message: null,
      counts: { tried: 3 },
      operation,
      mapping: [{ ...mapping[0], reading: null, value: null }],
    });
    const after = (await ask()).columns.find(({ header }: { header: string }) => header === 'Fecha');
    expect(after).toMatchObject({ how: 'remembered', column: 'fecha_real' });
    await gateway.post(`/batches/${batch.id}/cancel`, {});
  });

  test('the chosen columns are offered for a sheet with one more column and one less, of the same trámite only', async () => {
    const changed = ownSheet({ headers: [...headers.slice(1), 'Teléfono'] });
    const columnsOf = async (of: string) => {
      const { status, body } = await gateway.post('/batches/columns', {
        operation: of,
        ...batches.file('altas.xlsx', changed),
      });
      expect(status, JSON.stringify(body)).toBe(200);
      const columns = body.data.columns as { header: string; how: string; column: string | null }[];
      return new Map(columns.map(({ header, how, column }) => [header, [how, column]]));
    };
    const known = await columnsOf(operation);
    expect(known.get('Fecha')).toEqual(['remembered', 'fecha_real']);
    expect(known.get('Teléfono')).toEqual(['none', null]);
    expect((await columnsOf('deregisterEmployee')).get('Fecha')).toEqual(['proposal', 'fecha_real']);
  });

  test('the tab and the row of headers are shown, and another choice of them is another batch', async () => {
    const book = bookOf({
      rows: [['ALTAS'], OWN_HEADERS, ['x']],
      others: [
        { name: 'Martes', rows: [OWN_HEADERS, ['y'], ['z']] },
        { name: 'Martes ', state: 'hidden', rows: [OWN_HEADERS, ['w']] },
      ],
    });
    const { file } = batches.file('altas.xlsx', book);
    const ask = async (choice: object) =>
      (await gateway.post('/batches/columns', { operation, file: { ...file, ...choice } })).body.data;
    expect(await ask({})).toMatchObject({
      tab: 'Datos',
      header_row: null,
      tabs: [
        { name: 'Datos', hidden: false },
        { name: 'Martes', hidden: false },
        { name: 'Martes ', hidden: true },
      ],
      first_rows: [
        { row: 1, cells: ['ALTAS'] },
        { row: 2, cells: OWN_HEADERS.slice(0, 12) },
        { row: 3, cells: ['x'] },
      ],
      faults: [expect.stringContaining('elija cuál se lee')],
    });
    expect(await ask({ tab: 'Martes', header_row: 1 })).toMatchObject({
      tab: 'Martes',
      header_row: 1,
      rows: 2,
      faults: [],
    });
    expect(await ask({ tab: 'Martes ', header_row: 1 })).toMatchObject({ tab: 'Martes ', rows: 1 });
    const ids = [];
    for (const choice of [
      { tab: 'Datos' },
      { tab: 'Martes' },
      { tab: 'Martes', header_row: 1 },
      { tab: 'Datos' },
    ]) {
      const { body } = await batches.send({ name: 'Altas', operation, file: { ...file, ...choice } });
      ids.push(body.data.batch.id);
    }
    expect(ids[3]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  test('the chosen columns of several sheets are offered together, each header with its latest choice', async () => {
    const choose = async (header: string, column: string) => {
      const { batch } = await sent(
        ownSheet({ headers: OWN_HEADERS.map((own) => (own === 'Fecha de alta' ? header : own)) }),
        { operation, mapping: [{ header, column }] },
      );
      await gateway.post(`/batches/${batch.id}/cancel`, {});
    };
    await choose('Comienzo', 'fecha_real');
    await choose('Sin sentido', 'cno');
    const both = ownSheet({ headers: [...headers.slice(1), 'Comienzo', 'Sin sentido'] });
    const { body } = await gateway.post('/batches/columns', {
      operation,
      ...batches.file('altas.xlsx', both),
    });
    const columns = body.data.columns as { header: string; how: string; column: string | null }[];
    const offered = new Map(columns.map(({ header, how, column }) => [header, [how, column]]));
    expect(offered.get('Sin sentido')).toEqual(['remembered', 'cno']);
    // Both of these were the day of the registration, and only one of them can be.
    expect([offered.get('Fecha'), offered.get('Comienzo')]).toContainEqual(['remembered', 'fecha_real']);
    expect(
      [offered.get('Fecha'), offered.get('Comienzo')].filter((of) => of?.[0] === 'remembered'),
    ).toHaveLength(1);
  });

  test('the chosen columns of the sheet that shares the most headers are offered', async () => {
    const choose = async (choices: Record<string, string>, of: string[]) => {
      const mapping = Object.entries(choices).map(([header, column]) => ({ header, column }));
      const { batch } = await sent(ownSheet({ headers: of }), { operation, mapping });
      await gateway.post(`/batches/${batch.id}/cancel`, {});
    };
    const other = headers.map((header) => (header === 'CNO' ? 'Puesto' : header));
    await choose({ Fecha: 'fnacimiento', Puesto: 'cno' }, other);
    const asked = async (of: string[]) =>
      (
        await gateway.post('/batches/columns', {
          operation,
          ...batches.file('altas.xlsx', ownSheet({ headers: of })),
        })
      ).body.data.columns.find(({ header }: { header: string }) => header === 'Fecha').column;
    expect(await asked([...other, 'Teléfono'])).toBe('fnacimiento');
    // Exactly these headers count more than any other sheet.
    expect(await asked(headers)).toBe('fecha_real');
  });

  test('a column that was not read in one sheet, or was read as another one, is offered so for no other sheet that is certain', async () => {
    const office = [...headers, 'Notas'];
    const mapping = [
      { header: 'Fecha', column: 'fecha_real' },
      { header: 'CNO' },
      { header: 'Tipo de contrato', column: 'cno' },
      { header: 'Notas' },
    ];
    const { batch } = await sent(ownSheet({ headers: office }), { operation, mapping });
    await gateway.post(`/batches/${batch.id}/cancel`, {});
    const offered = async (of: string[]) => {
      const { body } = await gateway.post('/batches/columns', {
        operation,
        ...batches.file('altas.xlsx', ownSheet({ headers: of })),
      });
      const columns = body.data.columns as { header: string; how: string; column: string | null }[];
      return columns
        .filter(({ header }) => mapping.some((choice) => choice.header === header))
        .map(({ header, how, column }) => [header, how, column]);
    };
    expect(await offered(office)).toEqual(
      expect.arrayContaining(mapping.map(({ header, column = null }) => [header, 'remembered', column])),
    );
    expect(await offered([...office, 'Teléfono'])).toEqual(
      expect.arrayContaining([
        ['Fecha', 'remembered', 'fecha_real'],
        ['CNO', expect.stringMatching(/^(?:name|synonym)$/), 'cno'],
        ['Tipo de contrato', 'synonym', 'tipo_contrato'],
        ['Notas', 'none', null],
      ]),
    );
  });

  test('an uncertain header is one mistake of the file, which files nothing, since remembered columns are only offered', async () => {
    const { batch, rows } = await sent(ownSheet({ headers, count: 2 }), { operation });
    expect(batch.message).toContain('Fecha: Columna desconocida');
    const said = rows.flatMap(({ mistakes }) => mistakes).filter(({ column }) => column === 'Fecha');
    expect(said).toHaveLength(1);
    expect((await batches.commit(batch.id, 'good')).status).toBe(409);
    expect(await posts()).toEqual({});
  });

  test('the remembered columns are erased with the account', async () => {
    await stores.batches.eraseBatches(service.accountId);
    const { body } = await gateway.post('/batches/columns', {
      operation,
      ...batches.file('altas.xlsx', content),
    });
    expect(body.data.columns.map(({ how }: { how: string }) => how)).not.toContain('remembered');
  });
});

describe('a column of sexes in which M stands alone', () => {
  const { regimen, ccc } = seed.demo.accounts.general;
  const sheetOf = (people: typeof hires) =>
    csvOf(
      people.map(({ dni, nss }) => ({
        ...{ regimen, ccc, DNI: dni, NSS: nss, fecha_real: seed.today },
        ...{ grupo_cotizacion: '07', tipo_contrato: '100', cno: '4122', Sexo: 'M' },
      })),
    );
  const ask = async (content: string) =>
    (
      await gateway.post('/batches/columns', { operation, ...batches.file('sexos.csv', content) })
    ).body.data.columns.find(({ header }: { header: string }) => header === 'Sexo');

  test('the column is asked about once, its rows wait until then, and the answer is remembered for the next sheet', async () => {
    const content = sheetOf(hires.slice(0, 2));
    expect(await ask(content)).toEqual({
      ...{ header: 'Sexo', samples: ['M'], how: 'name', column: 'sexo' },
      readings: ['HM', 'MF'],
    });
    const { rows } = await sent(content, { operation }, 'sexos.csv');
    expect(rows.map(({ state, mistakes }) => [state, mistakes.map(({ column }) => column)])).toEqual([
      ['wrong', ['sexo']],
      ['wrong', ['sexo']],
    ]);
    const mapping = [{ header: 'Sexo', column: 'sexo', reading: 'HM' }];
    const chosen = await sent(content, { operation, mapping }, 'sexos.csv');
    expect(chosen.rows.map(({ state, cells }) => [state, cells.sexo])).toEqual([
      ['tried', 'F'],
      ['tried', 'F'],
    ]);
    expect(await ask(sheetOf(hires.slice(2, 4)))).toMatchObject({
      how: 'remembered',
      column: 'sexo',
      reading: 'HM',
    });
  });

  test('a correction in the column is read as the rest of its sheet', async () => {
    const people = hires.slice(6, 9);
    const inSheet = (sexes: string[]) =>
      sheetOf(people).replace(/;"?M"?(?=\r?\n|$)/g, () => `;${sexes.shift() ?? ''}`);
    const { batch, rows } = await sent(inSheet(['H', 'X', 'M']), { operation }, 'sexos.csv');
    expect(rows.map(({ state, cells }) => [state, cells.sexo ?? cells.Sexo])).toEqual([
      ['tried', 'M'],
      ['wrong', 'X'],
      ['tried', 'F'],
    ]);
    const typed = async (id: string, value: string) => {
      const { status, body } = await correct(id, [{ rows: [3], cells: [cell('sexo', value)] }]);
      expect(status, JSON.stringify(body)).toBe(200);
      const [{ mistakes, notes, cells }] = body.data.rows;
      await batches.settle(id);
      return { sexo: cells.sexo, mistakes, notes };
    };
    expect(await typed(batch.id, 'M')).toEqual({
      sexo: 'F',
      mistakes: [],
      notes: [{ column: 'sexo', message: 'Se ha leído mujer (F): la columna tiene H (fila 2).' }],
    });
    // Also by the content that the correction made.
    expect(await typed(batch.id, 'H')).toMatchObject({ sexo: 'M', mistakes: [] });
    const alone = await sent(inSheet(['M', 'X', 'M']), { operation }, 'sexos.csv');
    expect(await typed(alone.batch.id, 'M')).toMatchObject({
      mistakes: [{ column: 'sexo', message: expect.stringContaining('M puede ser mujer') }],
    });
    await gateway.post(`/batches/${batch.id}/cancel`, {});
    await gateway.post(`/batches/${alone.batch.id}/cancel`, {});
  });

  test('the meaning of the column follows from an earlier filing of one of its workers, with a note', async () => {
    const [first, second] = hires.slice(4, 6) as [(typeof hires)[0], (typeof hires)[0]];
    const { dni, nss, identificacion } = first;
    const alta = {
      ...{ regimen, ccc, dni, nss, identificacion: String(identificacion) },
      ...{ fecha_real: seed.today, grupo_cotizacion: '07', tipo_contrato: '100', cno: '4122', sexo: 'F' },
    };
    const filed = await gateway.post('/seg-social/alta', alta);
    expect(filed.status, JSON.stringify(filed.body)).toBe(200);
    const content = sheetOf([second, first]);
    expect(await ask(content)).toMatchObject({ reading: 'HM' });
    expect(await ask(content)).not.toHaveProperty('readings');
    const { batch, rows } = await sent(content, { operation }, 'conocida.csv');
    expect(rows.map(({ cells, mistakes }) => [cells.sexo, mistakes])).toEqual([
      ['F', []],
      ['F', []],
    ]);
    expect(batch.notes).toContain(
      'En la columna «Sexo», M es mujer: así consta en trámites anteriores de sus trabajadores (fila 3).',
    );
  });
});

test('a missing column that all rows need is one mistake', async () => {
  const change = cellsOf(aChange(service.demo));
  const { cno: _, ...without } = change;
  const { batch, rows } = await sent(csvOf([without, { ...without, fecha_real: '2026-01-02' }]), {}, 'a.csv');
  expect(batch.message).toContain(' Falta «');
  expect(batch.message).not.toContain('cno');
  // What is said of the file is no row.
  expect(batch).toMatchObject({ rows: 2, counts: { wrong: 2 } });
  expect(rows.map(({ state, mistakes }) => [state, mistakes.length])).toEqual([
    ['wrong', 1],
    ['wrong', 0],
    ['wrong', 0],
  ]);
});

test('a value that all rows lack is given once in the mapping, shown with the batch, and not offered for the next sheet', async () => {
  const { cno, ...without } = cellsOf(aChange(service.demo));
  const content = csvOf([without, { ...without, fecha_real: '2026-01-02' }]);
  const fixed = [{ column: 'cno', value: cno }];
  const ask = async (mapping: object[]) =>
    (
      await gateway.post('/batches/columns', {
        operation: 'updateCno',
        mapping,
        ...batches.file('a.csv', content),
      })
    ).body.data;
  expect(await ask([])).toMatchObject({ missing: ['cno'] });
  expect(await ask(fixed)).toMatchObject({ missing: [], faults: [] });
  const { batch, rows } = await sent(content, { mapping: fixed }, 'a.csv');
  expect(batch).toMatchObject({
    message: null,
    counts: { tried: 2 },
    mapping: [{ header: null, column: 'cno', reading: null, value: cno }],
  });
  expect(rows.map(({ cells }) => cells.cno)).toEqual([cno, cno]);
  expect(await ask([])).toMatchObject({ missing: ['cno'] });
  const refused = await gateway.post('/batches', {
    name: 'a',
    ...batches.file('a.csv', content),
    mapping: [{ header: 'CNO', column: 'cno', value: cno }, { value: cno }, {}],
  });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
    422,
    ['mapping.0.header', 'mapping.1.column', 'mapping.2.header'],
  ]);
});

test('a name that differs from the authority’s is a warning, and changes nothing', async () => {
  const [first] = hires;
  const change = cellsOf(aChange(service.demo));
  const { batch, rows } = await sent(
    csvOf([{ ...change, 'Nombre y apellidos': `${first!.name} Equivocada Otra` }]),
    {},
    'a.csv',
  );
  expect(batch.counts.tried).toBe(1);
  expect(rows[0]?.warnings).toEqual([
    expect.stringMatching(/^La hoja dice .*Equivocada Otra, y el organismo/),
  ]);
});

describe('a correction of rows', () => {
  const words = ownSheet({ count: 3, contract: (index) => (index === 1 ? '100' : 'Indefinido') });

  test('a correction changes equal mistakes at once, and only those rows are tried again', async () => {
    const { batch, rows } = await sent(words, { operation });
    expect(rows.map(({ state }) => state)).toEqual(['wrong', 'tried', 'wrong']);
    const { status, body } = await correct(batch.id, [
      { rows: [4, 6], cells: [cell('tipo_contrato', '100')] },
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.rows.map(({ row, mistakes }: Row) => [row, mistakes])).toEqual([
      [4, []],
      [6, []],
    ]);
    const after = await batches.settle(batch.id);
    expect(after.rows.map(({ state }: Row) => state)).toEqual(['tried', 'tried', 'tried']);
    expect(after.rows[1].dryRuns).toEqual(rows[1]!.dryRuns);
    expect(await posts()).toEqual({});
    const { batch: filed } = await batches.filed(batch.id, 'all', 1);
    expect(filed.counts.filed).toBe(3);
    expect(await posts()).toEqual({ 'tgss.alta': 3 });
    const late = await correct(batch.id, [{ rows: [4], cells: [cell('cno', '4121')] }]);
    expect(late.status).toBe(409);
    expect(await posts()).toEqual({ 'tgss.alta': 3 });
  });

  test('a corrected row files what was tried last, and nothing from before', async () => {
    const { batch, rows } = await sent(csvOf([cellsOf(aChange(service.demo, { cno: '4121' }))]), {}, 'a.csv');
    await correct(batch.id, [{ rows: [2], cells: [cell('cno', '4122')] }]);
    const after = await batches.settle(batch.id);
    expect(after.rows[0]).toMatchObject({ state: 'tried', cells: { cno: '4122' } });
    expect(after.rows[0].dryRuns).not.toEqual(rows[0]!.dryRuns);
    expect(after.batch.previewed_at).toBe(batch.previewed_at);
    const filed = await batches.filed(batch.id, 'all', 1);
    expect(filed.batch.counts.filed).toBe(1);
    const { body } = await gateway.get(`/tramites/${filed.rows[0].filings[0]}`);
    // Whole words: a part of an id may be any number.
    const words = JSON.stringify(body).split(/[^\w-]+/);
    expect(words).toContain('4122');
    expect(words).not.toContain('4121');
    expect(await posts()).toEqual({ 'tgss.cno': 1 });
  });

  test('a correction that makes a row equal to another one is a mistake of that row, which ends when they differ again', async () => {
    const one = aChange(service.demo);
    const other = aChange(service.demo);
    const { batch } = await sent(csvOf([cellsOf(one), cellsOf(other)]), {}, 'a.csv');
    const same = one.body as unknown as { cno: string };
    await correct(batch.id, [{ rows: [3], cells: [cell('cno', same.cno)] }]);
    const equal = await batches.settle(batch.id);
    expect(equal.rows.map(({ state }: Row) => state)).toEqual(['tried', 'wrong']);
    expect(equal.rows[1].mistakes[0].message).toContain('igual que la fila 2');
    await correct(batch.id, [{ rows: [2], cells: [cell('cno', '4133')] }]);
    const free = await batches.settle(batch.id);
    expect(free.rows.map(({ state }: Row) => state)).toEqual(['tried', 'tried']);
  });

  test.each<[string, object[], number]>([
    ['a row that is not there', [{ rows: [99], cells: [cell('cno', '4122')] }], 422],
    ['a column that is not there', [{ rows: [2], cells: [cell('nada', '1')] }], 422],
    ['the trámite of a row', [{ rows: [2], cells: [cell('tramite', 'updateGroup')] }], 422],
    ['nothing', [], 422],
  ])('a correction of %s is refused, and changes nothing', async (_, corrections, expected) => {
    const { batch, rows } = await sent(csvOf([cellsOf(aChange(service.demo))]), {}, 'a.csv');
    expect((await correct(batch.id, corrections)).status).toBe(expected);
    expect((await batches.get(batch.id)).rows).toEqual(rows);
  });

  test('a correction without a value empties the cell', async () => {
    const { batch } = await sent(csvOf([cellsOf(aChange(service.demo))]), {}, 'a.csv');
    const { body } = await correct(batch.id, [{ rows: [2], cells: [cell('cno')] }]);
    expect(body.data.rows).toMatchObject([{ state: 'wrong', mistakes: [{ column: 'cno' }] }]);
  });

  test('a correction of a cancelled batch is refused', async () => {
    const { batch } = await sent(csvOf([cellsOf(aChange(service.demo))]), {}, 'a.csv');
    await gateway.post(`/batches/${batch.id}/cancel`, {});
    expect((await correct(batch.id, [{ rows: [2], cells: [cell('cno', '4122')] }])).status).toBe(409);
  });
});

describe('checking a batch again', () => {
  const checkAgain = (id: string) => gateway.post(`/batches/${id}/corrections`, { again: true });
  const { cif, regimen, ccc } = seed.demo.company;
  const saveCompany = async () => {
    const { status, body } = await service.caller.post('/customer', {
      name: 'Cliente',
      access: { email: `${crypto.randomUUID()}@example.com` },
      not_notify: 1,
      profile: { dni: cif, razon_social: 'CLIENTE SL', account: [{ regimen, cuenta: ccc, alias: 'Taller' }] },
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };

  test('a check loses the faults of rows and file that a new client company remedies, and files nothing', async () => {
    const { regimen: _, ...change } = cellsOf(aChange(service.demo));
    const rows = [change, { ...change, cno: 'x' }, { ...change, fecha_real: '2026-01-02' }];
    const file = { ...batches.file('sin-regimen.csv', csvOf(rows)) };
    const first = (await batches.send(file)).body.data.batch;
    expect(first.message).toContain('y ninguna fila tiene el dato');
    const unchanged = await checkAgain(first.id);
    // Each row says for itself what it lacks.
    expect(unchanged.body.data.batch).toMatchObject({ message: null, rows: 3, counts: { wrong: 3 } });

    await saveCompany();
    const replayed = await batches.send(file);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body.data.batch).toMatchObject({ id: first.id, counts: { wrong: 3 } });
    expect((await checkAgain(first.id)).status).toBe(200);
    const { batch, rows: checked } = await batches.settle(first.id);
    expect(checked.map(({ row, state }: Row) => [row, state])).toEqual([
      [2, 'tried'],
      [3, 'wrong'],
      [4, 'tried'],
    ]);
    expect(checked[1].mistakes).toMatchObject([{ column: 'cno' }]);
    expect(batch).toMatchObject({ state: 'previewed', message: null, revision: 2 });
    expect(
      (await gateway.get('/batches')).body.data.data.filter(({ name }: { name: string }) => name === 'Lote'),
    ).toContainEqual(expect.objectContaining({ id: first.id }));
    expect(await posts()).toEqual({});
    // A commit of the rows as they were before is refused.
    expect((await batches.commit(first.id, 'good', 1)).status).toBe(409);
    const filed = await batches.filed(first.id, 'good', 2);
    expect(filed.batch.counts.filed).toBe(2);
    expect(await posts()).toEqual({ 'tgss.cno': 2 });
    expect((await checkAgain(first.id)).status).toBe(409);
  });

  test('a batch that is checked again keeps its corrected cells and the dry runs of its other rows', async () => {
    const wrong = cellsOf(aChange(service.demo, { cno: 'x' }));
    const { batch, rows } = await sent(csvOf([cellsOf(aChange(service.demo)), wrong]), {}, 'a.csv');
    await correct(batch.id, [{ rows: [3], cells: [cell('cno', 'y')] }]);
    const { body } = await checkAgain(batch.id);
    expect(body.data.rows).toMatchObject([{ row: 3, state: 'wrong', cells: { cno: 'y' } }]);
    const after = await batches.settle(batch.id);
    expect(after.rows[0]).toMatchObject({ state: 'tried', dryRuns: rows[0]!.dryRuns });
  });

  test('a batch that is checked again is tried as a whole once its dry runs are too old to be filed', async () => {
    const { batch, rows } = await sent(csvOf([cellsOf(aChange(service.demo))]), {}, 'a.csv');
    expect((await checkAgain(batch.id)).status).toBe(409);
    passMinutes(121);
    expect((await batches.commit(batch.id)).status).toBe(409);
    expect((await checkAgain(batch.id)).status).toBe(200);
    const after = await batches.settle(batch.id);
    expect(after.rows[0].state).toBe('tried');
    expect(after.rows[0].dryRuns).not.toEqual(rows[0]!.dryRuns);
    expect(await posts()).toEqual({});
    expect((await batches.filed(batch.id, 'all', 1)).batch.counts.filed).toBe(1);
  });

  test('a batch that is checked again leaves rows alone that are omitted, or that an earlier batch has filed', async () => {
    const first = await batches.tried('a.csv', csvOf([cellsOf(aChange(service.demo))]));
    await batches.filed(first.batch.id);
    const sheet = opened(await batches.sheet(first.batch.id, 'csv'));
    const out = cellsOf(aChange(service.demo, { cno: 'x' }));
    const again = await batches.tried(
      'b.csv',
      saved([...sheet, { ...out, 'resultado.estado': ROW_TEXT.leftOut }] as never, 'csv'),
    );
    const states = again.rows.map(({ state }: Row) => state);
    expect(states).toEqual(['wrong', 'leftOut']);
    expect((await checkAgain(again.batch.id)).status).toBe(409);
    expect((await batches.get(again.batch.id)).rows).toEqual(again.rows);
  });
});
