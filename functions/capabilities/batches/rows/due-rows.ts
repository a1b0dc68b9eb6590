import * as z from 'zod';
import { FROM_REGISTRATION, SAME_FIELDS } from '../../../../shared/kernel/from-registration.ts';
import { isRecord } from '../../../../shared/kernel/request-value.ts';
import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import { isSameDocument } from '../../../../shared/kernel/text.ts';
import type { Fact } from '../../../../shared/operation/fact.ts';
import type { Submission } from '../../../../shared/operation/operation.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { actsOf, detailsOf } from '../../../../shared/serving/filing/content.ts';
import { requestOfFiling } from '../../../../shared/serving/filing/recorded.ts';
import { holds } from '../../../../shared/serving/filing/times.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Acting } from '../../../../shared/serving/stages.ts';
import { openAs } from '../../../../shared/stores/filings/acts.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { shownState } from '../../../../shared/stores/filings/shown-state.ts';
import { ruleOf } from '../../obligations/rules/index.ts';
import type { KeptObligation } from '../../obligations/store/obligation-row.ts';
import { type Batch, isOpenBatch } from '../store/batch.ts';
import { proposedOccupation } from './proposed-occupation.ts';
import type { BatchRow, SentRow } from './row.ts';
import { allSubmissions, type Listed, submissionNamed } from './submissions.ts';

/**
 * Rows that fulfil obligations. A row gets the values that its obligation and the trámite behind it provide. It is wrong if the
 * obligation is fulfilled already, or if another open batch has it; this is checked again when a row is corrected, and before
 * it is filed.
 */

/** Obligations that are read and locked concurrently. */
const SIDE_BY_SIDE = 16;
/** Milliseconds for which a lock counts before its batch is written. */
const BEING_MADE_MS = 60_000;

/** The batch that a lock is for. */
type LockingBatch = Pick<Batch, 'accountId' | 'id' | 'clientId'>;
/** Who sends rows, and in which batch. */
interface SentBy {
  caller: Pick<Caller, 'accountId' | 'clientId'>;
  batchId: string;
}

/** Rows with their operation, and with the values of their obligations where the row itself has none. */
export const withDue = async (services: Services, rows: SentRow[], sentBy: SentBy): Promise<SentRow[]> => {
  if (!rows.some(({ obligation }) => obligation !== undefined)) return rows;
  const all = await allSubmissions(await services.loadGroups?.());
  const due = await obligationsOf(services, rows, sentBy);
  const given = new Map<SentRow, SentRow>();
  await fewAtOnce(rows, SIDE_BY_SIDE, async (row) => {
    const obligation = row.obligation === undefined ? undefined : due.get(row.obligation);
    const doneBy = obligation && ruleOf(obligation.rule).doneBy;
    const listed = doneBy === undefined ? undefined : submissionNamed(all, doneBy);
    if (!obligation || !listed) return;
    const values = await valuesOf(services, obligation, listed.operation);
    const proposal =
      row.body.cno === undefined && obligation.by.occupation === ''
        ? await proposedOccupation(services, obligation, sentBy.caller)
        : undefined;
    given.set(row, {
      ...row,
      ...(proposal && { mistakes: [...(row.mistakes ?? []), { column: 'cno', message: proposal }] }),
      operation: row.operation ?? doneBy,
      body: mergedBlocks(values, row.body),
      ...(obligation.by.name && { name: obligation.by.name }),
    });
  });
  return withFaults(
    services,
    rows.map((row) => given.get(row) ?? row),
    sentBy,
    due,
  );
};

/** Rows with the reason why each cannot fulfil its obligation now, if there is one. */
export const withFaults = async (
  services: Services,
  rows: SentRow[],
  sentBy: SentBy,
  obligations?: Map<string, KeptObligation>,
): Promise<SentRow[]> => {
  if (!rows.some(({ obligation }) => obligation !== undefined)) return rows;
  const due = obligations ?? (await obligationsOf(services, rows, sentBy));
  const all = await allSubmissions(await services.loadGroups?.());
  const rowOf = new Map<string, number>();
  const faults = new Map<SentRow, string>();
  const lockable: SentRow[] = [];
  for (const row of rows) {
    const { obligation: id } = row;
    if (id === undefined) continue;
    const listed = row.operation === undefined ? undefined : submissionNamed(all, row.operation);
    const obligation = due.get(id);
    const fault =
      faultOf(obligation) ?? otherOperation(row, { listed, ...obligation! }) ?? otherWorker(row, obligation!);
    const first = rowOf.get(id);
    if (fault !== undefined) faults.set(row, fault);
    else if (!listed || !isOfWorker(listed.operation)) faults.set(row, NOT_BY_ROW);
    else if (first !== undefined) faults.set(row, `Es la misma obligación que la fila ${first}.`);
    else {
      rowOf.set(id, row.row);
      lockable.push(row);
    }
  }
  await fewAtOnce(lockable, SIDE_BY_SIDE, async (row) => {
    const { accountId, clientId = 0 } = sentBy.caller;
    const batch = { accountId, clientId, id: sentBy.batchId };
    const fault = await lockFault(services, batch, row.obligation!);
    if (fault !== undefined) faults.set(row, fault);
  });
  return rows.map((row) => {
    const { dueFault: _, ...other } = row;
    const fault = faults.get(row);
    return fault === undefined ? other : { ...other, dueFault: fault };
  });
};

/** The blocks of a company certificate that have what its obligation knows. */
const COMPANY_BLOCK = 'Datos_Empresa';
const REPRESENTATIVE_BLOCK = 'Datos_Representante';
const WORKER_BLOCK = 'Datos_Trabajador';

/** Whether a request is about one worker, who is the obligation's. */
const isOfWorker = ({ request: { shape } }: Submission): boolean => 'dni' in shape || WORKER_BLOCK in shape;

/** The worker's document in the body of a row. */
const documentIn = ({ dni, [WORKER_BLOCK]: block }: SentRow['body']): unknown =>
  dni ?? (isRecord(block) ? block.DNI_NIE : undefined);

/** The values of a row, whose blocks have what is given besides their own. */
const mergedBlocks = (given: SentRow['body'], sent: SentRow['body']): SentRow['body'] => ({
  ...given,
  ...Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const block = given[name];
      return [name, isRecord(block) && isRecord(value) ? { ...block, ...value } : value];
    }),
  ),
});

const NOT_BY_ROW = 'Esta obligación no se cumple con una fila de un lote: hágala con su propio trámite.';

const obligationsOf = async (
  { stores }: Services,
  rows: SentRow[],
  { caller: { accountId, clientId } }: SentBy,
): Promise<Map<string, KeptObligation>> => {
  const ids = new Set(rows.flatMap(({ obligation }) => obligation ?? []));
  const obligations = await stores.obligations.getObligations(accountId, [...ids]);
  return new Map(
    obligations
      .filter(({ companyId }) => clientId === undefined || companyId === clientId)
      .map((obligation) => [obligation.id, obligation]),
  );
};

/** Why an obligation can no longer be fulfilled. Spanish. */
const faultOf = (obligation: KeptObligation | undefined): string | undefined => {
  if (!obligation) return 'La obligación no existe.';
  if (obligation.state === 'withdrawn') return 'Ya no se debe: se anuló lo que la causó.';
  if (obligation.state === 'open') return undefined;
  const { tramite } = obligation.closedBy ?? {};
  return tramite ? `Ya está hecho: trámite ${tramite}.` : 'Ya consta hecho: no se presenta otra vez.';
};

/** A row may name its operation by method and address, too. */
const otherOperation = (
  { operation }: SentRow,
  { rule, listed }: Pick<KeptObligation, 'rule'> & { listed: Listed | undefined },
): string | undefined => {
  const { doneBy } = ruleOf(rule);
  if (operation === undefined || doneBy === undefined || (listed?.operation.id ?? operation) === doneBy)
    return undefined;
  return `Esta obligación se cumple con ${doneBy}.`;
};

/** The row's other values belong to the obligation's worker, so it would mix the data of two people. */
const otherWorker = (
  { body }: Pick<SentRow, 'body'>,
  { by: { document } }: Pick<KeptObligation, 'by'>,
): string | undefined => {
  const sent = documentIn(body);
  return typeof sent !== 'string' ||
    sent.trim() === '' ||
    !document ||
    isSameDocument(withoutMarks(sent), document)
    ? undefined
    : `Esta obligación es de otro trabajador (${document}).`;
};

const withoutMarks = (document: string): string => document.replace(/[^0-9a-z]/gi, '');

/** The values of an obligation's request that its fact and the trámite behind it provide. */
const valuesOf = async (
  services: Services,
  { by, accountId }: KeptObligation,
  { id, request: { shape } }: Submission,
): Promise<SentRow['body']> => {
  if (WORKER_BLOCK in shape)
    return {
      // An empty block is wrong by its fields, which have cells, and a missing one as a whole.
      [REPRESENTATIVE_BLOCK]: {},
      [COMPANY_BLOCK]: sparse({ CIF_NIF: by.cif, CCC: by.account }),
      // Which months have contributions is not known: a list with some of them would pass for the whole one.
      [WORKER_BLOCK]: sparse({ DNI_NIE: by.document, NumSS: by.nss, FechaSuspensionExtincion: by.date }),
    };
  const cause = await causeOf(services, by, accountId);
  const ofFact: Record<string, string | undefined> = {
    regimen: by.account?.slice(0, REGIMEN),
    ccc: by.account?.slice(REGIMEN),
    cif: by.cif,
    dni: by.document,
    nss: by.nss,
    codContract: by.contractType,
    fecha_baja: by.kind === 'sickLeave' ? by.start : undefined,
    // Other trámites take effect on a day of their own.
    startDate: FROM_START.has(id) ? by.date : undefined,
  };
  const values = Object.entries(shape).flatMap(([name, field]): [string, string][] => {
    const from = SAME_FIELDS.has(name) ? name : FROM_REGISTRATION[name];
    const value = ofFact[name] ?? (name === 'startDate' || from === undefined ? undefined : cause[from]);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    // A field that is optional in a contract is allowed for some types of contract only.
    const isRequired = !z.safeParse(field as z.ZodType, undefined).success;
    return String(value) !== '' && (isRequired || SAME_FIELDS.has(name)) ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(values);
};

const sparse = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Digits of the régimen, with which a whole account begins. */
const REGIMEN = 4;
/** Operations whose `startDate` is the day of the fact behind the obligation: the start of the work, or of the contract. */
const FROM_START: ReadonlySet<string> = new Set(['notifyContract', 'createBasicCopy']);

/** The request of the trámite that caused an obligation; empty if there is none, or it was deleted. */
const causeOf = async (
  services: Services,
  { tramite }: Fact,
  accountId: string,
): Promise<Record<string, unknown>> => {
  const filing = tramite === undefined ? undefined : await services.stores.filings.getFiling(tramite);
  if (!filing || filing.accountId !== accountId) return {};
  const request = await requestOfFiling(services, filing).catch(() => undefined);
  return (request ?? {}) as Record<string, unknown>;
};

/** Unlocks the obligations of rows whose batch was not made, so that they may be sent again at once. A lock that stays is soon too old. */
export const unlockDues = async (
  { stores: { batches }, log }: Services,
  batch: Pick<Batch, 'accountId' | 'id'>,
  rows: readonly SentRow[],
): Promise<void> => {
  const ids = new Set(rows.flatMap(({ obligation }) => obligation ?? []));
  await fewAtOnce([...ids], SIDE_BY_SIDE, (obligation) => batches.unlockDue(batch, obligation)).catch(
    (error: Error) => log.error('failed to free the obligations of a batch', { batch: batch.id, error }),
  );
};

/**
 * Locks an obligation for a batch. The lock may be taken from a batch that is over.
 * @returns why it cannot be locked, in Spanish: another open batch has it
 */
const lockFault = async (
  { stores: { batches }, now: clock }: Services,
  batch: LockingBatch,
  obligation: string,
): Promise<string | undefined> => {
  const now = clock();
  let gone: string | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const lock = await batches.lockDue(batch, obligation, { now, gone });
    if (lock.filingId === batch.id) return undefined;
    const other = await batches.getBatch(batch.accountId, lock.filingId);
    if (other ? isOpenBatch(other, now) : now.getTime() - Date.parse(lock.at) < BEING_MADE_MS) {
      // The name of a batch may name other companies.
      const mayBeNamed = other && (batch.clientId === 0 || batch.clientId === other.clientId);
      return `Ya está en ${mayBeNamed ? `el lote «${other.name}»` : 'otro lote'}, sin terminar (${lock.filingId}).`;
    }
    gone = lock.filingId;
  }
  throw new Error('the lock of an obligation changed on every retry');
};
const TRIES = 3;

/**
 * Why a row must not be filed or tried now: its obligation was fulfilled meanwhile, or another batch has it. A trámite that was
 * accepted a moment ago may not have closed its obligation yet, so the rows of its acts are read, too.
 * @returns the reason, in Spanish; `undefined` if the row may go on
 */
export const notDueNow = async (
  services: Services,
  { batch, row, acting }: { batch: Batch; row: BatchRow; acting: Acting<Submission> },
): Promise<string | undefined> => {
  const id = row.asked?.obligation;
  if (id === undefined) return undefined;
  const { obligations, filings } = services.stores;
  const { accountId } = batch;
  const [obligation] = await obligations.getObligations(accountId, [id]);
  // If a function died before it noted that it had begun this row, the row's key makes it the same filing.
  const isOfRow = (filing: Filing) => filing.batch?.id === batch.id && filing.batch.row === row.number;
  const closing = obligation?.closedBy?.tramite;
  const closedBy = closing === undefined ? undefined : await filings.getFiling(closing);
  if (closedBy && isOfRow(closedBy)) return undefined;
  const fault = faultOf(obligation) ?? (await lockFault(services, batch, id));
  if (fault !== undefined) return fault;
  const same = await equalActs(services, acting, isOfRow);
  // One of unknown outcome with the same content is what this row waits for, as any request would.
  const isAwaited = ({ state, details }: Filing) => state === 'unknown' && details === detailsOf(acting);
  const begun = same.find((filing) => !isDone(filing) && !isAwaited(filing));
  if (begun) return `Lo mismo ya se envió, y aún no consta su resultado: trámite ${begun.id}.`;
  const done = same.filter(isDone);
  if (done.length === 0) return undefined;
  // Facts name the trámites from which they were derived. If facts name this one and the obligation is still open, the trámite
  // was taken back.
  const facts = await obligations.factsOf(accountId, obligation!.subject);
  const namedByFacts = new Set(facts.map(({ tramite }) => tramite));
  const other = done.find((filing) => !namedByFacts.has(filing.id));
  if (other) return `Ya está hecho: trámite ${other.id}.`;
  // A fact that became known since the obligation was read has closed it.
  const [now] = await obligations.getObligations(accountId, [id]);
  return faultOf(now);
};

/** Filings of the same acts as a row's, other than its own: those that are open, and the last accepted ones. */
const equalActs = async (
  { stores: { filings } }: Services,
  acting: Acting<Submission>,
  isOfRow: (filing: Filing) => boolean,
): Promise<Filing[]> => {
  const ids = new Set<string>();
  for (const act of actsOf(acting)) {
    const { last, open } = await filings.getAct(act.name);
    if (last?.sets === act.sets) ids.add(last.filing);
    if (!acting.dry) for (const { filing, sets } of open) if (sets === openAs(act)) ids.add(filing);
  }
  const same: Filing[] = [];
  for (const id of ids) {
    const filing = await filings.getFiling(id);
    if (filing && !isOfRow(filing) && (isDone(filing) || holds(filing, 'act', acting.now))) same.push(filing);
  }
  return same;
};

const isDone = (filing: Filing): boolean => ['accepted', 'declaredFiled'].includes(shownState(filing));
