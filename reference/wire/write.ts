/** `npm run wire`: writes the tables of docs/authorities.md and docs/obligations.md, from exchanges and rules. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rulesTable } from './rules-table.ts';
import { wireTable, withTable } from './table.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const rewrite = async (page: string, table: string) => {
  const file = join(docs, page);
  await writeFile(file, withTable(await readFile(file, 'utf8'), table));
};
await rewrite('authorities.md', await wireTable());
await rewrite('obligations.md', rulesTable());
