/** `npm run wire`: writes the parts of docs/ that follow from the code: tables of exchanges and rules, and the guide's numbers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { factsOf, WRITTEN_STAGE } from '../facts.ts';
import { filledIn } from '../guide.ts';
import { rulesTable } from './rules-table.ts';
import { wireTable, withTable } from './table.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const rewrite = async (page: string, write: (text: string) => string) => {
  const file = join(docs, page);
  await writeFile(file, write(await readFile(file, 'utf8')));
};
const exchanges = await wireTable();
await rewrite('authorities.md', (text) => withTable(text, exchanges));
await rewrite('obligations.md', (text) => withTable(text, rulesTable()));
await rewrite('guia.md', (text) => filledIn(text, factsOf(WRITTEN_STAGE)));
