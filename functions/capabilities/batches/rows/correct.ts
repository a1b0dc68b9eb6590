import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, invalid } from '../../../../shared/kernel/errors.ts';
import { isRecent } from '../../../../shared/kernel/preview-time.ts';
import { allPublicCodes } from '../../../../shared/kernel/public-codes.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { newLease, underLease } from '../../../../shared/serving/driven/drive.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { keptToken } from '../../../../shared/stores/identity/kept-token.ts';
import { countRows, countWarned, stateOf } from '../driver/states.ts';
import { sheetOperations } from '../sheets/sheet-reader.ts';
import type { Correction, CorrectionRequest } from '../shown.ts';
import type { Batch, RowProgress, RowState } from '../store/batch.ts';
import { checkEach } from './check.ts';
import { type Content, contentKeyOf, currentProgress, keepContent, readContent } from './content.ts';
import { typedIn, withCells } from './corrected-cells.ts';
import { withFaults } from './due-rows.ts';
import { oncePerContent } from './equal-rows.ts';
import { fileFault, withoutSolvedFaults } from './file-faults.ts';
import { type BatchRow, type SentRow, sentAgain } from './row.ts';

/**
 * Corrects cells of rows, takes rows in or leaves them out, or checks rows again as they are, before a batch is committed. The
 * batch gets a new content object, in the same write as its state. Dry runs of a row's earlier content no longer count, and a
 * simultaneous commit either commits the whole old content or nothing.
 */

/** States of rows that may be corrected: nothing is under way, and nothing was filed. */
const OPEN: ReadonlySet<RowState> = new Set(['waiting', 'wrong', 'leftOut', 'failed', 'tried']);
/** How often a function tries to lease a batch while another one has it, and the milliseconds in between. */
const TRIES = 20;
const PAUSE_MS = 250;

/** Who corrects, and the certificate for rows without one. */
interface Corrector {
  caller: Caller;
  certSecret: string | undefined;
}

/** A batch whose rows were corrected, and that is not driven yet. */
interface CorrectedBatch {
  batch: Batch;
  content: Content;
  /** Numbers of the rows that were corrected or checked again. */
  changed: Set<number>;
}

/**
 * Corrects rows, and marks them to be tried again.
 * @throws ServiceError 409 and 422
 */
export const correctRows = async (
  services: Services,
  batch: Batch,
  request: CorrectionRequest,
  corrector: Corrector,
): Promise<CorrectedBatch> => {
  const { batches } = services.stores;
  mustBeOpen(batch);
  await mustBeSender(services, batch, corrector.caller);
  const corrected = await underLease(
    services,
    {
      take: ({ owner }) => leaseWhenFree(services, batch, owner),
      end: (leased, owner) => batches.endBatchLease(leased, owner),
    },
    async (leased) => ({
      result: await correctLeased(services, leased, request, corrector),
      isLeaseEnded: false,
    }),
  );
  if (!corrected) throw conflict('El lote se está probando ahora mismo: corríjalo dentro de unos segundos.');
  return corrected;
};

/** Leases the batch to this function. @returns `undefined` if another function keeps the lease */
const leaseWhenFree = async (services: Services, batch: Batch, owner: string): Promise<Batch | undefined> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const leased = await services.stores.batches.leaseBatch(batch, newLease(services, owner));
    if (leased) return leased;
    await sleep(PAUSE_MS);
  }
  return undefined;
};

const correctLeased = async (
  services: Services,
  batch: Batch,
  { corrections, again }: CorrectionRequest,
  corrector: Corrector,
): Promise<CorrectedBatch> => {
  mustBeOpen(batch);
  const content = await readContent(services, batch);
  const progress = currentProgress(await services.stores.batches.listProgress(batch), content);
  const read: ReadRows = { batch, content, progress };
  const sent = await sentCorrected(services, read, corrections);
  // Dry runs that have expired are repeated together with the corrected rows.
  const isStale =
    batch.previewedAt !== undefined && !isRecent(batch.triedSince || batch.previewedAt, services.now());
  if (again)
    for (const row of notPassed(read, isStale))
      if (!sent.has(row.number)) sent.set(row.number, sentAgain(row));
  if (sent.size === 0) throw conflict('No hay filas que comprobar de nuevo.');
  const rows = await checkedAgain(services, content, sent, { ...corrector, batchId: batch.id });
  const after: Content = {
    entries: withRevisions(content.entries, withoutSolvedFaults(rows), isStale),
    key: contentKeyOf({ ...batch, id: `${batch.id}-${services.newId()}` }),
    evidence: content.evidence,
  };
  const moved = await storeCorrected(services, read, { after, isStale, corrector });
  return { batch: moved, content: after, changed: new Set(sent.keys()) };
};

/** A leased batch, with its rows and how far each has come. */
interface ReadRows {
  batch: Batch;
  content: Content;
  progress: Map<number, RowProgress>;
}

/** The corrected rows as they would have been sent, by number. @throws ServiceError 409 and 422 */
const sentCorrected = async (
  services: Services,
  read: ReadRows,
  corrections: Correction[],
): Promise<Map<number, SentRow>> => {
  const { evidence } = read.content;
  const groups = await services.loadGroups?.();
  const [operations, lists] = await Promise.all([sheetOperations(groups), allPublicCodes()]);
  const typed = typedIn(corrections);
  const sent = new Map<number, SentRow>();
  for (const [place, { rows: numbers, cells, leftOut }] of corrections.entries())
    for (const number of new Set(numbers)) {
      const row = rowAt(read, number, place);
      const before = sent.get(row.number) ?? sentAgain(row);
      const operation = operations.find(({ id }) => id === row.operation);
      const after = withCells(before, cells, { operation, place, typed, evidence, lists });
      sent.set(
        row.number,
        leftOut === undefined ? after : { ...after, leftOut: leftOut ? 'person' : undefined },
      );
    }
  return sent;
};

/** The rows that did not pass, as far as they can be checked again; with expired dry runs, the rows that did, too. */
const notPassed = ({ batch, content, progress }: ReadRows, isStale: boolean): BatchRow[] =>
  content.entries.filter((row) => {
    const state = stateOf(row, progress, batch);
    const hasNotPassed = state === 'wrong' || state === 'failed' || (isStale && state === 'tried');
    // What cannot be corrected here cannot be checked again, either.
    return hasNotPassed && row.asked !== undefined;
  });

/** The rows after a correction. A row that has changed, or whose dry run has expired, has a new revision. */
const withRevisions = (before: readonly BatchRow[], after: readonly BatchRow[], isStale: boolean) => {
  const byNumber = new Map(before.map((row) => [row.number, row]));
  return after.map((row) => {
    const earlier = byNumber.get(row.number);
    return isStale || row !== earlier ? { ...row, revision: (earlier?.revision ?? 0) + 1 } : row;
  });
};

/** Stores the corrected content with the batch. @throws ServiceError 409 if the batch was committed or cancelled meanwhile */
const storeCorrected = async (
  services: Services,
  { batch, progress }: ReadRows,
  { after, isStale, corrector }: { after: Content; isStale: boolean; corrector: Corrector },
): Promise<Batch> => {
  const { caller } = corrector;
  await keepContent(services, after.key!, after);
  const now = services.now();
  const current = currentProgress(progress, after);
  const moved = await services.stores.batches.moveBatch(batch, ['previewing', 'previewed'], {
    contentKey: after.key!,
    state: 'previewing',
    triedSince: isStale ? '' : batch.triedSince || batch.previewedAt,
    tries: { userId: caller.userId, token: keptToken(caller) },
    sentBy: batch.sentBy ?? batch.tries.userId,
    revision: (batch.revision ?? 0) + 1,
    // Empty once the file has no fault.
    ...(batch.message && { message: fileFault(after.entries) ?? '' }),
    counts: countRows(after.entries, current),
    warnings: countWarned(after.entries, current, batch),
    dueAt: now,
  });
  if (!moved) throw conflict('El lote se ha presentado o cancelado entretanto: no se ha corregido nada.');
  return moved;
};

/** @throws ServiceError 409 */
const mustBeOpen = ({ state, committedAt }: Batch): void => {
  if ((state !== 'previewing' && state !== 'previewed') || committedAt !== undefined)
    throw conflict('Un lote se corrige antes de presentarlo: este ya se ha presentado o cancelado.');
};

/** If the account requires a second person, a person may not file rows that only they have seen. @throws ServiceError 409 */
const mustBeSender = async (
  { stores: { accounts } }: Services,
  { accountId, tries }: Batch,
  caller: Caller,
): Promise<void> => {
  if (tries.userId === caller.userId) return;
  if ((await accounts.findAccount(accountId))?.previews === 'another')
    throw conflict(
      'La cuenta exige dos personas: solo corrige este lote quien lo envió, y otra lo presenta. Si no, envíe un lote propio.',
    );
};

/** @throws ServiceError 422 for an unknown row, 409 for a row that cannot be corrected */
const rowAt = ({ content, progress, batch }: ReadRows, number: number, place: number): BatchRow => {
  const [row, ...others] = content.entries.filter((entry) => entry.row === number && !entry.ofFile);
  if (!row || others.length > 0)
    throw invalid({ [`corrections.${place}.rows`]: [`No hay una fila ${number}.`] });
  const mayBeFiled = progress.get(row.number)?.filings.some((id) => id !== null) ?? false;
  if (mayBeFiled || !OPEN.has(stateOf(row, progress, batch)))
    throw conflict(`La fila ${number} se está probando o presentando: corríjala cuando termine.`);
  if (!row.asked)
    throw conflict(`La fila ${number} no se corrige aquí: ya se presentó, o no se sabe qué trámite es.`);
  return row;
};

/** All rows, after checking the corrected ones again, and the ones that equalled them. The others are the same objects. */
const checkedAgain = async (
  services: Services,
  { entries }: Content,
  sent: Map<number, SentRow>,
  { caller, certSecret, batchId }: Corrector & { batchId: string },
): Promise<BatchRow[]> => {
  const changed = new Set(entries.filter(({ number }) => sent.has(number)).map(({ row }) => row));
  const again = entries.filter(
    ({ number, equalTo = [], asked }) =>
      sent.has(number) || (asked !== undefined && equalTo.some((row) => changed.has(row))),
  );
  const numbers = new Set(again.map(({ number }) => number));
  const rows = await withFaults(
    services,
    again.map((row) => sent.get(row.number) ?? sentAgain(row)),
    { caller, batchId },
  );
  const checked = await checkEach(services, rows, { caller, certSecret });
  const kept = entries.filter(({ number }) => !numbers.has(number));
  const renewed = new Map(
    oncePerContent(checked, kept).map((row, place) => {
      const { number } = again[place]!;
      return [number, { ...row, number }] as const;
    }),
  );
  return entries.map((row) => renewed.get(row.number) ?? row);
};
