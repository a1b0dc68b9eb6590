import { useEffect, useId, useState } from 'preact/hooks';
import { CodeInput } from '../../shared/code-field.tsx';
import { codesFor } from '../../shared/code-lists.ts';
import { isOfCells } from '../../shared/copied-cells.ts';
import type { FormField } from '../../shared/fields.ts';
import { inPlainWords } from '../../shared/words.ts';
import { actOf, type GridAct, meantBy, missingText, writtenOutside } from './grid.ts';

/**
 * An open cell of a sheet, with the same pickers as a form. When the cell loses the focus, its value goes to the sheet. Enter
 * moves to the cell below, as in spreadsheet programs.
 */
export const Cell = ({
  name,
  field,
  value,
  mistakes,
  alike,
  isBusy,
  onChange,
  onFill,
  onPaste,
  onAct,
  isRange,
  onEnd,
}: {
  /** Names its column and row, for screen readers. */
  name: string;
  field: FormField | undefined;
  /** The typed text, or otherwise the text written in the sheet. */
  value: string;
  mistakes: readonly string[];
  /** The text of the button that applies the value to other rows; `undefined` if there are none, or nothing was typed here. */
  alike: string | undefined;
  isBusy: boolean;
  onChange(value: string): void;
  onFill(value: string): void;
  /** Called with a text of cells that was pasted here. */
  onPaste(text: string): void;
  /** Called for keys that act on several cells, or take something back. */
  onAct(act: GridAct): void;
  /** Whether it is one of several cells that are chosen together. */
  isRange: boolean;
  /** Called when Enter was pressed in the last cell of a column. */
  onEnd(value: string): void;
}) => {
  const [typed, setTyped] = useState(value);
  const id = useId();
  useEffect(() => setTyped(value), [value]);
  const commit = (text: string) => {
    const meant = field?.share && text !== value ? meantBy(field, text) : text;
    if (meant !== value) onChange(meant);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(value);
    const target = event.target as HTMLElement;
    const act = actOf(event, isRange);
    // A list of choices has the arrows for itself, and text that is being typed is taken back by the browser.
    const isKept =
      (target.tagName === 'SELECT' && /Arrow/.test(event.key)) || (act === 'undo' && typed !== value);
    if (act && !isKept) {
      event.preventDefault();
      commit(typed);
      if (act === 'above' || act === 'below') cellNext(target, act)?.focus();
      else onAct(act);
      return;
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const below = cellNext(target, 'below');
    commit(typed);
    if (below) below.focus();
    else onEnd(typed);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isOfCells(text)) return;
    event.preventDefault();
    onPaste(text);
  };
  const load = field && codesFor(field);
  const mistakeId = mistakes.length > 0 ? `${id}-mistakes` : undefined;
  const outside = field?.choices && writtenOutside(field.choices, typed, mistakes);
  const common = {
    'aria-label': name,
    'aria-invalid': mistakes.length > 0,
    'aria-describedby': mistakeId,
    disabled: isBusy,
  };
  return (
    <div class="cell" onPaste={paste}>
      {load ? (
        <CodeInput
          id={id}
          label={name}
          value={typed}
          onChange={setTyped}
          onDone={commit}
          onKey={onKeyDown}
          load={load}
          isAbove
          isInvalid={mistakes.length > 0}
          isDisabled={isBusy}
          {...(mistakeId && { describedBy: mistakeId })}
        />
      ) : field?.choices ? (
        <select
          {...common}
          value={outside === undefined ? typed : WRITTEN}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(currentTarget.value);
          }}
        >
          {outside !== undefined && (
            <option value={WRITTEN} disabled>
              {outside}
            </option>
          )}
          <option value="">—</option>
          {Object.entries(field.choices).map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          placeholder={field?.kind === 'date' ? 'DD/MM/AAAA' : field?.share && '37,5 %'}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => commit(typed)}
          onKeyDown={onKeyDown}
        />
      )}
      {alike && (
        <button type="button" disabled={isBusy} onClick={() => onFill(typed)}>
          {alike}
        </button>
      )}
      <div id={mistakeId} class="said">
        {mistakes.map((text) => (
          <p key={text} class="mistake">
            {inPlainWords(value === '' ? missingText(text) : text)}
          </p>
        ))}
      </div>
    </div>
  );
};

/** The choice of a list that stands for the text of the sheet, which is none of its choices. */
const WRITTEN = '\0';

/** The next open cell of the same column. */
const cellNext = (field: HTMLElement, where: 'above' | 'below'): HTMLElement | undefined => {
  const cell = field.closest('td');
  const column = [...(cell?.parentElement?.children ?? [])].indexOf(cell!);
  const next = where === 'below' ? 'nextElementSibling' : 'previousElementSibling';
  for (let row = cell?.parentElement?.[next]; row; row = row[next]) {
    const below = row.children[column]?.querySelector<HTMLElement>('input, select');
    if (below) return below;
  }
  return undefined;
};
