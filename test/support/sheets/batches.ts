import { read, utils, write } from '@e965/xlsx';
import { expect } from 'vitest';
import type { DemoData } from '../../../local/demo.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Gateway } from '../gateway.ts';
import { requestsOf } from '../requests.ts';
import { startWorkQueues } from '../servers/work-queues.ts';
import { type newService, ownService } from '../setup/own-service.ts';

/** Helpers for tests of batches. */

/** A CSV file with these rows. It has a column for each name that occurs. */
export const csvOf = (rows: Record<string, string>[]): string => {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))]
    .map((cells) => cells.join(';'))
    .join('\r\n');
};

type Cells = Record<string, string>;

/** Reads a sheet as an office program does. In a CSV file, every cell is text. */
export const opened = (sheet: Buffer): Cells[] => {
  const { Sheets, SheetNames } = read(sheet, { raw: true });
  return utils.sheet_to_json<Cells>(Sheets[SheetNames[0]!]!, { defval: '' });
};

/** The file in which an office program saves rows. */
export const saved = (rows: Cells[], format: 'csv' | 'xlsx'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Resultado');
  return Buffer.from(write(book, { type: 'buffer', bookType: format, FS: ';' }));
};

/** A JSON row as the cells of a sheet. */
export const cellsOf = ({
  operation,
  body,
}: {
  operation: string;
  body: object;
}): Record<string, string> => ({
  tramite: operation,
  ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
});

let cno = 2000;
/** A change of occupation that differs from all other rows. */
export const aChange = (demo: DemoData, changed: object = {}) => ({
  operation: 'updateCno',
  body: { ...requestsOf(demo)['PUT /seg-social/cno']!.request, cno: String(cno++), ...changed },
});

let ahead = 0;
/**
 * The clock of a service whose batches are followed. It can be moved, because a batch is not driven again in the first seconds
 * after a step.
 */
const batchClock = () => new Date(Date.now() + ahead);
/** Moves `batchClock` forward. */
export const passMinutes = (minutes: number): void => {
  ahead += minutes * 60_000;
};

/**
 * The file's service with this clock and its own queues, and a caller who acts before TGSS.
 * @param start `newService` if it needs other tables than the ones with which the file began
 */
export const startBatches = async (
  replaced: Partial<Services> = {},
  start: typeof ownService | typeof newService = ownService,
) => {
  // Test files share a process, and therefore this variable.
  ahead = 0;
  const { service, authorities, tgss: gateway } = await start({ now: batchClock, ...replaced });
  const queues = await startWorkQueues(service.services);
  return { service, queues, authorities, gateway, batches: batchesWith(queues, gateway) };
};

export const batchesWith = (queues: Awaited<ReturnType<typeof startWorkQueues>>, gateway: Gateway) => {
  /** Five seconds later, as callers poll. */
  const get = async (id: string) => {
    ahead += 5_000;
    return (await gateway.get(`/batches/${id}`)).body.data;
  };
  /** Lets the consumers work and reads the batch until it waits for a person or has ended. */
  const settle = async (id: string) => {
    for (let rounds = 0; rounds < 100; rounds++) {
      await queues.makeAll(2);
      const data = await get(id);
      if (data.batch.state !== 'previewing' && data.batch.state !== 'filing') return data;
    }
    throw new Error('the batch did not end');
  };
  const send = (json: object) => gateway.post('/batches', { name: 'Lote', ...json });
  const file = (name: string, content: string | Uint8Array) => ({
    file: { name, content: Buffer.from(content).toString('base64') },
  });
  /** Sends a file and waits until it was tried. */
  const tried = async (name: string, content: string | Uint8Array) => {
    const { status, body } = await send(file(name, content));
    expect(status, JSON.stringify(body)).toBe(200);
    return settle(body.data.batch.id);
  };
  const commit = (id: string, rows: 'all' | 'good' = 'all', revision = 0) =>
    gateway.post(`/batches/${id}/commit`, { rows, revision });
  /** Files the rows that passed and waits for the end. */
  const filed = async (id: string, rows: 'all' | 'good' = 'all', revision = 0) => {
    const { status, body } = await commit(id, rows, revision);
    expect(status, JSON.stringify(body)).toBe(200);
    return settle(id);
  };
  const sheet = async (id: string, format: 'csv' | 'xlsx') => {
    const { body } = await gateway.get(`/batches/${id}/result?format=${format}`);
    return Buffer.from(body.data.file.content, 'base64');
  };
  return { send, file, get, settle, tried, commit, filed, sheet };
};
