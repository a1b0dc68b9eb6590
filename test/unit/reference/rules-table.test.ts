import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../../functions/capabilities/obligations/rules/index.ts';
import { rulesTable } from '../../../reference/wire/rules-table.ts';
import { withTable } from '../../../reference/wire/table.ts';

test('docs/obligations.md has the tables that npm run wire writes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/obligations.md'), 'utf8');
  expect(page, 'run `npm run wire`').toBe(withTable(page, rulesTable()));
});

test('each rule has an id of its own and its law, and says what is uncertain of a law that was not read', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { id, versions } of RULES)
    for (const { source, standing, doubt, read, checked } of versions) {
      expect(source, id).toMatch(/Decreto|Estatuto|Orden|Ley/);
      expect(`${read} ${checked}`, id).toMatch(/^\S.+ \d{4}-\d{2}-\d{2}$/);
      if (standing !== 'confirmed') expect(doubt, id).toBeDefined();
    }
});
