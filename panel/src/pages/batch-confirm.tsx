import { useState } from 'preact/hooks';
import {
  type Batch,
  type BatchRow,
  countByOperation,
  filingOf,
  goodUntil,
  warningsIn,
} from '../logic/batch.ts';
import { showMoment } from '../logic/days.ts';
import { companiesIn, editsKey } from '../logic/grid.ts';
import { repeatingCorrections, unaskedRepeats } from '../logic/repeated.ts';
import { companiesText } from '../logic/to-do.ts';
import { AlreadyFiled } from '../parts/already-filed.tsx';
import { type useAction, useShared } from '../parts/context.ts';
import { pagesOf } from '../parts/first.ts';
import { RowTable, useTitles } from '../parts/row-table.tsx';
import { Section, Warnings } from '../parts/shown.tsx';

/** The most rows that are shown before they are filed; the sheet has the rest. */
const MOST = 300;
/** The most rows of acts accepted before of which is said who had them accepted. */
const MOST_ASKED = 10;
/** Rows that are read at once. */
const AT_ONCE = 100;

/**
 * The rows that would be filed, and the button that files them. The page shows the failure of the action, because this
 * component is not rendered while corrected rows are tried again.
 */
export const Confirm = ({
  batch,
  action: { run, isBusy, problem },
  onChange,
}: {
  batch: Batch;
  action: Pick<ReturnType<typeof useAction>, 'run' | 'isBusy' | 'problem'>;
  onChange(): void;
}) => {
  const { session, drafts } = useShared();
  const [reviewed, setReviewed] = useState<{ rows: BatchRow[]; revision: number }>();
  const [isUnsaved, setUnsaved] = useState(false);
  const titles = useTitles();
  const { tried, leftOut } = batch.counts;
  const bad = batch.rows - tried - leftOut;

  /** Whether cells were typed in and not saved: the rows would be filed without them. */
  const hasEdits = (): boolean => {
    const hasDraft = drafts.get(editsKey(batch.id)) !== undefined;
    setUnsaved(hasDraft);
    return hasDraft;
  };
  const review = () =>
    run(async () => {
      if (hasEdits()) return;
      let revision: number | undefined;
      const { found: rows } = await pagesOf(
        async (page) => {
          const { data } = await session.gateway.getBatch({
            batchId: batch.id,
            state: 'tried',
            page,
            perPage: AT_ONCE,
          });
          revision ??= data.batch.revision;
          return { found: data.rows, lastPage: data.pagination.lastPage };
          // Among rows with warnings may be some that were filed before, which are asked about. Among corrected rows may be some
          // that a person took in although their sheet hides them.
        },
        batch.warnings > 0 || batch.revision > 0 ? tried : MOST,
      );
      setReviewed({ rows, revision: revision! });
    });
  const commit = () =>
    run(async () => {
      // The rows below stay open while these are looked at.
      if (hasEdits()) return;
      try {
        // With the revision of the rows that are shown, nothing is filed if another person has corrected some since.
        await session.gateway.commitBatch({
          batchId: batch.id,
          rows: bad > 0 ? 'good' : 'all',
          revision: reviewed!.revision,
        });
      } finally {
        onChange();
      }
    });

  const unsaved = isUnsaved && (
    <p class="notice" role="status">
      Hay celdas escritas sin guardar. Guárdelas o descártelas antes, abajo.
    </p>
  );
  const isOutdated = reviewed !== undefined && reviewed.revision !== batch.revision;
  if (!reviewed || isOutdated)
    return (
      <div class="actions">
        <button type="button" class="main" disabled={isBusy} onClick={review}>
          Revisar lo que se presentará ({tried})
        </button>
        <span class="small">Se puede presentar hasta {showMoment(goodUntil(batch)!)}.</span>
        {unsaved}
        {isOutdated && !problem && (
          <p class="notice bad" role="status">
            Las filas se han corregido mientras las revisaba. Revíselas otra vez.
          </p>
        )}
      </div>
    );
  const rows = reviewed.rows.slice(0, MOST);
  const repeats = unaskedRepeats(reviewed.rows);
  const repeat = () =>
    run(async () => {
      await session.gateway.correctBatch({
        batchId: batch.id,
        corrections: repeatingCorrections(repeats),
      });
      onChange();
    });
  return (
    <Section id="confirm" title="Esto es lo que se presentará" isBox>
      {rows.length < tried && (
        <p>
          <b>{tried}</b> filas en total. De las {rows.length} primeras:
        </p>
      )}
      <ul>
        {countByOperation(rows).map(([operation, count]) => (
          <li key={operation}>
            <b>{count}</b> × {titles.get(operation) ?? operation}
            {`: ${companiesText({ companies: companiesIn(rows.filter((row) => row.operation === operation)) })}`}
          </li>
        ))}
      </ul>
      {bad > 0 && (
        <p class="notice bad">
          {bad === 1
            ? 'Una fila tiene errores o no pasó el simulacro, y no se presentará.'
            : `${bad} filas tienen errores o no pasaron el simulacro, y no se presentarán.`}
        </p>
      )}
      {leftOut > 0 && (
        <p class="notice warn">
          {leftOut === 1
            ? 'Una fila queda fuera, y no se presentará.'
            : `${leftOut} filas quedan fuera, y no se presentarán.`}
        </p>
      )}
      <RowTable rows={rows} caption="Se presentarán estas filas" />
      {rows.length < tried && (
        <p class="notice">Y {tried - rows.length} filas más, que están en la hoja con el resultado.</p>
      )}
      <p>
        Cada fila se presenta una sola vez, con justo lo que se probó. Lo presentado no se puede deshacer
        aquí.
      </p>
      <Warnings
        of={warningsIn(rows).map(
          ([warning, of]) => `${of.length === 1 ? 'Fila' : 'Filas'} ${of.join(', ')}: ${warning}`,
        )}
      />
      {repeats.length > 0 && (
        <div class="notice bad" role="alert">
          {repeats.slice(0, MOST_ASKED).map(({ row, repeated }) => (
            <div key={row}>
              <b>Fila {row}.</b>
              <AlreadyFiled id={repeated} />
            </div>
          ))}
          {repeats.length > MOST_ASKED && <p>Y {repeats.length - MOST_ASKED} filas más, marcadas arriba.</p>}
          <p>
            Si no hay que repetirlo, quite {repeats.length === 1 ? 'esa fila' : 'esas filas'} de la hoja y
            suéltela otra vez, entera.
          </p>
          <button type="button" disabled={isBusy} onClick={repeat}>
            {repeats.length === 1 ? 'Hay que presentarla otra vez' : 'Hay que presentarlas otra vez'}
          </button>
        </div>
      )}
      <div class="actions">
        <button type="button" class="main" disabled={isBusy || repeats.length > 0} onClick={commit}>
          {isBusy ? 'Un momento…' : filingOf(batch, rows)}
        </button>
        <button type="button" disabled={isBusy} onClick={() => setReviewed(undefined)}>
          Ahora no
        </button>
      </div>
      {unsaved}
    </Section>
  );
};
