import { createHash, randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { obligationKey } from '../../../functions/obligations/store/obligation-row.ts';
import { stores } from '../../../functions/stores.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Obligations in a list and in a calendar. */

const { service } = await ownService();
const { accountId } = service;
const today = madridDay(new Date());
const calendar = async (): Promise<string> => {
  const { url } = (await service.caller.post('/calendar/address', { names: true })).body.data;
  const answer = await fetch(url, { headers: { Connection: 'close' } });
  return (await answer.text()).replace(/\r\n[ \t]/g, '');
};

test('certificates of a holder that are to be renewed in years are one line of the list, as of the calendar', async () => {
  const facts = [1, 2, 3, 4].map(
    (type): Fact => ({
      id: `certificate-${type}`,
      reference: randomUUID(),
      kind: 'digitalCertificate',
      how: 'proved',
      at: new Date().toISOString(),
      document: '12345678Z',
      holder: 'ANA GARCIA',
      certificateType: type,
      date: dayAfter(today, { months: 36 }),
    }),
  );
  await stores.obligations.learn(accountId, { kind: 'owner', mac: '0' }, { facts, today });
  const [one, ...more] = (await service.caller.get('/obligations')).body.data.data;
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    state: 'planned',
    rule: { id: 'certificado-digital' },
    worker: null,
    calendarNote: null,
    holder: { document: '12345678Z', name: 'ANA GARCIA' },
  });
  expect((await service.caller.get('/obligations', { state: 'open' })).body.data.data).toEqual([]);
  expect((await calendar()).match(/^SUMMARY:.*$/gm)).toEqual([`SUMMARY:${one.rule.title} · ANA GARCIA`]);
});

test('what reaches into a year without calendar is in both, and says so', async () => {
  const date = '2099-03-02';
  const alta: Fact = {
    id: 'far',
    kind: 'alta',
    at: `${date}T09:00:00.000Z`,
    how: 'accepted',
    date,
    contractType: '100',
    account: '011128000000097',
    document: '99999001R',
  };
  const subject = { kind: 'worker', mac: randomUUID() } as const;
  await stores.obligations.learn(accountId, subject, { facts: [alta], today });
  const [one] = (await service.caller.get('/obligations', { state: 'planned' })).body.data.data;
  expect(one).toMatchObject({ due: null, rule: { id: 'contrato' } });
  expect(one.calendarNote).toContain('Falta el calendario oficial de 2099');
  const text = await calendar();
  expect(text).toContain(`UID:${one.id}@pasarela`);
  expect(text).toContain('SUMMARY:SIN FECHA CIERTA: Comunicar el contrato al SEPE');
});

test('what is due of the same worker has other ids in another account', async () => {
  const alta: Fact = {
    id: 'alta',
    kind: 'alta',
    at: `${today}T09:00:00.000Z`,
    how: 'accepted',
    date: today,
    account: '011128000000097',
    document: '99999001R',
    contractType: '100',
  };
  const idsIn = async (account: string) =>
    (await stores.obligations.learn(account, { kind: 'worker', mac: 'm' }, { facts: [alta], today })).map(
      ({ id }) => id,
    );
  const [ours, others] = [await idsIn(randomUUID()), await idsIn(randomUUID())];
  expect(ours).toHaveLength(1);
  expect(others).toHaveLength(1);
  expect(ours).not.toEqual(others);
});
