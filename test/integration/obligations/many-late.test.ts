import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/obligations/fact.ts';
import { digestOf } from '../../../shared/serving/mails/digest.ts';
import { stores } from '../../../shared/stores/stores.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** An office that never closed what is late, of which there is more than is read at once, still sees what is to come. */

const { service } = await ownService();
const { accountId } = service;
const today = madridDay(new Date());
/** Changes of contract of a worker on these days, each of which is to be communicated within three days. */
const changed = async (document: string, days: number[]) => {
  const facts = days.map((distance): Fact => {
    const date = dayAfter(today, { days: distance });
    return {
      ...{ id: randomUUID(), kind: 'transformation', at: new Date().toISOString(), how: 'accepted', date },
      ...{ account: '011128000000097', document, start: '2025-01-07' },
    };
  });
  return stores.obligations.learn(accountId, { kind: 'worker', mac: document }, { facts, today });
};

let coming: string[];
beforeAll(async () => {
  const past = Array.from({ length: 40 }, (_, back) => -10 - back);
  for (let worker = 0; worker < 26; worker++) await changed(`9999${String(worker).padStart(4, '0')}A`, past);
  coming = (await changed('12345678Z', [-3, -1, 20])).map(({ id }) => id);
});

test('in a digest', async () => {
  const { sections } = await digestOf(service.services, {
    ...{ accountId, clientId: undefined, after: undefined, chosenAt: '', now: new Date() },
    nameOf: async () => undefined,
  });
  expect(sections.map(({ title }) => title)).toEqual([
    'Plazos vencidos (los primeros)',
    'Plazos que acaban hoy',
    'Plazos que acaban pronto',
  ]);
});

test('in a calendar', async () => {
  const { url } = (await service.caller.post('/calendar/address', {})).body.data;
  const text = await (await fetch(url, { headers: { Connection: 'close' } })).text();
  for (const id of coming) expect(text).toContain(`UID:${id}@pasarela`);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1_000);
});
