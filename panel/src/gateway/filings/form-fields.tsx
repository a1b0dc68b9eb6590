import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Identifier } from '../../../../shared/kernel/fields.ts';
import { CodeField } from '../../shared/code-field.tsx';
import { codesFor, OF_SANDBOX } from '../../shared/code-lists.ts';
import { isOfCells } from '../../shared/copied-cells.ts';
import {
  AmountField,
  ChoiceField,
  type Common,
  FileField,
  ShareField,
  TextField,
} from '../../shared/field.tsx';
import type { FormField } from '../../shared/fields.ts';
import {
  countOf,
  type Filled,
  isAsked,
  isChosen,
  isFilled,
  isInView,
  isNeeded,
} from '../../shared/filled.ts';
import { isWhole, mistakeIn } from '../../shared/numbers.ts';
import { inGroups } from './groups.ts';
import { pastedInList } from './pasted-list.ts';

interface Filling {
  filled: Filled;
  /** Mistakes by dotted path. */
  errors: Record<string, string[]>;
  /** The fields belong to an optional group or list, so none of them is required while all are empty. */
  isOptional?: boolean;
  onChange(path: string, value: string): void;
  /** Called when a number is complete. */
  onWritten(path: string): void;
  /** Called with a text of cells that was pasted into a field of a list. */
  onCells?(path: string, text: string): void;
  /** Removes an element from a list. */
  onRemove(list: string, index: number): void;
}

/** The fields of a form: the required ones at once, and the optional ones on request. */
export const Fields = ({
  fields,
  before,
  notes,
  ...filling
}: Filling & {
  fields: FormField[];
  before: string;
  /** A note for a group of fields, by the heading of the group. */
  notes?: Partial<Record<string, ComponentChildren>>;
}) => {
  const { filled, errors } = filling;
  // Values that were filled in when the form opened are shown; other optional fields stay folded.
  const [first] = useState(
    () =>
      new Set(fields.filter((field) => isChosen(field, before + field.name, filled)).map(({ name }) => name)),
  );
  const asked = fields.filter((field) => isAsked(field, before + field.name, filled));
  // A field that became required only because a neighbour is filled in stays where it is: the person may be writing in that
  // neighbour.
  const isOpen = (field: FormField) =>
    isInView(field, before + field.name, filled) ||
    first.has(field.name) ||
    Object.entries(errors).some(([path]) => isAt(path, before + field.name));
  const needed = asked.filter(isOpen);
  const others = asked.filter((field) => !isOpen(field));
  const show = (some: FormField[]) =>
    some.map((field) => <One key={field.name} field={field} {...filling} path={before + field.name} />);
  // Inside a group that already has a title, further headings would only repeat it.
  const groups = before === '' ? inGroups(needed) : [[undefined, needed] as const];
  return (
    <>
      {groups.map(([heading, some]) =>
        heading ? (
          <fieldset class="part" key={heading}>
            <legend>{heading}</legend>
            <div class="fields">{show(some)}</div>
            {notes?.[heading]}
          </fieldset>
        ) : (
          <div class="fields" key="all">
            {show(some)}
          </div>
        ),
      )}
      {others.length > 0 && (
        <details
          open={others.some(
            (field) =>
              isChosen(field, before + field.name, filled) ||
              isNeeded(field, before + field.name, { filled }),
          )}
        >
          <summary>Más campos ({others.length}), si hacen falta</summary>
          <div class="fields">{show(others)}</div>
        </details>
      )}
    </>
  );
};

const isAt = (path: string, at: string): boolean => path === at || path.startsWith(`${at}.`);

/** A field. In a list it takes cells of a spreadsheet, which go to the right and down as they do there. */
const One = (props: Filling & { field: FormField; path: string }) => {
  const { onCells, path, field } = props;
  if (!onCells || field.kind === 'group' || field.kind === 'list') return <Single {...props} />;
  return (
    <div
      class="pasted"
      onPaste={(event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!isOfCells(text)) return;
        event.preventDefault();
        onCells(path, text);
      }}
    >
      <Single {...props} />
    </div>
  );
};

const Single = ({ field, path, ...filling }: Filling & { field: FormField; path: string }) => {
  const { filled, errors, onChange, onWritten } = filling;
  const { label, help, choices, list, kind, fields = [] } = field;
  const isOptional = filling.isOptional || !isNeeded(field, path, { filled });
  if (kind === 'group')
    return (
      <fieldset>
        <legend>{label}</legend>
        {help && <p class="small">{help}</p>}
        <Fields
          fields={fields}
          {...filling}
          before={`${path}.`}
          isOptional={isOptional && !isFilled(filled, path)}
        />
      </fieldset>
    );
  if (kind === 'list')
    return (
      <Several field={field} path={path} {...filling} isOptional={isOptional && !isFilled(filled, path)} />
    );
  const common = {
    label,
    help,
    required: !isOptional,
    errors: errors[path],
    value: filled[path] ?? '',
    onChange: (value: string) => onChange(path, value),
  };
  const load = codesFor(field);
  if (load)
    return (
      <CodeField
        {...common}
        help={[help, list && OF_SANDBOX.has(list) && ONLY_SANDBOX].filter(Boolean).join(' ')}
        load={load}
      />
    );
  if (field.share) return <ShareField {...common} />;
  if (field.amount) return <AmountField {...common} unit={field.amount.unit} />;
  if (field.identifier && kind === 'text')
    return <NumberField {...common} kind={field.identifier} onWritten={() => onWritten(path)} />;
  if (kind === 'file') return <FileField {...common} />;
  if (!choices) return <TextField {...common} type={kind === 'date' ? 'date' : 'text'} />;
  return <ChoiceField {...common} choices={choices} empty="—" />;
};

/** A field for a number with check digits. They are checked once the number is complete or the field loses the focus. */
const NumberField = ({ kind, onWritten, ...common }: Common & { kind: Identifier; onWritten(): void }) => {
  const [wasLeft, setLeft] = useState(false);
  const mistake = wasLeft || isWhole(kind, common.value) ? mistakeIn(kind, common.value) : undefined;
  return (
    <TextField
      {...common}
      errors={common.errors ?? (mistake ? [mistake] : undefined)}
      onBlur={() => {
        setLeft(true);
        onWritten();
      }}
    />
  );
};

const ONLY_SANDBOX = 'Si no está en la lista, escriba la clave.';

/** A list of elements, each with all of its fields. */
const Several = ({ field, path, ...filling }: Filling & { field: FormField; path: string }) => {
  const { filled, onChange, onRemove } = filling;
  const { label, fields = [], max = Infinity } = field;
  const count = countOf(path, filled);
  const onCells = (at: string, text: string) => {
    for (const [to, value] of Object.entries(pastedInList(text, { list: path, at, fields, max })))
      onChange(to, value);
  };
  return (
    <fieldset>
      <legend>{label}</legend>
      {Array.from({ length: count }, (_, index) => `${path}.${index}.`).map((before, index) => (
        <fieldset key={before}>
          <legend>{index + 1}</legend>
          <Fields fields={fields} {...filling} before={before} onCells={onCells} />
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
