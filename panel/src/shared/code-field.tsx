import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Code, matching } from './codes.ts';
import { type Common, Frame } from './field.tsx';
import { stepOf, usePointed } from './pointed.ts';

/** The most codes that are offered at once; typing more narrows them down. */
const OFFERED = 50;

/** The picker itself, without its label. */
interface CodeInputProps {
  id: string;
  label: string;
  value: string;
  onChange(value: string): void;
  load(): Promise<Code[]>;
  describedBy?: string;
  isInvalid?: boolean;
  required?: boolean | undefined;
  isDisabled?: boolean;
  /** Whether the list is shown above everything, because the field is in a part that scrolls. */
  isAbove?: boolean;
  /** Called with the code when one is chosen, and when the field loses the focus. */
  onDone?(value: string): void;
  /** Called for keys that the list does not use. */
  onKey?(event: KeyboardEvent): void;
}

/**
 * A picker for a code, which is found by its number or by words (the combobox of the ARIA patterns). Other codes can be typed,
 * too, because some lists are incomplete.
 */
export const CodeInput = ({
  id,
  label,
  value,
  onChange,
  load,
  describedBy,
  isInvalid = false,
  required,
  isDisabled = false,
  isAbove = false,
  onDone,
  onKey,
}: CodeInputProps) => {
  const [codes, setCodes] = useState<Code[]>();
  const [isOpen, setOpen] = useState(false);
  const [isSearch, setSearch] = useState(false);
  const { active, point, move } = usePointed(id);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const ask = () => {
    // If the list cannot be loaded, a code can still be typed.
    if (!codes) load().then(setCodes, () => setCodes([]));
  };
  // A code that is filled in at the start is shown with its meaning.
  useEffect(() => {
    if (value) ask();
  }, [value !== '']);
  const chosen = codes?.find(({ code }) => code === value.trim());
  // Until the person types, the list shows all codes around the chosen one.
  const matches = useMemo(
    () => (isOpen && codes ? matching(codes, chosen && !isSearch ? '' : value) : []),
    [isOpen, codes, chosen, isSearch, value],
  );
  const offered = matches.slice(0, OFFERED);

  const open = (search: boolean) => {
    ask();
    setOpen(true);
    setSearch(search);
    point(-1);
  };
  const close = () => {
    setOpen(false);
    point(-1);
  };
  const choose = (code: Code) => {
    onChange(code.code);
    onDone?.(code.code);
    close();
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    const pointed = offered[active];
    if (step) {
      event.preventDefault();
      if (!isOpen) return open(false);
      move(step, offered.length);
    } else if (event.key === 'Enter' && isOpen && pointed) {
      event.preventDefault();
      choose(pointed);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else onKey?.(event);
  };
  const isShown = isOpen && offered.length > 0;
  useAbove(list, input, isAbove && isShown, close);
  return (
    <>
      <div class="combobox">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-label={isAbove ? label : undefined}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={[describedBy, `${id}-meaning`].filter(Boolean).join(' ')}
          aria-invalid={isInvalid || undefined}
          required={required}
          disabled={isDisabled}
          value={value}
          onInput={({ currentTarget }) => {
            onChange(currentTarget.value);
            open(true);
          }}
          onClick={() => open(false)}
          onFocus={ask}
          onBlur={() => {
            close();
            onDone?.(value);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          class="options"
          popover={isAbove ? 'manual' : undefined}
          hidden={!isAbove && !isShown}
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
        >
          {offered.map((code, index) => (
            <div
              key={code.code}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => {
                // The focus must stay in the field, or the list would close before the click chooses an option.
                event.preventDefault();
                choose(code);
              }}
            >
              {code.text}
            </div>
          ))}
        </div>
      </div>
      <p class="small" id={`${id}-meaning`} role="status">
        {isOpen && codes
          ? countText(matches.length)
          : (chosen?.text ?? (value && codes?.length ? 'No está en la lista.' : ''))}
      </p>
    </>
  );
};

/** Pixels that the list needs below a field. If there are fewer, the list is shown above it. */
const ROOM = 300;

/** Shows a list in the top layer, next to its field. A part that scrolls would cut it off. */
const useAbove = (
  list: RefObject<HTMLDivElement | null>,
  input: RefObject<HTMLInputElement | null>,
  isShown: boolean,
  close: () => void,
): void =>
  useLayoutEffect(() => {
    const [box, field] = [list.current, input.current];
    if (!isShown || !box || !field) return;
    const { left, top, bottom, width } = field.getBoundingClientRect();
    const isBelow = innerHeight - bottom > ROOM || innerHeight - bottom > top;
    Object.assign(box.style, {
      minWidth: `${width}px`,
      top: isBelow ? `${bottom}px` : 'auto',
      bottom: isBelow ? 'auto' : `${innerHeight - top}px`,
    });
    box.showPopover();
    // Only a list that is shown has a width.
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`;
    const scrolled = ({ target }: Event) => target !== box && close();
    addEventListener('scroll', scrolled, true);
    return () => {
      removeEventListener('scroll', scrolled, true);
      box.hidePopover();
    };
  }, [isShown]);

/** A field for a code, with its label, help and mistakes. */
export const CodeField = ({ load, ...common }: Common & { load(): Promise<Code[]> }) => {
  const id = useId();
  const { label, value, onChange, errors, help, required } = common;
  const describedBy = [help && `${id}-help`, errors && `${id}-errors`].filter(Boolean).join(' ');
  return (
    <Frame id={id} {...common}>
      <CodeInput
        id={id}
        label={label}
        value={value}
        onChange={onChange}
        load={load}
        describedBy={describedBy}
        isInvalid={errors !== undefined}
        required={required}
      />
    </Frame>
  );
};

const countText = (count: number): string =>
  count === 0
    ? 'Nada se llama así.'
    : count > OFFERED
      ? `${count} códigos; escriba algo más para ver menos.`
      : `${count} ${count === 1 ? 'código' : 'códigos'}.`;
