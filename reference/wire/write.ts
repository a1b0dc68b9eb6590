/** `npm run wire`: writes the table of exchanges in docs/authorities.md, from the exchanges. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wireTable, withWireTable } from './table.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'authorities.md');
await writeFile(file, withWireTable(await readFile(file, 'utf8'), await wireTable()));
