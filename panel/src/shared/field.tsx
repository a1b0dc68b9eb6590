import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { type AmountUnit, readAmount, showAmount } from '../../../shared/kernel/amounts.ts';
import { shareDigits, showShare } from '../../../shared/kernel/working-share.ts';
import { chooseFile } from './chosen-file.ts';
import { readShareField } from './filled.ts';

/** Properties that all fields have. */
export interface Common {
  label: string;
  help?: string | undefined;
  errors?: string[] | undefined;
  required?: boolean;
  /** The label says that the field is optional. Required fields are the normal case and are not marked. */
  isOptional?: boolean | undefined;
  value: string;
  onChange(value: string): void;
}

/** The frame of a field: its label, help and mistakes around the input. */
export const Frame = ({
  id,
  label,
  help,
  errors,
  isOptional,
  children,
}: Pick<Common, 'label' | 'help' | 'errors' | 'isOptional'> & {
  id: string;
  children: ComponentChildren;
}) => (
  <div class="field">
    <label for={id}>
      {label}
      {isOptional && <span class="muted"> (opcional)</span>}
    </label>
    <div>{children}</div>
    <div>
      {errors && (
        <p class="mistake" id={`${id}-errors`}>
          {errors.join(' ')}
        </p>
      )}
      {help && (
        <p class="small" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  </div>
);

const describedBy = (id: string, { help, errors }: Pick<Common, 'help' | 'errors'>) => ({
  id,
  'aria-describedby': [help && `${id}-help`, errors && `${id}-errors`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': errors ? true : undefined,
});

/** A field for a line of text, a password, a day, or the code of an authenticator app. */
export const TextField = ({
  type = 'text',
  autoComplete = 'off',
  onBlur,
  placeholder,
  ...common
}: Common & {
  placeholder?: string;
  type?: 'text' | 'password' | 'email' | 'date' | 'search' | 'url';
  autoComplete?: string;
  onBlur?(): void;
}) => {
  const id = useId();
  const { label, help, errors, required, isOptional, value, onChange } = common;
  return (
    <Frame id={id} label={label} help={help} errors={errors} isOptional={isOptional}>
      <input
        {...describedBy(id, common)}
        {...({ type, autoComplete, required, value, onBlur, placeholder } as object)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Frame>
  );
};

/** A field for an amount with two decimals and its unit. When it loses the focus, it shows the amount as it was understood. */
export const AmountField = ({ unit, ...common }: Common & { unit: AmountUnit }) => {
  const id = useId();
  const { label, help, errors, required, isOptional, value, onChange } = common;
  return (
    <Frame id={id} label={label} help={help} errors={errors} isOptional={isOptional}>
      <span class="amount">
        <input
          {...describedBy(id, common)}
          {...({ type: 'text', inputMode: 'decimal', autoComplete: 'off', required, value } as object)}
          onInput={(event) => onChange(event.currentTarget.value)}
          onBlur={() => {
            const read = readAmount(value, unit);
            if ('hundredths' in read) onChange(showAmount(read.hundredths));
          }}
        />{' '}
        {unit}
      </span>
    </Frame>
  );
};

/**
 * A field for a part of the full working time, in per cent. When it loses the focus, it shows the part as it was understood, with
 * the thousandths that the authority has.
 */
export const ShareField = ({ help, ...common }: Common) => {
  const { value, onChange } = common;
  const read = readShareField(value);
  const understood = 'thousandths' in read && `Son ${shareDigits(read.thousandths)} milésimas.`;
  return (
    <TextField
      {...common}
      placeholder="37,5 %"
      help={value.trim() !== '' && understood ? understood : help}
      onBlur={() => 'thousandths' in read && onChange(showShare(read.thousandths))}
    />
  );
};

/** A field for a file, whose value is the file compressed, in base64. */
export const FileField = ({ onChange, ...common }: Common) => {
  const id = useId();
  const latest = useRef<Blob>(undefined);
  const { label, help, errors, required, value } = common;
  return (
    <Frame id={id} label={label} help={value ? 'Elegido.' : help} errors={errors}>
      <input
        {...describedBy(id, common)}
        type="file"
        required={required && !value}
        onChange={({ currentTarget: { files } }) => chooseFile(files?.[0], latest, onChange)}
      />
    </Frame>
  );
};

/** A field with a few options. */
export const ChoiceField = ({
  choices,
  empty,
  ...common
}: Common & {
  choices: Record<string, string>;
  /** The text of the option that chooses nothing; without it, an option must be chosen. */
  empty?: string | undefined;
}) => {
  const id = useId();
  const { label, help, errors, required, isOptional, value, onChange } = common;
  return (
    <Frame id={id} label={label} help={help} errors={errors} isOptional={isOptional}>
      <select
        {...describedBy(id, common)}
        required={required}
        value={value}
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
