import type * as z from 'zod';
import type { eventKey } from '../events/event-keys.ts';
import type { filingKey } from '../filings/filing-keys.ts';
import type { accountsKey, passwordKey, windowKey } from '../keyspace.ts';
import type { obligationKey } from '../obligations/obligation-keys.ts';

/** Kind of a key, for errors: the function that makes it. */
type KeyKind =
  | keyof typeof accountsKey
  | keyof typeof passwordKey
  | keyof typeof windowKey
  | keyof typeof filingKey
  | keyof typeof obligationKey
  | keyof typeof eventKey
  | 'delivery';

/** Turns what DynamoDB answers into a row. @throws Error that names the row type, and no value of the row */
export type RowParser<Row> = (item: unknown) => Row;

/**
 * The parser of a row type. Members that the schema does not have, such as the key, are left out.
 * @param makeSchema called with the first row: those of all rows together take a sixth of the time in which a function
 * starts, and a request needs a few of them
 */
export const rowParser = <Row>(
  rowType: string,
  keyKind: KeyKind,
  makeSchema: () => z.ZodType<Row>,
): RowParser<Row> => {
  let schema: z.ZodType<Row> | undefined;
  return (item) => {
    schema ??= makeSchema();
    const { data, error } = schema.safeParse(item);
    if (!error) return data;
    // Only the first part of a path: the others may be keys of a map, which are values.
    const members = new Set(error.issues.map(({ path }) => String(path[0] ?? 'the whole row')));
    throw new Error(`a row of type ${rowType} (key ${keyKind}) is not valid: ${[...members].join(', ')}`);
  };
};

type AttributeValues = Record<string, { S?: string; N?: string }>;

/**
 * The texts and numbers of an item that an error carries: the document client converts the items of answers only.
 * Other attributes are `undefined`.
 */
export const plainItem = (item: AttributeValues): Record<string, string | number | undefined> =>
  Object.fromEntries(Object.entries(item).map(([name, { S, N }]) => [name, N === undefined ? S : Number(N)]));
