import { createHmac, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, PutCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { daysLater, startOfMadridDay } from '../../../../shared/kernel/spanish-time.ts';
import { contractNumberOf, type Fact, type FactKind } from '../../../../shared/operation/fact.ts';
import {
  dynamo,
  epochSeconds,
  pause,
  transact,
  type Write,
} from '../../../../shared/stores/dynamo/dynamo.ts';
import { readKeys, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { serviceKey } from '../../../../shared/stores/service-keys.ts';
import {
  all,
  between,
  is,
  isNew,
  put,
  query,
  query as queryOf,
  remove,
} from '../../../../shared/stores/table.ts';
import { eventIdOf } from '../../events/store/event-row.ts';
import { appendEvents } from '../../events/store/events.ts';
import { comingOf, eventOf, type IdOf, type Obligation, obligationsOf } from '../due.ts';
import { ruleOf } from '../rules/index.ts';
import {
  beginningOf,
  dueKey,
  type KeptObligation,
  type LocalHoliday,
  obligationKey,
  obligationLists,
  obligationsTable,
  onlyObligation,
  parseCalendar,
  parseFact,
  parseObligation,
  parseReference,
  parseSubject,
  type SeenWorker,
  type Subject,
} from './obligation-row.ts';

/** Store of facts and of the obligations that follow from them. */
export {
  type CalendarAddress,
  findCalendarAddress,
  issueCalendarAddress,
  ownerOfCalendar,
  revokeCalendarAddress,
} from './addresses.ts';

/** The largest number of writes in a transaction. */
const MOST_WRITES = 100;
/** Attempts of a transaction, because other functions may write the same subject. */
const ATTEMPTS = 12;

/** The stored facts of a subject, the ids of its obligations, and its version. */
interface Known {
  version: number;
  ids: string[];
  facts: Fact[];
}

/**
 * Adds facts to a subject and updates its obligations, in one transaction. Known facts change nothing, so the same facts may be
 * added any number of times, in any order. Without new facts it updates the monthly obligations.
 * @param today the day at the account's authorities
 * @returns the changed obligations
 * @throws errors of DynamoDB; nothing is written then
 */
export const learn = async (
  accountId: string,
  subject: Subject,
  { facts, today }: { facts: Fact[]; today: string },
): Promise<KeptObligation[]> => {
  const idOf = idsIn(accountId, await serviceKey('obligation'));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await readSubject(accountId, subject);
    const before = new Map(known.facts.map((fact) => [fact.id, fact]));
    const added = facts.filter(({ id }) => !before.has(id));
    const again = subject.kind === 'worker' ? seenAgain(facts, before) : new Map<string, Fact>();
    const kept = await keptOf(accountId, known.ids);
    const held = known.facts.map((fact) => again.get(fact.id) ?? fact);
    const derived = obligationsOf([...held, ...added], subject.kind, {
      today,
      known: kept.map(onlyObligation),
      idOf,
    });
    const named = await withPersons(accountId, { kept, derived });
    const changed = changedOf(accountId, subject, { kept, derived: named });
    if (added.length === 0 && changed.length === 0) return [];
    const ids = [...new Set([...known.ids, ...derived.map(({ id }) => id)])];
    const head: Write = {
      Put: put(
        obligationsTable(),
        { ...obligationKey.subject(accountId, subject), version: known.version + 1, ids },
        known.version === 0 ? isNew : is('version', known.version),
      ),
    };
    const writes = [
      ...[...added, ...again.values()].map((fact) =>
        putRow({ ...obligationKey.fact(accountId, subject, fact.id), ...fact }),
      ),
      ...referencesOf(accountId, subject, added),
      ...changed.map((one) => putRow(itemOf(one))),
    ];
    // The next attempt writes the rest, because it still differs then.
    const rejected = await transact([head, ...writes.slice(0, MOST_WRITES - 1)]);
    if (rejected.length === 0 && writes.length < MOST_WRITES) return changed;
    if (rejected.length > 0) await pause(attempt);
  }
  throw new Error('failed to store facts: their row changed on every retry');
};

/**
 * Obligations with the person whom they are about, if their facts, which are of an account, name nobody: as the stored obligation
 * has the person or, for a new one, as the worker's own facts do. What was fulfilled of a worker whose data were erased is left
 * out.
 */
const withPersons = async (
  accountId: string,
  { kept, derived }: { kept: KeptObligation[]; derived: Obligation[] },
): Promise<Obligation[]> => {
  const before = new Map(kept.map(({ id, by }) => [id, by]));
  const named = await Promise.all(
    derived.map(async (one): Promise<Obligation[]> => {
      const { worker, document } = one.by;
      if (!ruleOf(one.rule).eachWorker || worker === undefined || document) return [one];
      const person = before.get(one.id) ?? (await personIn(accountId, worker));
      if (!person && one.state !== 'open') return [];
      return [{ ...one, by: { ...one.by, ...(person && nameOf(person)) } }];
    }),
  );
  return named.flat();
};

const nameOf = ({ document, nss, name }: Fact): Partial<Fact> => ({
  ...(document && { document }),
  ...(nss && { nss }),
  ...(name && { name }),
});

/** The newest fact of a worker, with what others say of the person; `undefined` if nothing is known of the worker. */
const personIn = async (accountId: string, mac: string): Promise<Fact | undefined> => {
  const facts = await factsOf(accountId, { kind: 'worker', mac });
  const inOrder = facts.toSorted((one, other) => one.at.localeCompare(other.at));
  const newest = inOrder.at(-1);
  return newest && Object.assign({}, newest, ...inOrder.map(nameOf));
};

/** Known facts that readings prove again, with the time. They are stored only where that changes an obligation. */
const seenAgain = (facts: readonly Fact[], before: ReadonlyMap<string, Fact>): Map<string, Fact> =>
  new Map(
    facts.flatMap(({ id, at, how }) => {
      const fact = before.get(id);
      return fact && how === 'proved' && at > (fact.lastSeen ?? fact.at)
        ? [[id, { ...fact, lastSeen: at }]]
        : [];
    }),
  );

/** Derives ids for an account's obligations. Only this service can compute an id from its subject. */
const idsIn =
  (accountId: string, key: KeyObject): IdOf =>
  (identity) =>
    createHmac('sha256', key)
      .update(JSON.stringify([accountId, identity]))
      .digest('hex')
      .slice(0, 32);

const putRow = (row: object): Write => ({ Put: put(obligationsTable(), row) });

/** Rows that lead from a contract's number to its worker. */
const referencesOf = (accountId: string, { kind, mac }: Subject, facts: Fact[]): Write[] => {
  const references = kind === 'worker' ? facts.flatMap(({ reference }) => reference ?? []) : [];
  return [...new Set(references.map(contractNumberOf))].map((number) =>
    putRow({ ...obligationKey.reference(accountId, number), mac }),
  );
};

/** All facts of a subject. */
export const factsOf = async (accountId: string, subject: Subject): Promise<Fact[]> =>
  (await readSubject(accountId, subject)).facts;

const readSubject = async (accountId: string, subject: Subject): Promise<Known> => {
  const { pk } = obligationKey.subject(accountId, subject);
  const parse = (item: unknown) => item as RowKey;
  const rows = await rowsUnder({ pk, sk: beginningOf(subject) }, parse, obligationsTable());
  const isHead = ({ sk }: RowKey) => sk.endsWith('#head');
  return {
    ...parseSubject(rows.find(isHead) ?? { version: 0, ids: [] }),
    facts: rows.filter((row) => !isHead(row)).map(parseFact),
  };
};

const keptOf = (accountId: string, ids: string[]): Promise<KeptObligation[]> => {
  const keys = ids.map((id) => obligationKey.obligation(accountId, id));
  return readKeys(parseObligation, { table: obligationsTable(), keys, isConsistent: true });
};

/** Obligations that differ from the stored ones. */
const changedOf = (
  accountId: string,
  subject: Subject,
  { kept, derived }: { kept: KeptObligation[]; derived: Obligation[] },
): KeptObligation[] => {
  const changedAt = new Date().toISOString();
  const before = new Map(kept.map((one) => [one.id, one]));
  return derived.flatMap((one) => {
    const earlier = before.get(one.id);
    if (earlier && isDeepStrictEqual(onlyObligation(earlier), plain(one))) return [];
    const companyId = one.by.company;
    const moved = (earlier?.moved ?? 0) + Number(earlier !== undefined && earlier.due !== one.due);
    return [
      {
        ...one,
        accountId,
        subject,
        ...(moved > 0 && { moved }),
        changedAt,
        ...(companyId !== undefined && { companyId }),
      } as KeptObligation,
    ];
  });
};

/** Drops members that are `undefined`, which are not stored. */
const plain = (obligation: Obligation): unknown => JSON.parse(JSON.stringify(obligation));

/** The row of an obligation, with its index keys. */
const itemOf = (one: KeptObligation) => {
  const { accountId, id, state, companyId, subject, rule, by } = one;
  const worker = subject.kind === 'worker' ? subject.mac : ruleOf(rule).eachWorker && by.worker;
  return {
    ...obligationKey.obligation(accountId, id),
    ...one,
    accountList: obligationLists.account(accountId, state),
    ...(companyId !== undefined && { companyList: obligationLists.company(accountId, companyId, state) }),
    ...(worker && { workerList: obligationLists.worker(accountId, worker) }),
    dueKey: dueKey(one),
  };
};

/** Filter for a list: obligations of an account in a state, or obligations of a worker in any state. */
export interface ObligationQuery {
  accountId: string;
  state: KeptObligation['state'];
  companyId?: number | undefined;
  /** MAC from `listMac`. */
  worker?: string | undefined;
  /** First and last due day, `YYYY-MM-DD`, both included. */
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  limit: number;
  /** End of the previous page. */
  after?: { id: string; dueKey: string } | undefined;
  /** Further filter, which may drop rows of a page. */
  fits(obligation: KeptObligation): boolean;
}

/** The largest number of rows that one page reads, however few of them match. */
const MOST_READ = 1_000;

/** Lists a page of obligations by due day, with its end; the last page has no end. */
export const listObligations = async (
  query: ObligationQuery,
): Promise<{ obligations: KeptObligation[]; end?: { id: string; dueKey: string } }> => {
  const { accountId, companyId, worker, state, dueFrom = '0', dueTo = '9999', limit, fits } = query;
  const [index, key, value] = worker
    ? (['byWorker', 'workerList', obligationLists.worker(accountId, worker)] as const)
    : companyId === undefined
      ? (['byAccount', 'accountList', obligationLists.account(accountId, state)] as const)
      : (['byCompany', 'companyList', obligationLists.company(accountId, companyId, state)] as const);
  const found: KeptObligation[] = [];
  const keyOf = ({ id, dueKey }: { id: string; dueKey: string }) => ({
    ...obligationKey.obligation(accountId, id),
    [key]: value,
    dueKey,
  });
  let start: Record<string, unknown> | undefined = query.after && keyOf(query.after);
  let read = 0;
  do {
    const { Items = [], LastEvaluatedKey }: { Items?: object[]; LastEvaluatedKey?: object } =
      await dynamo().send(
        new QueryCommand({
          ...queryOf(obligationsTable(), all(is(key, value), between('dueKey', dueFrom, `${dueTo}~`))),
          IndexName: index,
          // One row more than a page has shows whether there is another page.
          Limit: Math.min(MOST_READ - read, limit + 1),
          ExclusiveStartKey: start,
        }),
      );
    read += Items.length;
    for (const item of Items) {
      const row = parseObligation(item);
      if (row.state !== state || (companyId !== undefined && row.companyId !== companyId) || !fits(row))
        continue;
      found.push(row);
      if (found.length > limit) {
        const last = found[limit - 1]!;
        return { obligations: found.slice(0, limit), end: endOf(last) };
      }
    }
    start = LastEvaluatedKey as typeof start;
  } while (start && read < MOST_READ);
  return {
    obligations: found,
    ...(start && { end: { id: String(start.sk).slice('obligation#'.length), dueKey: String(start.dueKey) } }),
  };
};

const endOf = (one: KeptObligation) => ({ id: one.id, dueKey: dueKey(one) });

/** The existing obligations of an account with these ids. */
export const getObligations = (accountId: string, ids: string[]): Promise<KeptObligation[]> =>
  readKeys(parseObligation, {
    table: obligationsTable(),
    keys: ids.map((id) => obligationKey.obligation(accountId, id)),
    isConsistent: true,
  });

/** Finds the MAC of a contract's worker, by the authority's number for the contract or for a later communication. */
export const workerOfReference = async (
  accountId: string,
  reference: string,
): Promise<string | undefined> => {
  const keys = [obligationKey.reference(accountId, contractNumberOf(reference))];
  const [row] = await readKeys(parseReference, { table: obligationsTable(), keys, isConsistent: true });
  return row?.mac;
};

/** The local holidays of an account. */
export const getHolidays = async (accountId: string): Promise<LocalHoliday[]> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: obligationsTable(), Key: obligationKey.calendar(accountId) }),
  );
  return Item ? parseCalendar(Item).holidays : [];
};

/** Replaces the local holidays of an account. */
export const putHolidays = async (accountId: string, holidays: LocalHoliday[]): Promise<void> => {
  await dynamo().send(
    new PutCommand(put(obligationsTable(), { ...obligationKey.calendar(accountId), holidays })),
  );
};

const PAGE = 250;

/** All open obligations of an account, including planned ones. */
const openOf = async (accountId: string): Promise<KeptObligation[]> => {
  const all: KeptObligation[] = [];
  for (let after: { id: string; dueKey: string } | undefined; ; ) {
    const page = await listObligations({
      accountId,
      state: 'open',
      limit: PAGE,
      fits: () => true,
      after,
    });
    all.push(...page.obligations);
    if (!page.end) return all;
    after = page.end;
  }
};

/**
 * Appends the opened, near and late events of an account's obligations for the days after `from`, up to `to`. Idempotent,
 * because an event has the same id each time. It also plans recurring obligations again, and computes due days that lacked a
 * calendar.
 * @param days the last processed day, and the new one, `YYYY-MM-DD`
 */
export const passDays = async (
  accountId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> => {
  const again = (await openOf(accountId)).filter(
    ({ subject, due }) => subject.kind === 'account' || due === undefined,
  );
  const subjects = new Map(again.map(({ subject }) => [`${subject.kind} ${subject.mac}`, subject]));
  for (const subject of subjects.values()) await learn(accountId, subject, { facts: [], today: to });
  const events = (await openOf(accountId)).flatMap((one) =>
    comingOf(one)
      .filter(({ day }) => from < day && day <= to)
      .map(({ what, day }) => ({
        day,
        event: {
          // Same key as the reminder for that day, which our own clock may send later.
          id: eventIdOf(
            ...['reminder', accountId, eventOf(one.rule, what), one.id],
            startOfMadridDay(day).toISOString(),
          ),
          type: eventOf(one.rule, what),
          at: now.toISOString(),
          ...(one.companyId !== undefined && { clientId: one.companyId, companyId: one.companyId }),
          subject: { kind: 'obligation' as const, id: one.id },
        },
      })),
  );
  const inOrder = events.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  await appendEvents(
    accountId,
    inOrder.map(({ event }) => event),
    { now },
  );
};

/** Retention, in days, of rows that the stream's reader has processed. */
const KEPT_DAYS = 2;

/**
 * Stores the facts that a reading proves and the workers that it names, in one write. The function that reads the
 * stream derives obligations from them.
 * @param id of the request
 */
export const putSeen = async (
  accountId: string,
  id: string,
  { facts, people, now }: { facts: Fact[]; people: SeenWorker[]; now: Date },
): Promise<void> => {
  const expires = epochSeconds(daysLater(now, KEPT_DAYS));
  const row = { ...obligationKey.seen(accountId, id), accountId, facts, people, expires };
  await dynamo().send(new PutCommand(put(obligationsTable(), row)));
};

/** Rows that are deleted in one transaction. */
const AT_ONCE = 100;

/** Whether a row belongs to a digital certificate, or to an obligation because of one. */
const isOfCertificate = ({ sk, kind, by }: Record<string, unknown>): boolean =>
  String(sk).startsWith(beginningOf({ kind: 'owner', mac: '' }).slice(0, -1))
    ? kind !== ('contractorCertificate' satisfies FactKind)
    : (by as Partial<Fact> | undefined)?.kind === 'digitalCertificate';

/**
 * Deletes all facts and obligations of an account that is erased, or whose sandbox world starts again. In the second case, the
 * ones about digital certificates stay, because the certificates stay.
 */
export const forgetObligations = async (
  accountId: string,
  { keepsCertificates = false }: { keepsCertificates?: boolean } = {},
): Promise<void> => {
  const pages = paginateQuery(
    { client: dynamo(), pageSize: AT_ONCE },
    { ...query(obligationsTable(), is('pk', obligationKey.calendar(accountId).pk)), ConsistentRead: true },
  );
  for await (const { Items = [] } of pages) {
    const gone = keepsCertificates ? Items.filter((item) => !isOfCertificate(item)) : Items;
    if (gone.length > 0)
      await transact(gone.map(({ pk, sk }) => ({ Delete: remove(obligationsTable(), { pk, sk }) })));
  }
};
