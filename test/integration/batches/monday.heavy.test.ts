import { read, utils } from '@e965/xlsx';
import { expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { persons } from '../../../sandbox/population.ts';
import { makeSeed, seed } from '../../../sandbox/seed.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { mondayFile } from '../../support/sheets/monday.ts';

/** An office sends a sheet with everybody whom it hires on a Monday, corrects the mistakes, and has it tried and filed. */

/**
 * The number of filed rows: somewhat more than begin at once. For an office's 1,000 rows, which take minutes, set
 * `MONDAY_ROWS=1000`; times are then printed.
 */
const FILED = Number(process.env.MONDAY_ROWS ?? 45);
/**
 * The number of rows in the sheet with mistakes. `test/unit/batches/sheets/monday.test.ts` reads 1,000 rows with all kinds of
 * mistakes.
 */
const SENT = Math.max(FILED, 100);
const WORKERS = persons(0, SENT);

/** How often the queued filings were counted. */
let counted = 0;
let ahead = 0;
vi.stubEnv('STRICT_IDENTIFIERS', 'true');
const world = makeSeed(seed.today);
// The authority knows all of these persons, and none is registered.
world.state.persons = WORKERS;
world.state.tgss.registrations = [];
const countWaiting = (accountId: string) => {
  counted += 1;
  return stores.filings.countWaiting(accountId);
};
const { service, authorities } = await newService(
  {
    stores: { ...stores, filings: { ...stores.filings, countWaiting } },
    now: () => new Date(Date.now() + ahead),
  },
  { seed: world },
);
const queues = await startWorkQueues(service.services);

const send = async (name: string, content: Buffer) => {
  const file = { name: 'altas.xlsx', content: content.toString('base64') };
  const who = service.caller.acting(service.demo.certificates.tgss);
  return (await who.post('/batches', { name, file })).body;
};

/** Processes queued rows and reads the batch until nothing of it is under way. */
const until = async (id: string, state: string) => {
  for (let rounds = 0; rounds < 10 * FILED; rounds++) {
    // Callers poll after five seconds; before that, the batch is not driven again.
    ahead += 5_000;
    const { batch } = (await service.caller.get(`/batches/${id}`)).body.data;
    if (batch.state === state && batch.counts.trying + batch.counts.filing === 0) return batch;
    await queues.makeAll(4);
  }
  throw new Error(`the batch did not come to be ${state}`);
};

const began = performance.now();
const lap = (what: string) => {
  if (process.env.MONDAY_ROWS) console.log(`${Math.round((performance.now() - began) / 1000)} s: ${what}`);
};

/** A row in an answer. */
interface Shown {
  row: number;
  mistakes: { column: string | null; message: string }[];
}

test('all mistakes of a sheet are answered at once, by row and column', async () => {
  const { file, expected } = mondayFile(seed.demo.company, WORKERS);
  const { data, message } = await send('Lunes', file);
  lap('the sheet with mistakes was answered');
  expect(message).toBe(`${expected.length} de ${SENT} filas tienen errores.`);
  const found = data.wrong.flatMap(({ row, mistakes }: Shown) =>
    mistakes.map(({ column, message }) => ({ row, column, message })),
  );
  expect(found).toEqual(
    expected.map(({ row, column, message }) => ({ row, column, message: expect.stringMatching(message) })),
  );
  await service.caller.post(`/batches/${data.batch.id}/cancel`, {});
  await until(data.batch.id, 'cancelled');
});

test('each row of a corrected sheet is tried, then filed once, and the sheet that comes back says so of each', async () => {
  const workers = WORKERS.slice(0, FILED);
  counted = 0;
  const { data } = await send('Lunes, corregido', mondayFile(seed.demo.company, workers).corrected);
  expect(data.wrong).toEqual([]);
  lap('the corrected sheet was answered');
  const { id } = data.batch;
  expect(await until(id, 'previewed')).toMatchObject({ rows: FILED, counts: { tried: FILED } });
  expect(await authorities.submissions('tgss.alta')).toBe(0);
  lap('all rows were tried');
  await service.caller.post(`/batches/${id}/commit`, { revision: 0 });
  expect(await until(id, 'ended')).toMatchObject({ counts: { filed: FILED } });
  lap('all rows were filed');
  // Counted once for all rows that begin together.
  expect(counted).toBeLessThan(FILED);

  expect(await authorities.submissions('tgss.alta')).toBe(FILED);
  const { tgss } = await authorities.state();
  const all = workers.map(({ nss }) => nss).toSorted();
  expect(tgss.registrations.map(({ nss }) => nss).toSorted()).toEqual(all);

  const result = await service.caller.get(`/batches/${id}/result?format=xlsx`);
  lap('the sheet came back');
  const { Sheets, SheetNames } = read(Buffer.from(result.body.data.file.content, 'base64'));
  const rows = utils.sheet_to_json<Record<string, string>>(Sheets[SheetNames[0]!]!);
  expect(rows.map(({ nss }) => nss).toSorted()).toEqual(all);
  for (const row of rows)
    expect(row).toMatchObject({
      'resultado.estado': 'presentada',
      'resultado.documento': expect.stringContaining(`/${row.dni}/`),
    });
  const filings = rows.map((row) => row['resultado.tramite']!);
  expect(new Set(filings).size).toBe(FILED);
  const records = await stores.batches.filingsOfRows(filings);
  for (const row of rows)
    expect(records.get(row['resultado.tramite']!)).toMatchObject({
      state: 'accepted',
      about: { document: row.dni },
    });
});
