import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { afiOf, fab, segment, subject } from '../../support/sheets/afi.ts';
import { batchesWith, cellsOf, csvOf } from '../../support/sheets/batches.ts';

/** Files of each format: what is wrong with the whole file, and what is filed of a good one. */

let service: Awaited<ReturnType<typeof startService>>;
let authorities: ReturnType<typeof atAuthorities>;
let gateway: Gateway;
let batches: ReturnType<typeof batchesWith>;
beforeAll(async () => {
  service = await startService();
  const queues = await startWorkQueues(service.services);
  authorities = atAuthorities(service.demo.authorities.control);
  gateway = service.caller.acting(service.demo.certificates.tgss);
  batches = batchesWith(queues, gateway);
});
afterAll(() => service.close());
beforeEach(() => authorities.reset());

const posts = async () => (await authorities.stats()).submissions;

let cno = 2000;
const row = () =>
  cellsOf('updateCno', {
    ...requestsOf(service.demo)['PUT /seg-social/cno']!.request,
    cno: String(cno++),
  });
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
])('of a file %s no row is filed, however it is committed', async (_, name, content) => {
  const { batch } = await batches.tried(name, content());
  expect(batch).toMatchObject({ state: 'previewed', message: expect.stringMatching(/^El fichero tiene/) });
  expect(batch.counts.tried).toBeGreaterThan(0);
  for (const rows of ['all', 'good'] as const) {
    const { status, body } = await batches.commit(batch.id, rows);
    expect([status, body.message]).toEqual([409, batch.message]);
  }
  expect(await posts()).toEqual({});
});

test('of a file that ends before the mark of its end nothing is read, and nothing is filed', async () => {
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
