import { useId, useState } from 'preact/hooks';
import { inPlainWords } from '../logic/words.ts';

/** An editable cell of a sheet. The row is tried again when the cell loses the focus, or with Enter. */
export const Cell = ({
  name,
  written,
  mistakes,
  equal,
  isBusy,
  onCorrect,
}: {
  /** Names its column and row, for screen readers. */
  name: string;
  written: string;
  mistakes: readonly string[];
  /** Numbers of the rows with the same value and the same mistake in this column. */
  equal: readonly number[];
  isBusy: boolean;
  onCorrect(value: string, isForAll: boolean): void;
}) => {
  const [value, setValue] = useState(written);
  const id = useId();
  const isChanged = value.trim() !== written;
  return (
    <>
      <input
        class="cell"
        aria-label={name}
        aria-invalid={mistakes.length > 0}
        aria-describedby={mistakes.length > 0 ? id : undefined}
        value={value}
        disabled={isBusy}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isChanged) onCorrect(value, false);
          if (key === 'Escape') setValue(written);
        }}
      />
      {isChanged && (
        <span class="actions">
          <button type="button" disabled={isBusy} onClick={() => onCorrect(value, false)}>
            Corregir
          </button>
          {equal.length > 1 && (
            <button type="button" disabled={isBusy} onClick={() => onCorrect(value, true)}>
              Aplicar a {equal.length} filas
            </button>
          )}
        </span>
      )}
      <div id={id}>
        {mistakes.map((text) => (
          <p key={text} class="mistake">
            {inPlainWords(text)}
          </p>
        ))}
      </div>
    </>
  );
};
