import { useState } from 'preact/hooks';
import {
  type Batch,
  type BatchRow,
  columnLabels,
  columnsOf,
  equalMistakes,
  filledAt,
  isCorrectable,
  kindsOf,
  ROW_STATES,
  remarksAt,
  STEP_STATES,
  writtenAt,
  wrongColumnsOf,
} from '../logic/batch.ts';
import { showDay } from '../logic/days.ts';
import { formsOf } from '../logic/fields.ts';
import { addressOf } from '../logic/route.ts';
import { inPlainWords } from '../logic/words.ts';
import { Cell } from './cell.tsx';
import { useAction, useLoaded, useShared } from './context.ts';
import { readDescribed, readReference } from './reference.ts';
import { Badge, Failure } from './shown.tsx';
import { Table } from './table.tsx';
import { Who } from './who.tsx';

/** The titles of operations, by their name and by method and address; empty until they are loaded. */
export const useTitles = (): Map<string, string> => {
  const { data } = useLoaded(async () => {
    const document = await readReference();
    return new Map([
      ...kindsOf(document).map(({ operation, title }) => [operation, title] as const),
      ...formsOf(document).map(({ address, title }) => [address, title] as const),
    ]);
  }, []);
  return data ?? new Map();
};

const Remarks = ({ texts, kind }: { texts: string[]; kind: 'mistake' | 'small' | 'warning' }) =>
  texts.map((text) => (
    <p key={text} class={kind}>
      {inPlainWords(text)}
    </p>
  ));

/** Labels of the columns; until they are loaded, their names in the interface. */
const useLabels = (rows: readonly BatchRow[], columns: readonly string[]): ((column: string) => string) => {
  const { data } = useLoaded(readDescribed, []);
  const operations = new Set(
    rows.flatMap(({ operation, steps }) => [operation, ...steps.map((step) => step.operation)]),
  );
  const forms = (data ?? []).filter((form) => operations.has(form.operation) || operations.has(form.address));
  const labels = columnLabels(columns, forms);
  return (column) => labels.get(column) ?? column;
};

const Filing = ({ id, isFiled, of }: { id: string; isFiled: boolean; of: string }) => (
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
          {id && <Filing id={id} isFiled={filing !== null} of={`${name}, fila ${row.row}`} />}
        </li>
      );
    })}
  </ol>
);

/** The rows of a sheet as they were written, with the mistakes of each cell, which can be corrected in place. */
export const RowTable = ({
  rows,
  caption,
  correcting,
}: {
  rows: readonly BatchRow[];
  caption: string;
  /** The batch whose rows can be corrected, and a callback for changes. */
  correcting?: { batch: Batch; onChange(): void };
}) => {
  const { session } = useShared();
  const { run, isBusy, problem } = useAction();
  /** The number of a row that the person chose to correct although no cell has a known mistake. */
  const [chosen, choose] = useState<number>();
  const titles = useTitles();
  // Columns with mistakes stand next to the worker, also on a phone.
  const wrong = wrongColumnsOf(rows);
  const others = columnsOf(rows).filter((column) => !wrong.includes(column));
  const labelOf = useLabels(rows, [...wrong, ...others]);
  const correct = (numbers: number[], column: string, value: string) =>
    run(async () => {
      const cells = [{ column, ...(value.trim() && { value }) }];
      await session.gateway.correctBatch({
        batchId: correcting!.batch.id,
        corrections: [{ rows: numbers, cells }],
      });
      choose(undefined);
      correcting!.onChange();
    });
  const cellOf = (row: BatchRow, column: string) => {
    const mistakes = remarksAt(row.mistakes, column);
    const isOpen =
      correcting !== undefined &&
      isCorrectable(correcting.batch, row) &&
      (mistakes.length > 0 || chosen === row.row);
    return (
      <td key={column} data-column={labelOf(column)} class={mistakes.length > 0 ? 'wrong' : ''}>
        {isOpen ? (
          <Cell
            key={writtenAt(row, column)}
            name={`${labelOf(column)}, fila ${row.row}`}
            written={row.cells?.[column] ?? writtenAt(row, column) ?? ''}
            equal={equalMistakes(rows, row, column)}
            onCorrect={(value, isForAll) =>
              correct(isForAll ? equalMistakes(rows, row, column) : [row.row], column, value)
            }
            mistakes={mistakes}
            isBusy={isBusy}
          />
        ) : (
          <>
            {writtenAt(row, column)}
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
      <Table
        caption={caption}
        isCaptionShown={false}
        kind={wrong.length > 0 ? 'grid pinned' : 'grid'}
        columns={['Fila', ...wrong.map(labelOf), 'Estado', 'Trámite', ...others.map(labelOf)]}
      >
        {rows.map((row) => (
          <tr key={row.row} class={row.warnings.length ? 'warned' : ''}>
            <th scope="row">
              {row.row}
              {(row.name ?? row.worker?.name) && <p class="small">{row.name ?? row.worker?.name}</p>}
              {correcting && row.state !== 'wrong' && isCorrectable(correcting.batch, row) && (
                <button
                  type="button"
                  aria-pressed={chosen === row.row}
                  onClick={() => choose(chosen === row.row ? undefined : row.row)}
                >
                  Cambiar<span class="unseen"> la fila {row.row}</span>
                </button>
              )}
            </th>
            {wrong.map((column) => cellOf(row, column))}
            <td>
              <Badge state={ROW_STATES[row.state]} />
              <Remarks texts={row.warnings} kind="warning" />
              <Remarks texts={row.messages} kind="small" />
            </td>
            <td>
              {titles.get(row.operation) ?? row.operation}
              {(row.worker || row.companyName) && (
                <p class="small">
                  <Who of={{ ...row, account: undefined }} />
                </p>
              )}
              <Remarks texts={remarksAt(row.mistakes)} kind="mistake" />
              <Remarks texts={remarksAt(row.notes)} kind="small" />
              {row.steps.length > 0 ? (
                <Steps row={row} titles={titles} />
              ) : (
                (row.filings.length > 0 ? row.filings : row.dryRuns).map((id) => (
                  <p key={id} class="small">
                    <Filing id={id} isFiled={row.filings.length > 0} of={`la fila ${row.row}`} />
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
    </>
  );
};
