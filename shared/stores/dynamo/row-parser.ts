import type * as z from 'zod';

/** Turns what DynamoDB answers into a row. @throws Error that names the row type, and no value of the row */
export type RowParser<Row> = (item: unknown) => Row;

/**
 * Makes the parser of a row type. Members that the schema does not have, such as the key, are dropped.
 * @param keyKind the function that makes its key, for errors
 * @param makeSchema called with the first row. Compiling all schemas at start would take a sixth of a function's
 * start time, and a request needs only a few
 */
export const rowParser = <Row>(
  rowType: string,
  keyKind: string,
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

type AttributeValues = Record<string, { S?: string; N?: string; SS?: string[] }>;

/**
 * The texts, numbers and sets of texts of an item that an error carries: the document client converts the items of answers only.
 * Other attributes are `undefined`.
 */
export const plainItem = (
  item: AttributeValues,
): Record<string, string | number | ReadonlySet<string> | undefined> =>
  Object.fromEntries(
    Object.entries(item).map(([name, { S, N, SS }]) => [
      name,
      SS ? new Set(SS) : N === undefined ? S : Number(N),
    ]),
  );
