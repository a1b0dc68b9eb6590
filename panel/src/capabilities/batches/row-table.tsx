import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { meaningsIn } from '../../gateway/filings/refusals.ts';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import { showDay } from '../../shared/days.ts';
import { type Form, formsOf } from '../../shared/fields.ts';
import { readDescribed, readReference } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure } from '../../shared/shown.tsx';
import { shareText } from '../../shared/summary.ts';
import { Table } from '../../shared/table.tsx';
import { Who } from '../../shared/who-line.tsx';
import { inPlainWords, inTitles } from '../../shared/words.ts';
import {
  type Batch,
  type BatchRow,
  columnLabels,
  columnsOf,
  filledAt,
  isCorrectable,
  kindsOf,
  leftOutText,
  ROW_STATES,
  remarksAt,
  STEP_STATES,
  takesCorrections,
  warningsOf,
  writtenAt,
} from './batch.ts';
import { Cell } from './cell.tsx';
import {
  alikeRows,
  cellKey,
  correctionsOf,
  type Edits,
  editsKey,
  fieldOfColumn,
  formOf,
  isMissing,
  namesIn,
  neededOf,
  openColumns,
  pasted,
  pastedBeyond,
  unsavedOf,
} from './grid.ts';

/** The titles of operations, by their name and by method and address; empty until they are loaded. */
export const useTitles = (): Map<string, string> => {
  const { data } = useLoaded(async () => {
    const document = await readReference();
    return new Map([
      ...kindsOf(document).map(({ operation, title }) => [operation, title] as const),
      ...formsOf(document).map(({ address, title }) => [address, title] as const),
    ]);
  }, []);
  return data ?? NO_TITLES;
};

const NO_TITLES = new Map<string, string>();

const Remarks = ({ texts, kind }: { texts: string[]; kind: 'mistake' | 'small' | 'warning' }) =>
  texts.map((text) => (
    <p key={text} class={kind}>
      {inPlainWords(text)}
    </p>
  ));

/** The forms of the rows' operations and of their steps; empty until they are loaded. */
export const useForms = (rows: readonly BatchRow[]): Form[] => {
  const { data } = useLoaded(readDescribed, []);
  const operations = new Set(
    rows.flatMap(({ operation, steps }) => [operation, ...steps.map((step) => step.operation)]),
  );
  return (data ?? []).filter((form) => operations.has(form.operation) || operations.has(form.address));
};

export const FilingLink = ({ id, isFiled, of }: { id: string; isFiled: boolean; of: string }) => (
  <a href={addressOf('tramites', id)}>
    {isFiled ? 'Ver el trámite' : 'Ver el simulacro'}
    <span class="unseen"> de {of}</span>
  </a>
);

/** The steps that a row files one after the other, with their states and trámites. */
const Steps = ({ row, titles }: { row: BatchRow; titles: Map<string, string> }) => (
  <ol class="steps">
    {row.steps.map(({ step, operation, state, filing, dryRun }) => {
      const id = filing ?? dryRun;
      const name = titles.get(operation) ?? step;
      return (
        <li key={step}>
          {name} <Badge state={STEP_STATES[state]} />{' '}
          {id && <FilingLink id={id} isFiled={filing !== null} of={`${name}, fila ${row.row}`} />}
        </li>
      );
    })}
  </ol>
);

/** The rows of a sheet as they were written, with the mistakes of each cell, which can be corrected in place. */
export const RowTable = ({
  rows: read,
  caption,
  correcting,
}: {
  rows: readonly BatchRow[];
  caption: string;
  /** The batch whose rows can be corrected, and a callback for changes. */
  correcting?: { batch: Batch; onChange(): void };
}) => {
  const { session, drafts } = useShared();
  const { run, isBusy, problem } = useAction();
  /** The number of a row that the person chose to correct although no cell has a known mistake. */
  const [chosen, choose] = useState<number>();
  const titles = useTitles();
  // A cell that names a kind of trámite is corrected by its title, not by its name in the interface.
  const rows = useMemo(
    () =>
      read.map((row) => ({
        ...row,
        mistakes: row.mistakes.map((each) => ({ ...each, message: inTitles(each.message, titles) })),
      })),
    [read, titles],
  );
  const forms = useForms(rows);
  /** The typed values, and the cell in which a person typed last. */
  const batch = correcting?.batch;
  const isOpenBatch = batch !== undefined && takesCorrections(batch);
  const [edits, setEdits] = useState<Edits>(
    () => (isOpenBatch && drafts.get(editsKey(batch.id))?.filled) || {},
  );
  const [last, setLast] = useState<string>();
  const [beyond, setBeyond] = useState<string>();
  const latest = useRef(edits);
  /** Keeps the edits as a draft, too, so that they outlive the page, and a commit can see them at once. */
  const edit = (next: Edits) => {
    latest.current = next;
    setEdits(next);
    if (!batch) return;
    const key = editsKey(batch.id);
    if (Object.keys(next).length === 0) drafts.drop(key);
    else {
      const [title, address] = [batch.name, addressOf('importar', batch.id)];
      drafts.keep({ key, title, address, filled: next, certificate: '' });
    }
  };
  const saved = useRef<Edits | undefined>(undefined);
  useEffect(() => {
    // Saved values are shown as typed until the rows are loaded again. A person may have typed more meanwhile.
    if (saved.current) edit(unsavedOf(latest.current, saved.current));
    saved.current = undefined;
  }, [rows]);
  useEffect(() => {
    // Nothing can be corrected any more.
    if (batch && !isOpenBatch) edit({});
  }, [isOpenBatch]);
  // Columns with mistakes stand next to the worker, also on a phone.
  const wrong = correcting ? openColumns(rows, forms, edits) : openColumns(rows, [], {});
  const others = columnsOf(rows).filter((column) => !wrong.includes(column));
  const columns = [...wrong, ...others];
  const labels = columnLabels(columns, forms);
  const labelOf = (column: string) => labels.get(column) ?? column;
  const needed = new Map(rows.map((row) => [row.row, neededOf(formOf(forms, row), row, edits)]));
  const isOpen = (row: BatchRow, column: string) =>
    correcting !== undefined &&
    isCorrectable(correcting.batch, row) &&
    (remarksAt(row.mistakes, column).length > 0 ||
      chosen === row.row ||
      edits[cellKey(row.row, column)] !== undefined ||
      (needed.get(row.row)?.includes(column) ?? false));
  /** Cells that were filled in by applying another cell's value. */
  const applied = useRef(new Set<string>());
  const type = (typed: Edits, { at, isApplied = false }: { at?: string; isApplied?: boolean } = {}) => {
    for (const key of Object.keys(typed)) isApplied ? applied.current.add(key) : applied.current.delete(key);
    edit({ ...latest.current, ...typed });
    setLast(at);
    setBeyond(undefined);
  };
  const isByHand = (key: string) => edits[key] !== undefined && !applied.current.has(key);
  const shownAt = (row: BatchRow, column: string) => {
    const text = writtenAt(row, column);
    return text && fieldOfColumn(forms, column)?.share ? shareText(text) : text;
  };
  const cellAt = (number: number, column: string) => {
    const row = rows.find((each) => each.row === number);
    if (!row || !correcting || !isCorrectable(correcting.batch, row)) return undefined;
    const form = formOf(forms, row);
    const open = isOpen(row, column);
    if (!open && !(form && fieldOfColumn([form], column))) return undefined;
    return { isOpen: open, text: edits[cellKey(number, column)] ?? writtenAt(row, column) ?? '' };
  };
  const save = (more: Edits = {}) =>
    run(async () => {
      const sent = { ...latest.current, ...more };
      const corrections = correctionsOf(sent, (column) => fieldOfColumn(forms, column));
      if (corrections.length === 0) return;
      await session.gateway.correctBatch({ batchId: correcting!.batch.id, corrections });
      choose(undefined);
      setLast(undefined);
      saved.current = sent;
      correcting!.onChange();
    });
  /** Leaves rows out of the batch, or takes them in. */
  const leaveOut = (numbers: number[], leftOut: boolean) =>
    run(async () => {
      const corrections = [{ rows: numbers, leftOut }];
      await session.gateway.correctBatch({ batchId: correcting!.batch.id, corrections });
      choose(undefined);
      correcting!.onChange();
    });
  const canInclude = isOpenBatch && rows.length > 1 && rows.every(({ state }) => state === 'leftOut');
  const names = correcting ? namesIn(rows, edits) : {};
  const changed = new Set(Object.keys(edits).map((key) => key.split(' ')[0]));
  const cellOf = (row: BatchRow, column: string) => {
    const mistakes = remarksAt(row.mistakes, column);
    const key = cellKey(row.row, column);
    const typed = edits[key];
    const alike = last === key && typed ? alikeRows(rows, row, { column, isOpen, isByHand }) : [];
    return (
      <td key={column} data-column={labelOf(column)} class={typed === undefined ? toneOf(mistakes) : 'typed'}>
        {isOpen(row, column) ? (
          <Cell
            name={`${labelOf(column)}, fila ${row.row}`}
            field={fieldOfColumn(forms, column)}
            value={typed ?? row.cells?.[column] ?? writtenAt(row, column) ?? ''}
            mistakes={typed === undefined ? mistakes : []}
            alike={alike.length > 1 ? applyText(alike.length, rows.length) : undefined}
            isBusy={isBusy}
            onChange={(value) => type({ [key]: value }, { at: key })}
            onFill={(value) =>
              type(Object.fromEntries(alike.map((number) => [cellKey(number, column), value])), {
                isApplied: true,
              })
            }
            onPaste={(text) => {
              type(
                pasted(text, {
                  rows: rows.map((each) => each.row),
                  columns,
                  cellAt,
                  at: [row.row, column],
                  fieldOf: (name) => fieldOfColumn(forms, name),
                }),
              );
              const room = {
                rows: rows.length - rows.indexOf(row),
                columns: columns.length - columns.indexOf(column),
              };
              setBeyond(pastedBeyond(text, room));
            }}
            onEnd={(value) => save(value === (typed ?? '') ? {} : { [key]: value })}
          />
        ) : (
          <>
            {shownAt(row, column)}
            <Remarks texts={mistakes} kind="mistake" />
          </>
        )}
        {filledAt(row, column).map(({ value, from }) => (
          <p key={value} class="filled">
            {value} <span class="small">({from})</span>
          </p>
        ))}
        <Remarks texts={remarksAt(row.notes, column)} kind="small" />
      </td>
    );
  };
  return (
    <>
      <Failure problem={problem} />
      {Object.keys(names).length > 0 && (
        <div class="actions">
          <button type="button" onClick={() => type(names)}>
            {separateText(new Set(Object.keys(names).map((key) => key.split(' ')[0])).size)}
          </button>
          <span class="small">Del nombre completo que consta. Compruébelos antes de guardar.</span>
        </div>
      )}
      {canInclude && (
        <div class="actions">
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              leaveOut(
                rows.map(({ row }) => row),
                false,
              )
            }
          >
            Incluir estas {rows.length} filas
          </button>
        </div>
      )}
      <Table
        caption={caption}
        isCaptionShown={false}
        kind={wrong.length > 0 ? 'grid pinned' : 'grid'}
        columns={['Fila', ...wrong.map(labelOf), 'Estado', 'Trámite', ...others.map(labelOf)]}
      >
        {rows.map((row) => (
          <tr
            key={row.row}
            class={
              row.state === 'leftOut' || (row.state !== 'filed' && warningsOf(row).length) ? 'warned' : ''
            }
          >
            <th scope="row">
              {row.row}
              {(row.name ?? row.worker?.name) && <p class="small">{row.name ?? row.worker?.name}</p>}
              {correcting && isCorrectable(correcting.batch, row) && (
                <div class="actions">
                  {row.state === 'leftOut' && (
                    <button type="button" disabled={isBusy} onClick={() => leaveOut([row.row], false)}>
                      Incluir<span class="unseen"> la fila {row.row}</span>
                    </button>
                  )}
                  {row.state !== 'wrong' && (
                    <button
                      type="button"
                      aria-pressed={chosen === row.row}
                      onClick={() => choose(chosen === row.row ? undefined : row.row)}
                    >
                      Cambiar<span class="unseen"> la fila {row.row}</span>
                    </button>
                  )}
                  {row.state !== 'leftOut' && (
                    <button type="button" disabled={isBusy} onClick={() => leaveOut([row.row], true)}>
                      No presentar<span class="unseen"> la fila {row.row}</span>
                    </button>
                  )}
                </div>
              )}
            </th>
            {wrong.map((column) => cellOf(row, column))}
            <td class="state">
              <Badge state={ROW_STATES[row.state]} />
              <Remarks texts={warningsOf(row)} kind={row.state === 'filed' ? 'small' : 'warning'} />
              <Remarks texts={[...leftOutText(row), ...row.messages]} kind="small" />
              <Remarks texts={meaningsIn(row.messages, formOf(forms, row))} kind="small" />
              {row.repeated !== null && (
                <p class="small">
                  <a href={addressOf('tramites', row.repeated)}>
                    Ver el trámite ya aceptado<span class="unseen"> de la fila {row.row}</span>
                  </a>
                </p>
              )}
            </td>
            <td>
              {titles.get(row.operation) ?? row.operation}
              {(row.worker || row.companyName) && (
                <p class="small">
                  <Who of={{ ...row, account: undefined }} />
                </p>
              )}
              <Remarks texts={remarksAt(row.mistakes)} kind="mistake" />
              {row.steps.length > 0 ? (
                <Steps row={row} titles={titles} />
              ) : (
                (row.filings.length > 0 ? row.filings : row.dryRuns).map((id) => (
                  <p key={id} class="small">
                    <FilingLink id={id} isFiled={row.filings.length > 0} of={`la fila ${row.row}`} />
                  </p>
                ))
              )}
              {row.left.map(({ id, title, due, calendarNote }) => (
                <p key={id} class="small">
                  Queda por hacer: {title}
                  {due ? `, hasta el ${showDay(due)}` : ', sin fecha cierta'}
                  {calendarNote && `. ${calendarNote}`}
                </p>
              ))}
            </td>
            {others.map((column) => cellOf(row, column))}
          </tr>
        ))}
      </Table>
      {isOpenBatch && changed.size > 0 && (
        <div class="bottom actions">
          <button type="button" class="main" disabled={isBusy} onClick={() => save()}>
            {isBusy
              ? 'Un momento…'
              : `Guardar y probar ${changed.size === 1 ? 'la fila' : `${changed.size} filas`}`}
          </button>
          <button type="button" disabled={isBusy} onClick={() => edit({})}>
            Descartar lo escrito
          </button>
          <span class="small">No se presenta nada.</span>
          {beyond && (
            <p class="notice bad" role="status">
              {beyond}
            </p>
          )}
        </div>
      )}
    </>
  );
};

/** A missing value is not an error yet. */
const toneOf = (mistakes: readonly string[]): string =>
  mistakes.length === 0 ? '' : mistakes.every(isMissing) ? 'lacks' : 'wrong';

const applyText = (count: number, all: number): string =>
  count === all ? `Aplicar a todas las filas (${count})` : `Aplicar a ${count} filas`;

const separateText = (count: number): string =>
  count === 1
    ? 'Separar el nombre y los apellidos de un trabajador'
    : `Separar nombres y apellidos de ${count} trabajadores`;
