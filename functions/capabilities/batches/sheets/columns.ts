import * as z from 'zod';
import { HUNDREDTHS_TEXT, showAmount } from '../../../../shared/kernel/amounts.ts';
import { isRecord, metaOf, unwrapped } from '../../../../shared/kernel/request-value.ts';
import { inPercent, showShare } from '../../../../shared/kernel/working-share.ts';
import type { CellKind, Column } from '../../../../shared/sheets/cells/column.ts';
import type { SheetOperation } from './types.ts';

/** The column of a file that names the operation of each row. */
export const OPERATION_HEADER = 'tramite';
/** Prefix of the headers that a sheet of results has in addition. */
export const RESULT_PREFIX = 'resultado.';
/** The beginning of the cell `tramite` in the example row of a template, which is not read. */
export const EXAMPLE_MARK = 'EJEMPLO';
/** The name of the template's sheet that explains the columns. */
export const HELP_SHEET = 'Ayuda';
/** The field that makes a request a dry run. It is not a column, because every file is tried before it is filed. */
export const DRY_RUN_FIELD = 'test';
/** The largest number of a list's entry in a header. */
const MAX_ENTRY = 100;

/**
 * The columns of an operation's sheet, derived from the schema of its request. A list has columns for its first entries, as
 * many as the example has, and at least one; `columnFinder` finds the columns of further entries.
 */
export const columnsOf = (operation: SheetOperation): readonly Column[] => {
  const known = derived.get(operation);
  if (known) return known;
  const columns = Object.entries(operation.request.shape)
    .filter(([name]) => name !== DRY_RUN_FIELD)
    .flatMap(([name, schema]) =>
      columnsAt(schema as z.core.$ZodType, {
        path: [name],
        example: (operation.example.request as Record<string, unknown>)[name],
        isRequired: true,
        description: undefined,
      }),
    );
  derived.set(operation, columns);
  return columns;
};

/** The columns of operations, derived once, because each row of a file needs them. */
const derived = new WeakMap<SheetOperation, readonly Column[]>();

interface Place {
  path: readonly (string | number)[];
  example: unknown;
  /** Whether all enclosing objects are required. */
  isRequired: boolean;
  /** Its description, or otherwise the description of the object or list that contains it. */
  description: string | undefined;
}

const columnsAt = (schema: z.core.$ZodType, place: Place): Column[] => {
  const inner = unwrapped(schema);
  const meta = metaOf(schema);
  const here = {
    ...place,
    isRequired: place.isRequired && !z.safeParse(schema, undefined).success,
    description: meta.description ?? place.description,
  };
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, member]) =>
      columnsAt(member as z.core.$ZodType, {
        ...here,
        path: [...place.path, name],
        example: isRecord(place.example) ? place.example[name] : undefined,
      }),
    );
  if (inner instanceof z.ZodArray) {
    const examples = Array.isArray(place.example) && place.example.length > 0 ? place.example : [undefined];
    return examples.flatMap((example, index) =>
      columnsAt(inner.element as z.core.$ZodType, {
        ...here,
        path: [...place.path, index],
        example,
        isRequired: here.isRequired && index === 0,
      }),
    );
  }
  const { description = '' } = here;
  const { hundredthsOf, workingShare } = meta;
  const unit = hundredthsOf ?? (workingShare && '%');
  const example = place.example === undefined ? undefined : cellText(place.example);
  const column = {
    header: headerOf(place.path),
    path: place.path,
    schema,
    isRequired: here.isRequired,
    ...(unit && { unit }),
    ...(meta.codes && { codes: meta.codes }),
    ...(meta.codeList && { codeList: meta.codeList }),
    ...(meta.nameOf && { nameOf: meta.nameOf }),
  };
  if (workingShare)
    return [
      {
        ...column,
        kind: 'share',
        fullTime: workingShare,
        description: inPercent(description),
        ...(example !== undefined && { example: showShare(example) }),
      },
    ];
  return [
    {
      ...column,
      kind: unit ? 'amount' : kindOf(inner, meta),
      description: unit ? description.replace(HUNDREDTHS_TEXT, `, en ${unit}.`) : description,
      ...(example !== undefined && { example: unit ? showAmount(example) : example }),
    },
  ];
};

const kindOf = (inner: z.core.$ZodType, { format }: ReturnType<typeof metaOf>): CellKind => {
  if (format === 'date') return 'date';
  if (inner instanceof z.ZodLiteral) return [...inner.values].every(isNumber) ? 'flag' : 'text';
  if (inner instanceof z.ZodBoolean) return 'boolean';
  return inner instanceof z.ZodNumber ? 'integer' : 'text';
};

const isNumber = (value: unknown) => typeof value === 'number';

/** The header of a field; entries of lists are numbered from 1. */
export const headerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => (typeof part === 'number' ? part + 1 : part)).join('.');

/** A scalar as the text of a cell. */
const cellText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value);

/** A header in the form in which headers are compared: its first line, without surrounding blanks, capitals and the unit. */
export const plainHeader = (header: string): string =>
  header
    .normalize()
    .trimStart()
    .split(/[\r\n]/, 1)[0]!
    .trim()
    .toLowerCase()
    .replace(/ ?\((?:€|%|céntimos|centésimas)\)$/, '');

/** How amounts are written below a header, if the header shows it. Older templates show it in a second line, without `(€)`. */
export const writtenBy = (header: string): Column['written'] => {
  if (/céntimos|centésimas/i.test(header)) return 'hundredths';
  return /€|%|euros/i.test(header) ? 'unit' : undefined;
};

/** How a part of the full working time is written below a header. */
export const shareWrittenBy = (header: string): Column['written'] => {
  if (/%|porcentaje/i.test(header)) return 'unit';
  return /jornada|horas|tiempo de trabajo/i.test(header) ? 'time' : undefined;
};

/** The header of a column in a file that is written. An amount has its unit. */
export const titleOf = ({ header, unit, written }: Column): string => {
  if (!unit || !written || written === 'time') return header;
  return `${header} (${written === 'unit' ? unit : { '€': 'céntimos', '%': 'centésimas' }[unit]})`;
};

/** Returns a function that finds the column of a header, also for further entries of lists. */
export const columnFinder = (operation: SheetOperation): ((header: string) => Column | undefined) => {
  const columns = new Map(columnsOf(operation).map((column) => [plainHeader(column.header), column]));
  return (header) => {
    const plain = plainHeader(header);
    const known = columns.get(plain);
    if (known) return known;
    const numbers = [...plain.matchAll(/\.([1-9]\d{0,3})(?=\.|$)/g)].map(([, number]) => Number(number));
    const first = columns.get(plain.replace(/\.[1-9]\d{0,3}(?=\.|$)/g, '.1'));
    if (!first || numbers.length === 0 || numbers.some((number) => number > MAX_ENTRY)) return undefined;
    const path = first.path.map((part) => (typeof part === 'number' ? numbers.shift()! - 1 : part));
    const { example: _, ...column } = first;
    return { ...column, path, header: headerOf(path), isRequired: false };
  };
};

/** A request as the cells of its sheet, by header. Blank members and the field for dry runs have none. */
export const cellsOf = (request: Record<string, unknown>): Record<string, string> => {
  const cells: Record<string, string> = {};
  const add = (value: unknown, path: readonly (string | number)[]): void => {
    if (value === undefined || value === null || value === '') return;
    if (Array.isArray(value)) for (const [index, member] of value.entries()) add(member, [...path, index]);
    else if (isRecord(value))
      for (const [name, member] of Object.entries(value)) add(member, [...path, name]);
    else cells[headerOf(path)] = cellText(value);
  };
  for (const [name, value] of Object.entries(request)) if (name !== DRY_RUN_FIELD) add(value, [name]);
  return cells;
};
