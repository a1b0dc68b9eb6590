import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { emptyDataOf } from '../../../shared/operation/operation.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingKey, filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { idOf } from '../../support/gateway.ts';
import { makeEarlier, requestOf } from '../../support/requests.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { operationsAtAuthorities } from '../../support/stand-in/counted.ts';

/** For every submission, a person's declaration about an unknown outcome decides how equal requests are treated. */

const DAYS = 24 * 60 * 60_000;

let faults: Faults = {};
/** Whether the authorities cannot be asked, so that no look-up finds anything. */
let isDown = false;
const { service, authorities, requests } = await ownService({
  ...failingServices(() => faults),
  openAuthority: (options) => {
    if (isDown) throw new Error('it cannot be asked');
    return authorityPort(options);
  },
});

beforeEach(() => {
  faults = {};
  isDown = false;
});

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

const submissions = [...operationsAtAuthorities].flatMap(([name, operation]) =>
  operation.kind === 'submission' ? [{ name, operation }] : [],
);

test.each(submissions)(
  'a lost $name is not sent again, has its answer after it is declared filed, and is free after it is declared not filed',
  async ({ name, operation }) => {
    const [method, path] = name.split(' ') as [string, string];
    // A new account, because an unknown filing blocks its content.
    const account = await newAccount(service.demo.baseUrl);
    const actingIn = async ({ gateway }: Pick<typeof account, 'gateway'>) =>
      gateway.acting(await storeNewCertificate(gateway, { person: seed.demo.holder }));
    const gateway = await actingIn(account);
    const send = (headers: object = {}) =>
      gateway.with({ ...headers }).call(method, path, { json: requestOf(requests, name).request });
    const resolve = (id: string, filed: boolean) =>
      gateway.post(`/tramites/${id}/resolve`, { filed, note: filed ? 'Consta.' : 'No consta.' });
    const declare = async (id: string, filed: boolean) => {
      const { status, body } = await resolve(id, filed);
      expect({ status, stated: body.data.stated }).toMatchObject({ status: 200, stated: { filed } });
    };
    const counts = async () => (await authorities.stats()).submissions;
    /** Files it, and loses the outcome. @returns the id of its record */
    const lose = async (key: object) => {
      await authorities.reset();
      // In an account of their own, because this one remembers what was accepted before the reset.
      const others = await actingIn(await newAccount(service.demo.baseUrl));
      await makeEarlier(requestOf(requests, name), () => others);
      faults = {
        stores: {
          endFiling: (filing, from, end) =>
            stores.filings.endFiling(filing, from, { ...end, state: 'unknown', facts: {} }),
        },
      };
      const answered = await send(key);
      faults = {};
      expect(answered.status).toBe(200);
      expect(await stores.filings.getFiling(idOf(answered))).toMatchObject({ state: 'unknown' });
      return idOf(answered);
    };

    // However long ago it was, it is not sent again.
    const key = newKey();
    const id = await lose(key);
    const ago = new Date(Date.now() - 400 * DAYS).toISOString();
    await dynamo().send(
      new UpdateCommand({
        TableName: filingsTable(),
        Key: filingKey.head(id),
        UpdateExpression: 'SET claimedAt = :ago, committingAt = :ago, endedAt = :ago',
        ExpressionAttributeValues: { ':ago': ago },
      }),
    );
    const before = await counts();
    isDown = true;
    const ways = [key, {}, newKey(), { ...newKey(), Prefer: 'respond-async' }];
    for (const headers of ways) {
      const answered = await send(headers);
      expect({ status: answered.status, id: idOf(answered) }).toEqual({ status: 502, id });
      expect(answered.body.message).toContain(`Trámite: ${id}.`);
    }
    isDown = false;
    expect(await counts()).toEqual(before);

    // Declared as filed, it is answered from its record.
    await declare(id, true);
    for (const headers of ways) {
      const answered = await send(headers);
      expect({ status: answered.status, id: idOf(answered) }).toEqual({ status: 200, id });
      expect(answered.headers.get('idempotency-replayed')).toBe('true');
      expect(answered.body.message).toMatch(
        new RegExp(
          `^${account.email} declaró el \\d\\d/\\d\\d/20\\d\\d a las \\d\\d:\\d\\d que ya consta en `,
        ),
      );
      expect(answered.body.data).toEqual(emptyDataOf(operation));
    }
    expect(await counts()).toEqual(before);
    expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'unknown' });

    // Declared as not filed, it can be filed.
    await declare(id, false);
    const second = await lose(key);
    expect(second).not.toBe(id);

    // Declared as filed and then proved, it blocks its content until it is declared as not filed.
    await declare(second, true);
    const { owner: _, ...filing } = (await stores.filings.getFiling(second))!;
    const proved = { state: 'accepted', facts: {}, now: new Date() } as const;
    expect(await stores.filings.endFiling(filing, ['unknown'], proved)).toBe(true);
    const sent = await counts();
    expect(idOf(await send())).toBe(second);
    expect(await counts()).toEqual(sent);
    await declare(second, false);
    expect(await stores.filings.getFiling(second)).toMatchObject({ state: 'accepted' });
    expect(idOf(await send(newKey()))).not.toBe(second);
    expect((await resolve(second, true)).status).toBe(409);
  },
);
