import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { newCompany } from '../../support/accounts.ts';
import type { Gateway } from '../../support/gateway.ts';
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

test('certificates of one holder that must be renewed in years are one line of the list, and of the calendar', async () => {
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

test('an obligation in a year without an official calendar is in list and calendar, with a note', async () => {
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

test('an obligation of the same worker has other ids in another account', async () => {
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

describe('the same worker who begins at two client companies on one day', () => {
  const office = service.caller;
  const date = '2026-11-09';
  /** Ten working days after it. */
  const due = '2026-11-23';
  const worker = { kind: 'worker', mac: randomUUID() } as const;
  type Company = Awaited<ReturnType<typeof newCompany>>;
  let [first, second] = [] as unknown as [Company, Company];

  const learn = ({ id }: Company, kind: Fact['kind'], account: string) => {
    const fact: Fact = {
      ...{ id: `${kind} ${id}`, kind, at: `${date}T09:00:00.000Z`, how: 'accepted', date, account },
      ...{ company: Number(id), document: '99999001R', contractType: '100' },
    };
    return stores.obligations.learn(accountId, worker, { facts: [fact], today: date });
  };
  beforeAll(async () => {
    [first, second] = [await newCompany(office), await newCompany(office)];
    await learn(first, 'alta', '011128000000097');
    await learn(second, 'alta', '011128000000198');
  });

  const listed = async (who: Gateway, query: Record<string, string> = {}) =>
    (await who.get('/obligations', query)).body.data.data as {
      id: string;
      company: number;
      rule: { id: string };
      due: string;
      shownDue: string | null;
      blockedBy: string[];
      state: string;
    }[];
  const contractOf = async (who: Gateway, { id }: Company) =>
    (await listed(who)).find(({ company, rule }) => company === Number(id) && rule.id === 'contrato')!;

  test('the late contract of each company is in the list', async () => {
    for (const company of [first, second])
      expect(await contractOf(office, company)).toMatchObject({ state: 'late', due, shownDue: null });
  });

  test('a local holiday of one company is shown to that company, and one of all companies to both', async () => {
    const keep = (holidays: object[]) => office.call('PUT', '/calendar', { json: { holidays } });
    const shown = () =>
      Promise.all(
        [first, second].map(async (company) => [
          (await company.gateway.get('/calendar')).body.data.holidays,
          (await contractOf(company.gateway, company)).shownDue,
          (await contractOf(office, company)).shownDue,
        ]),
      );
    const own = { date: due, company: Number(first.id) };
    await keep([own]);
    expect(await shown()).toEqual([
      [[own], '2026-11-24', '2026-11-24'],
      [[], null, null],
    ]);
    await keep([{ date: due }]);
    const ofAll = [[{ date: due }], '2026-11-24', '2026-11-24'];
    expect(await shown()).toEqual([ofAll, ofAll]);
  });

  test('a copy is blocked only by the contract of its own company', async () => {
    await learn(first, 'contract', '011128000000097');
    const copy = (await listed(office)).find(({ rule }) => rule.id === 'copia-basica')!;
    expect(copy).toMatchObject({ company: Number(first.id), blockedBy: [] });
    expect((await office.get(`/obligations/${copy.id}`)).body.data.blockedBy).toEqual([]);
  });

  test('the user who closed an obligation is named to the office, and to no company', async () => {
    const { id } = await contractOf(office, second);
    const closed = await office.post(`/obligations/${id}/close`, { reason: 'Comunicado en Contrat@.' });
    const { user } = closed.body.data.closedBy;
    expect(user).toMatchObject({ email: service.email, name: expect.stringMatching(/./) });
    const { gateway } = second;
    for (const { closedBy } of [
      (await gateway.get(`/obligations/${id}`)).body.data,
      (await gateway.get('/obligations', { state: 'closed' })).body.data.data[0],
    ])
      expect(closedBy.user).toEqual({ id: user.id, name: null, email: null });
    // What the company does itself it sees with its name.
    await gateway.post(`/obligations/${id}/reopen`, { reason: 'Era otro.' });
    const again = await gateway.post(`/obligations/${id}/close`, { reason: 'Comunicado.' });
    expect(again.body.data.closedBy.user).toMatchObject({ email: second.email });
  });
});
