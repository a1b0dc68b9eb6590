import type * as z from 'zod';
import { notFound } from '../../shared/kernel/errors.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import type { Ports } from '../../shared/operation/ports.ts';
import { blockedBy, calendarNote, daysLeft, isOfWorker, shownDue, shownOn } from './due.ts';
import type { obligationResource, ruleResource } from './fields.ts';
import { ruleOf } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';
import type { KeptObligation, LocalHoliday } from './store/obligation-row.ts';

/** A rule with the interface's names. */
export const toRule = (rule: Rule): z.output<typeof ruleResource> => ({
  id: rule.id,
  title: rule.title,
  authority: rule.authority,
  source: rule.source,
  standing: rule.standing,
  doubt: rule.doubt ?? null,
  term: rule.term,
  closedBy: rule.closedBy,
  exceptions: rule.exceptions ?? null,
  late: rule.late,
  validFrom: rule.valid.from,
  validUntil: rule.valid.until ?? null,
});

/** Obligations with the interface's names, for a caller. A client company is not shown who the other users are. */
export const toResources = async (
  obligations: KeptObligation[],
  { caller, stores, authorityNow }: Pick<Ports, 'caller' | 'stores' | 'authorityNow'>,
): Promise<z.output<typeof obligationResource>[]> => {
  if (obligations.length === 0) return [];
  const { accountId, clientId } = caller;
  const users = obligations.flatMap(({ closedBy }) => closedBy?.userId ?? []);
  const seen = clientId === undefined ? users : users.filter((one) => one === caller.userId);
  const [names, holidays, companies] = await Promise.all([
    seen.length > 0 ? stores.users.namesOf(accountId, seen) : new Map(),
    obligations.some(({ counted }) => counted) ? stores.obligations.getHolidays(accountId) : [],
    stores.clients.companyNames(
      accountId,
      obligations.flatMap(({ companyId }) => companyId ?? []),
    ),
  ]);
  const userOf = (id: string) => ({ id, name: null, email: null, ...names.get(id) });
  const today = madridDay(authorityNow);
  return obligations.map((one) => resourceOf(one, { today, userOf, obligations, holidays, companies }));
};

/** One obligation so, with those of the same worker, which may be in its way. */
export const toResource = async (obligation: KeptObligation, ports: Ports) => {
  const [first] = await toResources([obligation, ...(await besides(obligation, ports))], ports);
  return first!;
};

/** Other open obligations of the same worker with the same company. */
const besides = async (
  { id, accountId, companyId, subject, rule }: KeptObligation,
  { stores }: Pick<Ports, 'stores'>,
): Promise<KeptObligation[]> => {
  if (!ruleOf(rule).after || subject.kind !== 'worker') return [];
  const { obligations } = await stores.obligations.listObligations({
    ...{ accountId, worker: subject.mac, state: 'open', limit: 100 },
    fits: (one) => one.id !== id && one.companyId === companyId,
  });
  return obligations;
};

const resourceOf = (
  one: KeptObligation,
  {
    today,
    userOf,
    obligations,
    holidays,
    companies,
  }: {
    today: string;
    userOf: (id: string) => { id: string; name: string | null; email: string | null };
    obligations: KeptObligation[];
    holidays: LocalHoliday[];
    companies: Map<number, string>;
  },
): z.output<typeof obligationResource> => {
  const { id, by, of, opens, due, closedBy, withdrawnBy, companyId, subject } = one;
  const local = holidays.filter(({ company }) => company === undefined || company === companyId);
  const rule = ruleOf(one.rule);
  const sameWorker = obligations.filter(
    (other) => other.subject.mac === subject.mac && other.companyId === companyId,
  );
  return {
    id,
    state: shownOn(one, today),
    rule: toRule(rule),
    company: companyId ?? null,
    companyName: companies.get(companyId ?? 0) ?? null,
    account: by.account ?? null,
    worker: isOfWorker(rule)
      ? { document: by.document ?? null, nss: by.nss ?? null, name: by.name ?? null }
      : null,
    holder: rule.eachHolder ? { document: by.document ?? null, name: by.holder ?? null } : null,
    reference: by.reference ?? null,
    of,
    since: { at: by.at, how: by.how, tramite: by.tramite ?? null },
    opens,
    due: due ?? null,
    calendarNote: calendarNote(one) ?? null,
    daysLeft: daysLeft(one, today) ?? null,
    shownDue: shownDue(one, new Set(local.map(({ date }) => date))) ?? null,
    blockedBy: one.state === 'open' ? blockedBy(one, sameWorker) : [],
    closedBy: closedBy
      ? {
          at: closedBy.at,
          how: closedBy.how,
          tramite: closedBy.tramite ?? null,
          reason: closedBy.reason ?? null,
          user: closedBy.userId ? userOf(closedBy.userId) : null,
        }
      : null,
    withdrawnBy: withdrawnBy ? { at: withdrawnBy.at, tramite: withdrawnBy.tramite ?? null } : null,
  };
};

/**
 * The obligation with this id that the caller may see: of its account, and of its own company where a client company
 * calls.
 * @throws ServiceError 404 for any other, exactly as if it did not exist
 */
export const ownObligation = async ({ stores, caller }: Ports, id: string): Promise<KeptObligation> => {
  const [obligation] = await stores.obligations.getObligations(caller.accountId, [id]);
  const isOwn = caller.clientId === undefined || obligation?.companyId === caller.clientId;
  if (!obligation || !isOwn) throw notFound('La obligación no existe.');
  return obligation;
};
