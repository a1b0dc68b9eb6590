import { read, utils, write } from '@e965/xlsx';
import { readRows } from '../../../functions/capabilities/batches/sheets/read-rows.ts';
import type { ReadOptions, Row } from '../../../functions/capabilities/batches/sheets/types.ts';
import { groups } from '../../../functions/operations.ts';
import type { Submission } from '../../../shared/operation/operation.ts';

/** Every operation that files. */
export const submissions = groups
  .flatMap(({ operations }) => operations)
  .filter((operation): operation is Submission => operation.kind === 'submission');

/** @throws Error if there is no submission with this id */
export const submissionOf = (id: string): Submission => {
  const found = submissions.find((operation) => operation.id === id);
  if (!found) throw new Error(`no submission ${id}`);
  return found;
};

/** All rows of a file. */
export const rowsOf = async (source: Uint8Array | string, options: ReadOptions): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of readRows(Buffer.from(source), options)) rows.push(row);
  return rows;
};

/** A template in which the row of its example is completed as an office does: the operation takes the place of the mark. */
export const filledTemplate = {
  csv: (template: Uint8Array, id: string) =>
    Buffer.from(template)
      .toString()
      .replace(/"EJEMPLO[^"]*"/, `"${id}"`),
  // Written by another program than ours.
  xlsx: (template: Uint8Array, id: string) => {
    const book = read(template, { type: 'buffer' });
    utils.sheet_add_aoa(book.Sheets.Datos!, [[id]], { origin: 'A3' });
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  },
};

/** A workbook as another program writes it: with texts, numbers and dates as such. */
export const workbook = (rows: unknown[][], name = 'Hoja1'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), name);
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};
