import { jsonText } from '../../../../shared/kernel/json-text.ts';
import { repeatedNames, TWICE } from '../../../../shared/kernel/repeated-names.ts';
import { isRecord, isTooDeep, TOO_DEEP } from '../../../../shared/kernel/request-value.ts';
import { SheetFault } from '../../../../shared/sheets/limits.ts';
import { cellsOf, DRY_RUN_FIELD, OPERATION_HEADER } from './columns.ts';
import { emptyRow } from './row.ts';
import type { Reading, Row } from './types.ts';

/**
 * The submissions of a JSON list: `[{ "operation": "registerEmployee", "request": { … } }]`. Each entry may also have the row's
 * own columns as texts.
 * @throws SheetFault if it is not a list, has too many entries, or nests too deeply
 */
export async function* jsonRows(bytes: Uint8Array, reading: Reading): AsyncGenerator<Row> {
  let text: string;
  let entries: unknown;
  try {
    text = jsonText(bytes);
    entries = JSON.parse(text);
  } catch {
    throw new SheetFault('El fichero no es JSON válido en UTF-8.');
  }
  if (!Array.isArray(entries)) throw new SheetFault('El fichero debe ser una lista JSON.');
  if (entries.length > reading.limits.rows)
    throw new SheetFault(`La lista tiene más de ${reading.limits.rows} entradas: repártalas en varias.`);
  // Later readers recurse into every level. A request is two levels below the list.
  if (isTooDeep(entries, 2)) throw new SheetFault(TOO_DEEP);
  const repeated = new Map<number, Set<string>>();
  for (const [entry, ...path] of await repeatedNames(text)) {
    const names = repeated.get(entry as number) ?? new Set();
    repeated.set(entry as number, names.add(String(path.at(-1))));
  }
  for (const [index, entry] of entries.entries())
    yield rowOf(entry, index + 1, { ...reading, repeated: repeated.get(index) });
}

const rowOf = (
  entry: unknown,
  row: number,
  { operations, rowColumns, repeated }: Reading & { repeated: ReadonlySet<string> | undefined },
): Row => {
  const read = emptyRow(row);
  const wrong = (column: string | undefined, message: string) =>
    read.mistakes.push({ row, ...(column !== undefined && { column }), message });
  if (!isRecord(entry)) {
    wrong(undefined, 'Debe ser un objeto con operation y request.');
    return read;
  }
  for (const name of repeated ?? []) wrong(name, TWICE);
  const { operation: named, request, ...own } = entry;
  const operation = operations.find(({ id }) => id === named);
  if (operation) read.operation = operation.id;
  else wrong('operation', `Debe ser uno de: ${operations.map(({ id }) => id).join(', ')}.`);
  if (isRecord(request)) read.request = request;
  else wrong('request', 'Debe ser un objeto con los campos del trámite.');
  if (DRY_RUN_FIELD in read.request)
    wrong(DRY_RUN_FIELD, 'Quite este campo: todo el fichero se prueba antes de presentarse.');
  for (const [name, value] of Object.entries(own)) {
    if (rowColumns.includes(name) && typeof value === 'string') read.own[name] = value;
    else wrong(name, rowColumns.includes(name) ? 'Debe ser un texto.' : 'Campo desconocido.');
  }
  const cells = { ...read.own, ...cellsOf(read.request) };
  read.cells = operation ? { [OPERATION_HEADER]: operation.id, ...cells } : cells;
  return read;
};
