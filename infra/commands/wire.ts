/** Writes the README's table of what is known of the authorities' wire, from the exchanges themselves. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wireTable, withWireTable } from '../wire-table.ts';

const file = join(import.meta.dirname, '..', '..', 'README.md');
await writeFile(file, withWireTable(await readFile(file, 'utf8'), await wireTable()));
