import { invalid, notWrittenDown, ServiceError } from '../../kernel/errors.ts';
import { aboutOf } from '../../operation/about.ts';
import type { LastAct, Passed } from '../../stores/filings/acts.ts';
import type { Conflicts, ListMacs, Stale } from '../../stores/filings/claim.ts';
import { type Filing, type FilingState, MAX_INLINE } from '../../stores/filings/filing.ts';
import { isOfContent, type LockKind } from '../../stores/filings/locks.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { companyOf, isOneForAccount, KEY, listMac } from './draft.ts';
import { ABANDONED, endFiling } from './end-record.ts';
import {
  type Asking,
  acceptedBefore,
  judge,
  repeatedOnPurpose,
  type Stopping,
  seenBefore,
  undoneBy,
} from './repeated.ts';
import { dueAfterWork, holds } from './times.ts';
import { warningsOf } from './warnings.ts';

/**
 * A conflicting filing: it has the same key, dry run or content, it is the same act, open (`act`) or just accepted (`accepted`), or
 * it undoes the act and is open (`undoing`), or was accepted at the same time (`unordered`).
 */
export interface ConflictingFiling {
  kind: LockKind | Stopping['kind'];
  filing: Filing;
  /** As of `Stopping`. */
  first?: Filing | undefined;
  sameRequest: boolean;
  /** The filing to claim, the keys under which it is listed, and whether it has its record already. */
  own: { filing: Filing; macs: ListMacs; isWritten: boolean };
}

/** What a claim has found out for the record. */
type Found = Pick<Filing, 'warnings' | 'apart' | 'repeated'>;

/** A record that was made has what was found meanwhile. */
export type Claimed = ({ made: true } & Found) | ({ made: false } & ConflictingFiling);

/** Attempts of a claim, since the conflicting filing may change meanwhile. */
const CLAIMS = 5;

/** The request for the record: in the row, or in S3 where it is large. */
export const requestOf = (
  { stores: { documents } }: Services,
  { id, accountId }: Filing,
  { input }: Pick<Acting, 'input'>,
) => {
  const request = JSON.stringify(input);
  if (Buffer.byteLength(request) <= MAX_INLINE)
    return { request, row: { request }, stored: Promise.resolve() };
  const requestKey = `requests/${accountId}/${id}.json`;
  return {
    request,
    row: { requestKey },
    stored: documents.putDocument(requestKey, Buffer.from(request), 'application/json'),
  };
};

/** MACs of the worker and the contribution account of a request, if it names them. */
export const macsOf = async (
  { stores: { keys } }: Services,
  { caller, operation, input }: Acting,
): Promise<ListMacs> => {
  const { document, ccc } = aboutOf(operation, input);
  if (!document && !ccc) return {};
  const key = await keys.serviceKey('worker');
  const mac = (what: 'worker' | 'ccc', value: string) => listMac(caller.accountId, { what, value }, key);
  return { ...(document && { worker: mac('worker', document) }), ...(ccc && { ccc: mac('ccc', ccc) }) };
};

/** A request that claims a record. */
interface Claiming extends Acting {
  /** When the schedule looks after it, if nothing else did. */
  dueAt?: Date;
  /** As of `claimFiling`. */
  expires?: number | undefined;
  /** As of `companyOf`, where it is looked for already. */
  company?: ReturnType<typeof companyOf>;
}

/** The member of a filing that a client company asks for, and that is about an account of another company or of none. */
export const apartOf = async (services: Services, acting: Acting): Promise<Pick<Filing, 'apart'>> => {
  const { caller, operation } = acting;
  if (caller.clientId === undefined || operation.kind !== 'submission' || operation.perHolder) return {};
  return (await isOneForAccount(services, acting)) ? {} : { apart: true };
};

/**
 * Claims the record, and takes over claims that were abandoned before they sent anything.
 * @throws ServiceError 422 if it repeats another trámite than the one that stops it
 * @throws Error when it could not be written, although no conflicting filing is known
 */
export const claim = async (services: Services, filing: Filing, claiming: Claiming): Promise<Claimed> => {
  const { now, dueAt = dueAfterWork(filing, now), expires } = claiming;
  const [macs, company, apart, ofRequest, seen] = await Promise.all([
    macsOf(services, claiming),
    claiming.company ?? companyOf(services, claiming),
    // What was queued has it, and is sealed with it.
    filing.async || filing.dry ? {} : apartOf(services, claiming),
    warningsOf(services, claiming),
    filing.dry ? seenBefore(services, claiming) : undefined,
  ]);
  const warnings = [...(company.warnings ?? []), ...ofRequest, ...(seen?.warnings ?? [])];
  let row: Filing = {
    ...filing,
    ...company,
    ...apart,
    ...(seen?.repeated && { repeated: seen.repeated }),
    ...(warnings.length > 0 && { warnings }),
  };
  if (seen?.repeated) claiming.trace.repeated = seen.repeated;
  const asking: Asking = { ...claiming, apart: row.apart };
  const passed = filing.dry
    ? new Map<string, Passed>()
    : await repeatedOnPurpose(services, asking).catch(async (error: unknown) => {
        if (await isMadeByKey(services, row, now)) return new Map<string, Passed>();
        throw error;
      });
  const stale: Stale = {};
  let entered = 0;
  for (let tries = 0; tries < CLAIMS; tries++) {
    const made = await services.stores.filings.claimFiling(row, {
      macs,
      dueAt,
      now,
      stale,
      passed,
      // A token for each try, since each has other conditions.
      token: `${filing.id}-${tries}`,
      expires,
      entered,
    });
    if (made.made) {
      const { warnings, apart, repeated } = row;
      return {
        made: true,
        ...(warnings && { warnings }),
        ...(apart && { apart }),
        ...(repeated && { repeated }),
      };
    }
    entered = made.entered;
    const met = await meet(services, asking, { made, stale, passed, row });
    if ('kind' in met) {
      if (entered > 0) await endFiling(services, row, { ...ABANDONED, from: [row.state], now });
      return { made: false, own: { filing: row, macs, isWritten: entered > 0 }, ...met };
    }
    if (met.earlier && row.repeated === undefined)
      row = {
        ...row,
        repeated: met.earlier.filing,
        warnings: [...(row.warnings ?? []), acceptedBefore(met.earlier)],
      };
  }
  throw new Error('claim failed: lock owner changed on every retry');
};

/**
 * Whether a request that names what it repeats has filed it by its key already: what it names is no longer the last acceptance then,
 * and the same request gets the same answer.
 */
const isMadeByKey = async (
  { stores: { filings } }: Services,
  { guards, requestHash, repeats }: Filing,
  now: Date,
): Promise<boolean> => {
  const made = guards?.key === undefined ? undefined : await filings.findLocked(guards.key, now);
  return made?.requestHash === requestHash && made.repeats === repeats && holds(made, 'key', now);
};

type Met = Omit<ConflictingFiling, 'own'> | { earlier?: LastAct | undefined };

/** What a claim met: a filing that stops it, or else what it goes past when it tries again. */
const meet = async (
  services: Services,
  asking: Asking,
  { passed, ...met }: Meeting & { passed: Map<string, Passed> },
): Promise<Met> => {
  const locked = await lockedBy(services, asking, met);
  if (locked) return locked;
  let before: LastAct | undefined;
  for (const conflicting of met.made.acts) {
    const verdict = await judge(services, asking, conflicting);
    if ('kind' in verdict) return { ...verdict, sameRequest: false };
    const { name } = conflicting.act;
    passed.set(name, { ...passed.get(name), ...verdict.passed });
    before ??= verdict.earlier;
  }
  return { earlier: before };
};

interface Meeting {
  made: Conflicts;
  stale: Stale;
  row: Filing;
}

const LOCKS = ['key', 'preview', 'content'] as const;

/** The lock that stops a claim. Those of filings that no longer hold them are noted as stale. */
const lockedBy = async (
  services: Services,
  asking: Asking,
  { made, stale, row }: Meeting,
): Promise<Omit<ConflictingFiling, 'own'> | undefined> => {
  const { now } = asking;
  for (const kind of LOCKS) {
    const lock = made.by[kind];
    if (!lock) continue;
    const other = await services.stores.filings.getFiling(lock.filingId);
    const sameRequest = lock.requestHash === row.requestHash;
    const isSame = isOfContent(kind) || sameRequest;
    if (kind === 'key' && other && other.id === asking.repeats) {
      if (other.guards?.key === row.guards?.key)
        throw invalid({ [KEY]: ['Es la clave del trámite que se repite; envíe otra.'] });
      // The key of a request that got that trámite's answer, and filed nothing.
      stale[kind] = lock.filingId;
      continue;
    }
    if (other && holds(other, kind, now)) {
      const undone = isSame && other.stated?.filed ? await undoneBy(services, asking, other) : 'no';
      if (undone === 'no') return { kind, filing: other, sameRequest };
      if (undone !== 'undone') return { ...undone, sameRequest };
    }
    if (other?.state === 'claimed' || other?.state === 'queued')
      await endFiling(services, other, { ...ABANDONED, from: [other.state], now });
    else stale[kind] = lock.filingId;
  }
  return undefined;
};

/**
 * A filing that could not be recorded is not sent. If the write took effect after all, it must not block the next
 * request.
 */
export const failClaim = async (services: Services, filing: Filing, error: unknown): Promise<never> => {
  if (error instanceof ServiceError) throw error;
  const from: FilingState[] = ['queued', 'claimed', 'committing'];
  const failure = notWrittenDown(error);
  const facts = { message: failure.message };
  await endFiling(services, filing, { from, state: 'ended', facts, now: services.now() }).catch(() => {});
  throw failure;
};
