import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { timeStampOf } from '../../../../shared/serving/evidence/time-stamp.ts';
import { askTimeStamp } from '../../../../shared/stores/evidence/evidence.ts';
import { hasOpenssl } from '../../../support/openssl.ts';
import { type Misbehaviour, startTimeStampAuthority } from '../../../support/servers/time-stamp-authority.ts';

const DATA = Buffer.from('{"version":1}');

describe.skipIf(!hasOpenssl)('a time-stamp', () => {
  let authority: Awaited<ReturnType<typeof startTimeStampAuthority>>;
  beforeAll(async () => {
    authority = await startTimeStampAuthority();
  });
  afterAll(() => authority.close());
  beforeEach(() => authority.misbehave(undefined));
  const stamp = (data: Uint8Array = DATA) =>
    timeStampOf(data, (query) => askTimeStamp(authority.address, query));

  test('other programs verify a time-stamp against exactly these bytes', async () => {
    const response = await stamp();
    expect(await authority.verify(DATA, response)).toContain('Verification: OK');
    await expect(authority.verify(Buffer.from('{"version":2}'), response)).rejects.toThrow();
  });

  test('the request for a time-stamp has the hash and a number that is used once, and nothing else of the bytes', async () => {
    await Promise.all([stamp(), stamp()]);
    const [one, other] = authority.queries.slice(-2);
    expect(one!.equals(other!)).toBe(false);
    expect(one!.includes(DATA)).toBe(false);
    expect(one!.length).toBeLessThan(100);
  });

  test.each<[Misbehaviour, RegExp]>([
    ['down', /answered 503/],
    ['page', /./],
    ['large', /with \d+ bytes/],
    ['another', /other data/],
    ['refused', /status 2/],
    ['altered', /signature/],
    ['none', /timeout/i],
  ])(
    'a time-stamp is refused if its authority is not trusted or answers: %s',
    async (how, error) => {
      authority.misbehave(how);
      await expect(stamp()).rejects.toThrow(error);
    },
    20_000,
  );

  test('a time-stamp that answers an earlier request is refused', async () => {
    await stamp();
    authority.misbehave('replayed');
    await expect(stamp()).rejects.toThrow(/another query/);
  });
});
