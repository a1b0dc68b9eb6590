import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { dueKeys, type Filing, type FilingState } from '../../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { eraseActs, reduceFiling } from '../../../shared/stores/filings/reduce.ts';
import { writeRows } from '../../support/stores/write-rows.ts';

const { filings } = stores;

const ta = { name: 'TA.pdf', contentType: 'application/pdf', size: 5 };
const idc = { name: 'idc.pdf', contentType: 'application/pdf', size: 7, key: 'documents/idc' };

const FILING: Omit<Filing, 'id'> = {
  state: 'ended',
  dry: true,
  operation: 'POST /api/v4/seg-social/alta',
  authority: 'tgss',
  accountId: 'account',
  userId: 'user',
  clientId: 0,
  certificate: { id: 'c', fingerprint: 'f', nif: 'n' },
  requestId: 'r',
  owner: 'r',
  requestHash: 'h',
  contentHash: 'h',
  claimedAt: new Date().toISOString(),
};

/** Stores a record with these documents. @returns its id */
const written = async (documents: Filing['documents']): Promise<string> => {
  const id = crypto.randomUUID();
  await filings.putDryRun({ ...FILING, id, documents }, {}, new Date());
  return id;
};
const documentsOf = async (id: string) => (await filings.getFiling(id))!.documents;

test('a document that could not be stored loses its key', async () => {
  const id = await written([ta, idc]);
  expect(await filings.noteLost(id, 1, idc)).toBe(true);
  const { key, ...without } = idc;
  expect(await documentsOf(id)).toEqual([ta, without]);
});

test.each([
  ['a document that is stored under another key', 1, { ...idc, key: 'documents/other' }],
  ['a document with another name', 1, { ...idc, name: 'other.pdf' }],
  ['a document with another size', 1, { ...idc, size: 6 }],
  ['a document in another place', 0, idc],
  ['a document in a place that the list lacks', 2, idc],
])('the key stays for %s', async (_, place, document) => {
  const id = await written([ta, idc]);
  expect(await filings.noteLost(id, place, document)).toBe(false);
  expect(await documentsOf(id)).toEqual([ta, idc]);
});

test('no lost document is noted if there are no documents, or no filing', async () => {
  const id = await written(undefined);
  expect(await filings.noteLost(id, 0, idc)).toBe(false);
  expect(await filings.noteLost(crypto.randomUUID(), 0, idc)).toBe(false);
});

test('a dry run is found by its worker for seven days, also before its row is deleted', async () => {
  const now = new Date();
  const name = crypto.randomUUID();
  const id = await written(undefined);
  await filings.putTried({ id, requestHash: 'h' }, name, now);
  const foundAfter = async (seconds: number) =>
    (await filings.findLocked(name, new Date(now.getTime() + seconds * 1000)))?.id;
  expect(await foundAfter(7 * 24 * 3600 - 1)).toBe(id);
  expect(await foundAfter(7 * 24 * 3600)).toBeUndefined();
});

describe('a filing that must not be filed again', () => {
  const NOW = new Date();
  const DAYS = 24 * 60 * 60_000;
  /** A claim some days from now, with locks of these names. */
  const claimed = (guards: Filing['guards'], days = 0) => {
    const id = crypto.randomUUID();
    const now = new Date(NOW.getTime() + days * DAYS);
    const filing = {
      ...FILING,
      id,
      state: 'claimed',
      dry: false,
      guards,
      claimedAt: now.toISOString(),
    } as Filing;
    return filings.claimFiling(filing, { dueAt: now, now, token: id });
  };
  const inTheWay = (kind: string) => ({
    made: false,
    by: { [kind]: expect.anything() },
    acts: [],
    entered: 0,
  });

  test('the filing holds its content for years, until a person declares otherwise, and a key for 30 days', async () => {
    const [content, key] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await claimed({ content, key })).toEqual({ made: true });
    for (const days of [1, 31, 366, 3_660])
      expect(await claimed({ content }, days)).toEqual(inTheWay('content'));
    expect(await claimed({ content: crypto.randomUUID(), key }, 29)).toEqual(inTheWay('key'));
    expect(await claimed({ content: crypto.randomUUID(), key }, 31)).toEqual({ made: true });
  });

  test('the filing frees its content when it is accepted, and keeps its key', async () => {
    const guards = { content: crypto.randomUUID(), key: crypto.randomUUID() };
    const filing = { ...FILING, id: crypto.randomUUID(), state: 'claimed', dry: false, guards } as Filing;
    await filings.claimFiling(filing, { dueAt: NOW, now: NOW, token: filing.id });
    await filings.endFiling(filing, ['claimed'], { state: 'accepted', facts: {}, now: NOW });
    expect(await claimed(guards)).toEqual(inTheWay('key'));
    expect(await claimed({ content: guards.content })).toEqual({ made: true });
  });

  test('the filing is not deleted by the table while it is written, changed and declared', async () => {
    const content = crypto.randomUUID();
    const filing = {
      ...FILING,
      id: crypto.randomUUID(),
      state: 'claimed',
      dry: false,
      guards: { content },
    } as Filing;
    const row = async () =>
      (await dynamo().send(new GetCommand({ TableName: filingsTable(), Key: filingKey.lock(content) }))).Item;
    await filings.claimFiling(filing, { dueAt: NOW, now: NOW, token: filing.id });
    expect(await row()).not.toHaveProperty('expires');
    await filings.endFiling(filing, ['claimed'], { state: 'unknown', facts: {}, now: NOW });
    const stated = { note: '', userId: 'u', at: NOW.toISOString() };
    for (const filed of [false, true])
      await filings.stateFiling({ ...filing, state: 'unknown' }, { ...stated, filed });
    expect(await row()).toMatchObject({ filingId: filing.id });
    expect(await row()).not.toHaveProperty('expires');
  });
});

describe('the rows of the acts of a filing that is erased', () => {
  const NOW = new Date();
  const act = () => ({ name: crypto.randomUUID(), sets: 'x' });
  const row = async ({ name }: { name: string }) =>
    (await dynamo().send(new GetCommand({ TableName: filingsTable(), Key: filingKey.lock(name) }))).Item;
  const claimed = async (acts: Filing['acts']): Promise<Filing> => {
    const filing = { ...FILING, id: crypto.randomUUID(), state: 'claimed', dry: false, acts } as Filing;
    expect(await filings.claimFiling(filing, { dueAt: NOW, now: NOW, token: filing.id })).toEqual({
      made: true,
    });
    return filing;
  };
  const stored = async ({ id }: Filing) => (await filings.getFiling(id))!;

  test('a filing that is found accepted keeps nothing of the answer that its outcome was unknown', async () => {
    const filing = await claimed([]);
    const unknown = { status: 502, answer: '{"success":false}' };
    await filings.endFiling(filing, ['claimed'], { state: 'unknown', facts: unknown, now: NOW });
    expect(await stored(filing)).toMatchObject(unknown);
    await filings.endFiling(filing, ['unknown'], { state: 'accepted', facts: { status: 200 }, now: NOW });
    expect(await stored(filing)).toMatchObject({ state: 'accepted', status: 200 });
    expect(await stored(filing)).not.toHaveProperty('answer');
  });

  test('the rows go with a filing that was declared not filed, though they would stay open', async () => {
    const acts = [act(), act()];
    const filing = await claimed(acts);
    await filings.endFiling(filing, ['claimed'], { state: 'unknown', facts: {}, now: NOW });
    const stated = { filed: false, note: '', userId: 'u', at: NOW.toISOString() };
    expect(await filings.stateFiling(await stored(filing), stated)).toBe(true);
    // Another worker's filing of the second act, with other content, is open.
    const other = await claimed([{ ...acts[1]!, sets: 'y' }]);
    await reduceFiling(await stored(filing), NOW);
    expect(await row(acts[0]!)).toBeUndefined();
    expect(await filings.getAct(acts[1]!.name)).toMatchObject({ open: [{ filing: other.id, sets: 'y' }] });
    await filings.endFiling(other, ['claimed'], { state: 'refused', facts: {}, now: NOW });
    expect(await row(acts[1]!)).toMatchObject({ expires: expect.any(Number) });
  });

  test.each<[string, (filing: Filing) => Promise<void>]>([
    ['its account', eraseActs],
    ['its worker', (filing) => reduceFiling(filing, NOW)],
  ])('the rows go with %s, also those that only its answer names', async (_, erase) => {
    const [own, further] = [act(), act()];
    const filing = await claimed([own]);
    const ending = { state: 'accepted', facts: {}, now: NOW, furtherActs: [further] } as const;
    await filings.endFiling(filing, ['claimed'], ending);
    for (const one of [own, further]) expect(await row(one)).toMatchObject({ lastFiling: filing.id });
    await erase(await stored(filing));
    for (const one of [own, further]) expect(await row(one)).toBeUndefined();
  });
});

describe('a filing that is due', () => {
  const NOW = new Date('2001-01-01T00:00:00.000Z');
  const ALL = { lookUp: 10_000, queued: 10_000, prepared: 10_000, evidence: 10_000 };

  /** Writes rows of an account in this state, due some minutes from now. @returns their ids */
  const due = async (accountId: string, state: FilingState, minutes: number[]): Promise<string[]> => {
    const rows = minutes.map((minute) => {
      const id = crypto.randomUUID();
      const keys = dueKeys({ id, accountId }, state, new Date(NOW.getTime() + minute * 60_000));
      return { id, accountId, state, authority: 'tgss', claimedAt: NOW.toISOString(), ...keys };
    });
    await writeRows(rows.map((row) => ({ PutRequest: { Item: { ...filingKey.head(row.id), ...row } } })));
    return rows.map(({ id }) => id);
  };
  /** The due filings of these accounts only, because the table has rows of other files, too. */
  const found = async (accounts: string[], most = ALL) =>
    (await filings.dueFilings(NOW, most)).filter(({ accountId }) => accounts.includes(accountId));

  test.each<[FilingState, string]>([
    ['claimed', 'lookUp'],
    ['committing', 'lookUp'],
    ['unknown', 'lookUp'],
    ['queued', 'queued'],
    ['preparing', 'prepared'],
    ['accepted', 'evidence'],
    ['refused', 'evidence'],
  ])('the filing is found from its instant on, by its kind: %s', async (state, kind) => {
    const account = crypto.randomUUID();
    const [first, second] = await due(account, state, [-1, 0, 1, 999]);
    const rows = await found([account]);
    expect(rows.map(({ id }) => id)).toEqual([first, second]);
    for (const row of rows) expect(row).toMatchObject({ kind, state, authority: 'tgss', takes: 0 });
  });

  test('the filing is found in the turn of its account, however many another account has', async () => {
    const [many, few, none] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [
      string,
      string,
      string,
    ];
    const minutes = Array.from({ length: 2_000 }, (_, number) => number - 2_000);
    await due(many, 'preparing', minutes);
    const own = await due(few, 'preparing', [-3, -2, -1]);
    await due(none, 'preparing', [1]);
    const rows = (await found([many, few, none])).map(({ id, accountId }) => [accountId, id]);
    expect(rows.filter(([account]) => account === few).map(([, id]) => id)).toEqual(own);
    // One of each account in turn, until one has no more.
    expect(new Set(rows.slice(0, 2).map(([account]) => account))).toEqual(new Set([many, few]));
    expect(new Set(rows.slice(4, 6).map(([account]) => account))).toEqual(new Set([many, few]));
    expect(rows.slice(6).every(([account]) => account === many)).toBe(true);
    // Some of the busy account's filings, but not all.
    expect(rows.length).toBeLessThan(1_000);
  });

  test('the filing is taken by one run of the schedule, and then has another instant', async () => {
    const account = crypto.randomUUID();
    await due(account, 'unknown', [-1]);
    const [row] = await found([account]);
    const next = new Date(NOW.getTime() - 30_000);
    // The row lacks attributes that a filing needs.
    await expect(filings.takeDue(row!, next)).rejects.toThrow('is not valid');
    expect(await filings.takeDue(row!, next)).toBeUndefined();
    const [again] = await found([account]);
    expect(again).toMatchObject({ id: row!.id, dueAt: next.toISOString(), takes: 1 });
    await expect(filings.takeDue(again!, undefined)).rejects.toThrow('is not valid');
    expect(await found([account])).toEqual([]);
  });
});
