import { useState } from 'preact/hooks';
import { AlreadyFiled } from '../../gateway/filings/already-filed.tsx';
import { type useAction, useShared } from '../../shared/context.ts';
import { showMoment } from '../../shared/days.ts';
import { pagesOf } from '../../shared/first.ts';
import { Section } from '../../shared/shown.tsx';
import { companiesText } from '../obligations/to-do.ts';
import { type Batch, type BatchRow, countByOperation, filingOf, goodUntil } from './batch.ts';
import { Review } from './batch-review.tsx';
import { companiesIn, editsKey } from './grid.ts';
import { repeatingCorrections, unaskedRepeats } from './repeats.ts';
import { useTitles } from './row-table.tsx';

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
  /** Numbers of the rows that the person has marked as not to be filed. */
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const [hasChanged, setChanged] = useState(false);
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
  const readRows = async () => {
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
    return { rows, revision: revision! };
  };
  const review = () =>
    run(async () => {
      if (hasEdits()) return;
      setReviewed(await readRows());
      setWithout(new Set());
      setChanged(false);
    });
  /**
   * Leaves the marked rows out, and reads the others again.
   * @returns the revision to file; `undefined` if the others are no longer what the person has looked at
   */
  const leaveOut = async (seen: BatchRow[]): Promise<number | undefined> => {
    const corrections = [{ rows: [...without], leftOut: true }];
    await session.gateway.correctBatch({ batchId: batch.id, corrections });
    for await (const { state } of session.gateway.batches.progress(batch.id))
      if (state === 'previewed') break;
    const after = await readRows();
    if (JSON.stringify(after.rows.slice(0, seen.length)) === JSON.stringify(seen)) return after.revision;
    setReviewed(after);
    setWithout(new Set());
    setChanged(true);
    return undefined;
  };
  const toFile = reviewed?.rows.filter(({ row }) => !without.has(row)) ?? [];
  const commit = () =>
    run(async () => {
      // The rows below stay open while these are looked at.
      if (hasEdits()) return;
      try {
        // With the revision of the rows that are shown, nothing is filed if another person has corrected some since.
        const revision = without.size > 0 ? await leaveOut(toFile) : reviewed!.revision;
        if (revision === undefined) return;
        await session.gateway.commitBatch({ batchId: batch.id, rows: bad > 0 ? 'good' : 'all', revision });
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
  const shownToFile = rows.filter(({ row }) => !without.has(row));
  const repeats = unaskedRepeats(toFile);
  const counted = { ...batch, counts: { ...batch.counts, tried: tried - without.size } };
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
        {countByOperation(shownToFile).map(([operation, count]) => (
          <li key={operation}>
            <b>{count}</b> × {titles.get(operation) ?? operation}
            {`: ${companiesText({ companies: companiesIn(shownToFile.filter((row) => row.operation === operation)) })}`}
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
      {leftOut + without.size > 0 && (
        <p class="notice warn" role="status">
          {leftOut + without.size === 1
            ? 'Una fila queda fuera, y no se presentará.'
            : `${leftOut + without.size} filas quedan fuera, y no se presentarán.`}
        </p>
      )}
      <Review
        rows={rows}
        without={without}
        onMark={(row) =>
          setWithout((before) => {
            const after = new Set(before);
            if (!after.delete(row)) after.add(row);
            return after;
          })
        }
      />
      {rows.length < tried && (
        <p class="notice">Y {tried - rows.length} filas más, que están en la hoja con el resultado.</p>
      )}
      <p>
        Cada fila se presenta una sola vez, con justo lo que se probó. Lo presentado no se puede deshacer
        aquí.
      </p>
      {repeats.length > 0 && (
        <div class="notice bad" role="alert">
          {repeats.slice(0, MOST_ASKED).map(({ row, repeated }) => (
            <div key={row}>
              <b>Fila {row}.</b>
              <AlreadyFiled id={repeated} />
            </div>
          ))}
          {repeats.length > MOST_ASKED && <p>Y {repeats.length - MOST_ASKED} filas más, marcadas arriba.</p>}
          <p>Si no hay que repetirlo, márquelo con «No presentar».</p>
          <button type="button" disabled={isBusy} onClick={repeat}>
            {repeats.length === 1 ? 'Hay que presentarla otra vez' : 'Hay que presentarlas otra vez'}
          </button>
        </div>
      )}
      <div class="actions">
        <button
          type="button"
          class="main"
          disabled={isBusy || repeats.length > 0 || counted.counts.tried === 0}
          onClick={commit}
        >
          {isBusy ? 'Un momento…' : filingOf(counted, shownToFile)}
        </button>
        <button type="button" disabled={isBusy} onClick={() => setReviewed(undefined)}>
          Ahora no
        </button>
      </div>
      {hasChanged && (
        <p class="notice bad" role="status">
          Las filas marcadas han quedado fuera, y las demás han cambiado mientras tanto. Revíselas otra vez.
        </p>
      )}
      {unsaved}
    </Section>
  );
};
