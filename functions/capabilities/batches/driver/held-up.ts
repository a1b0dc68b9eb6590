import { authorityDown, authorityPaused, TheAuthority } from '../../../../shared/kernel/authority-errors.ts';
import { AUTHORITIES, type AuthorityName } from '../../../../shared/kernel/errors.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import type { Batch, Progress } from '../store/batch.ts';

/**
 * Rows of which nothing was sent, because their authority was down or paused, or time ran out. They are queued again, and the
 * batch waits with its other rows until the authority is up again.
 */

/** Minutes until a row checks whether an authority is up again. The last wait is repeated. */
const WAITS_MINUTES = [1, 2, 4, 8, 15];
/** The most retries, over an hour, of a row that may itself be the reason why an authority does not answer. */
const MOST_TRIES = 8;
/** Milliseconds after a batch was sent or committed within which a row is queued again. */
const RETRY_WINDOW_MS = 24 * 60 * 60_000;

/** A row as it was before its filing, if the filing ended with nothing sent and may be repeated; otherwise `undefined`. */
export const requeued = (
  before: Progress,
  filing: Pick<Filing, 'state' | 'passing'>,
  { batch, now }: { batch: Batch; now: Date },
): Progress | undefined => {
  const { state, step, dryRuns, filings, tries = 0 } = before;
  const dry = state === 'trying';
  if (!filing.passing || filing.state !== (dry ? 'failed' : 'ended')) return undefined;
  const since = Date.parse((dry ? undefined : batch.committedAt) ?? batch.createdAt);
  if (now.getTime() - since > RETRY_WINDOW_MS) return undefined;
  if (filing.passing === 'one' && tries + 1 >= MOST_TRIES) return undefined;
  const row = { ...before, ...(filing.passing === 'one' && { tries: tries + 1 }) };
  if (dry)
    return {
      ...row,
      state: step === 0 ? 'waiting' : 'tried',
      step: step - 1,
      dryRuns: dryRuns.with(step, null),
    };
  return {
    ...row,
    state: step === 0 ? 'tried' : 'filed',
    step: step === 0 ? filings.length - 1 : step - 1,
    filings: filings.with(step, null),
  };
};

/** How a filing of a row ended. */
export type Ended = Pick<Filing, 'authority' | 'state' | 'endedAt' | 'refusal' | 'passing'> & {
  /** Whether its row was queued again. */
  isBack: boolean;
};

/** The authorities that hold a batch up after these rows ended. The row that ended last shows an authority's state. */
export const heldUpAfter = (batch: Batch, ended: Ended[], now: Date): NonNullable<Batch['heldUp']> => {
  const heldUp = { ...batch.heldUp };
  const inOrder = ended.toSorted((one, other) => ((one.endedAt ?? '') < (other.endedAt ?? '') ? -1 : 1));
  for (const { authority, state, refusal, passing, isBack } of inOrder) {
    const { times = 0 } = batch.heldUp?.[authority] ?? {};
    const minutes = WAITS_MINUTES[times] ?? WAITS_MINUTES.at(-1)!;
    const until = new Date(now.getTime() + minutes * 60_000).toISOString();
    if (isBack) heldUp[authority] = { until, times: times + 1, message: whyBack(authority, passing) };
    // Any other end without an answer, such as an expired certificate, says nothing about the authority.
    else if (refusal || (state !== 'ended' && state !== 'failed')) delete heldUp[authority];
  }
  return heldUp;
};

const whyBack = (authority: AuthorityName, passing: Filing['passing']): string =>
  passing === 'authority'
    ? authorityDown(authority, 0).message
    : `${TheAuthority(authority)} no ha atendido alguna fila, de la que no se ha enviado nada.`;

/** A hold on the rows that need an authority. */
export interface Hold {
  /** Spanish. */
  message: string;
  /** Whether no row begins. Otherwise one row begins, which shows whether the authority is up again. */
  isWhole: boolean;
}

/** What holds up rows of a batch now, by authority. */
export const holdsOf = async (
  { stores: { health } }: Services,
  { heldUp = {} }: Pick<Batch, 'heldUp'>,
  now: Date,
): Promise<Map<AuthorityName, Hold>> => {
  await health.readHealth(AUTHORITIES, now);
  const holds = new Map<AuthorityName, Hold>();
  for (const authority of AUTHORITIES) {
    const pause = health.pauseOf(authority, now);
    const openUntil = health.openUntil(authority, now);
    const own = heldUp[authority];
    if (pause)
      holds.set(authority, { message: authorityPaused(authority, pause.message, 0).message, isWhole: true });
    else if (openUntil !== undefined || own) {
      const { until = '', message = authorityDown(authority, 0).message } = own ?? {};
      const isWhole = now.getTime() < (openUntil ?? 0) || now.toISOString() < until;
      holds.set(authority, { message, isWhole });
    }
  }
  return holds;
};

/** A row that could begin, and its authority; `undefined` if it needs none. */
export interface Candidate<Before extends Pick<Progress, 'tries'> = Progress> {
  before: Before;
  authority: AuthorityName | undefined;
}

/**
 * The rows that may begin and are not held up, in their order. If an authority may be up again, one row tries it, and another
 * row the next time, because the authority may be failing because of one row.
 * @param underWay authorities at which a row of the batch is under way
 */
export const notHeldUp = <Row extends Candidate<Pick<Progress, 'tries'>>>(
  rows: Row[],
  holds: ReadonlyMap<AuthorityName, Hold>,
  underWay: ReadonlySet<AuthorityName>,
): Row[] => {
  const trials = new Map<AuthorityName, Row>();
  for (const row of rows) {
    const { authority, before } = row;
    const hold = authority && holds.get(authority);
    if (!hold || hold.isWhole || underWay.has(authority)) continue;
    const other = trials.get(authority);
    if (!other || (before.tries ?? 0) < (other.before.tries ?? 0)) trials.set(authority, row);
  }
  return rows.filter((row) => {
    const { authority } = row;
    return !authority || !holds.has(authority) || trials.get(authority) === row;
  });
};

/** The message shown while rows are held up, in Spanish; empty otherwise. */
export const waitsFor = (rows: Candidate[], holds: ReadonlyMap<AuthorityName, Hold>): string => {
  const messages = AUTHORITIES.flatMap((authority) => {
    const hold = holds.get(authority);
    return hold && rows.some((row) => row.authority === authority) ? [hold.message] : [];
  });
  return messages.length === 0 ? '' : `En espera; seguirá solo. ${messages.join(' ')}`;
};
