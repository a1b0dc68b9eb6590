import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { notifyContract } from '../../functions/sepe/operations/notify-contract.ts';
import { cellsOf, columnsOf, OPERATION_HEADER } from '../../shared/derive/sheets/columns.ts';
import { resultSheet } from '../../shared/derive/sheets/result-sheet.ts';
import { bytesOf } from '../support/sheets/files.ts';

/** How much memory the largest file takes: it is read row by row. */

const ROWS = 5000;
const COLUMNS = 60;
/** MiB of objects that the process may have: its code takes some 25, and all cells at once would take more than these. */
const HEAP = 48;
const PROGRAM = join(import.meta.dirname, '../support/sheets/read-large.ts');

const headers = [OPERATION_HEADER, ...columnsOf(notifyContract).map(({ header }) => header)];
/** Values that are all different, so that none is held once for all rows. */
const largest = function* () {
  const own = Array.from({ length: COLUMNS - headers.length }, (_, index) => `columna ${index}`);
  const example = cellsOf(notifyContract.example.request as Record<string, unknown>);
  for (let row = 0; row < ROWS; row += 1) {
    const cells = Object.fromEntries([...headers, ...own].map((header) => [header, `${header} ${row}`]));
    yield {
      cells: { ...cells, ...example, [OPERATION_HEADER]: notifyContract.id, surname: `GARCIA ${row}` },
      outcome: { state: 'aceptado', words: `Respuesta ${row}` },
    };
  }
};

test.each(['xlsx', 'csv'] as const)(
  `${ROWS} rows of ${COLUMNS} columns are read from %s in a small heap`,
  async (format) => {
    const path = join(tmpdir(), `largest-${process.pid}.${format}`);
    writeFileSync(path, await bytesOf(resultSheet(headers, largest(), format)));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`--max-old-space-size=${HEAP}`, PROGRAM, path, format],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const { rows, mistakes } = JSON.parse(stdout) as { rows: number; mistakes: number };
    expect(rows).toBe(ROWS);
    // Of the columns that are flags or dates; the others are texts.
    expect(mistakes).toBeGreaterThan(0);
  },
);
