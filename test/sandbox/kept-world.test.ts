import { expect, test, vi } from 'vitest';
import { memoryStore } from '../../sandbox/worlds/store.ts';
import { Worlds } from '../../sandbox/worlds/worlds.ts';
import { seed, useStandIn } from '../support/stand-in/stand-in.ts';
import { accountFields, dayFields, tgssDialogs, workerFields } from '../support/stand-in/tgss-screen.ts';

/** What a client of the portal notices of the store that keeps the stand-ins' state. */

const { demo, state } = seed;
const store = memoryStore();
const standIn = useStandIn({ kept: { store, account: 'one' } });
const { open } = tgssDialogs(standIn);

const BUTTON = 'Sub2207101004';
const REMOVED = /^3408/;
const { scheduledWorker } = demo;

/** The page that confirms the removal of a scheduled registration. Pressing its button files. */
const confirmation = async () => {
  const screen = await open('ATR42');
  return screen.press(BUTTON, {
    ...workerFields(scheduledWorker, ['SDFTESORNAF', 'SDFNUMNAF']),
    ...accountFields(demo.accounts.general, ['SDFREGCC_ayuda', 'SDFTESCC', 'SDFNUMCC']),
    ...dayFields('SDF', scheduledWorker.fecha_alta, ['DIAB', 'MESB', 'AOB']),
    ListaAltasBajas001: 'Alta',
    ListaAltasBajas: 'Eliminación',
  });
};

test('a filing that could not be stored is answered with an error page, and did not happen', async () => {
  const screen = await confirmation();
  const before = await standIn.control.digest();
  const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('no answer'));
  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  await expect(screen.press(BUTTON)).rejects.toThrow('expected 500 to be 200');
  expect(write).toHaveBeenCalledOnce();
  expect(await standIn.control.digest()).toBe(before);
  expect((await screen.press(BUTTON)).dil).toMatch(REMOVED);
  expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.anulacion-previa': 1 });
});

test('a filing that another process made first is refused, and counted as a refusal', async () => {
  const other = new Worlds({ store, now: () => new Date(standIn.time), firstState: () => state });
  const screen = await confirmation();
  const original = store.write;
  vi.spyOn(store, 'write').mockImplementationOnce(async (...all) => {
    await other.enter('one', ({ environment: { state: found } }) => {
      const { registrations } = found.tgss;
      registrations.splice(
        registrations.findIndex(({ nss }) => nss === scheduledWorker.nss),
        1,
      );
    });
    return original(...all);
  });
  expect((await screen.press(BUTTON)).dil).toMatch(/^4113/);
  const { submissions, accepted } = await standIn.control.stats();
  expect([submissions, accepted]).toEqual([{ 'tgss.anulacion-previa': 1 }, {}]);
});
