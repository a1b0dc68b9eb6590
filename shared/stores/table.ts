/**
 * Requests of DynamoDB without hand-written expressions. Each name and value becomes a placeholder, so that no attribute meets
 * a reserved word of DynamoDB and nothing is declared that is not used, which DynamoDB rejects.
 */

/**
 * An attribute, or a path within one: `['documents', 0, 'key']`. A plain string is one name, even with dots in it.
 */
export type Path = string | readonly [string, ...(string | number)[]];

/** Gives the placeholder of a path or a value, and declares it. */
interface Placeholders {
  of(path: Path): string;
  value(value: unknown): string;
}

/** Condition on a row: of a write, of a query's key, or of a filter. */
export type Condition = (placeholders: Placeholders) => string;

const compares =
  (operator: string) =>
  (path: Path, value: unknown): Condition =>
  ({ of, value: put }) =>
    `${of(path)} ${operator} ${put(value)}`;

export const is = compares('=');
export const isNot = compares('<>');
export const below = compares('<');
export const atMost = compares('<=');
export const above = compares('>');

const calls =
  (name: string) =>
  (path: Path, value: unknown): Condition =>
  ({ of, value: put }) =>
    `${name}(${of(path)}, ${put(value)})`;

export const beginsWith = calls('begins_with');
export const contains = calls('contains');

export const exists =
  (path: Path): Condition =>
  ({ of }) =>
    `attribute_exists(${of(path)})`;

export const absent =
  (path: Path): Condition =>
  ({ of }) =>
    `attribute_not_exists(${of(path)})`;

/** The attribute is as it was read: it has this value, or is absent for `undefined`. */
export const stillIs = (path: Path, value: unknown): Condition =>
  value === undefined ? absent(path) : is(path, value);

/** Two attributes of the row are equal; false where one is absent. */
export const equals =
  (path: Path, other: Path): Condition =>
  ({ of }) =>
    `${of(path)} = ${of(other)}`;

/** @param values one at least */
export const oneOf =
  (path: Path, values: readonly unknown[]): Condition =>
  ({ of, value }) =>
    `${of(path)} IN (${values.map(value).join(', ')})`;

/** Both ends are included. */
export const between =
  (path: Path, first: unknown, last: unknown): Condition =>
  ({ of, value }) =>
    `${of(path)} BETWEEN ${value(first)} AND ${value(last)}`;

/** Of a text, list, map or set. */
export const sizeIs =
  (operator: '<' | '<=' | '>', path: Path, size: number): Condition =>
  ({ of, value }) =>
    `size(${of(path)}) ${operator} ${value(size)}`;

/** Leaves out members that are `undefined`. */
export const all =
  (...parts: (Condition | undefined)[]): Condition =>
  (placeholders) =>
    parts.flatMap((part) => part?.(placeholders) ?? []).join(' AND ');

export const either =
  (...parts: [Condition, Condition, ...Condition[]]): Condition =>
  (placeholders) =>
    // AND binds closer, so only these need brackets.
    `(${parts.map((part) => part(placeholders)).join(' OR ')})`;

/** Values by attribute, or by path. Those that are `undefined` are left out. */
type Members = Readonly<Record<string, unknown>> | readonly (readonly [Path, unknown])[];

/** Changes of a row. If there is no row, one is created. */
export interface Change {
  set?: Members;
  /** Set where the attribute is absent. */
  setOnce?: Members;
  /** Copied from another attribute as it was before the change; the value stands for one that is absent. */
  copy?: Readonly<Record<string, { from: Path; otherwise: unknown }>> | undefined;
  /** Added to a number, 0 where it is absent; or members that a set gets. */
  add?: Readonly<Record<string, number | ReadonlySet<unknown> | undefined>>;
  /** Members that a set loses. */
  take?: Readonly<Record<string, ReadonlySet<unknown>>>;
  remove?: readonly Path[];
  if?: Condition | undefined;
}

/** Builds the expressions of a request, with their names and values. */
const written = <Expressions extends Record<string, string | undefined>>(
  make: (placeholders: Placeholders) => Expressions,
) => {
  const names = new Map<string, string>();
  const values: [string, unknown][] = [];
  const nameOf = (name: string): string => {
    const known = names.get(name) ?? `#n${names.size}`;
    names.set(name, known);
    return known;
  };
  const expressions = make({
    of: (path) =>
      [path]
        .flat()
        .map((step) => (typeof step === 'number' ? `[${step}]` : `.${nameOf(step)}`))
        .join('')
        .slice(1),
    value: (value) => {
      if (value === undefined) throw new Error('a value of an expression is undefined');
      const placeholder = `:v${values.length}`;
      values.push([placeholder, value]);
      return placeholder;
    },
  });
  return {
    ...(Object.fromEntries(Object.entries(expressions).filter(([, text]) => text)) as Expressions),
    ...(names.size > 0 && {
      ExpressionAttributeNames: Object.fromEntries(
        [...names].map(([name, placeholder]) => [placeholder, name]),
      ),
    }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
};

const entriesOf = (members: Members = {}): (readonly [Path, unknown])[] => {
  const entries = Array.isArray(members) ? (members as [Path, unknown][]) : Object.entries(members);
  return entries.filter(([, value]) => value !== undefined);
};

/** A change of a row: for `UpdateCommand`, or as the `Update` of a transaction. */
export const update = (
  TableName: string,
  Key: object,
  { set, setOnce, copy, add, take, remove, ...change }: Change,
) => ({
  TableName,
  Key: { ...Key },
  ...written(({ of, value }) => {
    const sets = [
      ...entriesOf(set).map(([path, to]) => `${of(path)} = ${value(to)}`),
      ...entriesOf(setOnce).map(([path, to]) => `${of(path)} = if_not_exists(${of(path)}, ${value(to)})`),
      ...Object.entries(copy ?? {}).map(
        ([path, { from, otherwise }]) => `${of(path)} = if_not_exists(${of(from)}, ${value(otherwise)})`,
      ),
    ];
    const clauses = {
      SET: sets,
      REMOVE: (remove ?? []).map(of),
      ADD: entriesOf(add).map(([path, by]) => `${of(path)} ${value(by)}`),
      DELETE: entriesOf(take).map(([path, members]) => `${of(path)} ${value(members)}`),
    };
    return {
      UpdateExpression: Object.entries(clauses)
        .flatMap(([verb, parts]) => (parts.length > 0 ? `${verb} ${parts.join(', ')}` : []))
        .join(' '),
      ConditionExpression: change.if?.({ of, value }),
    };
  }),
});

/** A row that takes the place of one with its key: for `PutCommand`, or as the `Put` of a transaction. */
export const put = (TableName: string, Item: object, condition?: Condition) => ({
  TableName,
  Item: { ...Item },
  ...written((placeholders) => ({ ConditionExpression: condition?.(placeholders) })),
});

/** The removal of a row, if there is one: for `DeleteCommand`, or as the `Delete` of a transaction. */
export const remove = (TableName: string, Key: object, condition?: Condition) => ({
  TableName,
  Key: { ...Key },
  ...written((placeholders) => ({ ConditionExpression: condition?.(placeholders) })),
});

/** Condition on a row that a transaction does not write: its `ConditionCheck`. */
export const check = (table: string, key: object, condition: Condition) => remove(table, key, condition);

/** Members that are read of rows; without it all are. */
export const only = (members: readonly string[]) =>
  written(({ of }) => ({ ProjectionExpression: members.map(of).join(', ') }));

/**
 * Rows of one partition: for `QueryCommand`.
 * @param wanted.filter what rows must be to be among the answer; those that are not are paid for, too
 * @param wanted.members that are read; all without
 */
export const query = (
  TableName: string,
  key: Condition,
  { filter, members }: { filter?: Condition | undefined; members?: readonly string[] } = {},
) => ({
  TableName,
  ...written((placeholders) => ({
    KeyConditionExpression: key(placeholders),
    FilterExpression: filter?.(placeholders),
    ProjectionExpression: members?.map(placeholders.of).join(', '),
  })),
});

/** All rows of a table that are so: for `ScanCommand`. */
export const scan = (
  TableName: string,
  { filter, members }: { filter: Condition; members: readonly string[] },
) => ({
  TableName,
  ...written((placeholders) => ({
    FilterExpression: filter(placeholders),
    ProjectionExpression: members.map(placeholders.of).join(', '),
  })),
});

/** Rows of a partition whose sort key begins with the sort key of this key. */
export const under = ({ pk, sk }: { pk: string; sk: string }): Condition =>
  all(is('pk', pk), beginsWith('sk', sk));

/** There is no row with this key. */
export const isNew: Condition = absent('pk');
