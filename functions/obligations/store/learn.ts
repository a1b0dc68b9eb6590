import { createHmac, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { contractNumberOf, type Fact } from '../../../shared/operation/fact.ts';
import { pause, transact, type Write } from '../../../shared/stores/dynamo/dynamo.ts';
import { readKeys, rowsUnder } from '../../../shared/stores/dynamo/read-keys.ts';
import type { RowKey } from '../../../shared/stores/keyspace.ts';
import { serviceKey } from '../../../shared/stores/service-keys.ts';
import { is, isNew, put } from '../../../shared/stores/table.ts';
import { type IdOf, type Obligation, obligationsOf } from '../due.ts';
import { ruleOf } from '../rules/index.ts';
import {
  beginningOf,
  dueKey,
  type KeptObligation,
  obligationKey,
  obligationLists,
  obligationsTable,
  onlyObligation,
  parseFact,
  parseObligation,
  parseSubject,
  type Subject,
} from './obligation-row.ts';

/** Most writes of a transaction. */
const MOST_WRITES = 100;
/** Others may write the same subject meanwhile. */
const ATTEMPTS = 12;

/** What an account's subject has. */
interface Known {
  version: number;
  ids: string[];
  facts: Fact[];
}

/**
 * Adds facts to those of a worker or a contribution account, and writes what became of its obligations, in one
 * transaction. Facts that are there already change nothing, so the same may be given any number of times, in any order;
 * without facts it brings up to date what comes again each month.
 * @param today the day by the clocks of the account's authorities
 * @returns the obligations that changed
 * @throws what DynamoDB throws; nothing is written then
 */
export const learn = async (
  accountId: string,
  subject: Subject,
  { facts, today }: { facts: Fact[]; today: string },
): Promise<KeptObligation[]> => {
  const idOf = idsIn(accountId, await serviceKey('obligation'));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await readSubject(accountId, subject);
    const before = new Set(known.facts.map(({ id }) => id));
    const added = facts.filter(({ id }) => !before.has(id));
    const kept = await keptOf(accountId, known.ids);
    const derived = obligationsOf([...known.facts, ...added], subject.kind, {
      ...{ today, known: kept.map(onlyObligation), idOf },
    });
    const changed = changedOf(accountId, subject, { kept, derived });
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
      ...added.map((fact) => putRow({ ...obligationKey.fact(accountId, subject, fact.id), ...fact })),
      ...referencesOf(accountId, subject, added),
      ...changed.map((one) => putRow(itemOf(one))),
    ];
    // What does not fit is written by the next attempt, which finds it changed still.
    const rejected = await transact([head, ...writes.slice(0, MOST_WRITES - 1)]);
    if (rejected.length === 0 && writes.length < MOST_WRITES) return changed;
    if (rejected.length > 0) await pause(attempt);
  }
  throw new Error('facts could not be written down: others kept writing those of the same subject');
};

/** Ids of the obligations of an account: nobody else can compute one of what it is about. */
const idsIn =
  (accountId: string, key: KeyObject): IdOf =>
  (identity) =>
    createHmac('sha256', key)
      .update(JSON.stringify([accountId, identity]))
      .digest('hex')
      .slice(0, 32);

const putRow = (row: object): Write => ({ Put: put(obligationsTable(), row) });

/** By which the worker of a contract is found where a filing has its number alone. */
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

/** The obligations with these ids, as they are kept. */
const keptOf = (accountId: string, ids: string[]): Promise<KeptObligation[]> => {
  const keys = ids.map((id) => obligationKey.obligation(accountId, id));
  return readKeys(parseObligation, { table: obligationsTable(), keys, isConsistent: true });
};

/** Those that are not as they were kept. */
const changedOf = (
  accountId: string,
  subject: Subject,
  { kept, derived }: { kept: KeptObligation[]; derived: Obligation[] },
): KeptObligation[] => {
  const before = new Map(kept.map((one) => [one.id, one]));
  return derived.flatMap((one) => {
    const earlier = before.get(one.id);
    if (earlier && isDeepStrictEqual(onlyObligation(earlier), plain(one))) return [];
    const companyId = one.by.company;
    const moved = (earlier?.moved ?? 0) + Number(earlier !== undefined && earlier.due !== one.due);
    return [
      {
        ...one,
        ...{ accountId, subject },
        ...(moved > 0 && { moved }),
        ...(companyId !== undefined && { companyId }),
      } as KeptObligation,
    ];
  });
};

/** Without members that are `undefined`, which are not kept. */
const plain = (obligation: Obligation): unknown => JSON.parse(JSON.stringify(obligation));

/** The row of an obligation, with what it is listed by. */
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
