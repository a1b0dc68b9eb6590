import type { WrittenRow } from './xlsx/write.ts';

/** Formats of spreadsheet programs, which are also written. */
export type WrittenFormat = 'xlsx' | 'csv';

/**
 * A sheet of texts, written while its rows arrive. None of its cells is a formula.
 * @param rows the first one has the headers
 */
export async function* sheetOfTexts(
  rows: AsyncIterable<string[]>,
  { columns, format }: { columns: number; format: WrittenFormat },
): AsyncGenerator<Uint8Array> {
  if (format === 'csv') {
    const { writeCsv } = await import('./csv/write.ts');
    yield* writeCsv(rows);
    return;
  }
  const { writeXlsx } = await import('./xlsx/write.ts');
  const written = async function* (): AsyncGenerator<WrittenRow> {
    let isHeader = true;
    for await (const cells of rows) {
      yield { cells, ...(isHeader && { style: 'header' }) };
      isHeader = false;
    }
  };
  yield* writeXlsx([
    { name: 'Resultado', widths: Array.from({ length: columns }, () => 24), rows: written() },
  ]);
}

/** All chunks of a file as one array. */
export const collected = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};
