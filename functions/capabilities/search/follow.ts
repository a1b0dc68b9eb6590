import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { shownState } from '../../../shared/stores/filings/shown-state.ts';
import type { Follow } from '../events/changes.ts';
import type { ChangedFiling } from '../events/gateway-rows.ts';
import type { Seen } from './store/person-row.ts';

/** Workers that are written at the same time. */
const AT_ONCE = 8;

/**
 * States in which a filing has, or may have, reached its authority. The worker of a dry run or a refusal may be
 * mistyped.
 */
const FILED: ReadonlySet<string> = new Set(['accepted', 'declaredFiled', 'unknown']);

/** Companies that may see a filing's data: its subject, and the owner of its certificate. */
const readersOf = ({ companyId = 0, clientId }: Pick<ChangedFiling, 'companyId' | 'clientId'>): number[] => [
  ...new Set([companyId, clientId]),
];

const ofFiling = (filing: ChangedFiling): Seen[] => {
  const { about: { document, nss, name } = {}, companyId = 0 } = filing;
  if (!document) return [];
  return readersOf(filing).map((reader) => ({ reader, company: companyId, document, nss, name }));
};

const ofFact = ({ document, nss, name, company = 0, removes, kind }: Fact): Seen[] =>
  document && (removes ?? kind) !== 'digitalCertificate'
    ? [{ reader: company, company, document, nss, name }]
    : [];

/**
 * Makes workers findable by the data in filings and in answers of authorities, and filings by the authority's
 * number. Idempotent. Writes nothing for an account that is being erased, and is therefore disabled.
 * @throws errors of the stores
 */
export const followPeople: Follow = async (services, changes) => {
  const isKept = keptAccounts(services);
  for (const change of changes) {
    if (change.kind === 'seen' && change.after && (await isKept(change.after.accountId)))
      await notePeople(services, change.after.accountId, [
        ...change.after.facts.flatMap(ofFact),
        ...change.after.people.map((one) => ({ ...one, reader: one.company })),
      ]);
    if (change.kind !== 'filing' || !change.after) continue;
    const { before, after } = change;
    const isNew = !before || shownState(before) !== shownState(after);
    if (after.dry || after.reading || !isNew || !FILED.has(shownState(after))) continue;
    const { accountId, reference, id } = after;
    if (!(await isKept(accountId))) continue;
    await notePeople(services, accountId, ofFiling(after));
    if (reference) await services.stores.search.noteReference(accountId, { reference, filing: id });
  }
};

const keptAccounts = ({ stores }: Services) => {
  const known = new Map<string, boolean>();
  return async (accountId: string): Promise<boolean> => {
    const kept = known.get(accountId) ?? (await stores.accounts.findAccount(accountId))?.disabled === false;
    known.set(accountId, kept);
    return kept;
  };
};

const notePeople = async ({ stores }: Services, accountId: string, seen: Seen[]): Promise<void> => {
  if (seen.length === 0) return;
  const key = await stores.keys.serviceKey('worker');
  const people = seen.map((one) => ({
    ...one,
    mac: listMac(accountId, { what: 'worker', value: one.document }, key),
  }));
  // Data about one worker are written one after another.
  const each = Map.groupBy(people, ({ mac, reader }) => `${mac} ${reader}`).values();
  await fewAtOnce(each, AT_ONCE, async (rows) => {
    for (const person of rows) await stores.search.notePerson(accountId, person);
  });
};
