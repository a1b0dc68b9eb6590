import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellsOf, columnsOf, OPERATION_HEADER } from '../../functions/capabilities/batches/sheets/columns.ts';
import { resultSheet } from '../../functions/capabilities/batches/sheets/result-sheet.ts';
import { notifyContract } from '../../functions/gateway/sepe/operations/notify-contract.ts';
import { MEMORY_MB } from '../../infra/sizing/memory.ts';
import { startService } from '../support/local-service.ts';
import { startMeasured } from '../support/servers/children.ts';
import { startWorkQueues } from '../support/servers/work-queues.ts';

/** The memory that the largest batch file, which is read row by row, and its result sheet take. */

const MiB = 1024 * 1024;
const ROWS = 5000;
const COLUMNS = 60;
/**
 * MiB of heap that a process which only reads may have. Its code takes some 25, and holding all cells at once would take more
 * than this.
 */
const HEAP = 48;
const READER = join(import.meta.dirname, '../support/sheets/read-large.ts');

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
  await startWorkQueues(service.services);
});
afterAll(() => service.close());

/** A process with the memory of a function. */
const startProcess = () =>
  startMeasured({
    execArgv: [`--max-old-space-size=${MEMORY_MB.group / 2}`],
    // The time that it takes depends on the machine, so it is not limited.
    env: { ...process.env, API_SECONDS: '600' },
  });

const headers = [OPERATION_HEADER, ...columnsOf(notifyContract).map(({ header }) => header)];
const example = cellsOf(notifyContract.example.request as Record<string, unknown>);
/** Rows that are all different, so that no text is shared between them. In the wrong rows every cell is invalid. */
const rows = {
  // A name has no digits.
  right: (row: number) => ({
    ...example,
    surname: `GARCIA ${String(row).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[+digit]!)}`,
  }),
  wrong: (row: number) => Object.fromEntries(headers.map((header) => [header, `${header} ${row}`])),
};
/** Values that are all different, including columns that no operation has. */
const largest = function* () {
  const own = Array.from({ length: COLUMNS - headers.length }, (_, index) => `columna ${index}`);
  for (let row = 0; row < ROWS; row += 1) {
    const cells = Object.fromEntries([...headers, ...own].map((header) => [header, `${header} ${row}`]));
    yield {
      cells: { ...cells, ...rows.right(row), [OPERATION_HEADER]: notifyContract.id },
      outcome: { state: 'aceptado', words: `Respuesta ${row}` },
    };
  }
};

test.each(['xlsx', 'csv'] as const)(
  `a sheet of ${ROWS} rows and ${COLUMNS} columns is read from %s in a small heap`,
  async (format) => {
    const path = join(tmpdir(), `largest-${process.pid}.${format}`);
    writeFileSync(path, await buffer(resultSheet(headers, largest(), format)));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`--max-old-space-size=${HEAP}`, READER, path, format],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const found: { rows: number; mistakes: number } = JSON.parse(stdout);
    expect(found.rows).toBe(ROWS);
    // From the columns that are flags or dates; all others are texts.
    expect(found.mistakes).toBeGreaterThan(0);
  },
);

const fileOf = (cellsOfRow: (row: number) => Record<string, string>) => {
  const results = function* () {
    for (let row = 0; row < ROWS; row++)
      yield { cells: { ...cellsOfRow(row), [OPERATION_HEADER]: notifyContract.id }, outcome: { state: '' } };
  };
  return buffer(resultSheet(headers, results(), 'xlsx'));
};

test.skipIf(process.platform !== 'linux').each(['right', 'wrong'] as const)(
  `a file of ${ROWS} rows that are %s is read in the memory of a function, and its sheet of results is made`,
  async (kind) => {
    const content = (await fileOf(rows[kind])).toString('base64');
    const { baseUrl, mostMemory, end } = await startProcess();
    const gateway = service.caller.movedTo(baseUrl).acting(service.demo.certificates.sepe);
    try {
      const file = { name: 'contratos.xlsx', content };
      const { status, body } = await gateway.post('/batches', { name: 'Contratos', file });
      expect(status).toBe(200);
      const { batch, wrong } = body.data;
      expect(await mostMemory()).toBeLessThanOrEqual(MEMORY_MB.group * MiB);
      expect(batch.rows).toBe(ROWS);
      expect(batch.counts.wrong).toBe(kind === 'wrong' ? ROWS : 0);
      if (kind === 'wrong') {
        // All mistakes together would be more than a function may answer.
        expect(wrong.length).toBeGreaterThan(1000);
        expect(wrong.length).toBeLessThan(ROWS);
        expect(body.message).toContain(`Aquí caben las de ${wrong.length};`);
        const page = await gateway.get(`/batches/${batch.id}`, { state: 'wrong', page: ROWS / 50 });
        expect(page.body.data.pagination.total).toBe(ROWS);
        expect(page.body.data.rows.at(-1).row).toBe(ROWS + 1);
      }
      const sheet = await gateway.get(`/batches/${batch.id}/result`, { format: 'xlsx' });
      expect(sheet.status).toBe(200);
      expect(await mostMemory()).toBeLessThanOrEqual(MEMORY_MB.group * MiB);
    } finally {
      await end();
    }
  },
);
