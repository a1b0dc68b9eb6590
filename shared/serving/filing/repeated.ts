import { invalid } from '../../kernel/errors.ts';
import { spanishTime } from '../../kernel/spanish-time.ts';
import {
  type ActRow,
  isRemembered,
  type LastAct,
  lastFor,
  type OpenAct,
  openAs,
  openFor,
  type Passed,
} from '../../stores/filings/acts.ts';
import type { ConflictingAct } from '../../stores/filings/claim.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { actsOf, type NamedAct } from './content.ts';
import { isOneForAccount, REPEATS } from './draft.ts';
import { ABANDONED, endFiling } from './end-record.ts';
import { CLOCKS_MS, holds } from './times.ts';

/**
 * An act that was just accepted is not sent again, by whatever channel, user or certificate of the account an equal one comes, unless
 * an act that was accepted since undid or overwrote it, or the caller names the trámite that it repeats.
 */

/** How long an equal act is not sent again, in milliseconds; and one that is done once, such as opening a notification. */
const AGAIN_MS = 10 * 60_000;
const ONCE_MS = 24 * 60 * 60_000;

/** Who asks: the request, and whether it goes by the filings of its own client company only. */
export interface Asking extends Acting {
  apart?: true | undefined;
}

const claimantOf = ({ apart, caller, certificate }: Asking) => ({
  apart,
  clientId: certificate.clientId || (caller.clientId ?? 0),
});

/** A client company is shown what its own certificates filed. */
export const isShown = (
  { caller }: Pick<Acting, 'caller'>,
  { clientId }: Pick<Filing, 'clientId'>,
): boolean => caller.clientId === undefined || caller.clientId === clientId;

/**
 * A filing that stops a claim: the same act is open, was just accepted, or an act that undoes it is open. `unordered`: the same act
 * and one that undoes it were accepted, and the clocks of their functions cannot tell which was sent later.
 */
export interface Stopping {
  kind: 'act' | 'accepted' | 'undoing' | 'unordered';
  filing: Filing;
  /** Of `unordered`: the filing that accepted the same. */
  first?: Filing | undefined;
}

/** What becomes of a claim that met an equal act. */
export type Verdict =
  | Stopping
  | {
      passed: Passed;
      /** An equal act that was accepted before, and does not stop this one. */
      earlier?: LastAct | undefined;
    };

/** Judges an act that a claim could not enter: whether it stops the claim, or the claim may go past it. */
export const judge = async (
  services: Services,
  asking: Asking,
  { act: { name }, row }: ConflictingAct,
): Promise<Verdict> => {
  const { filings } = services.stores;
  const { now } = services;
  const act = actNamed(asking, name);
  const claimant = claimantOf(asking);
  const passed: Passed = {};
  const equal = lastFor(row, claimant);
  let last = equal?.sets === act.sets ? equal : undefined;
  const goPast = ({ of, filing }: OpenAct) => {
    if (of === 'office') passed.office = [...(passed.office ?? []), filing];
    else passed.open = filing;
  };
  for (const open of openFor(row, claimant).filter(({ sets }) => sets === openAs(act))) {
    const other = await filings.getFiling(open.filing);
    const accepted = other && (await acceptanceIn(services, other, act));
    if (accepted) {
      if (!last || open.after === last.filing || last.since < accepted.since) last = accepted;
    } else if (other && holds(other, 'act', now())) {
      const undone = other.stated?.filed ? await undoneBy(services, asking, other) : 'no';
      if (undone === 'no') return { kind: 'act', filing: other };
      if (undone !== 'undone') return undone;
    } else if (other?.state === 'claimed' || other?.state === 'queued') {
      // Its end frees the act.
      await endFiling(services, other, { ...ABANDONED, from: [other.state], now: now() });
      continue;
    }
    goPast(open);
  }
  if (!last) return { passed };
  const verdict = await judgeLast(services, asking, { act, row, last });
  return 'kind' in verdict
    ? verdict
    : { ...verdict, passed: { ...passed, last: row.last?.filing } as Passed };
};

/** The acceptance in the record of a filing whose row does not show it yet. */
const acceptanceIn = async (
  { stores: { filings } }: Services,
  filing: Filing,
  act: NamedAct,
): Promise<LastAct | undefined> => {
  const { id, state, stated, acts = [], details = '', clientId, batch, endedAt, claimedAt } = filing;
  const own = acts.find(({ name }) => name === act.name);
  if (state !== 'accepted' || stated?.filed || !own) return undefined;
  const { committingAt: since = claimedAt } = filing;
  if (own.entries) {
    const entries = await filings.listEntries(id);
    const isOf = (number: number) => own.entries!.includes(number);
    if (entries.length > 0 && !entries.some((one) => isOf(one.number) && one.state === 'accepted'))
      return undefined;
  }
  const { sets } = own;
  return { filing: id, at: endedAt ?? since, since, sets, details, client: clientId, batch: batch?.id };
};

type Accepted = { act: NamedAct; row: ActRow; last: LastAct };

/** Judges the acceptance of an equal act. */
const judgeLast = async (
  services: Services,
  asking: Asking,
  { act, row, last }: Accepted,
): Promise<Stopping | { earlier?: LastAct }> => {
  const now = services.now();
  // Rows of one batch do not count against each other.
  const isOwnBatch = asking.batch !== undefined && asking.batch.id === last.batch;
  if (isOwnBatch || asking.repeats === last.filing || !isRemembered(last, now)) return {};
  const first = await services.stores.filings.getFiling(last.filing);
  if (!first || first.accountId !== asking.caller.accountId) return {};
  // A person who sees that it is no longer there at the authority frees it.
  if (first.stated?.filed === false && first.stated.wasProved) return {};
  const sent = { act, row, first, since: last.since, clocksMs: CLOCKS_MS };
  const undone = await undoneSince(services, asking, sent);
  if (undone === 'undone') return {};
  if (undone !== 'no' && undone.kind === 'undoing') return undone;
  const isRecent = now.getTime() - Date.parse(last.at) < (act.isOnceADay ? ONCE_MS : AGAIN_MS);
  // A dry run could not show what was accepted after it, by whichever clock.
  const isUnseen =
    asking.preview !== undefined && Date.parse(last.at) > Date.parse(asking.preview.at) - CLOCKS_MS;
  if (isRecent || isUnseen) return undone === 'no' ? { kind: 'accepted', filing: first } : undone;
  return isShown(asking, { clientId: last.client }) ? { earlier: last } : {};
};

const actNamed = (asking: Asking, name: string, reference?: string): NamedAct =>
  actsOf(asking, () => reference).find((act) => act.name === name)!;

/** Whether an act was undone: a filing that undoes it may still be open, or may have been sent before it. */
type Undone = 'undone' | 'no' | (Stopping & { kind: 'undoing' | 'unordered' });

/**
 * Whether the acts of a filing that was declared filed were undone since, by an accepted act.
 * @param asking a request that files the same
 */
export const undoneBy = async (services: Services, asking: Asking, filing: Filing): Promise<Undone> => {
  const { stated, committingAt, claimedAt } = filing;
  const since = [stated?.at ?? '', committingAt ?? claimedAt].toSorted().at(-1)!;
  let pending: Undone = 'no';
  for (const act of actsOf(asking)) {
    const row = await services.stores.filings.getAct(act.name);
    // A person declares what happened long before, by any clock.
    const undone = await undoneSince(services, asking, { act, row, first: filing, since, clocksMs: 0 });
    if (undone === 'undone') return undone;
    if (undone !== 'no') pending = undone;
  }
  return pending;
};

/**
 * Whether an act was undone or overwritten by another one that was sent since.
 * @param about.since ISO instant at which the first filing was sent
 * @param about.clocksMs difference that the clocks of two functions may have, where no row knows the order, in milliseconds
 */
const undoneSince = async (
  services: Services,
  asking: Asking,
  {
    act: { name, sets },
    row,
    first,
    since,
    clocksMs,
  }: Omit<Accepted, 'last'> & { first: Filing; since: string; clocksMs: number },
): Promise<Undone> => {
  const { filings } = services.stores;
  const claimant = claimantOf(asking);
  /** By how much something was sent later, in milliseconds; infinite where no clock decides it. */
  const laterBy = (instant: string, { after, isFinal }: { after?: string | undefined; isFinal?: true }) =>
    isFinal || after === first.id ? Number.POSITIVE_INFINITY : Date.parse(instant) - Date.parse(since);
  const { last } = row;
  // The last act of a row is known by the row's own order.
  if (last && last.sets !== sets && last.filing !== first.id && laterBy(last.since, last) > 0)
    return 'undone';
  const act = actNamed(asking, name, await referenceOf(services, first, name));
  const open: (OpenAct & { isFinal?: true; within: number })[] = openFor(row, claimant).flatMap((other) =>
    other.sets === openAs(act) ? [] : [{ ...other, within: 0 }],
  );
  const unordered: string[] = [];
  for (const { isFinal, ...other } of act.undoneBy) {
    const otherRow = await filings.getAct(other.name);
    const final = isFinal && { isFinal };
    if (otherRow.last?.sets === other.sets) {
      const later = laterBy(otherRow.last.since, { ...otherRow.last, ...final });
      if (later > clocksMs) return 'undone';
      if (later > -clocksMs) unordered.push(otherRow.last.filing);
    }
    for (const undoing of openFor(otherRow, claimant))
      if (undoing.sets === openAs(other)) open.push({ ...undoing, ...final, within: clocksMs });
  }
  for (const { within, ...undoing } of open) {
    const other = await filings.getFiling(undoing.filing);
    if (!other || !holds(other, 'act', services.now())) continue;
    if (other.committingAt !== undefined && laterBy(other.committingAt, undoing) <= -within) continue;
    if (act.isFreedByUnknown && other.state === 'unknown') return 'undone';
    return { kind: 'undoing', filing: other };
  }
  for (const id of unordered) {
    const other = await filings.getFiling(id);
    if (other) return { kind: 'unordered', filing: other, first };
  }
  return 'no';
};

/** The authority's number of the record that filed an act. */
const referenceOf = async (
  { stores: { filings } }: Services,
  { id, reference, acts = [] }: Filing,
  name: string,
): Promise<string | undefined> => {
  const [entry] = acts.find((act) => act.name === name)?.entries ?? [];
  if (reference !== undefined || entry === undefined) return reference;
  return (await filings.listEntries(id)).find(({ number }) => number === entry)?.reference;
};

/**
 * What the caller repeats on purpose: the acts whose acceptance the trámite in `Repeats` is.
 * @throws ServiceError 422 if it is no trámite of this caller that an equal act stops
 */
export const repeatedOnPurpose = async (
  { stores: { filings } }: Services,
  asking: Asking,
): Promise<Map<string, Passed>> => {
  const { repeats, caller } = asking;
  const passed = new Map<string, Passed>();
  if (repeats === undefined) return passed;
  const first = await filings.getFiling(repeats);
  if (first?.accountId === caller.accountId && isShown(asking, first))
    for (const { name, sets } of actsOf(asking)) {
      const last = lastFor(await filings.getAct(name), claimantOf(asking));
      if (last?.filing === repeats && last.sets === sets) passed.set(name, { last: repeats });
    }
  if (passed.size === 0)
    throw invalid({
      [REPEATS]: ['No es el trámite con el que se aceptó esto mismo por última vez.'],
    });
  return passed;
};

/** How a warning begins that an equal act was accepted before. */
const SAME = 'Lo mismo ya se aceptó el';

/** A warning that an equal act was accepted before. @param next Spanish: what follows from it */
export const acceptedBefore = ({ at, filing }: Pick<LastAct, 'at' | 'filing'>, next = ''): string =>
  `${SAME} ${spanishTime(new Date(at))} (trámite ${filing}).${next && ` ${next}`}`;

/** The warnings of a filing that an equal act was accepted before it. */
export const repeatWarnings = ({ warnings = [] }: Pick<Filing, 'warnings'>): string[] =>
  warnings.filter((warning) => warning.startsWith(SAME));

/** What a dry run shows of an equal act that was accepted before. */
export interface SeenBefore {
  warnings: string[];
  /** Its trámite. */
  repeated?: string;
}

/**
 * Looks for an equal act that was accepted before, for a dry run. A failure to read that fails the dry run: nobody is to believe
 * that there is none.
 * @throws ServiceError as of `repeatedOnPurpose`
 */
export const seenBefore = async (services: Services, acting: Acting): Promise<SeenBefore> => {
  const isApart = acting.caller.clientId !== undefined && !(await isOneForAccount(services, acting));
  const asking: Asking = { ...acting, ...(isApart && { apart: true }) };
  const onPurpose = await repeatedOnPurpose(services, asking);
  const acts = actsOf(asking).filter(({ name }) => !onPurpose.has(name));
  const rows = await Promise.all(acts.map(({ name }) => services.stores.filings.getAct(name)));
  for (const [place, row] of rows.entries()) {
    const act = acts[place]!;
    const last = lastFor(row, claimantOf(asking));
    if (last?.sets !== act.sets) continue;
    const verdict = await judgeLast(services, asking, { act, row, last });
    if (!isShown(asking, { clientId: last.client })) continue;
    if ('kind' in verdict && verdict.kind !== 'undoing')
      return { warnings: [acceptedBefore(last, NOT_YET)], repeated: last.filing };
    if ('earlier' in verdict && verdict.earlier)
      return { warnings: [acceptedBefore(last, REPEATING)], repeated: last.filing };
  }
  return { warnings: [] };
};

const NOT_YET =
  'Acaba de aceptarse, y si se presenta ahora no se enviará otra vez; si hay que repetirlo, indique ese trámite en Repeats.';
const REPEATING = 'Si lo presenta, se repetirá.';
