import { notWrittenDown, ServiceError } from '../../kernel/errors.ts';
import { aboutOf } from '../../operation/about.ts';
import type { ListMacs, Stale } from '../../stores/filings/claim.ts';
import { type Filing, type FilingState, MAX_INLINE } from '../../stores/filings/filing.ts';
import { isOfContent, type LockKind } from '../../stores/filings/locks.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { companyOf, isOneForAccount, listMac, withoutAct } from './draft.ts';
import { ABANDONED, endFiling } from './end-record.ts';
import { isTakenBack } from './taken-back.ts';
import { dueAfterWork, holds } from './times.ts';
import { warningsOf } from './warnings.ts';

/** A conflicting filing: it has the same key, dry run or content, or is the same act. */
export interface ConflictingFiling {
  kind: LockKind;
  filing: Filing;
  sameRequest: boolean;
  /** The filing to claim, and the keys under which it is listed. */
  own: { filing: Filing; macs: ListMacs };
}

/** A record that was made has the warnings that were found meanwhile. */
export type Claimed = ({ made: true } & Pick<Filing, 'warnings'>) | ({ made: false } & ConflictingFiling);

/** Attempts of a claim, since the conflicting filing may change meanwhile. */
const CLAIMS = 3;

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

/**
 * Claims the record, and takes over claims that were abandoned before they sent anything.
 * @throws Error when it could not be written, although no conflicting filing is known
 */
export const claim = async (services: Services, filing: Filing, claiming: Claiming): Promise<Claimed> => {
  const { filings } = services.stores;
  const { now, dueAt = dueAfterWork(filing, now), expires } = claiming;
  const [macs, company, isOne, ofRequest] = await Promise.all([
    macsOf(services, claiming),
    claiming.company ?? companyOf(services, claiming),
    filing.guards?.act === undefined || isOneForAccount(services, claiming),
    warningsOf(services, claiming),
  ]);
  const warnings = [...(company.warnings ?? []), ...ofRequest];
  const row = {
    ...(isOne ? filing : withoutAct(filing)),
    ...company,
    ...(warnings.length > 0 && { warnings }),
  };
  const stale: Stale = {};
  for (let tries = 0; tries < CLAIMS; tries++) {
    // A token for each try, since each has other conditions.
    const token = `${filing.id}-${tries}`;
    const made = await filings.claimFiling(row, { macs, dueAt, now, stale, token, expires });
    if (made.made) return { ...made, ...(warnings.length > 0 && { warnings }) };
    for (const kind of ['keyAsSent', 'key', 'preview', 'content', 'act', 'onceFor'] as const) {
      const lock = made.by[kind];
      if (!lock) continue;
      const other = await filings.getFiling(lock.filingId);
      const sameRequest = lock.requestHash === filing.requestHash;
      const isSame = isOfContent(kind) || sameRequest;
      if (other && holds(other, kind, now) && !(isSame && (await isTakenBack(services, other, claiming))))
        return { made: false, kind, filing: other, sameRequest, own: { filing: row, macs } };
      if (other?.state === 'claimed' || other?.state === 'queued')
        await endFiling(services, other, { ...ABANDONED, from: [other.state], now });
      else stale[kind] = lock.filingId;
    }
  }
  throw new Error('claim failed: lock owner changed on every retry');
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
