import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Common {
  label: string;
  help?: string | undefined;
  /** Mistakes in it. */
  errors?: string[] | undefined;
  required?: boolean;
  value: string;
  onChange(value: string): void;
}

const Frame = ({
  id,
  label,
  help,
  errors,
  required,
  children,
}: Pick<Common, 'label' | 'help' | 'errors' | 'required'> & { id: string; children: ComponentChildren }) => (
  <div class="field">
    <label for={id}>
      {label}
      {required && <span class="muted"> (obligatorio)</span>}
    </label>
    {help && (
      <p class="small" id={`${id}-help`}>
        {help}
      </p>
    )}
    {children}
    {errors && (
      <p class="mistake" id={`${id}-errors`}>
        {errors.join(' ')}
      </p>
    )}
  </div>
);

const describedBy = (id: string, { help, errors }: Pick<Common, 'help' | 'errors'>) => ({
  id,
  'aria-describedby': [help && `${id}-help`, errors && `${id}-errors`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': errors ? true : undefined,
});

/** A line of text, or a password, a day, a code of an app. */
export const TextField = ({
  type = 'text',
  autoComplete = 'off',
  list,
  ...common
}: Common & {
  type?: 'text' | 'password' | 'email' | 'date' | 'search' | 'url';
  autoComplete?: string;
  /** Values with their meaning, of which one is found by any part of it. Others may be written, too. */
  list?: Record<string, string> | undefined;
}) => {
  const id = useId();
  const { label, help, errors, required, value, onChange } = common;
  return (
    <Frame {...{ id, label, help, errors, required }}>
      <input
        {...describedBy(id, common)}
        {...({ type, autoComplete, required, value, list: list && `${id}-list` } as object)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {list && (
        <datalist id={`${id}-list`}>
          {Object.entries(list).map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </datalist>
      )}
    </Frame>
  );
};

/** One of a few. */
export const ChoiceField = ({
  choices,
  empty,
  ...common
}: Common & {
  choices: Record<string, string>;
  /** What no choice is called; without it, one must be chosen. */
  empty?: string | undefined;
}) => {
  const id = useId();
  const { label, help, errors, required, value, onChange } = common;
  return (
    <Frame {...{ id, label, help, errors, required }}>
      <select
        {...describedBy(id, common)}
        {...{ required, value }}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {Object.entries(choices).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
};
