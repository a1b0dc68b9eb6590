import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wireTable, withWireTable } from '../../../infra/wire-table.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/authorities.md'), 'utf8');

test('docs/authorities.md has the table that npm run wire writes', async () => {
  const table = await wireTable();
  expect(table.split('\n').length).toBeGreaterThan(10);
  expect(document).toBe(withWireTable(document, table));
});
