import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { isRecent } from '../../../shared/kernel/preview-time.ts';
import type { Caller } from '../../../shared/operation/ports.ts';
import { isFresh } from '../../../shared/serving/driven/drive.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { ReadForResource } from '../../../shared/serving/stages.ts';
import { keptToken } from '../../../shared/stores/identity/kept-token.ts';
import { certSecretIn, createBatch, isVisibleTo } from './create.ts';
import { type Driven, driveBatch } from './driver/drive.ts';
import { messagesOf, stateOf, stepsOf, warningsOf } from './driver/states.ts';
import { sheetColumns } from './rows/columns.ts';
import { type Content, currentProgress, readContent } from './rows/content.ts';
import { leftOf } from './rows/left.ts';
import { resultOf } from './rows/result.ts';
import type { BatchRow } from './rows/row.ts';
import { template } from './rows/sent.ts';
import { whoOf } from './rows/who.ts';
import type { BatchPorts, CommitRequest, CorrectionRequest, SentBatch, ShownRow } from './shown.ts';
import type { Batch, RowProgress } from './store/batch.ts';

/** The port of operations on batches. */
export const batchPorts = (services: Services, read: ReadForResource): BatchPorts => {
  const caller = read.caller!;
  return {
    create: (sent) => create(services, read, sent),
    columns: (sent) => sheetColumns(services, caller, sent),
    correct: (batch, request) => correct(services, { read, batch }, request),
    find: (id) => find(services, caller, id),
    rows: (batch) => shownRows(services, batch),
    left: (rows) => leftOf(services, caller, rows),
    who: (rows) => whoOf(services, caller, rows),
    commit: (batch, request) => commit(services, { batch, caller, ...request }),
    cancel: (batch, committed) => cancel(services, batch, committed),
    result: (batch, request) =>
      resultOf(services, { caller, ...(drivenBatches.get(batch) ?? { batch }) }, request),
    template: (operation, format) => template(services, operation, format),
  };
};

/** Makes a batch, and begins to try it; or shows the equal one that was sent before. */
const create = async (
  services: Services,
  read: ReadForResource,
  sent: SentBatch,
): Promise<{ batch: Batch; rows: ShownRow[]; isNew: boolean }> => {
  const created = await createBatch(services, { read, sent });
  const isNew = 'content' in created;
  const batch = isNew ? await driveNow(services, created.batch, created.content) : created.earlier;
  return { batch, rows: await shownRows(services, batch), isNew };
};

/** Corrects rows of a batch or checks them again, and continues it. */
const correct = async (
  services: Services,
  { read, batch }: { read: ReadForResource; batch: Batch },
  request: CorrectionRequest,
): Promise<{ batch: Batch; rows: ShownRow[] }> => {
  const { correctRows } = await import('./rows/correct.ts');
  const corrector = { caller: read.caller!, certSecret: certSecretIn(read) };
  const corrected = await correctRows(services, batch, request, corrector);
  const driven = await driveNow(services, corrected.batch, corrected.content);
  const changed = new Set(
    corrected.content.entries.filter(({ number }) => corrected.changed.has(number)).map(({ row }) => row),
  );
  const rows = await shownRows(services, driven);
  return { batch: driven, rows: rows.filter(({ row }) => changed.has(row)) };
};

/** Batches that this request has driven, with their rows, so that it reads them only once. */
const drivenBatches = new WeakMap<Batch, Driven>();

/** Continues a batch. A failure is only logged, because the schedule retries within a minute. */
const driveNow = async (services: Services, batch: Batch, content?: Content): Promise<Batch> => {
  try {
    const driven = await driveBatch(services, batch, content);
    drivenBatches.set(driven.batch, driven);
    return driven.batch;
  } catch (error) {
    services.log.error('failed to drive a batch', { batch: batch.id, error: error as Error });
    return (await services.stores.batches.getBatch(batch.accountId, batch.id)) ?? batch;
  }
};

/** Whether any row of a batch may have changed since its progress was recorded. */
const mayChange = (batch: Batch, now: Date): boolean => {
  const { state, counts } = batch;
  const isWaiting = (counts.trying ?? 0) + (counts.filing ?? 0) + (counts.unknown ?? 0) > 0;
  return (state === 'previewing' || state === 'filing' || isWaiting) && !isFresh(batch, now);
};

const find = async (services: Services, caller: Caller, id: string): Promise<Batch> => {
  const batch = await services.stores.batches.getBatch(caller.accountId, id);
  if (!batch || !isVisibleTo(caller, batch)) throw notFound('El lote no existe.');
  return mayChange(batch, services.now()) ? driveNow(services, batch) : batch;
};

const shownRows = async (services: Services, batch: Batch): Promise<ShownRow[]> => {
  const driven = drivenBatches.get(batch);
  const [{ entries }, begun] = await Promise.all([
    driven?.content ?? readContent(services, batch),
    driven?.progress ?? services.stores.batches.listProgress(batch),
  ]);
  const progress = currentProgress(begun, { entries });
  return entries.map((row) => shownRow(batch, row, progress));
};

const shownRow = (batch: Batch, stored: BatchRow, progress: Map<number, RowProgress>): ShownRow => {
  const { dryRuns = [], filings = [], repeated = null } = progress.get(stored.number) ?? {};
  const { row, operation, mistakes, notes, filled, cells, name = null, leftOut = null } = stored;
  const idsIn = (ids: (string | null)[]) => ids.filter((id) => id !== null);
  return {
    row,
    operation,
    obligation: stored.asked?.obligation ?? null,
    repeats: stored.asked?.repeats ?? null,
    repeated,
    name,
    leftOut,
    mistakes,
    notes,
    filled,
    messages: messagesOf(stored, progress, batch),
    warnings: warningsOf(stored, progress, batch),
    state: stateOf(stored, progress, batch),
    cells,
    dryRuns: idsIn(dryRuns),
    filings: idsIn(filings),
    steps: stepsOf(stored, progress, batch),
  };
};

/** What commits a batch. */
interface Committing extends CommitRequest {
  batch: Batch;
  caller: Caller;
}

const commit = async (services: Services, committing: Committing): Promise<Batch> => {
  const { batch, caller, revision } = committing;
  const { stores, now } = services;
  if (revision !== (batch.revision ?? 0))
    throw conflict('El lote se ha corregido después de revisarlo: revíselo otra vez antes de presentarlo.');
  // The caller sent it again because the answer was lost.
  if (batch.state === 'filing' || (batch.state === 'ended' && batch.files)) return batch;
  mustBePreviewed(batch, now());
  mustHavePassed(committing);
  await mustBeAnother(services, committing);
  const at = now();
  const committed = await stores.batches.moveBatch(batch, ['previewed'], {
    state: 'filing',
    committedAt: at.toISOString(),
    files: { userId: caller.userId, token: keptToken(caller) },
    dueAt: at,
    // What was checked above is true of this content only.
    contentUnchanged: true,
  });
  return committed
    ? driveNow(services, committed)
    : commit(services, { ...committing, batch: await reread(services, batch) });
};

/** @throws ServiceError 409 if the whole batch cannot be filed now */
const mustBePreviewed = ({ state, previewedAt, message }: Batch, now: Date): void => {
  if (state !== 'previewed' || previewedAt === undefined)
    throw conflict('Un lote se presenta cuando ha terminado su simulacro y no se ha cancelado.');
  if (message) throw conflict(message);
  if (!isRecent(previewedAt, now))
    throw conflict('El simulacro terminó hace más de dos horas: cancele el lote y envíelo otra vez.');
};

/** @throws ServiceError 409 if too few rows passed their dry run */
const mustHavePassed = ({ batch: { counts, rows }, which }: Committing): void => {
  const good = counts.tried ?? 0;
  const included = rows - (counts.leftOut ?? 0);
  if (good === 0) throw conflict('Ninguna fila pasó el simulacro.');
  if (which === 'all' && good < included)
    throw conflict(
      `${included - good} de ${included} filas no pasaron el simulacro. Corríjalas en otro lote, o presente solo las ` +
        'correctas (rows: good).',
    );
};

/** @throws ServiceError 409 if the account requires another person than the one who tried it */
const mustBeAnother = async ({ stores }: Services, { batch, caller }: Committing): Promise<void> => {
  const account = await stores.accounts.findAccount(batch.accountId);
  if (account?.previews === 'another' && !caller.apiToken && batch.tries.userId === caller.userId)
    throw conflict('La cuenta exige que presente una persona distinta de la que hizo el simulacro.');
};

const reread = async ({ stores }: Services, { accountId, id }: Batch): Promise<Batch> => {
  const batch = await stores.batches.getBatch(accountId, id);
  if (!batch) throw notFound('El lote no existe.');
  return batch;
};

const cancel = async (services: Services, batch: Batch, committed: 'stop' | 'refuse'): Promise<Batch> => {
  if (committed === 'refuse' && batch.committedAt !== undefined)
    throw conflict('El lote ya se ha presentado, o se está presentando: no se ha parado.');
  if (batch.state === 'cancelled') return batch;
  if (batch.state === 'ended') throw conflict('El lote ya ha terminado.');
  const at = services.now();
  const cancelled = await services.stores.batches.moveBatch(batch, [batch.state], {
    state: 'cancelled',
    cancelledAt: at.toISOString(),
    dueAt: at,
  });
  return cancelled
    ? driveNow(services, cancelled)
    : cancel(services, await reread(services, batch), committed);
};
