import type { AuthorityName } from '../../../../shared/kernel/errors.ts';
import { covers } from '../../../../shared/kernel/roles.ts';
import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import { measureDefect } from '../../../../shared/metrics/emit.ts';
import type { Scheduled } from '../../../../shared/serving/hooks.ts';
import { roomToWait } from '../../../../shared/serving/later/accept.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { type Content, currentProgress, type Entry, isHeldBack, readContent } from '../rows/content.ts';
import { rowFacts } from '../rows/row-request.ts';
import { allSubmissions, type Listed } from '../rows/submissions.ts';
import type { Batch, BatchState, Progress } from '../store/batch.ts';
import {
  type Candidate,
  type Ended,
  heldUpAfter,
  holdsOf,
  notHeldUp,
  requeued,
  waitsFor,
} from './held-up.ts';
import { awaitedOf, isTried, listedOf, settled, startRow, subjectsOf } from './row-start.ts';
import { countRows, countWarned, MAY_BE_FILED } from './states.ts';

/**
 * Drives a batch: records the outcomes of rows, and begins the next ones. The schedule does so each minute, and so does each
 * reading of a batch. It may be interrupted anywhere: every step can be repeated safely, and files nothing twice.
 */

/** The most rows of a batch that are queued or under way at the same time: about as many as four slots finish in a minute. */
const AT_ONCE = 40;
/** Rows that are begun concurrently. */
const SIDE_BY_SIDE = 8;
/** Lease of a batch, in milliseconds: longer than any function works on it. */
const LEASE_MS = 50_000;
/** Milliseconds after which the schedule drives a batch again. */
const NEXT_MS = 60_000;

/** Why the service ended a batch. */
const NO_ACCESS =
  'Quien envió el lote ha perdido el acceso (contraseña nueva o token revocado). El resto no se ha ' +
  'enviado.';
const NO_ROLE = 'El rol de quien envió el lote ya no permite presentar. El resto no se ha enviado.';

/** States in which a batch has work to do. */
const ACTIVE: ReadonlySet<BatchState> = new Set(['previewing', 'filing']);

/** A batch, with its rows if this function has driven it. */
export interface Driven {
  batch: Batch;
  content?: Content;
  rows?: Map<number, Progress>;
}

/**
 * Drives a batch, unless another function has its lease.
 * @param known the content of its rows, if it was read already
 * @returns the batch afterwards
 */
export const driveBatch = async (services: Services, batch: Batch, known?: Content): Promise<Driven> => {
  const { batches } = services.stores;
  const owner = services.newId();
  const now = services.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const leased = await batches.takeBatch(batch, { owner, now, until });
  if (!leased) return { batch };
  let isGivenBack = false;
  try {
    const [begun, content] = await Promise.all([
      batches.listProgress(leased),
      known?.key === leased.contentKey ? known : readContent(services, leased),
    ]);
    const rows = currentProgress(begun, content);
    const noted = await work(services, leased, { content, rows });
    isGivenBack = noted !== undefined;
    // It was cancelled or committed meanwhile; the next run records its progress.
    return {
      batch: noted ?? (await batches.getBatch(leased.accountId, leased.id)) ?? leased,
      content,
      rows,
    };
  } finally {
    if (!isGivenBack) await batches.giveBatchBack(leased, owner);
  }
};

/** The state of a batch while it is driven. */
interface Work {
  content: Content;
  rows: Map<number, Progress>;
}

const work = async (services: Services, batch: Batch, known: Work): Promise<Batch | undefined> => {
  const { sessions } = services.stores;
  const heldUp = await settle(services, batch, known);
  const isTrying = batch.state === 'previewing';
  const actor = isTrying ? batch.tries : batch.files;
  let message: string | undefined;
  let waits = '';
  if (ACTIVE.has(batch.state) && actor) {
    const still = await sessions.callerStill({ accountId: batch.accountId, ...actor }, services.now());
    if (still && covers(still.role, 'files')) waits = await begin(services, { ...batch, heldUp }, known);
    else message = still ? NO_ROLE : NO_ACCESS;
  }
  return note(services, batch, { ...known, message, heldUp, waitsFor: waits });
};

/** Records the outcomes of rows that wait for a filing. @returns the authorities that hold up the other rows */
const settle = async (
  services: Services,
  batch: Batch,
  { rows, content }: Work,
): Promise<NonNullable<Batch['heldUp']>> => {
  const { batches } = services.stores;
  const now = services.now();
  const waiting = [...rows.values()].flatMap((row) => {
    const id = awaitedOf(row);
    return id ? [{ row, id }] : [];
  });
  const filings = await batches.filingsOfRows([...new Set(waiting.map(({ id }) => id))]);
  const ended: Ended[] = [];
  const names = new Map(content.entries.map(({ number, name }) => [number, name]));
  const changed = waiting.flatMap(({ row, id }) => {
    const filing = filings.get(id);
    const back = filing && requeued(row, filing, { batch, now });
    const after = back ?? settled(row, filing, names.get(row.number));
    if (after === row) return [];
    if (filing) ended.push({ ...filing, isBack: back !== undefined });
    return [after];
  });
  await fewAtOnce(changed, SIDE_BY_SIDE, async (row) => {
    await batches.putProgress(batch, row);
    rows.set(row.number, row);
  });
  return heldUpAfter(batch, ended, now);
};

const isUnderWay = ({ state }: Progress) => state === 'trying' || state === 'filing';

/** The row with the step that it begins next; `undefined` if there is none. */
const nextOf = (
  batch: Batch,
  entry: Entry,
  { before, all }: { before: Progress | undefined; all: Listed[] },
): Progress | undefined => {
  const none = () => entry.steps.map(() => null);
  if (batch.state === 'previewing') {
    const row = before ?? {
      number: entry.number,
      state: 'waiting' as const,
      step: -1,
      dryRuns: none(),
      filings: none(),
      ...(entry.revision !== undefined && { revision: entry.revision }),
    };
    if (row.state !== 'waiting' && row.state !== 'tried') return undefined;
    const step = entry.steps.findIndex((one, place) => place > row.step && isTried(listedOf(all, one), one));
    if (step >= 0) return { ...row, state: 'waiting', step };
    // None of its steps has a dry run, so there is nothing to pass.
    return row.state === 'waiting' ? { ...row, state: 'tried', step: entry.steps.length - 1 } : undefined;
  }
  if (!before || (before.state !== 'tried' && before.state !== 'filed')) return undefined;
  const step = before.filings.indexOf(null);
  return step < 0 ? undefined : { ...before, step };
};

/**
 * Begins the next rows, as long as there is room and nothing holds them up. Rows about the same worker run one after another,
 * in the order of the batch.
 * @returns the reason why the other rows wait; empty if there is none
 */
const begin = async (services: Services, batch: Batch, { content, rows }: Work): Promise<string> => {
  const { batches } = services.stores;
  const holds = await holdsOf(services, batch, services.now());
  const all = await allSubmissions(services.groups);
  const facts = rowFacts(services, batch.accountId);
  const dry = batch.state === 'previewing';
  const busy = new Set<string>();
  let room = AT_ONCE;
  const underWay = new Set<AuthorityName>();
  const next: (Candidate & { entry: Entry })[] = [];
  for (const entry of content.entries) {
    const before = rows.get(entry.number);
    const isGoing = before !== undefined && isUnderWay(before);
    const row = isGoing ? before : nextOf(batch, entry, { before, all });
    if (!row || isHeldBack(entry)) continue;
    const step = entry.steps[row.step]!;
    const listed = listedOf(all, step);
    const { authority } = listed.operation;
    const subjects = subjectsOf(listed, step);
    const isBusy = subjects.some((subject) => busy.has(subject));
    // A row that waits holds up later rows about the same worker, too.
    for (const subject of subjects) busy.add(subject);
    if (isGoing) {
      room -= 1;
      underWay.add(authority);
    } else if (!isBusy)
      next.push({ entry, before: row, authority: dry && row.state === 'tried' ? undefined : authority });
  }
  const waits = waitsFor(next, holds);
  const free = notHeldUp(next, holds, underWay);
  if (free.length === 0 || room <= 0) return waits;
  room = Math.min(room, await roomToWait(services, batch));
  let isBusy = false;
  await fewAtOnce(free.slice(0, room), SIDE_BY_SIDE, async ({ entry, before }) => {
    if (isBusy) return;
    const started =
      before.state === 'tried' && dry
        ? before
        : await startRow(services, { batch, all, facts }, { entry, before, dry });
    if (started === 'later') isBusy = true;
    else {
      await batches.putProgress(batch, started);
      rows.set(entry.number, started);
    }
  });
  return waits;
};

/**
 * Records the progress of the batch, and ends the lease. @returns the updated batch; `undefined` if it is in another
 * state by now
 */
const note = async (
  services: Services,
  batch: Batch,
  {
    content,
    rows,
    message,
    ...waiting
  }: Work & { message: string | undefined } & Pick<Batch, 'heldUp' | 'waitsFor'>,
): Promise<Batch | undefined> => {
  const { batches } = services.stores;
  const now = services.now();
  const underWay = [...rows.values()].some(isUnderWay);
  const all = await allSubmissions(services.groups);
  const isLeft =
    message === undefined &&
    content.entries.some(
      (entry) => !isHeldBack(entry) && nextOf(batch, entry, { before: rows.get(entry.number), all }),
    );
  const isDone = ACTIVE.has(batch.state) && !underWay && !isLeft;
  const state: BatchState = !isDone ? batch.state : stateAfter(batch, message);
  const counts = countRows(content.entries, rows, { ...batch, state });
  const instant = now.toISOString();
  const isEnd = state === 'ended' || (state === 'cancelled' && batch.endedAt === undefined && !underWay);
  const noted = await batches.moveBatch(batch, [batch.state], {
    counts,
    warnings: countWarned(content.entries, rows, batch),
    state,
    message,
    ...waiting,
    drivenAt: instant,
    isGivenBack: true,
    // Rows that a correction left unchanged keep the time of their earlier dry run.
    ...(state === 'previewed' && isDone && { previewedAt: batch.triedSince || instant }),
    ...(isEnd && batch.endedAt === undefined && { endedAt: instant }),
    dueAt: ACTIVE.has(state) || underWay ? new Date(now.getTime() + NEXT_MS) : null,
  });
  const hasFiled = MAY_BE_FILED.some((one) => (counts[one] ?? 0) > 0);
  if (isEnd && !hasFiled) await batches.freeBatchLock(batch);
  return noted;
};

const stateAfter = ({ state }: Batch, message: string | undefined): BatchState => {
  if (message !== undefined) return 'cancelled';
  return state === 'previewing' ? 'previewed' : 'ended';
};

/** The most batches that one run of the schedule continues, one after another. */
const MOST_BATCHES = 50;

/**
 * Continues the batches that are due. If one fails, the others continue, and the schedule retries it in a minute.
 * @param hasTime whether there is time for another one
 */
export const driveDue = async (services: Services, hasTime: () => boolean): Promise<number> => {
  const { stores, log, metrics } = services;
  const due = await stores.batches.dueBatches(services.now());
  let count = 0;
  for (const { accountId, id } of due.slice(0, MOST_BATCHES)) {
    if (!hasTime()) break;
    try {
      const batch = await stores.batches.getBatch(accountId, id);
      if (batch) await driveBatch(services, batch);
      count += 1;
    } catch (error) {
      log.error('failed to drive a batch', { batch: id, error: error as Error });
      measureDefect(metrics);
    }
  }
  return count;
};

/** Milliseconds that the schedule's function must have left to continue another batch. */
const BATCH_MS = 30_000;

/** `driveDue` as the schedule runs it. */
export const driveScheduled: Scheduled = (services, context) =>
  driveDue(services, () => context.getRemainingTimeInMillis() >= BATCH_MS);
