import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { aboutOf } from '../../../../shared/operation/about.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { REPEATS } from '../../../../shared/serving/filing/draft.ts';
import { PREVIEW, previewedBy, previewOf } from '../../../../shared/serving/filing/preview.ts';
import { queueForLater } from '../../../../shared/serving/later/accept.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Trace } from '../../../../shared/serving/stages.ts';
import type { FilingOfRow } from '../../../../shared/stores/filings/filing.ts';
import {
  dryResult,
  isOpen,
  type ShownState,
  shownState,
} from '../../../../shared/stores/filings/shown-state.ts';
import type { Entry, Step } from '../rows/content.ts';
import { notDueNow } from '../rows/due-rows.ts';
import { otherName } from '../rows/other-name.ts';
import { type RowFacts, readRow } from '../rows/row-request.ts';
import { addressIn, type Listed, submissionNamed } from '../rows/submissions.ts';
import type { Batch, BatchActor, Progress, RowState } from '../store/batch.ts';

/** Begins a row and reads its outcome. A row takes the same path as a single submission with `Prefer: respond-async`. */

/** The context in which the rows of a batch begin. */
export interface Driving {
  batch: Batch;
  all: Listed[];
  facts: RowFacts;
}

/**
 * The permanent key of a row's submission. It makes sure that the row is filed once, whichever function continues the batch.
 */
const keyOf = (batch: Pick<Batch, 'id'>, { number, steps }: Entry, step: number): string =>
  `batch-${batch.id}-${number}${steps.length > 1 ? `-${step + 1}` : ''}`;

/** The submission of a step. @throws Error if it no longer exists */
export const listedOf = (all: Listed[], { operation }: Step): Listed => {
  const listed = submissionNamed(all, operation);
  if (!listed) throw new Error('a row of a batch has an unknown operation');
  return listed;
};

/** Whether a step has a dry run: some operations offer none, and some steps depend on an earlier step being filed. */
export const isTried = (listed: Listed, { isTriedAtFiling }: Step): boolean =>
  listed.operation.dryRun !== 'not-offered' && !isTriedAtFiling;

/** Identifiers of a step's worker. Two rows that share any of them do not run at the same time. */
export const subjectsOf = (listed: Listed, { body }: Step): string[] => {
  const { document, nss } = aboutOf(listed.operation, body);
  return [document, nss].flatMap((one) => (one === undefined ? [] : plainDocument(one)));
};

const callerOf = ({ accountId, clientId }: Batch, { userId, token }: BatchActor): Caller => ({
  accountId,
  userId,
  sessionId: '',
  ...(token.kind === 'apiToken' && { apiToken: true }),
  ...(clientId !== 0 && { clientId }),
});

/**
 * Statuses after which a row is begun again later: no record was written, or (409, in a dry run) it conflicts with another
 * filing.
 */
const BUSY = new Set([429, 503]);
const CONFLICT = 409;

/** The progress of a row that was begun; `later` if it could not begin now. */
export type Started = Progress | 'later';

/**
 * Queues the dry run or the submission of a row's step. If it is repeated because the first time was not recorded, the key
 * makes it the same submission.
 * @throws errors that are not answers to a caller
 */
export const startRow = async (
  services: Services,
  { batch, all, facts }: Driving,
  { entry, before, dry }: { entry: Entry; before: Progress; dry: boolean },
): Promise<Started> => {
  const { step: place } = before;
  const step = entry.steps[place]!;
  const listed = listedOf(all, step);
  const actor = dry ? batch.tries : batch.files!;
  const dryRun = before.dryRuns[place];
  let filingId: string | undefined;
  let trace: Trace | undefined;
  try {
    const repeats = await repeatsOf(services, listed, entry);
    const read = await readRow(services, {
      listed,
      step,
      facts,
      dry,
      caller: callerOf(batch, actor),
      scenario: batch.scenario,
      headers: {
        ...(!dry && dryRun && { [PREVIEW]: dryRun }),
        ...(repeats !== undefined && { [REPEATS]: repeats }),
      },
    });
    trace = read.trace;
    const acting = { ...read, token: actor.token, batch: { id: batch.id, row: entry.number } };
    const fulfilled = await notDueNow(services, { batch, entry, acting });
    if (fulfilled !== undefined)
      return { ...before, state: dry ? 'failed' : 'notSent', messages: [fulfilled] };
    const address = addressIn(listed);
    const request = { event: read.event, address, key: dry ? undefined : keyOf(batch, entry, place) };
    // The preview of a step without a dry run is the preview of its batch.
    const preview = isTried(listed, step)
      ? await previewOf(services, acting, request)
      : await previewedBy(services, batch.accountId, {
          at: batch.previewedAt!,
          userId: batch.tries.userId,
        });
    await queueForLater(services, preview ? { ...acting, preview } : acting, request).finally(() => {
      filingId = read.trace.filingId;
    });
    if (!filingId) throw new Error('a row of a batch has no record');
    // Answered with the trámite of an equal act, and not sent.
    if (!dry && trace.repeated !== undefined)
      return {
        ...before,
        state: 'notSent',
        repeated: trace.repeated,
        messages: [`Lo mismo ya se aceptó (trámite ${trace.repeated}), y esta fila no se ha enviado. ${HOW}`],
      };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, message, errors } = error;
    if (BUSY.has(status) || (dry && status === CONFLICT)) return 'later';
    const messages = Object.values(errors).flat();
    const state = dry ? 'failed' : 'notSent';
    const repeated = dry ? undefined : trace?.repeated;
    return {
      ...before,
      state,
      messages: messages.length > 0 ? messages : [message],
      ...(repeated !== undefined && { repeated }),
    };
  }
  return {
    ...before,
    state: dry ? 'trying' : 'filing',
    ...(dry
      ? { dryRuns: before.dryRuns.with(place, filingId) }
      : { filings: before.filings.with(place, filingId) }),
  };
};

const HOW = 'Si hay que repetirlo, envíela en otro lote con ese trámite en repeats.';

/** The trámite that a step repeats on purpose. A row of several steps names the trámite of one of them. */
const repeatsOf = async (
  { stores }: Services,
  { name }: Listed,
  { steps, asked }: Entry,
): Promise<string | undefined> => {
  const repeats = asked?.repeats;
  if (repeats === undefined || steps.length === 1) return repeats;
  return (await stores.filings.getFiling(repeats))?.operation === name ? repeats : undefined;
};

/** The state of a row by the shown state of its filing. */
const STATES: Partial<Record<ShownState, RowState>> = {
  accepted: 'filed',
  declaredFiled: 'filed',
  refused: 'refused',
  unknown: 'unknown',
  declaredNotFiled: 'unknown',
  notSent: 'notSent',
};

/** The id of the filing that a row waits for; `undefined` if it waits for none. */
export const awaitedOf = ({ state, step, dryRuns, filings }: Progress): string | undefined => {
  if (state === 'trying') return dryRuns[step] ?? undefined;
  return state === 'filing' || state === 'unknown' ? (filings[step] ?? undefined) : undefined;
};

/**
 * The progress of a row after its filing's outcome; the same object if nothing has changed.
 * @param name the worker's name in the row's sheet
 */
export const settled = (before: Progress, filing: FilingOfRow | undefined, name?: string): Progress => {
  // A dry run is kept for seven days. A batch that takes longer can no longer read its result.
  if (!filing) return before.state === 'trying' ? { ...before, state: 'failed', messages: [GONE] } : before;
  const shown = shownState(filing);
  if (isOpen(shown)) return before;
  const messages = filing.messages ?? (filing.message ? [filing.message] : []);
  const { repeated } = filing;
  const known = {
    ...before,
    ...warningsAfter(before, filing, name),
    ...(repeated !== undefined && { repeated }),
  };
  if (before.state === 'trying')
    return dryResult(filing) === 'passed'
      ? { ...known, state: 'tried', tries: undefined }
      : { ...known, state: 'failed', messages };
  const state = STATES[shown] ?? 'notSent';
  if (state === before.state) return before;
  return { ...known, state, ...(state === 'filed' ? { messages: undefined } : { messages }) };
};

/** The warnings of a row, with the warnings of its step's filing added. Warnings of the dry run stay. */
const warningsAfter = (
  { step, warnings = [] }: Progress,
  { warnings: told = [], about }: FilingOfRow,
  name: string | undefined,
): Pick<Progress, 'warnings'> => {
  const other = otherName(name, about?.name);
  const found = other === undefined ? told : [other, ...told];
  if (found.length === 0) return {};
  const all = Array.from(
    { length: Math.max(warnings.length, step + 1) },
    (_, place) => warnings[place] ?? [],
  );
  return { warnings: all.with(step, [...new Set([...all[step]!, ...found])]) };
};

const GONE = 'Su simulacro ya no se conserva. Envíe la fila en otro lote.';
