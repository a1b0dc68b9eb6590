import { utils, write } from '@e965/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { requestsOf } from '../../support/requests.ts';
import { afiOf, fab, segment } from '../../support/sheets/afi.ts';
import {
  aChange,
  batchesWith,
  cellsOf,
  csvOf,
  opened,
  saved,
  startBatches,
} from '../../support/sheets/batches.ts';
import { bookOf, merged, STRUCK_STYLES } from '../../support/sheets/books.ts';

/** The segments of a company and a worker, whose movements follow. */
const subject = (
  { regimen, ccc }: { regimen: string; ccc: string },
  { nss, dni, identificacion }: { nss: string; dni: string; identificacion: number },
): string[] => [
  segment('EMP', { 4: regimen, 8: ccc, 39: regimen, 43: ccc }),
  segment('TRA', { 4: nss, 16: String(identificacion), 17: '724', 20: dni.padStart(14, '0'), 62: '724' }),
];

/** Files of each format: mistakes in the file as a whole, and the submissions of a valid file. */

const { service, authorities, gateway, batches, queues } = await startBatches();
beforeEach(() => authorities.reset());

const posts = async () => (await authorities.stats()).submissions;

const row = () => cellsOf(aChange(service.demo));
/** A movement that changes the occupation of the demo account's worker. */
const movement = () => fab('MT ', { 9: seed.today.replaceAll('-', ''), 22: '   ' });
const occupation = segment('DAM', { 61: 'a' });
const worker = () => subject(service.demo.company, service.demo.worker);
const twoSheets = (rows: Record<string, string>[]) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Lunes');
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Martes');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

test.each<[string, string, () => string | Uint8Array]>([
  ['marked as a test', 'a.afi', () => afiOf([...worker(), movement(), occupation], { mark: 'P' })],
  ['with another count', 'a.afi', () => afiOf([...worker(), movement(), occupation], { count: 30 })],
  [
    'with a line that is of no movement',
    'a.afi',
    () => afiOf([segment('EMP', { 4: '0111', 67: 'CTA' }), ...worker(), movement(), occupation]),
  ],
  ['whose quotes are not closed', 'a.csv', () => `${csvOf([row()])}\r\n"x;`],
  ['with a second sheet', 'a.xlsx', () => twoSheets([row()])],
  ['with an unknown column', 'a.csv', () => csvOf([row(), { ...row(), notas: 'x' }])],
])('no row of a file %s is filed, however it is committed', async (_, name, content) => {
  const { batch } = await batches.tried(name, content());
  expect(batch).toMatchObject({ state: 'previewed', message: expect.stringMatching(/^El fichero tiene/) });
  expect(batch.counts.tried).toBeGreaterThan(0);
  for (const rows of ['all', 'good'] as const) {
    const { status, body } = await batches.commit(batch.id, rows);
    expect([status, body.message]).toEqual([409, batch.message]);
  }
  expect(await posts()).toEqual({});
});

test('a member of a board, whose contract is 000, is registered from an AFI file', async () => {
  const { batch, rows } = await batches.tried(
    'a.afi',
    afiOf([
      ...subject(service.demo.company, service.demo.newWorkers[0]!),
      fab('MA ', { 9: seed.today.replaceAll('-', ''), 17: '01', 22: '000' }),
      segment('ODL', { 24: '1120' }),
    ]),
  );
  expect(rows).toMatchObject([{ state: 'tried', cells: { tipo_contrato: '000' } }]);
  expect((await batches.filed(batch.id)).batch.counts.filed).toBe(1);
  expect(await posts()).toEqual({ 'tgss.alta': 1 });
});

test('a merged cell is filed for all its rows, and never what the workbook has below it', async () => {
  const [first, second] = [row(), row()];
  const headers = Object.keys(first);
  const column = String.fromCharCode(65 + headers.indexOf('fecha_real'));
  const stale = { ...second, cno: second.cno!, fecha_real: '2020-01-01' };
  const book = bookOf({
    rows: [headers, Object.values(first), Object.values(stale)],
    after: merged(`${column}2:${column}3`),
  });
  const { batch, rows } = await batches.tried('a.xlsx', book);
  const notes = [expect.stringContaining(`(${column}2:${column}3)`)];
  expect(batch.notes).toEqual(notes);
  const list = await gateway.get('/batches');
  expect(list.body.data.data.find(({ id }: { id: string }) => id === batch.id).notes).toEqual(notes);
  expect(rows.map((one: { state: string; notes: object[] }) => [one.state, one.notes])).toEqual([
    ['tried', []],
    ['tried', [{ column: 'fecha_real', message: expect.stringContaining('celda combinada') }]],
  ]);
  const [, result] = opened(await batches.sheet(batch.id, 'xlsx'));
  expect(result).toMatchObject({ fecha_real: first.fecha_real });
  const filed = await batches.filed(batch.id);
  expect(filed.batch.counts.filed).toBe(2);
  const requests = await Promise.all(
    filed.rows.map(({ filings: [id] }: { filings: string[] }) => gateway.get(`/tramites/${id}`)),
  );
  for (const { body } of requests) expect(JSON.stringify(body)).not.toContain('2020-01-01');
});

describe('hidden and struck-out rows of a workbook', () => {
  /** A shown row, a hidden one, a struck-out one that equals the shown one, and a hidden one with a mistake. */
  const headers = Object.keys(row());
  const book = (shown = row()) =>
    bookOf({
      rows: [headers, ...[shown, row(), shown, { ...row(), cno: 'x' }].map((one) => Object.values(one))],
      rowAttributes: { 3: 'hidden="1"', 5: 'hidden="1"' },
      rowStyles: { 4: 1 },
      styles: STRUCK_STYLES,
    });
  const put = (id: string, rows: number[], leftOut: unknown) =>
    gateway.post(`/batches/${id}/corrections`, { corrections: [{ rows, leftOut }] });
  type Shown = { row: number; state: string; leftOut: string | null; mistakes: object[] };
  const statesOf = (rows: Shown[]) => rows.map(({ row, state, leftOut }) => [row, state, leftOut]);
  const sent = async (content: Uint8Array | string = book(), name = 'a.xlsx') => {
    const { status, body } = await batches.send(batches.file(name, content));
    expect(status, JSON.stringify(body)).toBe(200);
    return { ...(await batches.settle(body.data.batch.id)), message: body.message as string };
  };

  test('a hidden or struck-out row is neither tried nor filed, and the others are filed as a whole batch', async () => {
    const { batch, rows, message } = await sent();
    expect(message).toBe('3 filas, ocultas o tachadas, quedan fuera mientras no las incluya.');
    expect(batch.notes).toEqual([
      expect.stringMatching(/ocultas.*: 3, 5\.$/),
      expect.stringMatching(/tachadas.*: 4\.$/),
    ]);
    expect(batch).toMatchObject({ state: 'previewed', rows: 4, counts: { tried: 1, leftOut: 3, wrong: 0 } });
    expect(statesOf(rows)).toEqual([
      [2, 'tried', null],
      [3, 'leftOut', 'hidden'],
      [4, 'leftOut', 'struck'],
      [5, 'leftOut', 'hidden'],
    ]);
    expect(rows.map(({ mistakes }: Shown) => mistakes.length)).toEqual([0, 0, 0, 1]);
    const { body } = await gateway.get(`/batches/${batch.id}?state=leftOut`);
    expect(
      body.data.rows.map(({ row, dryRuns }: { row: number; dryRuns: string[] }) => [row, dryRuns]),
    ).toEqual([
      [3, []],
      [4, []],
      [5, []],
    ]);
    const filed = await batches.filed(batch.id, 'all');
    expect(filed.batch).toMatchObject({ state: 'ended', counts: { filed: 1, leftOut: 3 } });
    expect(await posts()).toEqual({ 'tgss.cno': 1 });
    expect((await put(batch.id, [3], false)).status).toBe(409);
  });

  test.each(['xlsx', 'csv'] as const)(
    'a row that was omitted stays omitted when the sheet of results is sent again as %s',
    async (format) => {
      const { batch } = await sent();
      const results = opened(await batches.sheet(batch.id, format));
      expect(results.map((one) => one['resultado.estado'])).toEqual([
        'probada, sin presentar',
        ...Array(3).fill('queda fuera: no se prueba ni se presenta'),
      ]);
      await gateway.post(`/batches/${batch.id}/cancel`, {});
      const again = await sent(saved(results, format), `a.${format}`);
      expect(statesOf(again.rows)).toEqual([
        [2, 'tried', null],
        ...[3, 4, 5].map((number) => [number, 'leftOut', 'result']),
      ]);
      await gateway.post(`/batches/${again.batch.id}/cancel`, {});
      expect(await posts()).toEqual({});
    },
  );

  test('a row that a person includes is tried and filed, or shows its own mistakes', async () => {
    const { batch } = await sent();
    const { status, body } = await put(batch.id, [3, 4, 5], false);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.batch.revision).toBe(1);
    const { rows } = await batches.settle(batch.id);
    expect(statesOf(rows)).toEqual([
      [2, 'tried', null],
      [3, 'tried', null],
      [4, 'wrong', null],
      [5, 'wrong', null],
    ]);
    expect(rows[2].mistakes).toEqual([
      { column: null, message: expect.stringContaining('igual que la fila 2') },
    ]);
    expect((await batches.commit(batch.id, 'all', 1)).status).toBe(409);
    const filed = await batches.filed(batch.id, 'good', 1);
    expect(filed.batch.counts.filed).toBe(2);
    expect(await posts()).toEqual({ 'tgss.cno': 2 });
  });

  test('a row that a person excludes is not filed, and another row that equals it is filed', async () => {
    const { batch } = await sent();
    await put(batch.id, [3, 4], false);
    await batches.settle(batch.id);
    expect((await put(batch.id, [2, 3], true)).status).toBe(200);
    const { rows } = await batches.settle(batch.id);
    expect(statesOf(rows)).toEqual([
      [2, 'leftOut', 'person'],
      [3, 'leftOut', 'person'],
      [4, 'tried', null],
      [5, 'leftOut', 'hidden'],
    ]);
    const filed = await batches.filed(batch.id, 'all', 2);
    expect(statesOf(filed.rows)[2]).toEqual([4, 'filed', null]);
    expect(await posts()).toEqual({ 'tgss.cno': 1 });
  });

  test('a commit of a revision from before a row was included files nothing', async () => {
    const { batch } = await sent();
    await put(batch.id, [3], false);
    await batches.settle(batch.id);
    const { status } = await gateway.post(`/batches/${batch.id}/commit`, { rows: 'all', revision: 0 });
    expect(status).toBe(409);
    expect(await posts()).toEqual({});
    await gateway.post(`/batches/${batch.id}/cancel`, {});
  });

  test('a row that is omitted can be corrected, and an empty correction is refused', async () => {
    const { batch } = await sent();
    const cells = [{ column: 'cno', value: '4122' }];
    const corrected = await gateway.post(`/batches/${batch.id}/corrections`, {
      corrections: [{ rows: [5], cells }],
    });
    expect(corrected.body.data.rows).toMatchObject([{ row: 5, state: 'leftOut', mistakes: [] }]);
    for (const correction of [{ rows: [3] }, { rows: [3], leftOut: 'quizá' }])
      expect(
        (await gateway.post(`/batches/${batch.id}/corrections`, { corrections: [correction] })).status,
      ).toBe(422);
    await gateway.post(`/batches/${batch.id}/cancel`, {});
  });

  test('a workbook of hidden rows alone makes a batch that files nothing', async () => {
    const only = bookOf({ rows: [headers, Object.values(row())], rowAttributes: { 2: 'hidden="1"' } });
    const { batch, message } = await sent(only);
    expect(message).toBe('Una fila, oculta o tachada, queda fuera mientras no la incluya.');
    expect(batch).toMatchObject({ state: 'previewed', counts: { leftOut: 1 } });
    expect((await batches.commit(batch.id, 'all')).status).toBe(409);
  });
});

test.each([
  ['a.csv', 'tramite;cno'],
  ['a.csv', 'tramite;cno\r\nEJEMPLO: updateCno;4122'],
  ['a.json', '[]'],
])('a file %s without rows (%j) is no batch', async (name, content) => {
  const { status, body } = await batches.send(batches.file(name, content));
  expect([status, body.errors]).toEqual([
    422,
    { 'file.content': [expect.stringContaining('al menos una fila')] },
  ]);
});

test('a file that ends before its end mark files nothing', async () => {
  const whole = afiOf([...worker(), movement(), occupation]);
  const { batch } = await batches.tried('a.afi', whole.slice(0, -100));
  expect((await batches.commit(batch.id, 'good')).status).toBe(409);
});

test('a segment that cannot be read keeps its movement back, and no other', async () => {
  const { batch, rows } = await batches.tried(
    'a.afi',
    afiOf([
      ...worker(),
      fab('MG ', { 9: seed.today.replaceAll('-', ''), 17: '04' }),
      segment('COD', {}),
      movement(),
      occupation,
    ]),
  );
  expect(rows.map(({ row, state }: { row: number; state: string }) => [row, state])).toEqual([
    [4, 'wrong'],
    [6, 'tried'],
  ]);
  await batches.filed(batch.id, 'good');
  expect(await posts()).toEqual({ 'tgss.ocupacion': 1 });
});

describe('a good file in a batch', () => {
  test.each<[string, () => string]>([
    ['afi', () => afiOf([...worker(), movement(), occupation])],
    [
      'json',
      () => {
        const { tramite: operation, ...request } = row();
        return JSON.stringify([{ operation, request, cert_secret: service.demo.certificates.tgss }]);
      },
    ],
    [
      'xml',
      () => {
        const { file } = requestsOf(service.demo)['POST /sepe/contrata/xml']!.request as {
          file: { content: string };
        };
        return Buffer.from(file.content.split(',')[1]!, 'base64').toString('latin1');
      },
    ],
  ])('a file of the kind %s is tried, filed, and given back with its results', async (format, content) => {
    const own = batchesWith(
      queues,
      format === 'xml' ? gateway.acting(service.demo.certificates.sepe) : gateway,
    );
    const { batch } = await own.tried(`a.${format}`, Buffer.from(content(), 'latin1'));
    expect(batch).toMatchObject({ state: 'previewed', rows: 1, counts: { tried: 1 } });
    expect(await posts()).toEqual({});
    const { rows } = await own.filed(batch.id);
    expect(rows, JSON.stringify(rows)).toMatchObject([{ state: 'filed', filings: [expect.any(String)] }]);
    expect(Object.values(await posts())).toEqual([1]);
    const [header, line] = (await own.sheet(batch.id, 'csv')).toString().trim().split(/\r?\n/);
    expect(header).toContain('"tramite"');
    for (const text of [rows[0].operation, 'presentada', rows[0].filings[0]]) expect(line).toContain(text);
  });
});

test('rows of several companies and certificates are filed with their own certificate, and no secret is stored or answered', async () => {
  const companies = await Promise.all([newCompany(service.caller), newCompany(service.caller)]);
  const secrets: string[] = [];
  for (const company of companies)
    secrets.push(
      await storeNewCertificate(company.gateway, { person: seed.demo.holder }, { type: '1' }, service.demo),
    );
  const own = batchesWith(queues, service.caller);
  const rows = secrets.map((cert_secret) => ({ ...row(), cert_secret }));
  // In columns that are unknown or already taken, they are secrets all the same.
  const misplaced = { ...row(), dni: secrets[0]!, certificado: secrets[1]! };
  const [good, bad] = [csvOf(rows), csvOf([...rows, misplaced])];
  const answers: string[] = [];
  const answered = async (path: string) =>
    answers.push(JSON.stringify((await service.caller.get(path)).body));
  const documents: string[] = [];
  for (const content of [bad, good]) {
    const sent = await own.send(own.file('a.csv', content));
    const { id } = sent.body.data.batch;
    answers.push(JSON.stringify(sent.body));
    await own.settle(id);
    if (content === good) {
      answers.push(JSON.stringify((await own.commit(id)).body));
      await own.settle(id);
    }
    await answered(`/batches/${id}`);
    answers.push((await own.sheet(id, 'csv')).toString());
    const { contentKey } = (await stores.batches.getBatch(service.accountId, id))!;
    documents.push(Buffer.from((await stores.documents.getDocument(contentKey))!).toString());
  }
  const { batch, rows: shown } = await own.get(JSON.parse(answers.at(-2)!).data.batch.id);
  expect(batch.counts).toMatchObject({ filed: 2 });
  const filings = await Promise.all(
    shown.map(async ({ filings: [id] }: { filings: string[] }) => {
      const { data } = (await service.caller.get(`/tramites/${id}`)).body;
      answers.push(JSON.stringify(data));
      return data;
    }),
  );
  expect(filings.map(({ clientId }) => String(clientId))).toEqual(companies.map(({ id }) => id));
  for (const text of [...answers, ...documents])
    for (const secret of secrets) expect(text.includes(secret)).toBe(false);
});
