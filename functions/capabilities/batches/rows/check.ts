import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { onceEach } from '../../../../shared/kernel/side-by-side.ts';
import { callerRowsReader, type ReadCallerRows } from '../../../../shared/serving/driven/later-request.ts';
import { contentHashOf } from '../../../../shared/serving/filing/content.ts';
import { warningsOf } from '../../../../shared/serving/filing/warnings.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { FilingOfRow } from '../../../../shared/stores/filings/filing.ts';
import { isTried } from '../driver/row-start.ts';
import { sheetOperations } from '../sheets/sheet-reader.ts';
import type { FoundColumns } from '../sheets/types.ts';
import { FROM_FIELD, type Workflow, workflowNamed } from '../workflows/workflows.ts';
import { oncePerContent } from './equal-rows.ts';
import { lackingOnce, MISSING } from './file-faults.ts';
import { cellsOfEarlier, contentsFiled, filedBefore, recordsNamed } from './filed-before.ts';
import { Filling, hasWrongLetter, KIND_FIELDS } from './fill.ts';
import { type BatchRow, type CheckedRow, inColumns, type Remark, type RowStep, type SentRow } from './row.ts';
import {
  certificateFor,
  certificatesOf,
  hasSecret,
  keptCells,
  type RowCertificatesReading,
  type Sender,
} from './row-certificates.ts';
import { CERT_SECRET, remarksOf } from './row-columns.ts';
import { inRow, type RowPart, type RowParts, singlePart, workflowParts } from './row-parts.ts';
import { readRow } from './row-request.ts';
import { allSubmissions, type Listed, submissionNamed } from './submissions.ts';

/** Checks the rows of a batch: each as the requests that it stands for, and all of them against each other. */

const OPERATION = 'operation';

const WRONG_LETTER = 'La letra no cuadra con las cifras. Si no es un DNI ni un NIE, diga qué documento es.';

/** Rows that are read concurrently. */
const AT_ONCE = 50;

/** The context of checking rows, made once for all of them. */
interface Checking extends RowCertificatesReading {
  services: Services;
  all: Listed[];
  callerRows: ReadCallerRows;
  filling: Filling;
}

/**
 * The rows, each with all its mistakes. A row that appears twice in the batch is filed once.
 * @param columns the columns of the rows' sheet
 */
export const checkRows = async (
  services: Services,
  sent: SentRow[],
  { columns, ...sender }: Sender & { columns?: FoundColumns | undefined },
): Promise<BatchRow[]> => {
  const checked = await checkEach(services, sent, sender);
  if (!columns) return oncePerContent(checked);
  const operations = await sheetOperations(await services.loadGroups?.());
  return oncePerContent(lackingOnce(checked, columns, operations));
};

/** As `checkRows`, without comparing the rows with each other. */
export const checkEach = async (
  services: Services,
  rows: SentRow[],
  sender: Sender,
): Promise<CheckedRow[]> => {
  const { accountId } = sender.caller;
  const checking: Checking = {
    services,
    sender,
    all: await allSubmissions(await services.loadGroups?.()),
    callerRows: callerRowsReader(services, accountId),
    filling: new Filling(services, sender.caller),
    certificateOf: onceEach((secret) => services.stores.certificates.readSecret(secret, accountId)),
  };
  const checked: CheckedRow[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE);
    const earlier = part.flatMap((row) => row.earlier ?? []);
    const records = await recordsNamed(services, earlier, sender.caller);
    checked.push(...(await Promise.all(part.map((row) => checkWithFiled(checking, row, records)))));
  }
  return checked;
};

/**
 * Checks a row, and finds the hashes of its certain or possible earlier filings. They come from the records that the row names
 * and, if it is held back or begins with a later step, from its own content.
 */
const checkWithFiled = async (
  checking: Checking,
  sent: SentRow,
  records: Map<string, FilingOfRow>,
): Promise<CheckedRow> => {
  const checked = await checkRow(checking, sent, records);
  const { earlier, body } = sent;
  const byRecords = earlier ? contentsFiled(earlier, records) : [];
  const isKeptBack = earlier !== undefined && checked.hashes.length === 0;
  if (!isKeptBack && body[FROM_FIELD] === undefined) return { ...checked, filed: byRecords };
  const { [FROM_FIELD]: _, ...fromTheFirst } = body;
  const whole = await checkRow(checking, { ...sent, earlier: undefined, body: fromTheFirst }, records);
  const before = whole.hashes.filter((hash) => !checked.hashes.includes(hash));
  return { ...checked, filed: [...byRecords, ...before] };
};

/** A row that was checked, and not compared with earlier filings of its content. */
type CheckedAlone = Omit<CheckedRow, 'filed'>;

/** The operation of a row: a submission, a workflow, or neither. */
interface RowOperation {
  /** Id of the operation, or as the row names it. */
  name: string;
  listed: Listed | undefined;
  workflow: Workflow | undefined;
}

const operationOf = ({ all }: Checking, { operation = '' }: SentRow): RowOperation => {
  const listed = submissionNamed(all, operation);
  return { name: listed?.operation.id ?? operation, listed, workflow: workflowNamed(operation) };
};

const checkRow = async (
  checking: Checking,
  sent: SentRow,
  records: Map<string, FilingOfRow>,
): Promise<CheckedAlone> => {
  const operation = operationOf(checking, sent);
  const { listed, workflow } = operation;
  const unchecked = await uncheckedRow(checking, sent, operation);
  // A row of a workflow is only held back by records of the steps that it would file.
  const before = workflow ? undefined : filedEarlier(sent, unchecked, records);
  if (before) return before;
  if (!listed && !workflow) return withoutOperation(sent, unchecked);
  const divided = workflow
    ? await workflowParts(checking, workflow, sent.body)
    : await singlePart(checking, listed!, sent.body);
  const names = divided.parts.map((part) => part.listed.name);
  const begun = workflow && filedEarlier(sent, unchecked, records, names);
  if (begun) return begun;
  const checked = await checkParts(checking, sent, divided);
  const row = { ...unchecked, ...checked, filled: divided.filled };
  // A certificate's secret in a wrong column is not stored, so such a row cannot be corrected here.
  if (await hasSecret(sent.body, checking)) return row;
  return { ...row, asked: await toCheckAgain(checking, sent) };
};

/** A row with what is known of it before it is checked. */
const uncheckedRow = async (
  checking: Checking,
  { row, body, notes = [], cells, ofFile, name, leftOut }: SentRow,
  operation: RowOperation,
): Promise<CheckedAlone> => ({
  row,
  operation: operation.name,
  notes,
  cells: await keptCells({ name: operation.name, body, cells }, checking),
  ...(ofFile && { ofFile }),
  ...(name !== undefined && { name }),
  ...(leftOut && { leftOut }),
  steps: [],
  hashes: [],
  filled: [],
  mistakes: [],
});

/** The row, held back because it was or may have been filed before; `undefined` if it was not. @param operations as of `filedBefore` */
const filedEarlier = (
  { earlier }: SentRow,
  unchecked: CheckedAlone,
  records: Map<string, FilingOfRow>,
  operations?: string[],
): CheckedAlone | undefined => {
  const filed = earlier && filedBefore(earlier, records, operations);
  return (
    filed && {
      ...unchecked,
      mistakes: [filed],
      cells: { ...unchecked.cells, ...cellsOfEarlier(earlier) },
    }
  );
};

/** The row, with its mistakes or that its operation is not known. */
const withoutOperation = (
  { operation = '', mistakes = [], dueFault }: SentRow,
  unchecked: CheckedAlone,
): CheckedAlone => {
  const wrong = [...(dueFault === undefined ? [] : [{ message: dueFault }]), ...mistakes];
  const unknown = { column: OPERATION, message: noOperation(operation) };
  return { ...unchecked, mistakes: wrong.length > 0 ? wrong : [unknown] };
};

const noOperation = (name: string): string =>
  name === ''
    ? 'Falta la operación.'
    : 'No es una operación que presente algo: use su nombre en la referencia, o método y dirección.';

/** The steps of a row with their hashes, and all its mistakes. */
const checkParts = async (
  checking: Checking,
  sent: SentRow,
  { parts, mistakes: ofDivision }: RowParts,
): Promise<Pick<CheckedRow, 'steps' | 'hashes' | 'mistakes'>> => {
  const mistakes: Remark[] = [...(sent.mistakes ?? [])];
  const add = (remarks: Remark[]) => {
    // A mistake that the file's reader or an earlier step found is not repeated.
    const columns = new Set(mistakes.map(({ column }) => column));
    // What an obligation lacks is filled in in its cells, as what a sheet lacks.
    const isInCells = sent.isOfSheet || sent.obligation !== undefined;
    const ofRow = isInCells ? remarks.map(inColumns) : remarks;
    mistakes.push(...ofRow.filter(({ column }) => column === undefined || !columns.has(column)));
  };
  add(ofDivision);
  if (sent.dueFault !== undefined) mistakes.unshift({ message: sent.dueFault });
  const steps: RowStep[] = [];
  const hashes: string[] = [];
  for (const part of parts) {
    const checked = await checkPart(checking, sent, part);
    if ('mistakes' in checked) add(checked.mistakes.map((remark) => inRow(part, remark)));
    else {
      steps.push(checked.step);
      hashes.push(checked.hash);
    }
  }
  return { steps, hashes, mistakes: atDocument(mistakes, sent.body) };
};

/** A submission as it is stored, with the hash of its content; or all its mistakes. */
const checkPart = async (
  checking: Checking,
  sent: SentRow,
  part: RowPart,
): Promise<{ step: RowStep; hash: string } | { mistakes: Remark[] }> => {
  const { listed, body, step: ofWorkflow } = part;
  const chosen = await certificateFor(checking, sent, listed.operation.authority === 'sepe');
  if ('mistake' in chosen) return { mistakes: [chosen.mistake, ...(await otherMistakes(checking, part))] };
  const step: RowStep = {
    operation: listed.name,
    certificate: chosen.certificate,
    body,
    ...(ofWorkflow && {
      name: ofWorkflow.name,
      ...(ofWorkflow.isTriedAtFiling && { isTriedAtFiling: true as const }),
    }),
  };
  const read = await readStep(checking, { listed, step });
  if ('mistakes' in read) return read;
  const { hash, warnings } = read;
  return { hash, step: { ...step, ...(warnings.length > 0 && { warnings }) } };
};

/** The part of a sent row that is needed to check it again. */
const toCheckAgain = async (checking: Checking, sent: SentRow): Promise<NonNullable<CheckedRow['asked']>> => {
  const { body, mistakes = [], earlier, isOfSheet, obligation, repeats } = sent;
  return {
    body,
    ...(obligation !== undefined && { obligation }),
    ...(repeats !== undefined && { repeats }),
    mistakes,
    certificates: await certificatesOf(checking, sent),
    ...(earlier && { earlier }),
    ...(isOfSheet && { isOfSheet }),
  };
};

/**
 * The mistakes of a row. If the document's letter is wrong, a missing kind of document is reported at the document, because
 * correcting the letter corrects both.
 */
const atDocument = (mistakes: Remark[], body: Record<string, unknown>): Remark[] => {
  const isOfKind = ({ column, message }: Remark) =>
    message === MISSING && column !== undefined && KIND_FIELDS.includes(column);
  if (!mistakes.some(isOfKind) || !hasWrongLetter(body)) return mistakes;
  const others = mistakes.filter((mistake) => !isOfKind(mistake));
  if (others.some(({ column }) => column === 'dni')) return others;
  return [...others, { column: 'dni', message: WRONG_LETTER }];
};

/** The hash of a submission's content, with warnings; or all its mistakes. */
const readStep = async (
  checking: Checking,
  { listed, step }: { listed: Listed; step: RowStep },
): Promise<{ hash: string; warnings: string[] } | { mistakes: Remark[] }> => {
  const { services, sender, callerRows } = checking;
  const { caller } = sender;
  if (step.body.test !== undefined)
    return {
      mistakes: [{ column: 'test', message: 'No se indica: un lote se prueba entero antes de presentarse.' }],
    };
  try {
    // Read as a filing, because an operation without a dry run would refuse one.
    const acting = await readRow(services, { listed, step, caller, callerRows, dry: false });
    // A dry run gives these warnings itself.
    const warnings = isTried(listed, step) ? [] : await warningsOf(services, acting);
    return { hash: contentHashOf(acting), warnings };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The certificate may not act there, so nothing else of the request was looked at.
    const others = error.status === 403 ? await otherMistakes(checking, { listed, body: step.body }) : [];
    return { mistakes: [...remarksOf(error), ...others] };
  }
};

/** The mistakes of a submission without a usable certificate, but for that. */
const otherMistakes = async (
  { services, sender: { caller }, callerRows }: Checking,
  { listed, body }: Pick<RowPart, 'listed' | 'body'>,
): Promise<Remark[]> => {
  try {
    await readRow(services, { listed, step: { body }, caller, callerRows, dry: false });
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return remarksOf(error).filter(({ column }) => column !== CERT_SECRET);
    throw error;
  }
};
