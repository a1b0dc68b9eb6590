import type { Data } from '../../../../client/src/types.ts';
import { GOOD_MS } from '../../gateway/filings/story.ts';
import { CERTIFICATE_TYPES, type Form, formsOf, type OpenApi } from '../../shared/fields.ts';
import { labelAt } from '../../shared/summary.ts';
import { capital, isLate, many, type Tone } from '../../shared/words.ts';

/** A batch of trámites from one sheet, with the number of its rows that have warnings. */
export type Batch = Data<'getBatch'>['batch'];
/** A row of a batch. Its warnings are what its dry runs found late or unusual; it may still be correct. */
export type BatchRow = Data<'getBatch'>['rows'][number];

/** States of a batch. */
const BATCH_STATES: Record<Batch['state'], { name: string; tone: Tone }> = {
  previewing: { name: 'Probándose', tone: 'calm' },
  previewed: { name: 'Probado, sin presentar', tone: 'warn' },
  filing: { name: 'Presentándose', tone: 'warn' },
  ended: { name: 'Terminado', tone: 'good' },
  cancelled: { name: 'Cancelado', tone: 'calm' },
};

/** States of a row. The states that need a person come first. */
export const ROW_STATES: Record<BatchRow['state'], { name: string; tone: Tone }> = {
  unknown: { name: 'No se sabe', tone: 'bad' },
  refused: { name: 'Rechazada', tone: 'bad' },
  wrong: { name: 'Con errores', tone: 'bad' },
  failed: { name: 'No pasó la prueba', tone: 'bad' },
  leftOut: { name: 'Queda fuera', tone: 'warn' },
  notSent: { name: 'No enviada', tone: 'warn' },
  partial: { name: 'Presentada en parte', tone: 'bad' },
  tried: { name: 'Probada, sin presentar', tone: 'good' },
  filed: { name: 'Presentada', tone: 'good' },
  filing: { name: 'Presentándose', tone: 'calm' },
  trying: { name: 'Probándose', tone: 'calm' },
  waiting: { name: 'En espera', tone: 'calm' },
};

/** States of a step of a row: the states of rows, and some more. */
export const STEP_STATES: Record<BatchRow['steps'][number]['state'], { name: string; tone: Tone }> = {
  ...ROW_STATES,
  untried: { name: 'Se comprueba al presentarse', tone: 'calm' },
  notBegun: { name: 'No empezado', tone: 'calm' },
};

/** The source of a value that was filled in. */
const FILLED_FROM: Record<BatchRow['filled'][number]['from'], string> = {
  company: 'de la empresa cliente',
  worker: 'de trámites anteriores del trabajador',
  document: 'por el documento',
  workflow: 'como siempre en estas filas',
};

/** The values that were filled in at a column of a row, with their sources. */
export const filledAt = (
  { filled }: Pick<BatchRow, 'filled'>,
  at: string,
): { value: string; from: string }[] =>
  filled.filter(({ column }) => column === at).map(({ value, from }) => ({ value, from: FILLED_FROM[from] }));

/**
 * The rows of a batch that is over of which nothing, or not everything, was filed; 0 before it is over, and if it was cancelled
 * before anything of it was to be filed. A row of unknown outcome is none of them, because it may be filed.
 */
export const unfiledIn = ({
  state,
  committed_at,
  ended_at,
  rows,
  counts,
}: Pick<Batch, 'state' | 'committed_at' | 'ended_at' | 'rows' | 'counts'>): number =>
  state === 'ended' || (state === 'cancelled' && committed_at !== null && ended_at !== null)
    ? rows - counts.filed - counts.unknown
    : 0;

/** The name and colour of a batch's state. A batch that is over is green only if all of its rows were filed. */
export const stateOf = (
  batch: Pick<Batch, 'state' | 'committed_at' | 'ended_at' | 'rows' | 'counts' | 'message'>,
): { name: string; tone: Tone } => {
  const { state, counts, message } = batch;
  if (state === 'previewed' && (message || (counts.tried === 0 && counts.wrong > 0)))
    return { name: 'Por corregir', tone: 'warn' };
  const unfiled = unfiledIn(batch);
  if (unfiled === 0 && (state !== 'ended' || counts.unknown === 0)) return BATCH_STATES[state];
  const parts = [
    counts.filed === 0 ? 'ninguna presentada' : many(counts.filed, 'presentada', 'presentadas'),
    ...(unfiled > 0 ? [`${unfiled} sin presentar`] : []),
    ...(counts.unknown > 0 ? [`${counts.unknown} sin saberse`] : []),
  ];
  return { name: capital(parts.join(', ')), tone: counts.filed === 0 ? 'bad' : 'warn' };
};

/** How a result sheet of a batch is called, and so each batch that was made of it. */
const OF_RESULT = /lote-([0-9A-HJKMNP-TV-Z]{26})/;

/** The name of a batch for people. */
export const nameOf = ({ name }: Pick<Batch, 'name'>): string => name.replace(/ \(lote-\w{26}\)/, '');

/** The name of the batch with the rows that another one has not filed. Its number is by which `settledBy` knows it. */
export const restName = (batch: Pick<Batch, 'id' | 'name'>): string =>
  `Lo que quedó de ${nameOf(batch)
    .replace(/^Lo que quedó de /, '')
    .slice(0, 45)} (lote-${batch.id})`;

/** The latest batch that was made of the result sheet of a batch, by the name that this sheet has. @param all the newest first */
export const settledBy = <B extends Pick<Batch, 'name'>>(
  { id }: Pick<Batch, 'id'>,
  all: readonly B[],
): B | undefined => all.find(({ name }) => OF_RESULT.exec(name)?.[1] === id);

/**
 * Batches of which rows were not filed that no trámite stands for, so that no other list has them, until another batch that was
 * made of these rows is over. What a person left out is no reason: it was said before the rest was filed.
 */
export const unsettled = (all: readonly Batch[]): Batch[] =>
  all.filter(({ counts, ...batch }) => {
    const next = settledBy(batch, all);
    const isNextOver = next?.state === 'ended' || next?.state === 'cancelled';
    return batch.state === 'ended' && counts.wrong + counts.failed + counts.notSent > 0 && !isNextOver;
  });

/** How many rows have ended, out of how many: rows of the trial, or of the filing once the batch was committed. */
export const progressOf = ({ counts, rows, committed_at }: Batch): { done: number; of: number } => {
  const of = rows - counts.leftOut;
  if (!committed_at) return { done: of - counts.waiting - counts.trying, of };
  const done = counts.filed + counts.partial + counts.refused + counts.unknown + counts.notSent;
  return { done, of: done + counts.tried + counts.filing };
};

/** Until when a batch that was tried can be committed, ISO 8601. */
export const goodUntil = ({ previewed_at }: Batch): string | undefined =>
  previewed_at ? new Date(Date.parse(previewed_at) + GOOD_MS).toISOString() : undefined;

/** The next action for a batch that was tried. */
export type Next = 'commit' | 'another' | 'late' | 'nothing';

/**
 * What can happen next with a batch that was tried.
 * @param me the person who looks at it, and what the account demands before a submission
 */
export const nextOf = (batch: Batch, me: { id: string; preview: string }, now: Date): Next => {
  // A batch with a message is wrong as a whole, and the service files none of its rows.
  if (batch.state !== 'previewed' || batch.counts.tried === 0 || batch.message) return 'nothing';
  if (Date.parse(goodUntil(batch) ?? '') < now.getTime()) return 'late';
  return me.preview === 'another' && batch.user === me.id ? 'another' : 'commit';
};

/** Whether rows of a batch can be tried again as they are: some did not pass, or all were tried too long ago to be filed. */
export const checksAgain = (batch: Batch, now: Date): boolean =>
  takesCorrections(batch) &&
  (batch.counts.wrong + batch.counts.failed > 0 ||
    (batch.counts.tried > 0 && Date.parse(goodUntil(batch) ?? '') < now.getTime()));

/** Columns in which a row names its operation. They are not shown, because the title already names the operation. */
const OPERATION = ['tramite', 'operation'];

/** States of a row in which its cells can be corrected: nothing of it is under way, and nothing was filed. */
const CORRECTABLE: readonly BatchRow['state'][] = ['waiting', 'wrong', 'leftOut', 'failed', 'tried'];

/** Whether rows of a batch can be corrected, because it is not committed. */
export const takesCorrections = ({ state, committed_at }: Pick<Batch, 'state' | 'committed_at'>): boolean =>
  (state === 'previewing' || state === 'previewed') && committed_at === null;

/** Whether cells of a row can be corrected. A row without an operation stands for its whole file. */
export const isCorrectable = (
  batch: Pick<Batch, 'state' | 'committed_at'>,
  { state, operation }: BatchRow,
): boolean => takesCorrections(batch) && operation !== '' && CORRECTABLE.includes(state);

/** Why a row is left out, where no note of its sheet says it. */
export const leftOutText = ({ leftOut }: Pick<BatchRow, 'leftOut'>): string[] => {
  if (leftOut === 'person') return ['Alguien la ha dejado fuera.'];
  return leftOut === 'result' ? ['Ya quedó fuera en el lote anterior.'] : [];
};

/** The columns in which some of these rows have a mistake. */
export const wrongColumnsOf = (rows: readonly BatchRow[]): string[] => [
  ...new Set(
    rows
      .flatMap(({ mistakes }) => mistakes.flatMap(({ column }) => column ?? []))
      .filter((column) => !OPERATION.includes(column)),
  ),
];

/** A header of a sheet, with the column that it means or may mean. */
export type SheetColumn = Data<'readBatchColumns'>['columns'][number];

/** Whether a person must choose or confirm the column that a header means. */
export const isAsked = (column: SheetColumn): boolean =>
  ['proposal', 'none', 'twice', 'remembered'].includes(column.how) || lacksReading(column);

/** Whether a person must say in which code the cells of a column are. */
export const lacksReading = ({ reading, readings }: SheetColumn): boolean =>
  readings !== undefined && reading === undefined;

/** Whether a sheet was not read, or is wrong in a way that no choice of columns mends. Nothing of it is sent. */
export const isFaulty = ({
  header_row,
  faults,
}: Pick<Data<'readBatchColumns'>, 'header_row' | 'faults'>): boolean =>
  header_row === null || faults.length > 0;

/**
 * The tab that counts as chosen for a sheet: the one that a person chose, otherwise the one that was read. One of which the
 * reading failed is not chosen, since another may be meant.
 */
export const chosenTabOf = (
  { tab, header_row }: Pick<Data<'readBatchColumns'>, 'tab' | 'header_row'>,
  picked: string | undefined,
): string => picked ?? (header_row === null ? undefined : tab) ?? '';

/**
 * The columns of some rows: first the columns with mistakes, so that they are in sight, and then the others in the order of the
 * sheet.
 */
export const columnsOf = (rows: readonly BatchRow[]): string[] => {
  const named = (remarks: BatchRow['notes']) => remarks.flatMap(({ column }) => column ?? []);
  const columns = new Set([
    ...rows.flatMap(({ mistakes }) => named(mistakes)),
    ...rows.flatMap(({ cells = {} }) => Object.keys(cells).map(fieldOf)),
    ...rows.flatMap(({ filled }) => filled.map(({ column }) => column)),
    ...rows.flatMap(({ notes }) => named(notes)),
  ]);
  return [...columns].filter((column) => !OPERATION.includes(column));
};

/** The end of a header that gives the unit of its amounts. */
const UNIT = / \((?:€|%|céntimos|centésimas)\)$/;
const fieldOf = (header: string): string => header.replace(UNIT, '');

/** Labels of the columns that are no fields: the name of a row's worker, and the trámite that a row repeats. */
const NAMES: Record<string, string> = {
  repeats: 'Repite el trámite',
  trabajador: 'Nombre y apellidos',
  'trabajador.nombre': 'Nombre',
  'trabajador.apellidos': 'Apellidos',
  'trabajador.apellido1': 'Primer apellido',
  'trabajador.apellido2': 'Segundo apellido',
};

/**
 * Labels of a sheet's columns, from the forms. A column keeps the name that programs use if no form has it or its label would
 * not be unique, so that it can be found.
 * @param forms forms of the rows' operations and of their steps
 */
export const columnLabels = (
  columns: readonly string[],
  forms: readonly Pick<Form, 'fields'>[],
): Map<string, string> => {
  const within = (path: string): string | undefined =>
    forms.map(({ fields }) => labelAt(fields, path)).find((label) => label !== path);
  const labelOf = (column: string): string => {
    // Entries of lists are counted from one in a sheet.
    const path = column.replace(/(?<=\.)\d+(?=\.|$)/g, (number) => String(Number(number) - 1));
    // In a row with several trámites, the path begins with the step.
    return NAMES[column] ?? within(path) ?? within(path.replace(/^[^.]+\./, '')) ?? column;
  };
  const labels = columns.map(labelOf);
  return new Map(
    columns.map((column, index) => {
      const label = labels[index]!;
      return [column, labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${column})`];
    }),
  );
};

/** The text of a cell, with its unit if the header of the sheet has one. */
export const writtenAt = ({ cells = {} }: Pick<BatchRow, 'cells'>, at: string): string | undefined => {
  const [header, text] = Object.entries(cells).find(([name]) => fieldOf(name) === at) ?? [];
  const unit = header && UNIT.exec(header)?.[0].slice(2, -1);
  return unit && text && !text.includes(unit) ? `${text} ${unit}` : text;
};

/** The remarks about a column of a row; without a column, the remarks about the row as a whole or its operation. */
export const remarksAt = (remarks: BatchRow['mistakes'], at?: string): string[] =>
  remarks
    .filter(({ column }) => (at ? column === at : column === null || OPERATION.includes(column)))
    .map(({ message }) => message);

/**
 * What a person should see of a row before it is filed: its warnings, and the notes about it as a whole, such as that its sheet
 * hides it or what its unread cells say.
 */
export const warningsOf = ({ warnings, notes }: BatchRow): string[] => [...warnings, ...remarksAt(notes)];

/**
 * The label of the button that files a batch: how many trámites it files, and how many of them are late or have other warnings.
 * @param rows the rows that would be filed, as far as they were read
 */
export const filingOf = ({ counts: { tried }, warnings }: Batch, rows: readonly BatchRow[]): string => {
  const warned = rows.filter((row) => warningsOf(row).length > 0);
  const late = warned.filter((row) => row.warnings.some(isLate)).length;
  // For rows that were not read, only the number of rows with warnings in the whole batch is known.
  const all = rows.length < tried ? Math.max(warned.length, Math.min(warnings, tried)) : warned.length;
  return [
    tried === 1 ? 'Presentar 1 trámite' : `Presentar ${tried} trámites`,
    ...(late > 0 ? [`${late} fuera de plazo`] : []),
    ...(all > late ? [`${all - late} con avisos`] : []),
  ].join(', ');
};

/** The number of rows of each operation. */
export const countByOperation = (rows: readonly BatchRow[]): [operation: string, count: number][] => {
  const counts = new Map<string, number>();
  for (const { operation } of rows) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return [...counts];
};

/** The kind of a row of a sheet: one operation, or a workflow of several. */
export type Kind = Pick<Form, 'operation' | 'title' | 'group' | 'certificateType'>;

/** Kinds of rows that make several filings, before the Seguridad Social and before SEPE. */
export const WORKFLOWS: readonly string[] = ['hire', 'leave'];

/**
 * The kinds of rows for which there is a template: the workflows that the operation `getBatchTemplate` lists as codes, and each
 * submission that has a form.
 */
export const kindsOf = (document: OpenApi): Kind[] => {
  const template = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === 'getBatchTemplate');
  const codes = template?.parameters?.find(({ name }) => name === 'operation')?.schema['x-codes'] ?? {};
  return [
    ...Object.entries(codes).map(([operation, title]) => ({
      operation,
      title,
      group: 'Varios trámites en una fila',
      certificateType: CERTIFICATE_TYPES['seg-social'],
    })),
    ...formsOf(document).filter(({ operation }) => !(operation in codes)),
  ];
};
