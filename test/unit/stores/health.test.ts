import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { forgetHealth, noteHealth, openUntil, statesOf, takeHealth } from '../../../shared/stores/health.ts';

/** What a process knows about an authority while it reads the shared state. */

const NOW = Date.parse('2026-11-04T11:00:00Z');
const at = (milliseconds: number) => new Date(NOW + milliseconds);

beforeEach(() => {
  vi.stubEnv('WINDOWS_TABLE', 'windows');
  for (const name of ['TGSS', 'SEPE', 'AEAT', 'DEHU']) vi.stubEnv(`${name}_URL`, `https://${name}.invalid`);
  // Writes are dropped.
  vi.spyOn(dynamo(), 'send').mockImplementation(async () => ({}) as never);
  forgetHealth();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forgetHealth();
});

const note = (accountId: string, health: 'failing' | 'healthy', when: number, slowest = 0) =>
  noteHealth('tgss', { accountId, health, slowest }, at(when));

test('a note of a request about an authority is not lost while the state is read', async () => {
  await note('one', 'failing', 10);
  await note('two', 'failing', 11);
  await note('three', 'failing', 12);
  // The read began before, so its row does not include it.
  takeHealth('tgss', [], at(0));
  expect(openUntil('tgss', at(20))).toBe(NOW + 12 + 15_000);
  expect((await statesOf(at(20)))[0]).toMatchObject({ authority: 'tgss', state: 'down', since: NOW + 10 });
});

test('a note of a slow answer is not lost while the state is read', async () => {
  for (const [place, accountId] of ['one', 'two', 'three'].entries())
    await note(accountId, 'healthy', 10 + place, 9_000);
  takeHealth('tgss', [], at(0));
  expect((await statesOf(at(20)))[0]).toMatchObject({ state: 'slow', since: NOW + 10 });
});

test('a note from before the state is read counts as its row says', async () => {
  for (const accountId of ['one', 'two', 'three']) await note(accountId, 'failing', 10);
  takeHealth('tgss', [], at(11));
  expect(openUntil('tgss', at(20))).toBeUndefined();
});
