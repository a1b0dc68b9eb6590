import { countOf, type Filled, type FormField } from '../logic/fields.ts';
import { ChoiceField, TextField } from '../parts/field.tsx';

/** More choices than these are found by typing. */
const FEW = 12;

interface Filling {
  filled: Filled;
  /** Mistakes by dotted path. */
  errors: Record<string, string[]>;
  onChange(path: string, value: string): void;
}

/** Fields of a form: those that are needed, and the others where they are asked for. */
export const Fields = ({ fields, before, ...filling }: Filling & { fields: FormField[]; before: string }) => {
  const isOpen = (field: FormField) =>
    field.required || Object.entries(filling.errors).some(([path]) => isAt(path, before + field.name));
  const needed = fields.filter(isOpen);
  const others = fields.filter((field) => !isOpen(field));
  const show = (some: FormField[]) =>
    some.map((field) => <One key={field.name} {...{ field, ...filling }} path={before + field.name} />);
  return (
    <>
      {show(needed)}
      {others.length > 0 && (
        <details open={others.some(({ name }) => hasValue(filling.filled, before + name))}>
          <summary>Más campos ({others.length}), si hacen falta</summary>
          {show(others)}
        </details>
      )}
    </>
  );
};

const isAt = (path: string, at: string): boolean => path === at || path.startsWith(`${at}.`);

const hasValue = (filled: Filled, at: string): boolean =>
  Object.entries(filled).some(([path, value]) => value !== '' && isAt(path, at));

const One = ({ field, path, ...filling }: Filling & { field: FormField; path: string }) => {
  const { filled, errors, onChange } = filling;
  const { label, help, required, choices, kind, fields = [] } = field;
  if (kind === 'group')
    return (
      <fieldset>
        <legend>{label}</legend>
        {help && <p class="small">{help}</p>}
        <Fields {...{ fields, ...filling }} before={`${path}.`} />
      </fieldset>
    );
  if (kind === 'list') {
    const count = countOf(path, filled);
    return (
      <fieldset>
        <legend>{label}</legend>
        {Array.from({ length: count }, (_, index) => `${path}.${index}.`).map((before, index) => (
          <fieldset key={before}>
            <legend>{index + 1}</legend>
            <Fields {...{ fields, ...filling, before }} />
          </fieldset>
        ))}
        {count < (field.max ?? Infinity) && (
          <button type="button" onClick={() => onChange(`${path}.${count}.${fields[0]?.name}`, '')}>
            Añadir otro
          </button>
        )}
      </fieldset>
    );
  }
  const common = {
    ...{ label, help, required },
    errors: errors[path],
    value: filled[path] ?? '',
    onChange: (value: string) => onChange(path, value),
  };
  if (choices && Object.keys(choices).length <= FEW)
    return <ChoiceField {...common} choices={choices} empty="—" />;
  return <TextField {...common} type={kind === 'date' ? 'date' : 'text'} list={choices} />;
};
