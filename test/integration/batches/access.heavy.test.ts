import { beforeEach, describe, expect, test } from 'vitest';
import { driveBatch } from '../../../functions/capabilities/batches/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { SESSION_SECONDS } from '../../../shared/stores/identity/sessions.ts';
import { newAccount, sessionOf } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { aChange } from '../../support/sheets/batches.ts';

/** A batch continues as long as the user who committed it has access, even after the session of the commit has ended. */

const ROWS = 3;

let ahead = 0;
const { service, authorities } = await ownService({ now: () => new Date(Date.now() + ahead) });
const queues = await startWorkQueues(service.services);

let account: Awaited<ReturnType<typeof newAccount>>;
let secret: string;
/** The user who sends and commits batches. This is not the account's owner. */
let person: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  ahead = 0;
  await authorities.reset();
  account = await newAccount(service.demo.baseUrl);
  secret = await storeNewCertificate(account.gateway, { person: seed.demo.holder });
  person = await newUser(service.demo.baseUrl, account.accountId, 'files');
});

const read = async (id: string) => (await stores.batches.getBatch(account.accountId, id))!;
/** Works on the batch as the schedule and the consumers do, whoever is signed in. */
const onward = async (id: string) => {
  for (let rounds = 0; rounds < 20; rounds++) {
    await queues.makeAll();
    const { batch } = await driveBatch(service.services, await read(id));
    if (batch.state === 'previewed' || batch.endedAt !== undefined) return batch;
  }
  throw new Error('the batch did not come to an end');
};
const send = async (who: Gateway): Promise<string> => {
  const rows = Array.from({ length: ROWS }, () => aChange(service.demo));
  const { body } = await who.acting(secret).post('/batches', { name: 'Cambios', rows });
  return body.data.batch.id;
};
const committed = async (who: Gateway): Promise<string> => {
  const id = await send(who);
  expect(await onward(id)).toMatchObject({ state: 'previewed' });
  expect((await who.post(`/batches/${id}/commit`, { revision: 0 })).status).toBe(200);
  return id;
};
const submissions = () => authorities.submissions('tgss.cno');

describe('a batch whose user is signed out', () => {
  test('the batch goes on when the user who committed it signs out', async () => {
    const id = await committed(person.gateway);
    expect((await person.gateway.get('/auth/logout')).status).toBe(200);
    expect(await onward(id)).toMatchObject({ state: 'ended', counts: { filed: ROWS } });
    expect(await submissions()).toBe(ROWS);
  });

  test('the batch goes on when the session of its user expires', async () => {
    const begun = new Date(Date.now() - (SESSION_SECONDS - 10 * 60) * 1000);
    const id = await committed(await sessionOf(service.demo.baseUrl, account.email, begun));
    ahead = 11 * 60_000;
    expect(await onward(id)).toMatchObject({ state: 'ended', counts: { filed: ROWS } });
  });

  test('the batch goes on with its dry runs when the user who sent it signs out', async () => {
    const id = await send(person.gateway);
    await person.gateway.get('/auth/logout');
    expect(await onward(id)).toMatchObject({ state: 'previewed', counts: { tried: ROWS } });
  });
});

describe('a batch that loses its user, token or certificate', () => {
  // All ways in which a user loses access are tested in `test/integration/later/no-longer.heavy.test.ts`.
  test.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'was removed',
      /ha perdido el acceso/,
      () => stores.users.removeUser(account.accountId, person.user.id, new Date()),
    ],
    [
      'may only read now',
      /rol/,
      () => stores.users.changeUser(account.accountId, person.user.id, { role: 'reads', now: new Date() }),
    ],
  ])(
    'the batch stops, and sends nothing more, when the user who committed it %s',
    async (_, message, act) => {
      const id = await committed(person.gateway);
      await act();
      const batch = await onward(id);
      expect(batch).toMatchObject({ state: 'cancelled', message: expect.stringMatching(message) });
      expect(batch.counts).toMatchObject({ notSent: ROWS });
      expect(await submissions()).toBe(0);
    },
  );

  test('the batch stops when the API token with which it was committed is revoked', async () => {
    const { body } = await account.gateway.post('/auth/tokens', { name: 'Nóminas' });
    const id = await committed(account.gateway.with({ Authorization: `Bearer ${body.data.access_token}` }));
    await account.gateway.delete(`/auth/tokens/${body.data.id}`);
    expect(await onward(id)).toMatchObject({ state: 'cancelled', counts: { notSent: ROWS } });
    expect(await submissions()).toBe(0);
  });

  test('the batch stops when its certificate is deleted', async () => {
    const id = await committed(person.gateway);
    expect((await account.gateway.delete(`/certificate/${secret}`)).status).toBe(200);
    expect(await onward(id)).toMatchObject({ state: 'ended', counts: { notSent: ROWS } });
    expect(await submissions()).toBe(0);
  });
});
