import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { digestOf } from '../../../functions/capabilities/mails/digest.ts';
import { stores } from '../../../functions/stores.ts';
import { byUrgency } from '../../../panel/src/capabilities/obligations/to-do.ts';
import { due } from '../../../panel/src/capabilities/obligations/today.ts';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { createClient } from '../../support/client/client.ts';
import { ownService } from '../../support/setup/own-service.ts';

/**
 * An office that never closed its overdue obligations, of which there are more than are read at once, still sees the coming
 * ones.
 */

const { service } = await ownService();
const { accountId } = service;
const today = madridDay(new Date());
/** Contract changes of a worker on these days, each of which must be communicated within six days. */
const changed = async (document: string, days: number[]) => {
  const facts = days.map((distance): Fact => {
    const date = dayAfter(today, { days: distance });
    return {
      id: randomUUID(),
      kind: 'transformation',
      at: new Date().toISOString(),
      how: 'accepted',
      date,
      account: '011128000000097',
      document,
      start: '2025-01-07',
    };
  });
  return stores.obligations.learn(accountId, { kind: 'worker', mac: document }, { facts, today });
};

let coming: string[];
beforeAll(async () => {
  const past = Array.from({ length: 40 }, (_, back) => -10 - back);
  for (let worker = 0; worker < 26; worker++) await changed(`9999${String(worker).padStart(4, '0')}A`, past);
  const found = await changed('12345678Z', [-6, -4, 20]);
  coming = found.toSorted((one, other) => (one.due! < other.due! ? -1 : 1)).map(({ id }) => id);
});

test('a digest shows what is due today and soon, however much is late', async () => {
  const { sections } = await digestOf(service.services, {
    accountId,
    clientId: undefined,
    after: undefined,
    chosenAt: '',
    now: new Date(),
    nameOf: async () => undefined,
  });
  expect(sections.map(({ title }) => title)).toEqual([
    'Plazos vencidos (los primeros)',
    'Plazos que acaban hoy',
    'Plazos que acaban pronto',
  ]);
});

test('a calendar shows what is due today and soon, however much is late', async () => {
  const { url } = (await service.caller.post('/calendar/address', {})).body.data;
  const text = await (await fetch(url, { headers: { Connection: 'close' } })).text();
  for (const id of coming) expect(text).toContain(`UID:${id}@pasarela`);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1_000);
});

test('the list of near obligations shows what is due today and soon, however much is late', async () => {
  const { data } = (await service.caller.get('/obligations', { state: 'near' })).body.data;
  expect(data.map(({ id }: { id: string }) => id)).toEqual(coming.slice(0, 2));
});

test('the page of today of the panel shows what is due today and soon, however much is late', async () => {
  const gateway = createClient({ baseUrl: service.demo.baseUrl, token: service.caller.token });
  const { obligations, hasMore } = await due.read(gateway);
  expect(hasMore).toBe(true);
  expect(byUrgency(obligations).map(({ when, obligations: { length } }) => [when, length])).toEqual([
    ['late', 200],
    ['today', 1],
    ['week', 1],
  ]);
});
