import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groups } from '../../../functions/operations.ts';
import { seed } from '../../../sandbox/seed.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { dynamo } from '../../../shared/stores/aws.ts';
import { filingKey, filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { stores } from '../../../shared/stores/stores.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Answered, Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';

/** What a person declares about a filing of unknown outcome decides what becomes of equal requests: of every submission. */

const DAYS = 24 * 60 * 60_000;

let faults: Faults = {};
/** No authority can be asked: no look-up finds anything. */
let isDown = false;
let service: Awaited<ReturnType<typeof startService>>;
let authorities: ReturnType<typeof atAuthorities>;
let requests: ReturnType<typeof requestsOf>;

beforeAll(async () => {
  service = await startService({
    ...failingServices(() => faults),
    openAuthority: (options) => {
      if (isDown) throw new Error('it cannot be asked');
      return authorityPort(options);
    },
  });
  authorities = atAuthorities(service.demo.authorities.control);
  requests = requestsOf(service.demo);
});
afterAll(() => service.close());

const submissions = groups.flatMap((group) =>
  group.operations.flatMap((operation) => {
    if (operation.kind !== 'submission') return [];
    const path = addressOf(group, operation).replace('/api/v4', '');
    return [{ name: `${operation.method} ${path}`, method: operation.method, path, operation }];
  }),
);

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const idOf = ({ headers }: Answered) => headers.get('x-tramite-id')!;

describe.each(submissions)('$name', ({ name, method, path, operation }) => {
  const authority = operation.authority as AuthorityName;
  let gateway: Gateway;
  let email: string;
  let id: string;
  let key: Record<string, string>;

  const send = (headers: object = {}, who = gateway) =>
    who.with({ ...headers }).call(method, path, { json: requests[name]!.request });
  const declare = async (filed: boolean) => {
    const note = filed ? 'Consta.' : 'No consta.';
    const { status, body } = await gateway.post(`/tramites/${id}/resolve`, { filed, note });
    expect({ status, stated: body.data.stated }).toMatchObject({ status: 200, stated: { filed } });
  };
  const counts = async () => (await authorities.stats()).submissions;

  /** It took effect, and it is not known. */
  beforeEach(async () => {
    faults = {};
    isDown = false;
    await authorities.reset();
    // An account of its own: what is unknown in one test holds its content.
    const account = await newAccount(service.demo.baseUrl);
    const person = { person: seed.demo.holder };
    const secret = await storeNewCertificate(account.gateway, person, {}, service.demo);
    gateway = account.gateway.acting(secret);
    email = account.email;
    for (const [earlier, json] of requests[name]!.after ?? []) {
      const [method, path] = earlier.split(' ') as [string, string];
      expect((await gateway.call(method, path, { json })).status).toBe(200);
    }
    faults = {
      stores: {
        endFiling: (filing, from, end) =>
          stores.filings.endFiling(filing, from, { ...end, state: 'unknown', facts: {} }),
      },
    };
    key = newKey();
    const first = await send(key);
    faults = {};
    expect(first.status).toBe(200);
    id = idOf(first);
    expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'unknown', authority });
  });

  test('is not sent again however long ago it was, is answered from its record once declared filed, and is free once not', async () => {
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
    for (const headers of [key, {}, newKey(), { ...newKey(), Prefer: 'respond-async' }]) {
      const answered = await send(headers);
      expect({ status: answered.status, id: idOf(answered) }).toEqual({ status: 502, id });
      expect(answered.body.message).toContain(`POST /tramites/${id}/resolve`);
    }
    expect(await counts()).toEqual(before);

    isDown = false;
    await declare(true);
    for (const headers of [key, {}, newKey(), { ...newKey(), Prefer: 'respond-async' }]) {
      const answered = await send(headers);
      expect({ status: answered.status, id: idOf(answered) }).toEqual({ status: 200, id });
      expect(answered.headers.get('idempotency-replayed')).toBe('true');
      expect(answered.body.message).toContain(`Declarado como presentado por ${email} el 20`);
      expect(answered.body.data).toEqual(operation.emptyData ?? []);
    }
    expect(await counts()).toEqual(before);
    expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'unknown' });

    await declare(false);
    const again = await send(key);
    expect(idOf(again)).not.toBe(id);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  test('declared filed and proved since holds its content, until it is declared not filed', async () => {
    await declare(true);
    const { owner: _, ...filing } = (await stores.filings.getFiling(id))!;
    const now = new Date();
    expect(await stores.filings.endFiling(filing, ['unknown'], { state: 'accepted', facts: {}, now })).toBe(
      true,
    );
    const before = await counts();
    expect(idOf(await send())).toBe(id);
    expect(await counts()).toEqual(before);

    await declare(false);
    expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'accepted' });
    expect(idOf(await send(newKey()))).not.toBe(id);
    const { status } = await gateway.post(`/tramites/${id}/resolve`, { filed: true, note: 'Consta.' });
    expect(status).toBe(409);
  });
});
