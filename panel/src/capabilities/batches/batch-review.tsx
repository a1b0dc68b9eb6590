import { useState } from 'preact/hooks';
import { textsOf } from '../../shared/code-lists.ts';
import { useLoaded } from '../../shared/context.ts';
import { madridDay } from '../../shared/days.ts';
import type { Form } from '../../shared/fields.ts';
import { Facts, Show, Warnings } from '../../shared/shown.tsx';
import { inPlainWords, many } from '../../shared/words.ts';
import { type BatchRow, ROW_STATES, remarksAt } from './batch.ts';
import { allOf, byCompany, commonWarnings, listsOf, type ReviewLine, reviewLine } from './review.ts';
import { FilingLink, useForms, useTitles } from './row-table.tsx';

/**
 * The rows that would be filed, one line each, by company. A person can mark rows that are not to be filed.
 * @param without numbers of the rows that are marked
 */
export const Review = ({
  rows,
  without,
  onMark,
}: {
  rows: readonly BatchRow[];
  without: ReadonlySet<number>;
  onMark(row: number): void;
}) => {
  const titles = useTitles();
  const forms = useForms(rows);
  const { data: texts = {} } = useLoaded(() => textsOf(['contracts']), []);
  const today = madridDay(new Date());
  const lines = new Map(
    rows.map((row) => [
      row.row,
      reviewLine(row, formsOfRow(row, forms), {
        title: titles.get(row.operation) ?? row.operation,
        texts,
        today,
      }),
    ]),
  );
  const common = commonWarnings([...lines.values()]);
  return (
    <>
      <Warnings of={common.map((text) => `Las ${rows.length} filas: ${text}`)} />
      {byCompany(rows).map(([company, ofCompany]) => (
        <div key={company}>
          <h3 translate={false}>
            {company} <span class="muted">({ofCompany.length})</span>
          </h3>
          <ul class="list review">
            {ofCompany.map((row) => (
              <ReviewItem
                key={row.row}
                row={row}
                line={lines.get(row.row)!}
                common={common}
                forms={formsOfRow(row, forms)}
                isOut={without.has(row.row)}
                onMark={() => onMark(row.row)}
              />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
};

const formsOfRow = ({ operation, steps }: BatchRow, forms: readonly Form[]): Form[] => {
  const names = [operation, ...steps.map((step) => step.operation)];
  return forms.filter((form) => names.includes(form.operation) || names.includes(form.address));
};

const ReviewItem = ({
  row,
  line,
  common,
  forms,
  isOut,
  onMark,
}: {
  row: BatchRow;
  line: ReviewLine;
  /** Warnings that are shown above, because all rows have them. */
  common: readonly string[];
  forms: readonly Form[];
  isOut: boolean;
  onMark(): void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const notes = row.notes.filter(({ column }) => column !== null).length;
  const warnings = line.warnings.filter((text) => !common.includes(text));
  return (
    <li class={isOut ? 'out' : ''}>
      <div class="line">
        <span>
          <span class="small">{row.row}</span>{' '}
          <span translate={false}>
            <b>{line.name}</b> {line.document !== line.name && line.document}
          </span>
          {line.what.map((text) => ` · ${text}`)}
        </span>
        <button type="button" aria-pressed={isOut} onClick={onMark}>
          No presentar<span class="unseen"> la fila {row.row}</span>
        </button>
      </div>
      {isOut && <p class="warning">{ROW_STATES.leftOut.name}: no se presentará.</p>}
      {warnings.map((text) => (
        <p key={text} class="warning">
          {inPlainWords(text)}
        </p>
      ))}
      <details class="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          Todos los datos{notes > 0 && `, ${many(notes, 'leído de otra forma', 'leídos de otra forma')}`}
          <span class="unseen"> de la fila {row.row}</span>
        </summary>
        {isOpen && <RowFacts row={row} forms={forms} />}
      </details>
    </li>
  );
};

const RowFacts = ({ row, forms }: { row: BatchRow; forms: readonly Form[] }) => {
  const texts = useLoaded(() => textsOf(listsOf([row], forms)), [row.row]);
  return (
    <Show of={texts}>
      {(texts) => (
        <>
          <Facts of={allOf(row, forms, texts)} />
          {row.notes
            .flatMap(({ column }) => (column ? remarksAt(row.notes, column) : []))
            .map((text) => (
              <p key={text}>{inPlainWords(text)}</p>
            ))}
          {row.dryRuns.map((id) => (
            <p key={id}>
              <FilingLink id={id} isFiled={false} of={`la fila ${row.row}`} />
            </p>
          ))}
        </>
      )}
    </Show>
  );
};
