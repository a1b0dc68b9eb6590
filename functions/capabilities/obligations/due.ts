import {
  afterNaturalDays,
  afterWorkingDays,
  daysBetween,
  earliestWorkingDays,
  NoCalendar,
  YEARS,
} from '../../../shared/kernel/working-days.ts';
import {
  CERTAINTIES,
  type Certainty,
  type Fact,
  type FactKind,
  isSameContract,
  isSameJob,
  workerOf,
} from '../../../shared/operation/fact.ts';
import type { EventType } from '../events/gateway-event.ts';
import { RULES, ruleOf } from './rules/index.ts';
import {
  knownOn,
  lastDayOf,
  later,
  type Rule,
  spanishDay,
  type Trigger,
  type Version,
  versionOn,
  type WorkingDays,
} from './rules/rule.ts';

/** The later fact that removes a fact, if there is one. */
const removalOf = (fact: Fact, facts: readonly Fact[]): Fact | undefined =>
  facts.find(
    (other) =>
      other.kind === 'removed' &&
      other.removes === fact.kind &&
      other.at > fact.at &&
      (other.reference && fact.reference
        ? isSameContract(other, fact)
        : isSameJob(other, fact) && other.date === fact.date),
  );

/** Communications on a contract, which the removal of the contract removes, too. */
const OF_CONTRACTS: FactKind[] = ['basicCopy', 'extension', 'transformation'];

/**
 * The removals of facts, by the facts' ids. Communications on a contract are removed with the last removed contract that fits.
 */
const removalsOf = (facts: readonly Fact[]): Map<string, Fact> => {
  const pairs = (those: readonly Fact[], find: (fact: Fact) => Fact | undefined): [string, Fact][] =>
    those.flatMap((fact) => {
      const removal = find(fact);
      return removal ? [[fact.id, removal]] : [];
    });
  const own = new Map(pairs(facts, (fact) => removalOf(fact, facts)));
  const contracts = facts.filter(({ kind }) => kind === 'contract');
  const withContract = (fact: Fact): Fact | undefined => {
    const its = contracts.filter((contract) => isSameContract(contract, fact));
    const removal = its.flatMap(({ id }) => own.get(id) ?? []).find(({ at }) => at > fact.at);
    const isOfAnother = its.some(({ id, at }) => !own.has(id) && removal && at < removal.at);
    return isOfAnother ? undefined : removal;
  };
  const ofContracts = facts.filter(({ id, kind }) => OF_CONTRACTS.includes(kind) && !own.has(id));
  return new Map([...own, ...pairs(ofContracts, withContract)]);
};

/** An obligation: subject, term and state. It follows only from facts, in whatever order they arrived. */
export interface Obligation {
  /** 32 hexadecimal digits: the same for the same rule, worker or certificate holder, employer and day. */
  id: string;
  /** Id of its rule. */
  rule: string;
  state: 'open' | 'closed' | 'withdrawn';
  /** Day or month for which the rule applies. */
  of: string;
  /** Until this day, `YYYY-MM-DD`, it is only planned. */
  opens: string;
  /** The last day; absent if the calendar of its year is not known. */
  due?: string;
  /** How the last day was counted, if by working days. */
  counted?: WorkingDays;
  /** The fact that made it due. */
  by: Fact;
  /** Doubt about whether it is owed, which other facts give. Spanish. */
  doubt?: string;
  /** The fact that closed it, and how well that is known. */
  closedBy?: {
    how: Certainty;
    kind: Fact['kind'];
    at: string;
    tramite?: string;
    reason?: string;
    userId?: string;
  };
  /** The removal that withdrew it, or the time at which it became known that it is not due. */
  withdrawnBy?: { at: string; tramite?: string };
}

/** The states of an obligation on a day. */
export const SHOWN = ['planned', 'open', 'near', 'late', 'closed', 'withdrawn'] as const;
export type Shown = (typeof SHOWN)[number];

/** Days before the due day from which an obligation is near, unless its rule gives another number. */
const NEAR_DAYS = 3;

/** The largest number of days before its due day from which any obligation is near. */
export const MOST_NEAR_DAYS = Math.max(NEAR_DAYS, ...RULES.map(({ nearDays = 0 }) => nearDays));

/** The day from which an obligation is near. */
const nearFrom = ({ rule, due, opens }: Pick<Obligation, 'rule' | 'due' | 'opens'>): string | undefined => {
  if (!due) return undefined;
  const day = afterNaturalDays(due, -(ruleOf(rule).nearDays ?? NEAR_DAYS));
  return later(day, opens);
};

/** The state of an obligation on a day, `YYYY-MM-DD`. A day ends at 23:59:59 in Madrid. */
export const shownOn = (obligation: Obligation, today: string): Shown => {
  const { state, due, opens } = obligation;
  if (state !== 'open') return state;
  if (due !== undefined && today > due) return 'late';
  if (today < opens) return 'planned';
  return today >= (nearFrom(obligation) ?? '9999') ? 'near' : 'open';
};

/** Changes of an obligation as days pass. */
type Coming = 'opened' | 'near' | 'late';

/** Their types of event, by family. */
const EVENTS = {
  obligation: { opened: 'obligation.opened', near: 'obligation.near', late: 'obligation.late' },
  notification: { opened: 'notification.new', near: 'notification.near', late: 'notification.expired' },
} as const satisfies Record<string, Record<Coming, EventType>>;

/** The type of event for such a change, by the rule of the obligation. */
export const eventOf = (rule: string, what: Coming): EventType =>
  EVENTS[ruleOf(rule).events ?? 'obligation'][what];

/** The change that a type of event reports; `undefined` for other types. */
export const comingIn = (type: EventType): Coming | undefined =>
  Object.values(EVENTS)
    .flatMap((names) => Object.entries(names) as [Coming, EventType][])
    .find(([, name]) => name === type)?.[0];

/** The days on which an obligation opens, comes near its due day, and becomes late. */
export const comingOf = (
  obligation: Pick<Obligation, 'rule' | 'opens' | 'due' | 'by'>,
): { what: Coming; day: string }[] => {
  const { opens, due, by } = obligation;
  const near = nearFrom(obligation);
  return [
    // If it was open when it became known, the change of its row gives this event.
    ...(knownOn(by) < opens ? [{ what: 'opened' as const, day: opens }] : []),
    // If it was late when it became known, it was never near.
    ...(due && near && near <= due ? [{ what: 'near' as const, day: near }] : []),
    ...(due ? [{ what: 'late' as const, day: afterNaturalDays(due, 1) }] : []),
  ];
};

/** Days left until the end of the due day: 0 on that day, negative if it is late. */
export const daysLeft = ({ due }: Pick<Obligation, 'due'>, today: string): number | undefined =>
  due === undefined ? undefined : daysBetween(today, due);

const byTime = (one: Fact, other: Fact): number =>
  one.at === other.at ? one.id.localeCompare(other.id) : one.at < other.at ? -1 : 1;

/**
 * All obligations, past ones included, that follow from the facts of one worker, contribution account, owner or notification.
 * @param subject the owner of the facts
 * @param today `YYYY-MM-DD`, for monthly obligations
 * @param known existing obligations. They stay, even if it turns out that they were never due; the ones that no longer follow
 * are withdrawn
 * @param idOf makes the id of an obligation: a MAC with a key of the account, because a plain hash of a worker's document would
 * reveal the worker
 */
export const obligationsOf = (
  facts: readonly Fact[],
  subject: Rule['subject'],
  { today, known = [], idOf }: { today: string; known?: readonly Obligation[]; idOf: IdOf },
): Obligation[] => {
  const named = withEmployers(facts.toSorted(byTime));
  const all = subject === 'worker' ? withWorker(named) : named;
  const knownIds = new Set(known.map(({ id }) => id));
  const removals = removalsOf(all);
  const holding = all.filter(({ id }) => !removals.has(id));
  const found = new Map<string, Obligation>();
  for (const rule of RULES.filter((one) => one.subject === subject))
    for (const fact of all)
      for (const trigger of rule.triggers(fact, holding, today)) {
        if (!versionOn(rule.versions, trigger.term.from, fact) || wasOfOthers(trigger)) continue;
        const obligation = standing(rule, trigger, {
          holding,
          removal: removals.get(fact.id),
          knownIds,
          idOf,
        });
        if (!obligation) continue;
        const other = found.get(obligation.id);
        // If several facts make it due, the first one that still holds counts.
        if (!other || (other.state === 'withdrawn' && obligation.state !== 'withdrawn'))
          found.set(obligation.id, obligation);
      }
  const last = all.at(-1);
  const gone = known.filter(({ id }) => !found.has(id));
  return [...found.values(), ...gone.map((one) => notDue(one, last?.at ?? one.by.at))];
};

/** Notices to the firm, and what an authority lacks. Somebody must act on them, however late an authority's answer shows them. */
const NOTICES: readonly FactKind[] = ['sickLeave', 'birthNotice', 'notification', 'occupation'];

/**
 * Whether an authority's answer showed an act of others, and the term of what the act makes due had ended by then: they were
 * responsible for it, and nothing shows that it was not done.
 */
const wasOfOthers = ({ by, term }: Trigger): boolean => {
  if (by.how !== 'proved' || NOTICES.includes(by.kind)) return false;
  const due = lastDayOf(term);
  return due !== undefined && due < knownOn(by);
};

/** A known obligation that no longer follows, because another fact proves that it is not due. */
const notDue = ({ closedBy: _, ...one }: Obligation, at: string): Obligation =>
  one.state === 'withdrawn' ? one : { ...one, state: 'withdrawn', withdrawnBy: { at } };

/**
 * Facts with their employer's tax id, taken from other facts about the same contribution account: some filings and readings
 * name only the account, others the tax id.
 */
const withEmployers = (facts: readonly Fact[]): Fact[] => {
  const cifs = new Map(facts.flatMap(({ account, cif }) => (account && cif ? [[account, cif]] : [])));
  return facts.map((fact) => {
    const cif = fact.cif ?? (fact.account && cifs.get(fact.account));
    return cif ? { ...fact, cif } : fact;
  });
};

/** Facts of one worker with the document, taken from another fact, because some filings name only a contract's number. */
const withWorker = (facts: Fact[]): Fact[] => {
  const document = facts.find((fact) => fact.document)?.document;
  return document ? facts.map((fact) => (fact.document ? fact : { ...fact, document })) : facts;
};

/** The state of an obligation by the facts; `undefined` if it was closed before it became known, so that it was never due. */
const standing = (
  rule: Rule,
  trigger: Trigger,
  {
    holding,
    removal,
    knownIds,
    idOf,
  }: {
    holding: readonly Fact[];
    removal: Fact | undefined;
    knownIds: ReadonlySet<string>;
    idOf: IdOf;
  },
): Obligation | undefined => {
  const { by, of, opens, term, doubt } = trigger;
  const id = idOf(identityOf(rule, trigger));
  const closing = holding.filter(
    (fact) => rule.closes(fact, trigger) || (fact.at >= by.at && isClosedByHand(fact, id, holding)),
  );
  const [first] = closing;
  const [closedAt] = closing.map((one) => closingTime(one, by)).toSorted();
  if (closedAt !== undefined && closedAt <= by.at && !knownIds.has(id)) return undefined;
  const due = lastDayOf(term);
  const base = {
    id,
    rule: rule.id,
    of,
    opens,
    by,
    ...(due !== undefined && { due }),
    ...(doubt && { doubt }),
    ...('workingDays' in term && { counted: term }),
  };
  if (removal)
    return {
      ...base,
      state: 'withdrawn',
      withdrawnBy: { at: removal.at, ...(removal.tramite && { tramite: removal.tramite }) },
    };
  if (!first || closedAt === undefined) return { ...base, state: 'open' };
  // The first fact closes it; the most certain of all closing facts decides how well this is known.
  const best = closing.reduce((one, fact) => (rank(fact) > rank(one) ? fact : one), first);
  const { kind, tramite, reason, userId } = best;
  return {
    ...base,
    state: 'closed',
    closedBy: {
      how: best.how,
      kind,
      at: closedAt,
      ...(tramite && { tramite }),
      ...(reason && { reason }),
      ...(userId && { userId }),
    },
  };
};

/** When a fact closed an obligation: if it was known before, and seen again since, that showed that it is fulfilled. */
const closingTime = ({ at, lastSeen = at }: Fact, by: Fact): string => (at < by.at ? lastSeen : at);

const rank = ({ how }: Fact): number => CERTAINTIES.indexOf(how);

/** Whether a person closed it, and it was not opened again since. */
const isClosedByHand = (fact: Fact, id: string, facts: readonly Fact[]): boolean =>
  fact.kind === 'closed' &&
  fact.obligation === id &&
  !facts.some(({ kind, obligation, at }) => kind === 'reopened' && obligation === id && at > fact.at);

/** Whether each obligation of a rule is about one worker. */
export const isOfWorker = ({ subject, eachWorker }: Rule): boolean =>
  subject === 'worker' || eachWorker === true;

/** Makes the id of an obligation, 32 hexadecimal digits, from the text that identifies it. */
export type IdOf = (identity: string) => string;

/** Identity of an obligation: same rule, worker or certificate holder, employer and day. */
const identityOf = (rule: Rule, { by, of }: Trigger): string => {
  const { account, cif, company } = by;
  const ofOwner = rule.eachHolder ? by.document : by.reference;
  const named = isOfWorker(rule) ? workerOf(by) : rule.subject === 'owner' && ofOwner;
  return JSON.stringify([rule.id, account ?? cif ?? company ?? '', of, named || '']);
};

/** Ids of the open obligations of the same contract that must be closed before this one can be. */
export const blockedBy = (obligation: Obligation, others: readonly Obligation[]): string[] => {
  const { after = [] } = ruleOf(obligation.rule);
  return others
    .filter(
      ({ rule, state, by }) => state === 'open' && after.includes(rule) && by.date === obligation.by.date,
    )
    .map(({ id }) => id);
};

/**
 * The last day if the holidays of a town or region counted, for display only: they never move the due day. `undefined` if it is
 * the same day.
 */
export const shownDue = ({ counted, due }: Obligation, local: ReadonlySet<string>): string | undefined => {
  const shown = counted && lastDayOf(counted, local);
  return shown === due ? undefined : shown;
};

/**
 * Doubt about the calendar of a term, in Spanish: the last day is unknown because a year has no table, or may be
 * later because a year is provisional. `undefined` if there is none.
 */
export const calendarNote = ({ counted, due }: Pick<Obligation, 'counted' | 'due'>): string | undefined => {
  if (!counted) return undefined;
  if (due === undefined) {
    const year = yearWithoutTable(counted);
    return (
      year &&
      `Falta el calendario oficial de ${year}: el último día no se puede contar todavía. No es anterior al ${spanishDay(earliestDue({ counted, due })!)}.`
    );
  }
  const first = afterNaturalDays(counted.from, 1);
  const year = Object.keys(YEARS).find(
    (one) => YEARS[one]?.isProvisional && first <= `${one}-12-31` && due >= `${one}-01-01`,
  );
  return (
    year &&
    `El calendario de ${year} es provisional: falta la resolución del BOE con sus festivos, y el último día puede cambiar.`
  );
};

/** The version of its rule that an obligation follows. */
export const versionOf = ({ rule, of, by }: Pick<Obligation, 'rule' | 'of' | 'by'>): Version => {
  const { versions } = ruleOf(rule);
  return (versions.length > 1 && versionOn(versions, of, by)) || versions[0];
};

/** The doubt about an obligation that an authority's answer made known: others may fulfil it without a trace here. */
const OF_OTHERS =
  'Se sabe por una consulta, no por un trámite de esta cuenta: lo que se haga por otro medio no consta aquí hasta que otra ' +
  'consulta lo muestre.';

/**
 * What is not certain of an obligation, in Spanish, apart from its calendar: whether it is owed, or until when. `undefined` if
 * nothing. To be shown next to its day.
 */
export const doubtOf = (one: Pick<Obligation, 'rule' | 'of' | 'by' | 'doubt'>): string | undefined =>
  [one.doubt, versionOf(one).doubt, isOfOthers(one) ? OF_OTHERS : undefined].filter(Boolean).join(' ') ||
  undefined;

/**
 * Whether it is late for certain once its last day is over. Otherwise it may end later, not be owed, or be done already. A year
 * whose calendar is provisional has a note of its own.
 */
export const isLateForCertain = (one: Pick<Obligation, 'rule' | 'of' | 'by' | 'doubt'>): boolean => {
  const { doubt, isLateForCertain: isLate } = versionOf(one);
  return !one.doubt && (!doubt || isLate === true) && !isOfOthers(one);
};

/** Certificates are known from what the service itself keeps. */
const isOfOthers = ({ rule, by }: Pick<Obligation, 'rule' | 'by'>): boolean =>
  by.how === 'proved' && ruleOf(rule).subject !== 'owner';

/** The last day or, if it is not known, the earliest possible one. `undefined` if not even this one can be counted. */
export const earliestDue = ({ counted, due }: Pick<Obligation, 'counted' | 'due'>): string | undefined =>
  due ?? (counted && earliestWorkingDays(counted.from, counted.workingDays));

const yearWithoutTable = ({ from, workingDays }: WorkingDays): string | undefined => {
  try {
    afterWorkingDays(from, workingDays);
    return undefined;
  } catch (error) {
    if (error instanceof NoCalendar) return error.year;
    throw error;
  }
};

/** Warnings, in Spanish, that a filing is late or early by its own dates. */
export const warningsOf = (fact: Fact): string[] =>
  RULES.flatMap((rule) => (versionOn(rule.versions, fact.date, fact) ? (rule.warns?.(fact) ?? []) : []));

/** The notice, in Spanish, on every page, answer and mail about obligations. */
export const NOTICE =
  'Ayuda para no olvidar plazos, no asesoramiento jurídico: la lista puede no estar completa, y lo que consta como ' +
  'cerrado no prueba que se cumpliera a tiempo. Decide la empresa obligada.';
