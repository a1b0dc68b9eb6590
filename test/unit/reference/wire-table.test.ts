import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FURTHER_DIALOGS } from '../../../reference/wire/further-dialogs.ts';
import { collectExchanges, wireTable, withTable } from '../../../reference/wire/table.ts';
import { APPLICATIONS } from '../../../sandbox/tgss/prosa/applications/index.ts';
import { TRANSACTIONS } from '../../../sandbox/tgss/transactions/index.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/authorities.md'), 'utf8');

test('docs/authorities.md has the table that npm run wire writes', async () => {
  const table = await wireTable();
  expect(table.split('\n').length).toBeGreaterThan(10);
  expect(document, 'run `npm run wire`').toBe(withTable(document, table));
});

test('every dialog of the stand-in of the TGSS is in the table of exchanges', async () => {
  const names = [...(await collectExchanges()), ...FURTHER_DIALOGS].map(({ name }) => name.split(' ')[0]);
  const codes = [...TRANSACTIONS, ...APPLICATIONS].map(({ code }) => code);
  expect(
    codes.filter((code) => !names.includes(code)),
    'an exchange in shared/authorities/tgss whose name begins with the code, or a line in reference/wire/further-dialogs.ts',
  ).toEqual([]);
});

test('the table has at least forty confirmed exchanges', async () => {
  const states = (await collectExchanges()).map(({ standing }) => standing.state);
  expect(states.filter((state) => state === 'confirmed').length).toBeGreaterThanOrEqual(40);
});
