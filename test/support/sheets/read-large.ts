import { readFileSync } from 'node:fs';
import { readRows } from '../../../functions/capabilities/batches/sheets/read-rows.ts';
import { notifyContract } from '../../../functions/gateway/sepe/operations/notify-contract.ts';
import type { WrittenFormat } from '../../../shared/sheets/sheet-of-texts.ts';

/** A program that reads a file of contracts, and prints the number of its rows and mistakes. */

const [path = '', format] = process.argv.slice(2);
let rows = 0;
let mistakes = 0;
const source = readFileSync(path);
for await (const row of readRows(source, { format: format as WrittenFormat, operations: [notifyContract] })) {
  rows += 1;
  mistakes += row.mistakes.length;
}
process.stdout.write(JSON.stringify({ rows, mistakes }));
