import { authorityDown, TheAuthority } from '../../../../shared/kernel/authority-errors.ts';
import type { AuthorityName } from '../../../../shared/kernel/errors.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import type { Batch, RowProgress } from '../store/batch.ts';

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
  before: RowProgress,
  filing: Pick<Filing, 'state' | 'passing'>,
  { batch, now }: { batch: Batch; now: Date },
): RowProgress | undefined => {
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
  const inOrder = ended.toSorted((earlier, later) =>
    (earlier.endedAt ?? '') < (later.endedAt ?? '') ? -1 : 1,
  );
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
