import type { AuthorityName } from '../../../../shared/kernel/errors.ts';
import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import { beginNext, lostBy, SIDE_BY_SIDE } from '../../../../shared/serving/driven/begin.ts';
import { driveInTurn, nextDue, underLease } from '../../../../shared/serving/driven/drive.ts';
import type { Startable } from '../../../../shared/serving/driven/held-up.ts';
import { callerRowsReader } from '../../../../shared/serving/driven/later-request.ts';
import type { Scheduled } from '../../../../shared/serving/hooks.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { type Content, currentProgress, readContent } from '../rows/content.ts';
import { type BatchRow, isHeldBack } from '../rows/row.ts';
import { allSubmissions, type Listed } from '../rows/submissions.ts';
import type { Batch, BatchState, RowProgress } from '../store/batch.ts';
import { withNextStep } from './next-step.ts';
import { type Ended, heldUpAfter, requeued } from './requeued.ts';
import { awaitedOf, settled } from './row-outcome.ts';
import { listedOf, startRow, subjectsOf } from './row-start.ts';
import { countRows, countWarned, MAY_BE_FILED } from './states.ts';

/**
 * Drives a batch: records the outcomes of rows, and begins the next ones. It may be interrupted anywhere: every step can be repeated
 * safely, and files nothing twice.
 */

/** Why the service ended a batch. */
const LOST = {
  access:
    'Quien envió el lote ha perdido el acceso (contraseña nueva o token revocado). El resto no se ha ' +
    'enviado.',
  role: 'El rol de quien envió el lote ya no permite presentar. El resto no se ha enviado.',
};

/** States in which a batch has work to do. */
const ACTIVE: ReadonlySet<BatchState> = new Set(['previewing', 'filing']);

/** A batch, with its rows if this function has driven it. */
export interface Driven {
  batch: Batch;
  content?: Content;
  progress?: Map<number, RowProgress>;
}

/**
 * Drives a batch, unless another function has its lease.
 * @param read the content of its rows, if it was read already
 * @returns the batch afterwards
 */
export const driveBatch = async (services: Services, batch: Batch, read?: Content): Promise<Driven> => {
  const { batches } = services.stores;
  const driven = await underLease(
    services,
    {
      take: (lease) => batches.leaseBatch(batch, lease),
      end: (leased, owner) => batches.endBatchLease(leased, owner),
    },
    async (leased) => {
      const [begun, content] = await Promise.all([
        batches.listProgress(leased),
        read?.key === leased.contentKey ? read : readContent(services, leased),
      ]);
      const progress = currentProgress(begun, content);
      const noted = await takeStep(services, leased, { content, progress });
      // It was cancelled or committed meanwhile; the next run records its progress.
      const after = noted ?? (await batches.getBatch(leased.accountId, leased.id)) ?? leased;
      return { result: { batch: after, content, progress }, isLeaseEnded: noted !== undefined };
    },
  );
  return driven ?? { batch };
};

/** The rows of a batch while it is driven, and how far each has come, by its number. */
interface Rows {
  content: Content;
  progress: Map<number, RowProgress>;
}

const takeStep = async (services: Services, batch: Batch, rows: Rows): Promise<Batch | undefined> => {
  const heldUp = await settleRows(services, batch, rows);
  const actor = batch.state === 'previewing' ? batch.tries : batch.files;
  let message: string | undefined;
  let waitsFor = '';
  if (ACTIVE.has(batch.state) && actor) {
    const lost = await lostBy(services, { accountId: batch.accountId, actor }, 'files');
    if (lost) message = LOST[lost];
    else waitsFor = await beginRows(services, { ...batch, heldUp }, rows);
  }
  return noteProgress(services, batch, { ...rows, message, heldUp, waitsFor });
};

/** Records the progress of a row, before anything that follows from it. */
const noteRow = async (
  { stores }: Services,
  batch: Batch,
  { progress }: Rows,
  row: RowProgress,
): Promise<void> => {
  await stores.batches.putProgress(batch, row);
  progress.set(row.number, row);
};

/** Records the outcomes of rows that wait for a filing. @returns the authorities that hold up the other rows */
const settleRows = async (
  services: Services,
  batch: Batch,
  rows: Rows,
): Promise<NonNullable<Batch['heldUp']>> => {
  const now = services.now();
  const waiting = [...rows.progress.values()].flatMap((progress) => {
    const filingId = awaitedOf(progress);
    return filingId ? [{ progress, filingId }] : [];
  });
  const filings = await services.stores.batches.filingsOfRows([
    ...new Set(waiting.map(({ filingId }) => filingId)),
  ]);
  const ended: Ended[] = [];
  const names = new Map(rows.content.entries.map(({ number, name }) => [number, name]));
  const changed = waiting.flatMap(({ progress, filingId }) => {
    const filing = filings.get(filingId);
    const back = filing && requeued(progress, filing, { batch, now });
    const after = back ?? settled(progress, filing, names.get(progress.number));
    if (after === progress) return [];
    if (filing) ended.push({ ...filing, isBack: back !== undefined });
    return [after];
  });
  await fewAtOnce(changed, SIDE_BY_SIDE, (progress) => noteRow(services, batch, rows, progress));
  return heldUpAfter(batch, ended, now);
};

const isUnderWay = ({ state }: RowProgress) => state === 'trying' || state === 'filing';

/** A row that could begin a step, with its progress at that step. */
interface StartableRow extends Startable {
  row: BatchRow;
  progress: RowProgress;
}

/**
 * Begins the next rows, as long as there is room and nothing holds them up.
 * @returns the reason why the other rows wait; empty if there is none
 */
const beginRows = async (services: Services, batch: Batch, rows: Rows): Promise<string> => {
  const all = await allSubmissions(await services.loadGroups?.());
  const callerRows = callerRowsReader(services, batch.accountId);
  const dry = batch.state === 'previewing';
  return beginNext(services, batch, {
    ...startableRows(batch, rows, all),
    heldUp: batch.heldUp,
    begin: async ({ row, progress }) => {
      const started =
        progress.state === 'tried' && dry
          ? progress
          : await startRow(services, { batch, all, callerRows }, { row, before: progress, dry });
      if (started === 'later') return 'later';
      await noteRow(services, batch, rows, started);
      return 'begun';
    },
  });
};

/**
 * The rows that could begin, and the authorities at which rows are under way. Rows about the same worker run one after another, in
 * the order of the batch.
 */
const startableRows = (
  batch: Batch,
  { content, progress }: Rows,
  all: Listed[],
): { next: StartableRow[]; underWay: AuthorityName[] } => {
  const dry = batch.state === 'previewing';
  const busy = new Set<string>();
  const underWay: AuthorityName[] = [];
  const next: StartableRow[] = [];
  for (const row of content.entries) {
    const before = progress.get(row.number);
    const isGoing = before !== undefined && isUnderWay(before);
    const present = isGoing ? before : withNextStep(batch, row, { progress: before, all });
    if (!present || isHeldBack(row)) continue;
    const step = row.steps[present.step]!;
    const listed = listedOf(all, step);
    const { authority } = listed.operation;
    const subjects = subjectsOf(listed, step);
    const isBusy = subjects.some((subject) => busy.has(subject));
    // A row that waits holds up later rows about the same worker, too.
    for (const subject of subjects) busy.add(subject);
    if (isGoing) underWay.push(authority);
    else if (!isBusy)
      next.push({
        row,
        progress: present,
        authority: dry && present.state === 'tried' ? undefined : authority,
        tries: present.tries,
      });
  }
  return { next, underWay };
};

/**
 * Records the progress of the batch, and ends the lease. @returns the updated batch; `undefined` if it is in another
 * state by now
 */
const noteProgress = async (
  services: Services,
  batch: Batch,
  {
    content,
    progress,
    message,
    ...waiting
  }: Rows & { message: string | undefined } & Pick<Batch, 'heldUp' | 'waitsFor'>,
): Promise<Batch | undefined> => {
  const { batches } = services.stores;
  const now = services.now();
  const underWay = [...progress.values()].some(isUnderWay);
  const all = await allSubmissions(await services.loadGroups?.());
  const hasMore =
    message === undefined &&
    content.entries.some(
      (row) => !isHeldBack(row) && withNextStep(batch, row, { progress: progress.get(row.number), all }),
    );
  const isDone = ACTIVE.has(batch.state) && !underWay && !hasMore;
  const state: BatchState = !isDone ? batch.state : stateAfter(batch, message);
  const counts = countRows(content.entries, progress, { ...batch, state });
  const instant = now.toISOString();
  const isEnd = state === 'ended' || (state === 'cancelled' && batch.endedAt === undefined && !underWay);
  const noted = await batches.moveBatch(batch, [batch.state], {
    counts,
    warnings: countWarned(content.entries, progress, batch),
    state,
    message,
    ...waiting,
    drivenAt: instant,
    endsLease: true,
    // Rows that a correction left unchanged keep the time of their earlier dry run.
    ...(state === 'previewed' && isDone && { previewedAt: batch.triedSince || instant }),
    ...(isEnd && batch.endedAt === undefined && { endedAt: instant }),
    dueAt: ACTIVE.has(state) || underWay ? nextDue(now) : null,
  });
  const hasFiled = MAY_BE_FILED.some((rowState) => (counts[rowState] ?? 0) > 0);
  if (isEnd && !hasFiled) await batches.unlockBatch(batch);
  return noted;
};

const stateAfter = ({ state }: Batch, message: string | undefined): BatchState => {
  if (message !== undefined) return 'cancelled';
  return state === 'previewing' ? 'previewed' : 'ended';
};

/** The most batches that one run of the schedule continues, one after another. */
const MOST_BATCHES = 50;
/** Milliseconds that the schedule's function must have left to continue another batch. */
const BATCH_MS = 30_000;

/**
 * Continues the batches that are due.
 * @param hasTime whether there is time for another one
 * @returns how many did not fail
 */
export const driveDue = async (services: Services, hasTime: () => boolean): Promise<number> => {
  const { batches } = services.stores;
  return driveInTurn(services, await batches.dueBatches(services.now()), {
    most: MOST_BATCHES,
    hasTime,
    drive: async ({ accountId, id }) => {
      const batch = await batches.getBatch(accountId, id);
      if (batch) await driveBatch(services, batch);
    },
    failure: 'failed to drive a batch',
    facts: ({ id }) => ({ batch: id }),
  });
};

/** `driveDue` as the schedule runs it. */
export const driveScheduled: Scheduled = (services, context) =>
  driveDue(services, () => context.getRemainingTimeInMillis() >= BATCH_MS);
