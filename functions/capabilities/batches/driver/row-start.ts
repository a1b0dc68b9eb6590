import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { aboutOf } from '../../../../shared/operation/about.ts';
import { isLater } from '../../../../shared/serving/driven/begin.ts';
import { laterCaller, type ReadCallerRows } from '../../../../shared/serving/driven/later-request.ts';
import { REPEATS } from '../../../../shared/serving/filing/draft.ts';
import { PREVIEW, previewedBy, previewOf } from '../../../../shared/serving/filing/preview.ts';
import { queueForLater } from '../../../../shared/serving/later/accept.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Trace } from '../../../../shared/serving/stages.ts';
import { notDueNow } from '../rows/due-rows.ts';
import type { BatchRow, RowStep } from '../rows/row.ts';
import { readRow } from '../rows/row-request.ts';
import { addressIn, type Listed, submissionNamed } from '../rows/submissions.ts';
import type { Batch, RowProgress } from '../store/batch.ts';

/** Begins a row, which takes the same path as a single submission with `Prefer: respond-async`. */

/** The context in which the rows of a batch begin. */
export interface Driving {
  batch: Batch;
  all: Listed[];
  callerRows: ReadCallerRows;
}

/**
 * The permanent key of a row's submission. It makes sure that the row is filed once, whichever function continues the batch.
 */
const keyOf = (batch: Pick<Batch, 'id'>, { number, steps }: BatchRow, step: number): string =>
  `batch-${batch.id}-${number}${steps.length > 1 ? `-${step + 1}` : ''}`;

/** The submission of a step. @throws Error if it no longer exists */
export const listedOf = (all: Listed[], { operation }: RowStep): Listed => {
  const listed = submissionNamed(all, operation);
  if (!listed) throw new Error('a row of a batch has an unknown operation');
  return listed;
};

/** Whether a step has a dry run: some operations offer none, and some steps depend on an earlier step being filed. */
export const isTried = (listed: Listed, { isTriedAtFiling }: RowStep): boolean =>
  listed.operation.dryRun !== 'not-offered' && !isTriedAtFiling;

/** Identifiers of a step's worker. Two rows that share any of them do not run at the same time. */
export const subjectsOf = (listed: Listed, { body }: RowStep): string[] => {
  const { document, nss } = aboutOf(listed.operation, body);
  return [document, nss].flatMap((identifier) => (identifier === undefined ? [] : plainDocument(identifier)));
};

/** Status of a dry run that conflicts with another filing. */
const CONFLICT = 409;

/** The progress of a row that was begun; `later` if it could not begin now. */
export type Started = RowProgress | 'later';

/** A row at the step that it begins. */
interface Starting {
  row: BatchRow;
  /** Its progress at that step. */
  before: RowProgress;
  /** Whether the dry run begins. */
  dry: boolean;
}

/**
 * Queues the dry run or the submission of a row's step. If it is repeated because the first time was not recorded, the key
 * makes it the same submission.
 * @throws errors that are not answers to a caller
 */
export const startRow = async (
  services: Services,
  driving: Driving,
  starting: Starting,
): Promise<Started> => {
  const { row, before, dry } = starting;
  const { step: place } = before;
  const listed = listedOf(driving.all, row.steps[place]!);
  let trace: Trace | undefined;
  try {
    const acting = await readStep(services, driving, { ...starting, listed });
    trace = acting.trace;
    const fulfilled = await notDueNow(services, { batch: driving.batch, row, acting });
    if (fulfilled !== undefined) return notStarted(starting, [fulfilled]);
    await queueStep(services, driving, { ...starting, listed, acting });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return afterError(error, starting, trace);
  }
  const { filingId, repeated } = trace;
  if (!filingId) throw new Error('a row of a batch has no record');
  // Answered with the trámite of an equal act, and not sent.
  if (!dry && repeated !== undefined)
    return notStarted(
      starting,
      [`Lo mismo ya se aceptó (trámite ${repeated}), y esta fila no se ha enviado. ${HOW}`],
      repeated,
    );
  return {
    ...before,
    state: dry ? 'trying' : 'filing',
    ...(dry
      ? { dryRuns: before.dryRuns.with(place, filingId) }
      : { filings: before.filings.with(place, filingId) }),
  };
};

/** The request of a row's step, as it is read when a caller sends it. @throws ServiceError as it would be answered */
const readStep = async (
  services: Services,
  { batch, callerRows }: Driving,
  { row, before, dry, listed }: Starting & { listed: Listed },
) => {
  const actor = dry ? batch.tries : batch.files!;
  const dryRun = before.dryRuns[before.step];
  const repeats = await repeatsOf(services, listed, row);
  const read = await readRow(services, {
    listed,
    step: row.steps[before.step]!,
    callerRows,
    dry,
    caller: laterCaller(batch, actor),
    scenario: batch.scenario,
    headers: {
      ...(!dry && dryRun && { [PREVIEW]: dryRun }),
      ...(repeats !== undefined && { [REPEATS]: repeats }),
    },
  });
  return { ...read, token: actor.token, batch: { id: batch.id, row: row.number } };
};

/** Queues the request of a row's step, with the preview that it was tried by. @throws ServiceError as `queueForLater` */
const queueStep = async (
  services: Services,
  { batch }: Driving,
  {
    row,
    before,
    dry,
    listed,
    acting,
  }: Starting & { listed: Listed; acting: Awaited<ReturnType<typeof readStep>> },
): Promise<void> => {
  const key = dry ? undefined : keyOf(batch, row, before.step);
  const request = { event: acting.event, address: addressIn(listed), key };
  // The preview of a step without a dry run is the preview of its batch.
  const preview = isTried(listed, row.steps[before.step]!)
    ? await previewOf(services, acting, request)
    : await previewedBy(services, batch.accountId, {
        at: batch.previewedAt!,
        userId: batch.tries.userId,
      });
  await queueForLater(services, preview ? { ...acting, preview } : acting, request);
};

/** A row of which nothing was queued. @param messages why, in Spanish @param repeated the trámite that it would repeat */
const notStarted = ({ before, dry }: Starting, messages: string[], repeated?: string): RowProgress => ({
  ...before,
  state: dry ? 'failed' : 'notSent',
  messages,
  ...(repeated !== undefined && { repeated }),
});

const afterError = (error: ServiceError, starting: Starting, trace: Trace | undefined): Started => {
  const { status, message, errors } = error;
  if (isLater(error) || (starting.dry && status === CONFLICT)) return 'later';
  const messages = Object.values(errors).flat();
  return notStarted(
    starting,
    messages.length > 0 ? messages : [message],
    starting.dry ? undefined : trace?.repeated,
  );
};

const HOW = 'Si hay que repetirlo, envíela en otro lote con ese trámite en repeats.';

/** The trámite that a step repeats on purpose. A row of several steps names the trámite of one of them. */
const repeatsOf = async (
  { stores }: Services,
  { name }: Listed,
  { steps, asked }: BatchRow,
): Promise<string | undefined> => {
  const repeats = asked?.repeats;
  if (repeats === undefined || steps.length === 1) return repeats;
  return (await stores.filings.getFiling(repeats))?.operation === name ? repeats : undefined;
};
