import * as z from 'zod';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { onceEach } from '../../../../shared/kernel/side-by-side.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { contentHashOf } from '../../../../shared/serving/filing/content.ts';
import { warningsOf } from '../../../../shared/serving/filing/warnings.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { CertificateSecret } from '../../../../shared/stores/certificates.ts';
import type { FilingOfRow } from '../../../../shared/stores/filings/filing.ts';
import { isTried } from '../driver/row-start.ts';
import { cellsOf, columnFinder, OPERATION_HEADER } from '../sheets/columns.ts';
import { templateLabel } from '../sheets/header-row.ts';
import { sheetOperations } from '../sheets/sheet-reader.ts';
import type { EarlierResult, FoundColumns, SheetOperation } from '../sheets/types.ts';
import type { LeftOut } from '../store/batch.ts';
import { partsOf, rowField } from '../workflows/workflow-row.ts';
import { FROM_FIELD, type Workflow, type WorkflowStep, workflowNamed } from '../workflows/workflows.ts';
import {
  type Asked,
  CERT_SECRET,
  CERT_SECRET_SEPE,
  type Entry,
  type Filled,
  inColumns,
  type Remark,
  type RowCertificates,
  remarksOf,
  type Step,
} from './content.ts';
import { type Checked, oncePerContent } from './equal-rows.ts';
import { cellsOfEarlier, contentsFiled, filedBefore, recordsNamed } from './filed-before.ts';
import { AGREEMENT, FILLED_WHERE_NEEDED, Filling, hasWrongLetter, KIND_FIELDS } from './fill.ts';
import { type RowFacts, readRow, rowFacts } from './row-request.ts';
import { allSubmissions, type Listed, submissionNamed } from './submissions.ts';

/** Checks the rows of a batch: each as the requests that it stands for, and all of them against each other. */

/** Secrets of a row's certificate, and of another one for submissions at SEPE, if there is one. */
interface RowSecrets {
  certSecret?: string | undefined;
  certSecretSepe?: string | undefined;
  /** For a row that is checked again, because secrets are never stored. */
  certificates?: RowCertificates | undefined;
}

/** A row as it was sent. */
export interface SentRow extends RowSecrets {
  /** Position of the row in the office's file. */
  row: number;
  operation?: string | undefined;
  body: Record<string, unknown>;
  cells?: Record<string, string>;
  mistakes?: Remark[];
  notes?: Remark[];
  /** Its result in the sheet of results of an earlier batch. */
  earlier?: EarlierResult | undefined;
  /** Whether it stands for a fault of the file, and is not a submission. */
  ofFile?: true | undefined;
  leftOut?: LeftOut | undefined;
  /** Whether it comes from a sheet, whose columns number the entries of a list from 1. */
  isOfSheet?: true | undefined;
  /** The worker's name in the row's sheet, or in the obligation. */
  name?: string | undefined;
  /** Id of the obligation that it fulfils. */
  obligation?: string | undefined;
  /** The trámite that it repeats on purpose. */
  repeats?: string | undefined;
  /** Why it cannot fulfil the obligation now. Spanish. */
  dueFault?: string | undefined;
}

/** Who sends a batch, and the certificate secrets for rows that name none. */
interface Sender extends RowSecrets {
  caller: Caller;
}

const OPERATION = 'operation';

/** The schema's message for a missing field. */
const MISSING = 'Este campo es obligatorio.';

/** In the message of a column that the sheet lacks. */
const NO_ROW_HAS = 'y ninguna fila tiene el dato';

const WRONG_LETTER = 'La letra no cuadra con las cifras. Si no es un DNI ni un NIE, diga qué documento es.';

/** Rows that are read concurrently. */
const AT_ONCE = 50;

/** The context of checking rows, made once for all of them. */
interface Checking {
  services: Services;
  sender: Sender;
  all: Listed[];
  facts: RowFacts;
  filling: Filling;
  certificateOf(secret: string): Promise<CertificateSecret | undefined>;
}

/**
 * The rows, each with all its mistakes. A row that appears twice in the batch is filed once.
 * @param columns the columns of the rows' sheet
 */
export const checkRows = async (
  services: Services,
  sent: SentRow[],
  { columns, ...sender }: Sender & { columns?: FoundColumns | undefined },
): Promise<Entry[]> => {
  const read = await checkEach(services, sent, sender);
  if (!columns) return oncePerContent(read);
  const operations = await sheetOperations(services.groups);
  return oncePerContent(saidOnce(read, columns, operations));
};

/** As `checkRows`, without comparing the rows with each other. */
export const checkEach = async (services: Services, sent: SentRow[], sender: Sender): Promise<Checked[]> => {
  const checking: Checking = {
    services,
    sender,
    all: await allSubmissions(services.groups),
    facts: rowFacts(services, sender.caller.accountId),
    filling: new Filling(services, sender.caller),
    certificateOf: onceEach((secret) =>
      services.stores.certificates.readSecret(secret, sender.caller.accountId),
    ),
  };
  const read: Checked[] = [];
  for (let from = 0; from < sent.length; from += AT_ONCE) {
    const some = sent.slice(from, from + AT_ONCE);
    const earlier = some.flatMap((one) => one.earlier ?? []);
    const records = await recordsNamed(services, earlier, sender.caller);
    read.push(...(await Promise.all(some.map((one) => checkWithFiled(checking, one, records)))));
  }
  return read;
};

/** If all rows of a sheet (at least two) need a column that the sheet lacks, reports this once, as a mistake of the file. */
const saidOnce = (
  rows: Checked[],
  { row: headerRow, columns }: FoundColumns,
  operations: readonly SheetOperation[],
): Checked[] => {
  const asked = rows.filter(({ ofFile }) => !ofFile);
  if (asked.length < 2) return rows;
  const there = new Set(columns.map(({ column }) => column));
  const [first] = asked;
  const lacking = first!.mistakes.flatMap(({ column, message }) =>
    column !== undefined &&
    message === MISSING &&
    !there.has(column) &&
    asked.every(({ mistakes }) => mistakes.some((one) => one.column === column && one.message === MISSING))
      ? [column]
      : [],
  );
  if (lacking.length === 0) return rows;
  const sheet = operations.find(({ id }) => id === first!.operation);
  const titleOf = (name: string): string => {
    const column = sheet && columnFinder(sheet)(name);
    return column ? templateLabel(column) : name;
  };
  const nothing = { steps: [], hashes: [], filed: [], filled: [], notes: [], cells: {} };
  const fault: Checked = {
    ...nothing,
    row: headerRow,
    operation: '',
    ofFile: true,
    mistakes: lacking.map((column) => ({
      column,
      message: `Falta «${titleOf(column)}», ${NO_ROW_HAS}: añada la columna, o diga en mapping cuál es o qué valor vale para todas las filas.`,
    })),
  };
  const said = asked.map((one) => ({
    ...one,
    lacks: lacking,
    mistakes: one.mistakes.filter(
      ({ column, message }) => message !== MISSING || column === undefined || !lacking.includes(column),
    ),
  }));
  return [fault, ...rows.filter(({ ofFile }) => ofFile), ...said];
};

/**
 * The rows without the columns that the file lacked when it was sent and that no row waits for any more. A row that was checked
 * again has mistakes of its own if it still lacks a value.
 */
export const withoutSolvedFaults = (entries: Entry[]): Entry[] => {
  const lacking = new Set(entries.flatMap(({ leftOut, lacks = [] }) => (leftOut ? [] : lacks)));
  return entries.flatMap((entry) => {
    const mistakes = entry.mistakes.filter(
      ({ column = '', message }) => !message.includes(NO_ROW_HAS) || lacking.has(column),
    );
    if (!entry.ofFile || mistakes.length === entry.mistakes.length) return [entry];
    return mistakes.length === 0 ? [] : [{ ...entry, mistakes }];
  });
};

/** The most faults of a file that a message names. */
const MOST_FAULTS = 5;

/** The reason why no row of a batch can be filed, in Spanish: a fault of the file may concern any row. */
export const fileFault = (entries: Entry[]): string | undefined => {
  const faults = entries.flatMap(({ ofFile, mistakes }) => (ofFile ? mistakes : []));
  if (faults.length === 0) return undefined;
  const texts = faults.map(({ column, message }) =>
    // A column that the sheet lacks is named by its title in the message.
    column === undefined || message.startsWith('Falta «') ? message : `${column}: ${message}`,
  );
  const named = texts.slice(0, MOST_FAULTS);
  const more = texts.length - named.length;
  const rest = more > 0 ? [`Y ${more} más.`] : [];
  return [
    'El fichero tiene errores que no son de una fila, y no se puede presentar ninguna.',
    ...named,
    ...rest,
    'Corríjalo y envíelo otra vez.',
  ].join(' ');
};

/**
 * Checks a row, and finds the hashes of its certain or possible earlier filings. They come from the records that the row names
 * and, if it is held back or begins with a later step, from its own content.
 */
const checkWithFiled = async (
  checking: Checking,
  one: SentRow,
  records: Map<string, FilingOfRow>,
): Promise<Checked> => {
  const row = await checkRow(checking, one, records);
  const { earlier, body } = one;
  const byRecords = earlier ? contentsFiled(earlier, records) : [];
  const isKeptBack = earlier !== undefined && row.hashes.length === 0;
  if (!isKeptBack && body[FROM_FIELD] === undefined) return { ...row, filed: byRecords };
  const { [FROM_FIELD]: _, ...fromTheFirst } = body;
  const whole = await checkRow(checking, { ...one, earlier: undefined, body: fromTheFirst }, records);
  const before = whole.hashes.filter((hash) => !row.hashes.includes(hash));
  return { ...row, filed: [...byRecords, ...before] };
};

const checkRow = async (
  checking: Checking,
  one: SentRow,
  records: Map<string, FilingOfRow>,
): Promise<Omit<Checked, 'filed'>> => {
  const { row, operation = '', body, mistakes = [], notes = [], ofFile } = one;
  const listed = submissionNamed(checking.all, operation);
  const workflow = workflowNamed(operation);
  const name = listed?.operation.id ?? operation;
  const cells = await keptCells({ name, body, cells: one.cells }, checking);
  const known = {
    row,
    operation: name,
    notes,
    cells,
    ...(ofFile && { ofFile }),
    ...(one.name !== undefined && { name: one.name }),
    ...(one.leftOut && { leftOut: one.leftOut }),
  };
  const keptBack = (operations?: string[]): Omit<Checked, 'filed'> | undefined => {
    const filed = one.earlier && filedBefore(one.earlier, records, operations);
    const nothing = { steps: [], hashes: [], filled: [] };
    return (
      filed && {
        ...known,
        ...nothing,
        mistakes: [filed],
        cells: { ...cells, ...cellsOfEarlier(one.earlier!) },
      }
    );
  };
  const before = workflow ? undefined : keptBack();
  if (before) return before;
  if (!listed && !workflow) {
    const unknown = { column: OPERATION, message: noOperation(operation) };
    const due = one.dueFault === undefined ? [] : [{ message: one.dueFault }];
    const wrong = [...due, ...mistakes].length > 0 ? [...due, ...mistakes] : [unknown];
    return { ...known, steps: [], hashes: [], filled: [], mistakes: wrong };
  }
  const found: Remark[] = [...mistakes];
  const add = (remarks: Remark[]) => {
    // A mistake that the file's reader or an earlier step found is not repeated.
    const columns = new Set(found.map(({ column }) => column));
    const shown = one.isOfSheet ? remarks.map(inColumns) : remarks;
    found.push(...shown.filter(({ column }) => column === undefined || !columns.has(column)));
  };
  const parts = workflow
    ? await workflowParts(checking, workflow, body)
    : await singleParts(checking, listed!, body);
  const begun = workflow && keptBack(parts.steps.map((part) => part.listed.name));
  if (begun) return begun;
  add(parts.mistakes);
  if (one.dueFault !== undefined) found.unshift({ message: one.dueFault });
  const steps: Step[] = [];
  const hashes: string[] = [];
  for (const part of parts.steps) {
    const step = await stepOf(checking, one, part);
    const read =
      'message' in step
        ? [step, ...(await otherMistakes(checking, part))]
        : await hashOrMistakes(checking, { listed: part.listed, step });
    if (typeof read !== 'string') add(part.of ? read.map((remark) => inRow(part, remark)) : read);
    else {
      steps.push(step as Step);
      hashes.push(read);
    }
  }
  const { earlier, isOfSheet, obligation, repeats } = one;
  const asked: Asked = {
    body,
    ...(obligation !== undefined && { obligation }),
    ...(repeats !== undefined && { repeats }),
    mistakes,
    certificates: await certificatesOf(checking, one),
    ...(earlier && { earlier }),
    ...(isOfSheet && { isOfSheet }),
  };
  const done = { ...known, steps, hashes, filled: parts.filled, mistakes: atDocument(found, body) };
  // A certificate's secret in a wrong column is not stored, so such a row cannot be corrected here.
  return (await hasSecret(body, checking)) ? done : { ...done, asked };
};

/**
 * The mistakes of a row. If the document's letter is wrong, a missing kind of document is reported at the document, because
 * correcting the letter corrects both.
 */
const atDocument = (mistakes: Remark[], body: Record<string, unknown>): Remark[] => {
  const isOfKind = ({ column, message }: Remark) =>
    message === MISSING && column !== undefined && KIND_FIELDS.includes(column);
  if (!mistakes.some(isOfKind) || !hasWrongLetter(body)) return mistakes;
  const others = mistakes.filter((one) => !isOfKind(one));
  if (others.some(({ column }) => column === 'dni')) return others;
  return [...others, { column: 'dni', message: WRONG_LETTER }];
};

/** Whether a value contains the secret of a certificate anywhere. */
const hasSecret = async (value: unknown, checking: Pick<Checking, 'certificateOf'>): Promise<boolean> => {
  if (typeof value === 'string')
    return LIKE_SECRET.test(value.trim()) && (await checking.certificateOf(value.trim())) !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (await hasSecret(member, checking)) return true;
  return false;
};

/** The certificates of a row, kept for later checks, in which their secrets are no longer known. */
const certificatesOf = async (
  { sender, certificateOf }: Checking,
  { certSecret, certSecretSepe, certificates = {} }: SentRow,
): Promise<RowCertificates> => {
  const found = async (secret: string | undefined) => {
    const certificate = secret === undefined ? undefined : await certificateOf(secret);
    return isOwn(sender, certificate) ? certificate : undefined;
  };
  const any = (await found(certSecret)) ?? certificates.any ?? (await found(sender.certSecret));
  const sepe =
    (await found(certSecretSepe ?? certSecret)) ??
    certificates.sepe ??
    (certSecret === undefined ? await found(sender.certSecretSepe) : undefined);
  return { ...(any && { any }), ...(sepe && { sepe }) };
};

/** A client company acts only with its own certificates. */
const isOwn = ({ caller: { clientId } }: Sender, certificate: CertificateSecret | undefined): boolean =>
  certificate !== undefined && (clientId === undefined || certificate.clientId === clientId);

/** A submission of a row. */
interface Part {
  listed: Listed;
  body: Record<string, unknown>;
  /** The step, if the row is of a workflow. */
  of?: WorkflowStep;
}

interface Parts {
  steps: Part[];
  mistakes: Remark[];
  filled: Filled[];
}

const singleParts = async (
  { filling }: Checking,
  listed: Listed,
  sent: Record<string, unknown>,
): Promise<Parts> => {
  const { shape } = listed.operation.request;
  const fields = FILLED_WHERE_NEEDED.filter(
    (name) => name in shape && !z.safeParse(shape[name] as z.ZodType, undefined).success,
  );
  const { body, filled } = await filling.fill(sent, AGREEMENT in shape ? [...fields, AGREEMENT] : fields);
  return { steps: [{ listed, body }], mistakes: [], filled };
};

const workflowParts = async (
  { all, filling }: Checking,
  workflow: Workflow,
  sent: Record<string, unknown>,
): Promise<Parts> => {
  const listedOf = ({ operation }: WorkflowStep) => submissionNamed(all, operation)!;
  try {
    // Fields are filled in only for the steps that will be filed.
    const fields = partsOf(workflow, sent).steps.flatMap(({ step }) => [
      ...Object.values(step.shared).flatMap(({ of }) => of),
      ...(AGREEMENT in listedOf(step).operation.request.shape ? [`${step.name}.${AGREEMENT}`] : []),
    ]);
    const wanted = [...new Set(fields)].filter(
      (path) => FILLED_WHERE_NEEDED.includes(path) || path.endsWith(`.${AGREEMENT}`),
    );
    const { body, filled } = await filling.fill(sent, wanted);
    const { steps, mistakes, defaults } = partsOf(workflow, body);
    return {
      steps: steps.map(({ step, body }) => ({ of: step, listed: listedOf(step), body })),
      mistakes,
      filled: [...filled, ...defaults.map((one): Filled => ({ ...one, from: 'workflow' }))],
    };
  } catch (error) {
    // The request nests too deeply, or has too many values.
    if (!(error instanceof ServiceError)) throw error;
    return { steps: [], mistakes: remarksOf(error), filled: [] };
  }
};

/** A mistake of a workflow's step, with the field of the row. */
const inRow = ({ of: step, listed }: Part, { column, message }: Remark): Remark => {
  const { name } = step!;
  if (column === undefined) return { message: `${name}: ${message}` };
  const isSepe = listed.operation.authority === 'sepe';
  if (column === CERT_SECRET) return { column: isSepe ? CERT_SECRET_SEPE : column, message };
  return { column: rowField(step!, column), message };
};

const noOperation = (name: string): string =>
  name === ''
    ? 'Falta la operación.'
    : 'No es una operación que presente algo: use su nombre en la referencia, o método y dirección.';

const keptFor = ({ any, sepe }: RowCertificates, isSepe: boolean) => (isSepe ? (sepe ?? any) : any);

/** A submission as it is stored, or the mistakes about its certificate. */
const stepOf = async (
  { sender, certificateOf }: Checking,
  row: SentRow,
  { listed, body, of }: Part,
): Promise<Step | Remark> => {
  const isSepe = listed.operation.authority === 'sepe';
  // The row's own secret takes precedence over the batch's.
  const own = (isSepe ? row.certSecretSepe : undefined) ?? row.certSecret;
  const kept = own === undefined && row.certificates ? keptFor(row.certificates, isSepe) : undefined;
  const secret = own ?? (isSepe ? sender.certSecretSepe : undefined) ?? sender.certSecret;
  const column = secret === row.certSecretSepe ? CERT_SECRET_SEPE : CERT_SECRET;
  if (!secret && !kept)
    return { column: CERT_SECRET, message: 'Falta el certificado: de la fila, o de todo el lote.' };
  const certificate = kept ?? (await certificateOf(secret!));
  if (!certificate || !isOwn(sender, certificate)) return { column, message: 'El certificado no existe.' };
  return {
    operation: listed.name,
    certificate,
    body,
    ...(of && { name: of.name, ...(of.isTriedAtFiling && { isTriedAtFiling: true as const }) }),
  };
};

/** The hash of a submission's content, or all its mistakes. */
const hashOrMistakes = async (
  checking: Checking,
  { listed, step }: { listed: Listed; step: Step },
): Promise<string | Remark[]> => {
  const {
    services,
    sender: { caller },
    facts,
  } = checking;
  if (step.body.test !== undefined)
    return [{ column: 'test', message: 'No se indica: un lote se prueba entero antes de presentarse.' }];
  try {
    // Read as a filing, because an operation without a dry run would refuse one.
    const acting = await readRow(services, { listed, step, caller, facts, dry: false });
    // A dry run gives these warnings itself.
    const warnings = isTried(listed, step) ? [] : await warningsOf(services, acting);
    if (warnings.length > 0) step.warnings = warnings;
    return contentHashOf(acting);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The certificate may not act there, so nothing else of the request was looked at.
    const others = error.status === 403 ? await otherMistakes(checking, { listed, body: step.body }) : [];
    return [...remarksOf(error), ...others];
  }
};

/** The mistakes of a submission without a usable certificate, but for that. */
const otherMistakes = async (
  { services, sender: { caller }, facts }: Checking,
  { listed, body }: Pick<Part, 'listed' | 'body'>,
): Promise<Remark[]> => {
  try {
    await readRow(services, { listed, step: { body }, caller, facts, dry: false });
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return remarksOf(error).filter(({ column }) => column !== CERT_SECRET);
    throw error;
  }
};

/** Texts that may be the secret of a certificate: the shortest secrets have 44 characters, older ones 99. */
const LIKE_SECRET = /^[\w.-]{44,}$/;

/**
 * The cells of a row; for a list, the cells that a sheet would have. Secrets of certificates are left out, even from a wrong
 * column, because they are never stored.
 */
const keptCells = async (
  {
    name,
    body,
    cells = { [OPERATION_HEADER]: name, ...cellsOf(body) },
  }: { name: string; body: Record<string, unknown>; cells: Record<string, string> | undefined },
  { certificateOf }: { certificateOf(secret: string): Promise<CertificateSecret | undefined> },
): Promise<Record<string, string>> => {
  const secrets = new Set<string>();
  for (const [header, text] of Object.entries(cells))
    if (LIKE_SECRET.test(text) && (await certificateOf(text))) secrets.add(header);
  return Object.fromEntries(Object.entries(cells).filter(([header]) => !secrets.has(header)));
};
