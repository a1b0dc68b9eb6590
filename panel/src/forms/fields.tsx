import { codesOf } from '../logic/codes.ts';
import type { FormField } from '../logic/fields.ts';
import { countOf, type Filled, isAsked, isChosen, isFilled, isNeeded } from '../logic/filled.ts';
import { CodeField } from '../parts/code-field.tsx';
import { AmountField, ChoiceField, TextField } from '../parts/field.tsx';
import { loadCodes, OF_SANDBOX } from './code-lists.ts';

/** More choices than these are found by typing. */
const FEW = 12;

interface Filling {
  filled: Filled;
  /** Mistakes by dotted path. */
  errors: Record<string, string[]>;
  /** Nothing in it is needed while nothing of it is filled in: it is in a group or list that may be left out. */
  isOptional?: boolean;
  onChange(path: string, value: string): void;
  /** Takes an element out of a list. */
  onRemove(list: string, index: number): void;
}

/** Fields of a form that are asked for: those that are needed, and the others where they are wanted. */
export const Fields = ({ fields, before, ...filling }: Filling & { fields: FormField[]; before: string }) => {
  const { filled, errors } = filling;
  const asked = fields.filter((field) => isAsked(field, before + field.name, filled));
  // What is needed only because a neighbour is filled in stays where it is: that one is being written.
  const isOpen = (field: FormField) =>
    isNeeded(field, before + field.name, { filled, byChoice: true }) ||
    Object.entries(errors).some(([path]) => isAt(path, before + field.name));
  const needed = asked.filter(isOpen);
  const others = asked.filter((field) => !isOpen(field));
  const show = (some: FormField[]) =>
    some.map((field) => <One key={field.name} {...{ field, ...filling }} path={before + field.name} />);
  return (
    <>
      {show(needed)}
      {others.length > 0 && (
        <details open={others.some((field) => isChosen(field, before + field.name, filled))}>
          <summary>Más campos ({others.length}), si hacen falta</summary>
          {show(others)}
        </details>
      )}
    </>
  );
};

const isAt = (path: string, at: string): boolean => path === at || path.startsWith(`${at}.`);

const One = ({ field, path, ...filling }: Filling & { field: FormField; path: string }) => {
  const { filled, errors, onChange } = filling;
  const { label, help, choices, list, kind, fields = [] } = field;
  const isOptional = filling.isOptional || !isNeeded(field, path, { filled });
  if (kind === 'group')
    return (
      <fieldset>
        <legend>{label}</legend>
        {help && <p class="small">{help}</p>}
        <Fields
          {...{ fields, ...filling }}
          before={`${path}.`}
          isOptional={isOptional && !isFilled(filled, path)}
        />
      </fieldset>
    );
  if (kind === 'list')
    return <Several {...{ field, path, ...filling }} isOptional={isOptional && !isFilled(filled, path)} />;
  const common = {
    ...{ label, help, required: !isOptional },
    errors: errors[path],
    value: filled[path] ?? '',
    onChange: (value: string) => onChange(path, value),
  };
  if (list)
    return (
      <CodeField
        {...common}
        help={[help, OF_SANDBOX.has(list) && ONLY_SANDBOX].filter(Boolean).join(' ')}
        load={() => loadCodes(list)}
      />
    );
  if (field.amount) return <AmountField {...common} unit={field.amount.unit} />;
  if (!choices) return <TextField {...common} type={kind === 'date' ? 'date' : 'text'} />;
  return Object.keys(choices).length <= FEW ? (
    <ChoiceField {...common} choices={choices} empty="—" />
  ) : (
    <CodeField {...common} load={async () => codesOf(choices)} />
  );
};

const ONLY_SANDBOX = 'La lista es la del entorno de pruebas: el organismo admite más.';

/** Elements of a list, each with all fields. */
const Several = ({ field, path, ...filling }: Filling & { field: FormField; path: string }) => {
  const { filled, onChange, onRemove } = filling;
  const { label, fields = [], max = Infinity } = field;
  const count = countOf(path, filled);
  return (
    <fieldset>
      <legend>{label}</legend>
      {Array.from({ length: count }, (_, index) => `${path}.${index}.`).map((before, index) => (
        <fieldset key={before}>
          <legend>{index + 1}</legend>
          <Fields {...{ fields, ...filling, before }} />
          {count > 1 && (
            <button type="button" onClick={() => onRemove(path, index)}>
              Quitar<span class="unseen"> {index + 1}</span>
            </button>
          )}
        </fieldset>
      ))}
      {count < max && (
        <button type="button" onClick={() => onChange(`${path}.${count}.${fields[0]?.name}`, '')}>
          Añadir otro
        </button>
      )}
    </fieldset>
  );
};
