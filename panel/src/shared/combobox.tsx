import type { Ref } from 'preact';
import { useId, useState } from 'preact/hooks';
import { stepOf, usePointed } from './pointed.ts';

/** An option of a combobox. */
export interface Option {
  key: string;
  text: string;
  /** Tells it apart from other options with the same text. */
  detail?: string | undefined;
  /** The title under which it is shown, together with the other options of its group. */
  group?: string | undefined;
}

/**
 * Chooses one option of many by typing (the combobox of the ARIA patterns). Enter takes the first option, or the one that was
 * selected with the arrow keys.
 */
export const Combobox = <One extends Option>({
  label,
  value,
  placeholder,
  options,
  status,
  inputRef,
  onType,
  onChoose,
}: {
  label: string;
  /** The text that the field shows while it is not being edited. */
  value: string;
  placeholder: string;
  options: readonly One[];
  /** A status text about the options, such as that there are more. */
  status: string;
  inputRef?: Ref<HTMLInputElement>;
  /** @param text the typed text; `undefined` when editing ends */
  onType(text: string | undefined): void;
  onChoose(option: One): void;
}) => {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const { active, point, move } = usePointed(id);
  const isOpen = typed !== undefined;
  const type = (text: string | undefined) => {
    setTyped(text);
    point(-1);
    onType(text);
  };
  const choose = (option: One) => {
    type(undefined);
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    const step = stepOf(event);
    const pointed = options[Math.max(active, 0)];
    if (step) {
      event.preventDefault();
      if (!isOpen) return type('');
      move(step, options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen && pointed) choose(pointed);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      type(undefined);
    }
  };
  const groups = Map.groupBy(
    options.map((option, index) => ({ option, index })),
    ({ option }) => option.group,
  );
  const pointedAt = Math.max(active, 0);
  return (
    <div class="combobox">
      <input
        ref={inputRef ?? null}
        type="text"
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && options.length > 0 ? `${id}-${pointedAt}` : undefined}
        placeholder={placeholder}
        value={typed ?? value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => isOpen || type('')}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => isOpen && type(undefined)}
        onKeyDown={onKeyDown}
      />
      <div class="options" hidden={!isOpen || (options.length === 0 && !status)}>
        <div role="listbox" id={id} aria-label={label}>
          {[...groups].map(([group, options]) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options.
            <div key={group} role="group" aria-label={group}>
              {group && (
                <p class="small group" aria-hidden="true">
                  {group}
                </p>
              )}
              {options.map(({ option, index }) => (
                <div
                  key={option.key}
                  id={`${id}-${index}`}
                  class="option"
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === pointedAt}
                  onMouseDown={(event) => {
                    // The focus must stay in the field, or the list would close before the click chooses an option.
                    event.preventDefault();
                    choose(option);
                  }}
                >
                  {option.text}
                  {option.detail && <span class="small"> {option.detail}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p class="small group" role="status">
          {isOpen ? status : ''}
        </p>
      </div>
    </div>
  );
};
