import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRecord, openRunFolder, recordedIn } from '../../../local/run-folder.ts';

test('folders of stacks are distinguished from all others with a similar name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-run-folders-'));
  const stack = openRunFolder(join(folder, 'test-1'));
  const record = { supervisor: { pid: 1, started: '' }, groups: [], temporary: '' };
  createRecord(stack, record);
  createRecord(openRunFolder(join(folder, 'other-1')), record);
  mkdirSync(join(folder, 'test-2'));
  writeFileSync(join(folder, 'test-report.json'), '{}');
  expect(recordedIn(folder, 'test-').map(({ path }) => path)).toEqual([stack.path]);
  // Looking at a folder creates nothing in it.
  expect(readdirSync(join(folder, 'test-2'))).toEqual([]);
});
