import { harmless } from './formulas.ts';

/** Rows as a text file that spreadsheet programs in Spanish open: UTF-8 with its mark, semicolons, all values quoted. */
export async function* writeCsv(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('\ufeff');
  for await (const row of rows)
    yield Buffer.from(`${row.map((text) => `"${harmless(text).replaceAll('"', '""')}"`).join(';')}\r\n`);
}
