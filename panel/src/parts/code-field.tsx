import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { type Code, matching } from '../logic/codes.ts';
import { type Common, Frame } from './field.tsx';
import { stepOf, usePointed } from './pointed.ts';

/** The most codes that are offered at once; typing more narrows them down. */
const OFFERED = 50;

/**
 * A field for a code, which is found by its number or by words (the combobox of the ARIA patterns). Other codes can be typed,
 * too, because some lists are incomplete.
 */
export const CodeField = ({ load, ...common }: Common & { load(): Promise<Code[]> }) => {
  const id = useId();
  const { value, onChange, errors, help, required } = common;
  const [codes, setCodes] = useState<Code[]>();
  const [isOpen, setOpen] = useState(false);
  const [isSearch, setSearch] = useState(false);
  const { active, point, move } = usePointed(id);
  const input = useRef<HTMLInputElement>(null);
  const ask = () => {
    // If the list cannot be loaded, a code can still be typed.
    if (!codes) load().then(setCodes, () => setCodes([]));
  };
  // A code that is filled in at the start is shown with its meaning.
  useEffect(() => {
    if (value) ask();
  }, []);
  const chosen = codes?.find(({ code }) => code === value.trim());
  // Until the person types, the list shows all codes around the chosen one.
  const found = useMemo(
    () => (isOpen && codes ? matching(codes, chosen && !isSearch ? '' : value) : []),
    [isOpen, codes, chosen, isSearch, value],
  );
  const offered = found.slice(0, OFFERED);

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
    }
  };
  const isShown = isOpen && offered.length > 0;
  return (
    <Frame id={id} {...common}>
      <div class="combobox">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={[help && `${id}-help`, errors && `${id}-errors`, `${id}-meaning`]
            .filter(Boolean)
            .join(' ')}
          aria-invalid={errors ? true : undefined}
          required={required}
          value={value}
          onInput={({ currentTarget }) => {
            onChange(currentTarget.value);
            open(true);
          }}
          onClick={() => open(false)}
          onFocus={ask}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        <div class="options" hidden={!isShown} role="listbox" id={`${id}-list`} aria-label={common.label}>
          {offered.map((one, index) => (
            <div
              key={one.code}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => {
                // The focus must stay in the field, or the list would close before the click chooses an option.
                event.preventDefault();
                choose(one);
              }}
            >
              {one.text}
            </div>
          ))}
        </div>
      </div>
      <p class="small" id={`${id}-meaning`} role="status">
        {isOpen && codes
          ? countText(found.length)
          : (chosen?.text ?? (value && codes?.length ? 'No está en la lista.' : ''))}
      </p>
    </Frame>
  );
};

const countText = (count: number): string =>
  count === 0
    ? 'Nada se llama así.'
    : count > OFFERED
      ? `${count} códigos; escriba algo más para ver menos.`
      : `${count} ${count === 1 ? 'código' : 'códigos'}.`;
