import '../../style/grid.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { meaningsIn } from '../../gateway/filings/refusals.ts';
import { textsOf } from '../../shared/code-lists.ts';
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
  type AlikeMistakes,
  alikeRows,
  cellKey,
  correctionsOf,
  type Edits,
  editsKey,
  extended,
  fieldOfColumn,
  filledDown,
  formOf,
  type GridAct,
  isMissing,
  missingText,
  mistakesTogether,
  namesIn,
  neededOf,
  openColumns,
  pasted,
  pastedBeyond,
  type Range,
  rowsIn,
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

/** What was read otherwise than it is written: a mark, with its text for whoever points at it or listens. */
const Notes = ({ texts }: { texts: string[] }) =>
  texts.map((text) => (
    <span key={text} class="note-mark" title={inPlainWords(text)}>
      <span class="unseen">{inPlainWords(text)}</span>
    </span>
  ));

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
  const { data: texts = {} } = useLoaded(() => textsOf(['contracts', 'groups']), []);
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
  /** What was typed before each change, for taking it back. */
  const history = useRef<Edits[]>([]);
  const undo = () => {
    const before = history.current.pop();
    if (before) edit(before);
    setRange(undefined);
  };
  const [range, setRange] = useState<Range>();
  const type = (typed: Edits, { at, isApplied = false }: { at?: string; isApplied?: boolean } = {}) => {
    for (const key of Object.keys(typed)) isApplied ? applied.current.add(key) : applied.current.delete(key);
    history.current.push(latest.current);
    edit({ ...latest.current, ...typed });
    setLast(at);
    setBeyond(undefined);
  };
  const isByHand = (key: string) => edits[key] !== undefined && !applied.current.has(key);
  const valueAt = (row: BatchRow, column: string) =>
    edits[cellKey(row.row, column)] ?? row.cells?.[column] ?? writtenAt(row, column) ?? '';
  const act = (row: BatchRow, column: string, act: GridAct) => {
    if (act === 'undo') return undo();
    const openRows = rows.filter((each) => isOpen(each, column)).map((each) => each.row);
    const now = range?.column === column ? range : { column, from: row.row, to: row.row };
    const textAt = (number: number) => valueAt(rows.find((each) => each.row === number)!, column);
    const chosenRows = rowsIn(now, openRows);
    if (act === 'extendUp' || act === 'extendDown')
      setRange(extended(now, act === 'extendDown' ? 1 : -1, openRows));
    if (act === 'fill') type(filledDown(now, openRows, textAt), { isApplied: true });
    if (act === 'clear') type(Object.fromEntries(chosenRows.map((number) => [cellKey(number, column), ''])));
    if (act === 'copy') void navigator.clipboard.writeText(chosenRows.map(textAt).join('\n'));
  };
  const shownAt = (row: BatchRow, column: string) => {
    const text = writtenAt(row, column);
    const field = fieldOfColumn(forms, column);
    if (!text || !field) return text;
    if (field.share) return shareText(text);
    // A letter may mean something else in the sheet than in the list.
    const isCode = /^\d+$/.test(text.trim()) && remarksAt(row.mistakes, column).length === 0;
    return (isCode && (field.choices?.[text] ?? (field.list && texts[field.list]?.[text]))) || text;
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
  const isInRange = (row: BatchRow, column: string) =>
    range?.column === column &&
    range.from !== range.to &&
    rowsIn(
      range,
      rows.filter((each) => isOpen(each, column)).map((each) => each.row),
    ).includes(row.row);
  const canInclude = isOpenBatch && rows.length > 1 && rows.every(({ state }) => state === 'leftOut');
  const names = correcting ? namesIn(rows, edits) : {};
  const changed = new Set(Object.keys(edits).map((key) => key.split(' ')[0]));
  const cellOf = (row: BatchRow, column: string) => {
    const mistakes = remarksAt(row.mistakes, column);
    const key = cellKey(row.row, column);
    const typed = edits[key];
    const alike = last === key && typed ? alikeRows(rows, row, { column, isOpen, isByHand }) : [];
    return (
      <td
        key={column}
        data-column={labelOf(column)}
        class={[typed === undefined ? toneOf(mistakes) : 'typed', isInRange(row, column) && 'chosen']
          .filter(Boolean)
          .join(' ')}
        // Several cells are chosen only while the focus is in the first of them.
        onFocusOut={() => setRange(undefined)}
        onMouseDown={() => setRange(undefined)}
      >
        {isOpen(row, column) ? (
          <Cell
            name={`${labelOf(column)}, fila ${row.row}`}
            field={fieldOfColumn(forms, column)}
            value={valueAt(row, column)}
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
            onAct={(pressed) => act(row, column, pressed)}
            isRange={isInRange(row, column)}
            onEnd={(value) => save(value === (typed ?? '') ? {} : { [key]: value })}
          />
        ) : (
          <>
            <span title={shownAt(row, column)}>{shownAt(row, column)}</span>
            <Remarks texts={mistakes} kind="mistake" />
          </>
        )}
        {filledAt(row, column).map(({ value, from }) => (
          <p key={value} class="filled">
            {value} <span class="small">({from})</span>
          </p>
        ))}
        <Notes texts={remarksAt(row.notes, column)} />
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
      <div class="sheet">
        <Faults of={mistakesTogether(rows)} labelOf={labelOf} />
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
                <div class="whom">
                  <span>{row.row}</span>
                  {(row.name ?? row.worker?.name) && (
                    <p class="small" title={row.name ?? row.worker?.name ?? undefined}>
                      {row.name ?? row.worker?.name}
                    </p>
                  )}
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
                </div>
              </th>
              {wrong.map((column) => cellOf(row, column))}
              <td
                class="state"
                title={[...warningsOf(row), ...leftOutText(row), ...row.messages].map(inPlainWords).join(' ')}
              >
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
      </div>
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
          <button type="button" disabled={isBusy || history.current.length === 0} onClick={undo}>
            Deshacer
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

/** Rows of which a mistake names the first ones; the others are counted. */
const MOST_NAMED = 8;

/** The mistakes of the rows that are shown, equal ones together; a press goes to the first cell. */
const Faults = ({ of, labelOf }: { of: readonly AlikeMistakes[]; labelOf(column: string): string }) =>
  of.length === 0 ? null : (
    <aside class="faults" aria-label="Lo que falta o está mal">
      <ul>
        {of.map(({ column, message, rows }) => (
          <li key={`${column} ${message}`}>
            <button type="button" onClick={() => goTo(rows[0]!, column && labelOf(column))}>
              {rows.length === 1 ? `Fila ${rows[0]}` : `${rows.length} filas`}
              {column && ` · ${labelOf(column)}`}
            </button>
            {rows.length > 1 && (
              <span class="small">
                {' '}
                {rows.slice(0, MOST_NAMED).join(', ')}
                {rows.length > MOST_NAMED && '…'}
              </span>
            )}
            <p class="mistake">{inPlainWords(column ? missingText(message) : message)}</p>
          </li>
        ))}
      </ul>
    </aside>
  );

/** Puts the focus into a cell, or else shows its row. */
const goTo = (row: number, label: string | undefined) => {
  const cells = [...document.querySelectorAll<HTMLElement>('.grid [aria-label]')];
  const cell = cells.find((each) => each.getAttribute('aria-label') === `${label}, fila ${row}`);
  if (cell) return cell.focus();
  const heads = [...document.querySelectorAll<HTMLElement>('.grid tbody th .whom > span')];
  heads.find((each) => each.textContent === String(row))?.scrollIntoView({ block: 'center' });
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
