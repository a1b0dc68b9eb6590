import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, invalid } from '../../../../shared/kernel/errors.ts';
import { isRecent } from '../../../../shared/kernel/preview-time.ts';
import { allPublicCodes, type CodeLookUps } from '../../../../shared/kernel/public-codes.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import { keptToken } from '../../../../shared/stores/identity/kept-token.ts';
import { countRows, countWarned, stateOf } from '../driver/states.ts';
import {
  columnFinder,
  headerOf,
  plainHeader,
  shareWrittenBy,
  titleOf,
  writtenBy,
} from '../sheets/columns.ts';
import { readCorrected, type SheetEvidence } from '../sheets/corrected-cell.ts';
import { WORKER_NAME, workerNameOf } from '../sheets/headers.ts';
import { sheetOperations } from '../sheets/sheet-reader.ts';
import type { SheetOperation } from '../sheets/types.ts';
import type { Correction, CorrectionWanted } from '../shown.ts';
import type { Batch, Progress, RowState } from '../store/batch.ts';
import { checkEach, fileFault, type SentRow, withoutSolvedFaults } from './check.ts';
import {
  type Asked,
  type Content,
  contentKeyOf,
  currentProgress,
  type Entry,
  keepContent,
  REPEATS_COLUMN,
  readContent,
  repeatsIn,
} from './content.ts';
import { withFaults } from './due-rows.ts';
import { oncePerContent } from './equal-rows.ts';

/**
 * Corrects cells of rows, takes rows in or leaves them out, or checks rows again as they are, before a batch is committed. The
 * batch gets a new content object, in the same write as its state. Dry runs of a row's earlier content no longer count, and a
 * simultaneous commit either commits the whole old content or nothing.
 */

/** States of rows that may be corrected: nothing is under way, and nothing was filed. */
const OPEN: ReadonlySet<RowState> = new Set(['waiting', 'wrong', 'leftOut', 'failed', 'tried']);
/** Lease of a batch, in milliseconds, and how often a function tries to get it while another one has it. */
const LEASE_MS = 50_000;
const TRIES = 20;
const PAUSE_MS = 250;

/** The sender's certificate, for rows without one. */
interface Corrector {
  caller: Caller;
  certSecret: string | undefined;
}

/**
 * Corrects rows, and marks them to be tried again.
 * @returns the batch with its new content, which is not driven yet
 * @throws ServiceError 409 and 422
 */
export const correctRows = async (
  services: Services,
  batch: Batch,
  { corrections, again }: CorrectionWanted,
  by: Corrector,
): Promise<{ batch: Batch; content: Content; changed: Set<number> }> => {
  const { batches } = services.stores;
  mustBeOpen(batch);
  await mustBeSender(services, batch, by.caller);
  const owner = services.newId();
  const leased = await taken(services, batch, owner);
  try {
    mustBeOpen(leased);
    const content = await readContent(services, leased);
    const rows = currentProgress(await batches.listProgress(leased), content);
    const [operations, lists] = await Promise.all([sheetOperations(services.groups), allPublicCodes()]);
    const typed = typedIn(corrections);
    const sent = new Map<number, SentRow>();
    for (const [place, { rows: numbers, cells, leftOut }] of corrections.entries())
      for (const number of new Set(numbers)) {
        const entry = rowAt(content, number, { place, rows, batch: leased });
        const before = sent.get(entry.number) ?? sentAgain(entry);
        const operation = operations.find(({ id }) => id === entry.operation);
        const after = corrected(before, cells, {
          operation,
          place,
          typed,
          evidence: content.evidence,
          lists,
        });
        sent.set(
          entry.number,
          leftOut === undefined ? after : { ...after, leftOut: leftOut ? 'person' : undefined },
        );
      }
    // Dry runs that have expired are repeated together with the corrected rows.
    const isStale =
      leased.previewedAt !== undefined && !isRecent(leased.triedSince || leased.previewedAt, services.now());
    if (again)
      for (const entry of content.entries) {
        const state = stateOf(entry, rows, leased);
        const hasNotPassed = state === 'wrong' || state === 'failed' || (isStale && state === 'tried');
        // What cannot be corrected here cannot be checked again, either.
        if (hasNotPassed && entry.asked && !sent.has(entry.number)) sent.set(entry.number, sentAgain(entry));
      }
    if (sent.size === 0) throw conflict('No hay filas que comprobar de nuevo.');
    const entries = withoutSolvedFaults(
      await checkedAgain(services, content, sent, { ...by, batchId: leased.id }),
    );
    const before = new Map(content.entries.map((entry) => [entry.number, entry]));
    const after: Content = {
      entries: entries.map((entry) =>
        isStale || entry !== before.get(entry.number)
          ? { ...entry, revision: (before.get(entry.number)?.revision ?? 0) + 1 }
          : entry,
      ),
      key: contentKeyOf({ ...leased, id: `${leased.id}-${services.newId()}` }),
      evidence: content.evidence,
    };
    await keepContent(services, after.key!, after);
    const now = services.now();
    const current = currentProgress(rows, after);
    const moved = await batches.moveBatch(leased, ['previewing', 'previewed'], {
      contentKey: after.key!,
      state: 'previewing',
      triedSince: isStale ? '' : leased.triedSince || leased.previewedAt,
      tries: { userId: by.caller.userId, token: keptToken(by.caller) },
      sentBy: leased.sentBy ?? leased.tries.userId,
      revision: (leased.revision ?? 0) + 1,
      // Empty once the file has no fault.
      ...(leased.message && { message: fileFault(after.entries) ?? '' }),
      counts: countRows(after.entries, current),
      warnings: countWarned(after.entries, current, leased),
      dueAt: now,
    });
    if (!moved) throw conflict('El lote se ha presentado o cancelado entretanto: no se ha corregido nada.');
    return { batch: moved, content: after, changed: new Set(sent.keys()) };
  } finally {
    await batches.giveBatchBack(leased, owner);
  }
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

/** Leases the batch to this function. @throws ServiceError 409 if another function keeps the lease */
const taken = async (services: Services, batch: Batch, owner: string): Promise<Batch> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const now = services.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const leased = await services.stores.batches.takeBatch(batch, { owner, now, until });
    if (leased) return leased;
    await sleep(PAUSE_MS);
  }
  throw conflict('El lote se está probando ahora mismo: corríjalo dentro de unos segundos.');
};

/** @throws ServiceError 422 for an unknown row, 409 for a row that cannot be corrected */
const rowAt = (
  { entries }: Content,
  number: number,
  { place, rows, batch }: { place: number; rows: Map<number, Progress>; batch: Batch },
): Entry => {
  const found = entries.filter(({ row, ofFile }) => row === number && !ofFile);
  const [entry] = found;
  if (!entry || found.length > 1)
    throw invalid({ [`corrections.${place}.rows`]: [`No hay una fila ${number}.`] });
  const progress = rows.get(entry.number);
  const mayBeFiled = progress?.filings.some((id) => id !== null) ?? false;
  if (mayBeFiled || !OPEN.has(stateOf(entry, rows, batch)))
    throw conflict(`La fila ${number} se está probando o presentando: corríjala cuando termine.`);
  if (!entry.asked)
    throw conflict(`La fila ${number} no se corrige aquí: ya se presentó, o no se sabe qué trámite es.`);
  return entry;
};

const sentAgain = ({ row, operation, cells, notes, name, leftOut, asked }: Entry): SentRow => {
  const { body, mistakes, certificates, earlier, isOfSheet, obligation, repeats } = asked as Asked;
  return {
    row,
    operation,
    cells,
    notes,
    name,
    leftOut,
    mistakes,
    certificates,
    earlier,
    isOfSheet,
    obligation,
    repeats,
    body: structuredClone(body),
  };
};

/** Columns that belong to no field of an operation. */
const OWN_COLUMNS = [...WORKER_NAME, REPEATS_COLUMN] as const;

/** The texts that are typed at once, by header, each with its first row. */
const typedIn = (corrections: Correction[]): ReadonlyMap<string, Map<string, number>> => {
  const typed = new Map<string, Map<string, number>>();
  for (const { rows, cells } of corrections)
    for (const [header, value] of Object.entries(cells)) {
      const text = value?.trim() ?? '';
      const texts = typed.get(plainHeader(header)) ?? new Map<string, number>();
      typed.set(plainHeader(header), texts);
      if (text !== '' && !texts.has(text)) texts.set(text, rows[0]!);
    }
  return typed;
};

/** A row with corrected cells. @throws ServiceError 422 for an unknown column */
const corrected = (
  before: SentRow,
  changes: Correction['cells'],
  {
    operation,
    place,
    typed,
    ...around
  }: {
    operation: SheetOperation | undefined;
    place: number;
    typed: ReturnType<typeof typedIn>;
    evidence: SheetEvidence;
    lists: CodeLookUps;
  },
): SentRow => {
  const find = operation && columnFinder(operation);
  const row: SentRow = { ...before, cells: { ...before.cells } };
  for (const [header, value] of Object.entries(changes)) {
    const plain = plainHeader(header);
    const own = OWN_COLUMNS.find((one) => one === plain);
    const column = own === undefined ? find?.(plain) : undefined;
    if (own === undefined && !column)
      throw invalid({ [`corrections.${place}.cells`]: [`${header} no es una columna de este trámite.`] });
    const text = value?.trim() ?? '';
    const named = own ?? column!.header;
    const isOf = (one: string | undefined) => one !== undefined && plainHeader(one) === plainHeader(named);
    const title =
      Object.keys(row.cells!).find(isOf) ?? titleOf({ ...(column ?? { header: named }) } as Column);
    if (text === '') delete row.cells![title];
    else row.cells![title] = text;
    row.mistakes = row.mistakes!.filter((one) => !isOf(one.column));
    row.notes = row.notes!.filter((one) => !isOf(one.column));
    if (own === REPEATS_COLUMN) {
      const { repeats, mistakes } = repeatsIn(text);
      row.repeats = repeats;
      row.mistakes.push(...mistakes);
    }
    if (!column) continue;
    const path = column.path;
    if (text === '') {
      setAt(row.body, path, undefined);
      continue;
    }
    const written = column.kind === 'share' ? shareWrittenBy(title) : writtenBy(title);
    const {
      value: read,
      mistake,
      note,
      text: certain,
    } = readCorrected({ ...column, written }, text, { ...around, typed: typed.get(plain) ?? new Map() });
    if (certain !== undefined) row.cells![title] = certain;
    if (mistake !== undefined) row.mistakes.push({ column: headerOf(path), message: mistake });
    if (note !== undefined) row.notes.push({ column: headerOf(path), message: note });
    setAt(row.body, path, read);
  }
  // A row without a sheet has the name from its obligation.
  const name = workerNameOf(row.cells!) ?? (row.obligation === undefined ? undefined : before.name);
  return { ...row, name };
};

/** Sets or removes the member at a path. */
const setAt = (body: Record<string, unknown>, path: Column['path'], value: unknown): void => {
  let target = body as Record<string | number, unknown>;
  for (const [index, part] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) {
      if (value === undefined && !Array.isArray(target)) delete target[part];
      else target[part] = value ?? null;
      return;
    }
    const inner = target[part];
    if (typeof inner !== 'object' || inner === null) {
      if (value === undefined) return;
      target[part] = typeof next === 'number' ? [] : {};
    }
    target = target[part] as typeof target;
    if (Array.isArray(target) && typeof next === 'number') while (target.length < next) target.push({});
  }
};

/** All rows, after checking the corrected ones again, and the ones that equalled them. The others are the same objects. */
const checkedAgain = async (
  services: Services,
  { entries }: Content,
  sent: Map<number, SentRow>,
  { caller, certSecret, batchId }: Corrector & { batchId: string },
): Promise<Entry[]> => {
  const changed = new Set(entries.filter(({ number }) => sent.has(number)).map(({ row }) => row));
  const again = entries.filter(
    ({ number, equalTo = [], asked }) =>
      sent.has(number) || (asked !== undefined && equalTo.some((row) => changed.has(row))),
  );
  const numbers = new Set(again.map(({ number }) => number));
  const rows = await withFaults(
    services,
    again.map((entry) => sent.get(entry.number) ?? sentAgain(entry)),
    { caller, batchId },
  );
  const checked = await checkEach(services, rows, { caller, certSecret });
  const kept = entries.filter(({ number }) => !numbers.has(number));
  const renewed = new Map(
    oncePerContent(checked, kept).map((entry, place) => {
      const { number } = again[place]!;
      return [number, { ...entry, number }] as const;
    }),
  );
  return entries.map((entry) => renewed.get(entry.number) ?? entry);
};
