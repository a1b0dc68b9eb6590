import { ulid } from 'ulid';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors.ts';
import { plainKey } from '../../../shared/kernel/idempotency-key.ts';
import { isRecent } from '../../../shared/kernel/preview-time.ts';
import { onceEach } from '../../../shared/kernel/side-by-side.ts';
import type { Caller } from '../../../shared/operation/ports.ts';
import { hashOf } from '../../../shared/serving/filing/content.ts';
import { KEY } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { header, type ReadForResource } from '../../../shared/serving/stages.ts';
import { lockName } from '../../../shared/stores/filings/filing-keys.ts';
import { keptToken } from '../../../shared/stores/identity/kept-token.ts';
import { type Driven, driveBatch } from './driver/drive.ts';
import { countRows, countWarned, messagesOf, stateOf, stepsOf, warningsOf } from './driver/states.ts';
import { checkRows, fileFault } from './rows/check.ts';
import { headersOf, sheetColumns } from './rows/columns.ts';
import {
  type Content,
  contentKeyOf,
  currentProgress,
  type Entry,
  keepContent,
  readContent,
} from './rows/content.ts';
import { giveDueBack, withDue } from './rows/due-rows.ts';
import { leftOf } from './rows/left.ts';
import { resultOf } from './rows/result.ts';
import { formatOf, operationOfAll, rowsOfFile, rowsOfList, template } from './rows/sent.ts';
import { whoOf } from './rows/who.ts';
import type { BatchPorts, CommitWanted, CorrectionWanted, SentBatch, ShownRow } from './shown.ts';
import type { Batch, Progress } from './store/batch.ts';
import { rememberMapping } from './store/mappings.ts';

/** The port of operations on batches. */
export const batchPorts = (services: Services, read: ReadForResource): BatchPorts => {
  const caller = read.caller!;
  return {
    create: (sent) => create(services, { read, caller, sent }),
    columns: (sent) => sheetColumns(services, caller, sent),
    correct: (batch, wanted) => correct(services, { read, caller, batch }, wanted),
    find: (id) => find(services, caller, id),
    rows: (batch) => shownRows(services, batch),
    left: (rows) => leftOf(services, caller, rows),
    who: (rows) => whoOf(services, caller, rows),
    commit: (batch, wanted) => commit(services, { batch, caller, ...wanted }),
    cancel: (batch, committed) => cancel(services, batch, committed),
    result: (batch, wanted) => resultOf(services, { caller, ...(readOf.get(batch) ?? { batch }) }, wanted),
    template: (operation, format) => template(services, operation, format),
  };
};

/** Attempts to write a batch, because a conflicting batch may change in the meantime. */
const CREATES = 3;

/** The hash of a batch's content and certificates. */
const hashOfContent = (sent: Omit<SentBatch, 'name'>, certSecret: string | undefined): string =>
  hashOf([
    sent.rows,
    // The name of a file does not matter, because a file that is saved again has another one.
    sent.file && [formatOf(sent.file.name), Buffer.from(sent.file.bytes).toString('base64')],
    certSecret,
    ...(sent.cert_secret_sepe === undefined ? [] : [sent.cert_secret_sepe]),
    // A file with another operation or mapping is another batch.
    ...(sent.operation === undefined && sent.mapping === undefined
      ? []
      : [{ operation: sent.operation, mapping: sent.mapping }]),
  ]);

/**
 * As `hashOfContent`, with certificates in place of their secrets. The text of a secret changes when its key is rotated, and
 * the same batch must be found by either text. Secrets inside a file are part of the file.
 */
const hashOfNamed = async (
  { stores: { certificates } }: Services,
  { accountId }: Caller,
  { sent, certSecret }: { sent: SentBatch; certSecret: string | undefined },
): Promise<string> => {
  const named = onceEach(async (secret: string) => {
    const found = await certificates.readSecret(secret, accountId);
    return found ? `${found.certificateId}#${found.clientId}#${found.fingerprint}` : secret;
  });
  const ofOne = (secret: string | undefined) => (secret === undefined ? undefined : named(secret));
  const rows = sent.rows?.map(async (row) => ({
    ...row,
    ...(row.cert_secret !== undefined && { cert_secret: await ofOne(row.cert_secret) }),
    ...(row.cert_secret_sepe !== undefined && { cert_secret_sepe: await ofOne(row.cert_secret_sepe) }),
  }));
  const content = {
    rows: rows && (await Promise.all(rows)),
    file: sent.file,
    operation: sent.operation,
    mapping: sent.mapping,
    cert_secret_sepe: await ofOne(sent.cert_secret_sepe),
  };
  return hashOfContent(content, await ofOne(certSecret));
};

const create = async (
  services: Services,
  { read, caller, sent }: { read: ReadForResource; caller: Caller; sent: SentBatch },
): Promise<{ batch: Batch; rows: ShownRow[]; isNew: boolean }> => {
  const { stores } = services;
  const { accountId } = caller;
  const key = header(read.event, KEY);
  const certSecret = header(read.event, 'X-Cert-Secret')?.trim() || undefined;
  const contentHash = await hashOfNamed(services, caller, { sent, certSecret });
  const account = await stores.accounts.findAccount(accountId);
  // Without a key, the same content is one batch, whoever in the account sends it again.
  const lockOf = (...what: string[]) =>
    // The account and each of its client companies have batches of their own.
    lockName('batch', ...what, String(caller.clientId ?? 0), String(account?.world ?? ''));
  const guard =
    key === undefined ? lockOf(accountId, contentHash) : lockOf(caller.userId, 'key', plainKey(key));
  const earlier = async (found: { filingId: string; requestHash: string }) => {
    if (found.requestHash !== contentHash) throw invalid({ [KEY]: ['Esta clave ya se usó con otro lote.'] });
    const batch = await stores.batches.getBatch(accountId, found.filingId);
    if (!batch || !isOf(caller, batch)) return undefined;
    // Nothing of it was or will be filed, even if some of its rows are still being tried.
    if (batch.state === 'cancelled' && batch.committedAt === undefined) return undefined;
    return { batch, rows: await shownRows(services, batch), isNew: false };
  };
  const lock = await stores.batches.findBatchLock(guard, read.now);
  const sameBatch = lock && (await earlier(lock));
  if (sameBatch) return sameBatch;

  const operation = (await operationOfAll(services, sent.operation))?.id;
  const { mapping } = sent;
  const { rows, notes, columns } = sent.file
    ? await rowsOfFile(services, sent.file, { operation, mapping, caller })
    : { rows: rowsOfList(sent.rows), notes: [], columns: undefined };
  const id = ulid(read.now.getTime());
  let batch: Batch;
  let content: Content;
  let isMade = false;
  try {
    const due = await withDue(services, rows, { caller, batchId: id });
    const entries = await checkRows(services, due, {
      caller,
      certSecret,
      certSecretSepe: sent.cert_secret_sepe,
      columns,
    });
    if (entries.length === 0) throw invalid({ 'file.content': ['Debe tener al menos una fila.'] });
    const clientId = caller.clientId ?? 0;
    const contentKey = contentKeyOf({ accountId, id });
    content = { entries, key: contentKey, evidence: columns?.evidence };
    batch = {
      id,
      accountId,
      clientId,
      name: sent.name,
      ...(operation !== undefined && { operation }),
      ...(mapping && { mapping }),
      state: 'previewing',
      rows: entries.filter(({ ofFile }) => !ofFile).length,
      counts: countRows(entries, new Map()),
      warnings: countWarned(entries, new Map(), { clientId }),
      tries: { userId: caller.userId, token: keptToken(caller) },
      message: fileFault(entries),
      ...(notes.length > 0 && { notes }),
      createdAt: read.now.toISOString(),
      guard,
      contentHash,
      contentKey,
      ...(read.scenario && { scenario: read.scenario }),
    };
    await keepContent(services, contentKey, content);
    let gone = lock?.filingId;
    for (let tries = 0; !(await stores.batches.createBatch(batch, read.now, gone)); tries++) {
      if (tries === CREATES) throw new Error('the conflicting batch changed on every retry');
      const conflicting = await stores.batches.findBatchLock(guard, read.now);
      const other = conflicting && (await earlier(conflicting));
      if (other) return other;
      gone = conflicting?.filingId;
    }
    isMade = true;
  } finally {
    if (!isMade) await giveDueBack(services, { accountId, id }, rows);
  }
  if (mapping && columns) {
    const sheet = { accountId, clientId: caller.clientId, operation, headers: headersOf(columns) };
    await rememberMapping(sheet, mapping, read.now);
  }
  const begun = await driveNow(services, batch, content);
  return { batch: begun, rows: await shownRows(services, begun), isNew: true };
};

/** Corrects rows of a batch or checks them again, and continues it. */
const correct = async (
  services: Services,
  { read, caller, batch }: { read: ReadForResource; caller: Caller; batch: Batch },
  wanted: CorrectionWanted,
): Promise<{ batch: Batch; rows: ShownRow[] }> => {
  const { correctRows } = await import('./rows/correct.ts');
  const certSecret = header(read.event, 'X-Cert-Secret')?.trim() || undefined;
  const done = await correctRows(services, batch, wanted, { caller, certSecret });
  const driven = await driveNow(services, done.batch, done.content);
  const numbers = new Set(
    done.content.entries.filter(({ number }) => done.changed.has(number)).map(({ row }) => row),
  );
  const rows = await shownRows(services, driven);
  return { batch: driven, rows: rows.filter(({ row }) => numbers.has(row)) };
};

/** Rows of batches that this request has driven, so that it reads them only once. */
const readOf = new WeakMap<Batch, Driven>();

/** Continues a batch. A failure is only logged, because the schedule retries within a minute. */
const driveNow = async (services: Services, batch: Batch, known?: Content): Promise<Batch> => {
  try {
    const driven = await driveBatch(services, batch, known);
    readOf.set(driven.batch, driven);
    return driven.batch;
  } catch (error) {
    services.log.error('failed to drive a batch', { batch: batch.id, error: error as Error });
    return (await services.stores.batches.getBatch(batch.accountId, batch.id)) ?? batch;
  }
};

/**
 * Milliseconds after the last step within which a batch is not continued again. Callers are asked to come back after five
 * seconds.
 */
const FRESH_MS = 3_000;

/** Whether any row of a batch may have changed since its progress was recorded. */
const mayChange = ({ state, counts, drivenAt }: Batch, now: Date): boolean =>
  (state === 'previewing' ||
    state === 'filing' ||
    (counts.trying ?? 0) + (counts.filing ?? 0) + (counts.unknown ?? 0) > 0) &&
  !(drivenAt && now.getTime() - Date.parse(drivenAt) < FRESH_MS);

/** A client company has only its own batches. */
const isOf = ({ clientId }: Caller, batch: Batch): boolean =>
  clientId === undefined || batch.clientId === clientId;

const find = async (services: Services, caller: Caller, id: string): Promise<Batch> => {
  const batch = await services.stores.batches.getBatch(caller.accountId, id);
  if (!batch || !isOf(caller, batch)) throw notFound('El lote no existe.');
  return mayChange(batch, services.now()) ? driveNow(services, batch) : batch;
};

const shownRows = async (services: Services, batch: Batch): Promise<ShownRow[]> => {
  const known = readOf.get(batch);
  const [{ entries }, begun] = await Promise.all([
    known?.content ?? readContent(services, batch),
    known?.rows ?? services.stores.batches.listProgress(batch),
  ]);
  const rows = currentProgress(begun, { entries });
  return entries.map((entry) => shownRow(batch, entry, rows));
};

const shownRow = (batch: Batch, entry: Entry, rows: Map<number, Progress>): ShownRow => {
  const { dryRuns = [], filings = [] } = rows.get(entry.number) ?? {};
  const { row, operation, mistakes, notes, filled, cells, name = null, leftOut = null } = entry;
  const known = (ids: (string | null)[]) => ids.filter((id) => id !== null);
  return {
    row,
    operation,
    obligation: entry.asked?.obligation ?? null,
    repeats: entry.asked?.repeats ?? null,
    repeated: rows.get(entry.number)?.repeated ?? null,
    name,
    leftOut,
    mistakes,
    notes,
    filled,
    messages: messagesOf(entry, rows, batch),
    warnings: warningsOf(entry, rows, batch),
    state: stateOf(entry, rows, batch),
    cells,
    dryRuns: known(dryRuns),
    filings: known(filings),
    steps: stepsOf(entry, rows, batch),
  };
};

const commit = async (
  services: Services,
  { batch, caller, which, revision }: { batch: Batch; caller: Caller } & CommitWanted,
): Promise<Batch> => {
  const { stores, now } = services;
  if (revision !== (batch.revision ?? 0))
    throw conflict('El lote se ha corregido después de revisarlo: revíselo otra vez antes de presentarlo.');
  // The caller sent it again because the answer was lost.
  if (batch.state === 'filing' || (batch.state === 'ended' && batch.files)) return batch;
  if (batch.state !== 'previewed' || batch.previewedAt === undefined)
    throw conflict('Un lote se presenta cuando ha terminado su simulacro y no se ha cancelado.');
  if (batch.message) throw conflict(batch.message);
  if (!isRecent(batch.previewedAt, now()))
    throw conflict('El simulacro terminó hace más de dos horas: cancele el lote y envíelo otra vez.');
  const { counts } = batch;
  const good = counts.tried ?? 0;
  const included = batch.rows - (counts.leftOut ?? 0);
  if (good === 0) throw conflict('Ninguna fila pasó el simulacro.');
  if (which === 'all' && good < included)
    throw conflict(
      `${included - good} de ${included} filas no pasaron el simulacro. Corríjalas en otro lote, o presente solo las ` +
        'correctas (rows: good).',
    );
  const account = await stores.accounts.findAccount(batch.accountId);
  if (account?.previews === 'another' && !caller.apiToken && batch.tries.userId === caller.userId)
    throw conflict('La cuenta exige que presente una persona distinta de la que hizo el simulacro.');
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
    : commit(services, { batch: await again(services, batch), caller, which, revision });
};

const again = async (services: Services, { accountId, id }: Batch): Promise<Batch> => {
  const batch = await services.stores.batches.getBatch(accountId, id);
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
    : cancel(services, await again(services, batch), committed);
};
