import { expect, test, vi } from 'vitest';
import { makeSeed } from '../../sandbox/seed.ts';
import { digestOf } from '../../sandbox/state.ts';
import { memoryStore, type WorldStore } from '../../sandbox/worlds/store.ts';
import { Worlds } from '../../sandbox/worlds/worlds.ts';

const { state } = makeSeed('2026-06-15');

/** A process with its own memory, which shares the store of states with others. */
const processAt = (store: WorldStore) =>
  new Worlds({ store, now: () => new Date('2026-06-15T10:00:00Z'), firstState: () => state });

/** Files something: adds a debtor at the tax agency. */
const file = (worlds: Worlds, account: string, nif: string) =>
  worlds.enter(account, ({ environment }) => {
    environment.counters.countRequest('aeat.TEST');
    environment.counters.countAccepted('aeat.test');
    environment.state.aeat.debtors.push(nif);
  });

const debtors = async (worlds: Worlds, account: string) =>
  (await worlds.look(account)).state.aeat.debtors.slice(state.aeat.debtors.length);

test('a world outlives the process that changed it, and other accounts see nothing of it', async () => {
  const store = memoryStore();
  await file(processAt(store), 'one', 'A');
  const next = processAt(store);
  expect(await debtors(next, 'one')).toEqual(['A']);
  expect(await debtors(next, 'other')).toEqual([]);
  expect((await next.look('one')).counters.accepted).toEqual({ 'aeat.test': 1 });
  expect((await next.look('other')).counters.isEmpty).toBe(true);
});

test('many processes in one world lose nothing, and count each filing once', async () => {
  const store = memoryStore();
  const names = Array.from({ length: 40 }, (_, index) => `N${index}`);
  const processes = Array.from({ length: 8 }, () => processAt(store));
  await Promise.all(names.map((name, index) => file(processes[index % 8]!, 'one', name)));
  const { counters } = await processAt(store).look('one');
  expect((await debtors(processAt(store), 'one')).toSorted()).toEqual(names.toSorted());
  expect(counters.accepted).toEqual({ 'aeat.test': 40 });
});

test('a write of another process is seen when the request is run again', async () => {
  const store = memoryStore();
  const [slow, quick] = [processAt(store), processAt(store)];
  const seen: number[] = [];
  await slow.enter('one', async ({ environment }) => {
    const { debtors: found } = environment.state.aeat;
    seen.push(found.length - state.aeat.debtors.length);
    if (seen.length === 1) await file(quick, 'one', 'FIRST');
    if (found.includes('FIRST')) return;
    found.push('SECOND');
  });
  expect(seen).toEqual([0, 1]);
  expect(await debtors(slow, 'one')).toEqual(['FIRST']);
});

test('a request that changes nothing writes nothing, and its counts are written when the call ends', async () => {
  const store = memoryStore();
  const write = vi.spyOn(store, 'write');
  const worlds = processAt(store);
  await worlds.enter('one', ({ environment }) => environment.counters.countRequest('tgss.ATR01'));
  expect(write).not.toHaveBeenCalled();
  await worlds.writeCounts();
  await worlds.writeCounts();
  expect(write).toHaveBeenCalledTimes(1);
  expect((await processAt(store).look('one')).counters.requests).toEqual({ 'tgss.ATR01': 1 });
});

test('the counts of a process are added to those that others wrote first', async () => {
  const store = memoryStore();
  const [one, other] = [processAt(store), processAt(store)];
  for (const worlds of [one, other])
    await worlds.enter('one', ({ environment }) => environment.counters.countRequest('tgss.ATR01'));
  await Promise.all([one.writeCounts(), other.writeCounts()]);
  expect((await processAt(store).look('one')).counters.requests).toEqual({ 'tgss.ATR01': 2 });
});

test('a write whose answer was lost, and which was repeated, is no conflict', async () => {
  const store = memoryStore();
  let repeated = 0;
  const unsure: WorldStore = {
    ...store,
    write: async (account, text, over) => {
      await store.write(account, text, over);
      repeated += 1;
      return store.write(account, text, over);
    },
  };
  const worlds = processAt(unsure);
  await file(worlds, 'one', 'A');
  expect(repeated).toBe(1);
  expect(await debtors(worlds, 'one')).toEqual(['A']);
});

test('a world is reset on request, also for processes that had read it', async () => {
  const store = memoryStore();
  const [one, other] = [processAt(store), processAt(store)];
  await file(one, 'one', 'A');
  expect(await debtors(other, 'one')).toEqual(['A']);
  await one.reset('one');
  const { state: found, counters } = await other.look('one');
  expect(digestOf(found)).toBe(digestOf(state));
  expect(counters.isEmpty).toBe(true);
});

test('a world in an unknown form is reset', async () => {
  const store = memoryStore();
  await store.write('one', JSON.stringify({ format: 0, state: {} }), undefined);
  const worlds = processAt(store);
  expect(await debtors(worlds, 'one')).toEqual([]);
  await file(worlds, 'one', 'A');
  expect(await debtors(processAt(store), 'one')).toEqual(['A']);
});
