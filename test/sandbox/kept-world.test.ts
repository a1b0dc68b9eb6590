import { expect, test, vi } from 'vitest';
import { memoryStore } from '../../sandbox/worlds/store.ts';
import { Worlds } from '../../sandbox/worlds/worlds.ts';
import { seed, useStandIn } from '../support/stand-in/stand-in.ts';
import { accountFields, tgssDialogs, workerFields } from '../support/stand-in/tgss-screen.ts';

/** What a client of the portal sees of the place in which the world is kept. */

const { demo, state } = seed;
const store = memoryStore();
const standIn = useStandIn({ kept: { store, account: 'one' } });
const { open } = tgssDialogs(standIn);

const BUTTON = 'Sub2207501004';
const REMOVED = /^3408/;
const removal = {
  ...workerFields(demo.worker, ['SDFTESORNAF', 'SDFNUMNAF']),
  ...accountFields(demo.accounts.general, ['SDFREGCC_ayuda', 'SDFTESCC', 'SDFNUMCC']),
};

test('a filing that could not be kept is answered with an error page, and did not happen', async () => {
  const screen = await open('ATR41');
  const before = await standIn.control.digest();
  const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('no answer'));
  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  await expect(screen.press(BUTTON, removal)).rejects.toThrow('expected 500 to be 200');
  expect(write).toHaveBeenCalledOnce();
  expect(await standIn.control.digest()).toBe(before);
  expect((await screen.press(BUTTON, removal)).dil).toMatch(REMOVED);
  expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.anulacion-alta': 1 });
});

test('a filing that another process made first is refused, and counted as what it is', async () => {
  const other = new Worlds({ store, now: () => new Date(standIn.time), firstState: () => state });
  const screen = await open('ATR41');
  const original = store.write;
  vi.spyOn(store, 'write').mockImplementationOnce(async (...all) => {
    await other.enter('one', ({ environment: { state: found } }) => {
      const { registrations } = found.tgss;
      registrations.splice(
        registrations.findIndex(({ nss }) => nss === demo.worker.nss),
        1,
      );
    });
    return original(...all);
  });
  expect((await screen.press(BUTTON, removal)).dil).toMatch(/^3010/);
  const { submissions, accepted } = await standIn.control.stats();
  expect([submissions, accepted]).toEqual([{ 'tgss.anulacion-alta': 1 }, {}]);
});
