/** `npm run wire`: writes the tables of docs/authorities.md and docs/obligations.md, from exchanges and rules. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rulesTable, withRulesTable } from './rules-table.ts';
import { wireTable, withWireTable } from './table.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const rewrite = async (page: string, write: (text: string) => string) => {
  const file = join(docs, page);
  await writeFile(file, write(await readFile(file, 'utf8')));
};
const table = await wireTable();
await rewrite('authorities.md', (text) => withWireTable(text, table));
await rewrite('obligations.md', (text) => withRulesTable(text, rulesTable()));
