import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyContract } from '../../functions/sepe/operations/notify-contract.ts';
import { MEMORY_MB } from '../../infra/sizing/memory.ts';
import { cellsOf, columnsOf, OPERATION_HEADER } from '../../shared/derive/sheets/columns.ts';
import { resultSheet } from '../../shared/derive/sheets/result-sheet.ts';
import { startService } from '../support/local-service.ts';
import type { ProcessMessage } from '../support/servers/measured-process.ts';
import { startWorkQueues } from '../support/servers/work-queues.ts';
import { bytesOf } from '../support/sheets/files.ts';

/** How much memory a function takes that is sent the largest file of a batch, and that makes its sheet of results. */

const MiB = 1024 * 1024;
const ROWS = 5000;
const PROCESS = join(import.meta.dirname, '../support/servers/measured-process.ts');

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService();
  await startWorkQueues(service.services);
});
afterAll(() => service.close());

/** A process with the memory of a function. */
const startProcess = async () => {
  const child = fork(PROCESS, {
    execArgv: [`--max-old-space-size=${MEMORY_MB.group / 2}`],
    // How long it takes is the machine's.
    env: { ...process.env, API_SECONDS: '600' },
  });
  const [{ origin }] = (await once(child, 'message')) as [Extract<ProcessMessage, { origin: string }>];
  return {
    gateway: service.caller.movedTo(`${origin}/api/v4`).acting(service.demo.certificates.sepe),
    /** The most memory since it began, in bytes. */
    mostMemory: async () => {
      const message = once(child, 'message');
      child.send('memory');
      return ((await message) as [Extract<ProcessMessage, { most: number }>])[0].most;
    },
    end: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

const headers = [OPERATION_HEADER, ...columnsOf(notifyContract).map(({ header }) => header)];
const example = cellsOf(notifyContract.example.request as Record<string, unknown>);
/** Rows that are all different, so that no text is held once for all of them. In the others each cell is wrong. */
const rows = {
  right: (row: number) => ({ ...example, surname: `GARCIA ${row}` }),
  wrong: (row: number) => Object.fromEntries(headers.map((header) => [header, `${header} ${row}`])),
};
const fileOf = (cellsOfRow: (row: number) => Record<string, string>) => {
  const results = function* () {
    for (let row = 0; row < ROWS; row++)
      yield { cells: { ...cellsOfRow(row), [OPERATION_HEADER]: notifyContract.id }, outcome: { state: '' } };
  };
  return bytesOf(resultSheet(headers, results(), 'xlsx'));
};

test.skipIf(process.platform !== 'linux').each(['right', 'wrong'] as const)(
  `a file of ${ROWS} rows that are %s is read in the memory of a function, and its sheet of results made`,
  async (kind) => {
    const content = (await fileOf(rows[kind])).toString('base64');
    const { gateway, mostMemory, end } = await startProcess();
    try {
      const file = { name: 'contratos.xlsx', content };
      const { status, body } = await gateway.post('/batches', { name: 'Contratos', file });
      expect(status).toBe(200);
      const { batch, wrong } = body.data;
      expect(await mostMemory()).toBeLessThanOrEqual(MEMORY_MB.group * MiB);
      expect(batch.rows).toBe(ROWS);
      expect(batch.counts.wrong).toBe(kind === 'wrong' ? ROWS : 0);
      if (kind === 'wrong') {
        // All would be more than a function may answer.
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
