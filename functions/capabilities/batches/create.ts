import { ulid } from 'ulid';
import { invalid } from '../../../shared/kernel/errors.ts';
import { plainKey } from '../../../shared/kernel/idempotency-key.ts';
import { onceEach } from '../../../shared/kernel/side-by-side.ts';
import type { Caller } from '../../../shared/operation/ports.ts';
import { hashOf } from '../../../shared/serving/filing/content.ts';
import { KEY } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { header, type ReadForResource } from '../../../shared/serving/stages.ts';
import { lockName } from '../../../shared/stores/filings/filing-keys.ts';
import type { Lock } from '../../../shared/stores/filings/read.ts';
import { keptToken } from '../../../shared/stores/identity/kept-token.ts';
import { countRows, countWarned } from './driver/states.ts';
import { checkRows } from './rows/check.ts';
import { headersOf } from './rows/columns.ts';
import { type Content, contentKeyOf, keepContent } from './rows/content.ts';
import { unlockDues, withDue } from './rows/due-rows.ts';
import { fileFault } from './rows/file-faults.ts';
import type { SentRow } from './rows/row.ts';
import { formatOf, operationOfAll, rowsOfFile, rowsOfList } from './rows/sent.ts';
import type { FoundColumns } from './sheets/types.ts';
import type { SentBatch } from './shown.ts';
import type { Batch } from './store/batch.ts';
import { rememberMapping } from './store/mappings.ts';

/**
 * Makes a batch of what was sent. The same content, or the same key, is one batch: its lock is written with it, and whoever finds the
 * lock of another batch answers with that one.
 */

/** A batch as it was sent, with its caller and the headers of its request. */
interface SentRequest {
  caller: Caller;
  sent: SentBatch;
  /** As of `X-Cert-Secret`, for the rows that have no certificate of their own. */
  certSecret: string | undefined;
  /** As of `Idempotency-Key`. */
  key: string | undefined;
  now: Date;
  scenario: string | undefined;
}

/** The batch that was made, with its content; or an equal one that was sent before. */
export type Created = { batch: Batch; content: Content } | { earlier: Batch };

/** @throws ServiceError 422 for another batch with the same key, and for a file that cannot be read or has no rows */
export const createBatch = async (
  services: Services,
  { read, sent }: { read: ReadForResource; sent: SentBatch },
): Promise<Created> => {
  const request: SentRequest = {
    caller: read.caller!,
    sent,
    certSecret: certSecretIn(read),
    key: header(read.event, KEY),
    now: read.now,
    scenario: read.scenario,
  };
  const contentHash = await hashOfNamed(services, request);
  const name = await batchLockName(services, request, contentHash);
  const lock = await services.stores.batches.findBatchLock(name, request.now);
  const earlier = lock && (await batchOfLock(services, request, { contentHash, lock }));
  if (earlier) return { earlier };
  const rows = await readSent(services, request);
  const locking = { lockName: name, contentHash, gone: lock?.filingId };
  const created = await checkAndStore(services, request, { ...locking, ...rows });
  if ('content' in created) await rememberColumns(request, rows);
  return created;
};

/** The secret of the certificate in the header of a request. */
export const certSecretIn = ({ event }: Pick<ReadForResource, 'event'>): string | undefined =>
  header(event, 'X-Cert-Secret')?.trim() || undefined;

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
    // So is the same file with another of its sheets, or with its headers in another row.
    ...(sent.file?.tab === undefined && sent.file?.headerRow === undefined
      ? []
      : [{ tab: sent.file.tab, headerRow: sent.file.headerRow }]),
  ]);

/**
 * As `hashOfContent`, with certificates in place of their secrets. The text of a secret changes when its key is rotated, and
 * the same batch must be found by either text. Secrets inside a file are part of the file.
 */
const hashOfNamed = async (
  { stores: { certificates } }: Services,
  { caller: { accountId }, sent, certSecret }: SentRequest,
): Promise<string> => {
  const certificateNamed = onceEach(async (secret: string) => {
    const certificate = await certificates.readSecret(secret, accountId);
    return certificate
      ? `${certificate.certificateId}#${certificate.clientId}#${certificate.fingerprint}`
      : secret;
  });
  const nameOf = (secret: string | undefined) =>
    secret === undefined ? undefined : certificateNamed(secret);
  const rows = sent.rows?.map(async (row) => ({
    ...row,
    ...(row.cert_secret !== undefined && { cert_secret: await nameOf(row.cert_secret) }),
    ...(row.cert_secret_sepe !== undefined && { cert_secret_sepe: await nameOf(row.cert_secret_sepe) }),
  }));
  const content = {
    rows: rows && (await Promise.all(rows)),
    file: sent.file,
    operation: sent.operation,
    mapping: sent.mapping,
    cert_secret_sepe: await nameOf(sent.cert_secret_sepe),
  };
  return hashOfContent(content, await nameOf(certSecret));
};

/** The name of the lock of a batch. Without a key, the same content is one batch, whoever in the account sends it again. */
const batchLockName = async (
  { stores }: Services,
  { caller: { accountId, userId, clientId = 0 }, key }: SentRequest,
  contentHash: string,
): Promise<string> => {
  const account = await stores.accounts.findAccount(accountId);
  const what = key === undefined ? [accountId, contentHash] : [userId, 'key', plainKey(key)];
  // The account and each of its client companies have batches of their own.
  return lockName('batch', ...what, String(clientId), String(account?.world ?? ''));
};

/**
 * The batch that has a lock; `undefined` if it is gone, or nothing of it was or will be filed.
 * @throws ServiceError 422 if the key was used for another batch
 */
const batchOfLock = async (
  { stores }: Services,
  { caller }: SentRequest,
  { contentHash, lock }: { contentHash: string; lock: Lock },
): Promise<Batch | undefined> => {
  if (lock.requestHash !== contentHash) throw invalid({ [KEY]: ['Esta clave ya se usó con otro lote.'] });
  const batch = await stores.batches.getBatch(caller.accountId, lock.filingId);
  if (!batch || !isVisibleTo(caller, batch)) return undefined;
  // Nothing of it was or will be filed, even if some of its rows are still being tried.
  return batch.state === 'cancelled' && batch.committedAt === undefined ? undefined : batch;
};

/** A client company has only its own batches. */
export const isVisibleTo = ({ clientId }: Caller, batch: Batch): boolean =>
  clientId === undefined || batch.clientId === clientId;

/** The rows that were sent, in a list or in a file. */
interface ReadRows {
  rows: SentRow[];
  notes: string[];
  columns: FoundColumns | undefined;
  /** Id of the operation of all rows. */
  operation: string | undefined;
}

const readSent = async (services: Services, { sent, caller }: SentRequest): Promise<ReadRows> => {
  const operation = (await operationOfAll(services, sent.operation))?.id;
  const { mapping } = sent;
  const read = sent.file
    ? await rowsOfFile(services, sent.file, { operation, mapping, caller })
    : { rows: rowsOfList(sent.rows), notes: [], columns: undefined };
  return { ...read, operation };
};

/** The name of a batch's lock, the hash of its content, and an expired batch that had the lock. */
interface Locking {
  lockName: string;
  contentHash: string;
  gone: string | undefined;
}

/** Checks the rows, and stores them as a batch. If it is not made, the obligations of its rows are free again. */
const checkAndStore = async (
  services: Services,
  request: SentRequest,
  making: Locking & ReadRows,
): Promise<Created> => {
  const { accountId } = request.caller;
  const id = ulid(request.now.getTime());
  let isMade = false;
  try {
    const content = await contentOf(services, request, { ...making, id });
    const batch = batchOf(request, content, { ...making, id });
    await keepContent(services, batch.contentKey, content);
    const earlier = await storeBatch(services, request, { ...making, batch });
    if (earlier) return { earlier };
    isMade = true;
    return { batch, content };
  } finally {
    if (!isMade) await unlockDues(services, { accountId, id }, making.rows);
  }
};

/** The checked rows of a batch. @throws ServiceError 422 if there are none */
const contentOf = async (
  services: Services,
  { caller, certSecret, sent }: SentRequest,
  { rows, columns, id }: ReadRows & { id: string },
): Promise<Content> => {
  const entries = await checkRows(services, await withDue(services, rows, { caller, batchId: id }), {
    caller,
    certSecret,
    certSecretSepe: sent.cert_secret_sepe,
    columns,
  });
  if (entries.length === 0) throw invalid({ 'file.content': ['Debe tener al menos una fila.'] });
  const { accountId } = caller;
  return { entries, key: contentKeyOf({ accountId, id }), evidence: columns?.evidence };
};

const batchOf = (
  { caller, sent, now, scenario }: SentRequest,
  { entries }: Content,
  { id, lockName: guard, contentHash, operation, notes }: Locking & ReadRows & { id: string },
): Batch => {
  const { accountId, userId, clientId = 0 } = caller;
  const { mapping } = sent;
  return {
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
    tries: { userId, token: keptToken(caller) },
    message: fileFault(entries),
    ...(notes.length > 0 && { notes }),
    createdAt: now.toISOString(),
    guard,
    contentHash,
    contentKey: contentKeyOf({ accountId, id }),
    ...(scenario && { scenario }),
  };
};

/** Attempts to write a batch, because a conflicting batch may change in the meantime. */
const CREATES = 3;

/** Writes a batch with its lock. @returns an equal batch that has the lock; then nothing is written */
const storeBatch = async (
  services: Services,
  request: SentRequest,
  { batch, gone: goneBefore, contentHash }: Pick<Locking, 'gone' | 'contentHash'> & { batch: Batch },
): Promise<Batch | undefined> => {
  const { batches } = services.stores;
  const { now } = request;
  let gone = goneBefore;
  for (let tries = 0; !(await batches.createBatch(batch, now, gone)); tries++) {
    if (tries === CREATES) throw new Error('the conflicting batch changed on every retry');
    const lock = await batches.findBatchLock(batch.guard, now);
    const earlier = lock && (await batchOfLock(services, request, { contentHash, lock }));
    if (earlier) return earlier;
    gone = lock?.filingId;
  }
  return undefined;
};

/** Remembers how a person chose the columns of a sheet, for the next one. */
const rememberColumns = async (
  { caller: { accountId, clientId }, sent: { mapping }, now }: SentRequest,
  { columns, operation }: ReadRows,
): Promise<void> => {
  if (!mapping || !columns) return;
  await rememberMapping({ accountId, clientId, operation, headers: headersOf(columns) }, mapping, now);
};
