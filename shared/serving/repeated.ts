import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Node } from 'jsonc-parser';
import { Repeated, tooDeep } from '../kernel/request-value.ts';

/**
 * Fields that a request names more than once. Where something would be filed, no naming may be dropped in silence:
 * `?test=1` with another `test` in the body must not file.
 */

type Fields = Record<string, unknown>;

/** The parameters of the query; one that is sent several times has all its values. */
export const everyParameter = ({
  queryStringParameters,
  multiValueQueryStringParameters,
}: Pick<APIGatewayProxyEvent, 'queryStringParameters' | 'multiValueQueryStringParameters'>): Fields => ({
  ...queryStringParameters,
  ...Object.fromEntries(
    Object.entries(multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
      values && values.length > 0 ? [[name, values.length === 1 ? values[0] : new Repeated(values)]] : [],
    ),
  ),
});

/** The fields of all sources together; one that several sources name has what each of them says. */
export const everyNaming = (...sources: (Fields | null)[]): Fields =>
  together(sources.flatMap((source) => Object.entries(source ?? {})));

const together = (namings: [name: string, value: unknown][]): Fields => {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of namings) {
    const known = values.get(name) ?? [];
    values.set(name, known);
    if (value instanceof Repeated) for (const one of value.values) known.push(one);
    else known.push(value);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? all[0] : new Repeated(all)]),
  );
};

/**
 * Reads a JSON object so that a member which is written twice has all its values; `JSON.parse` keeps the last one only.
 * @param text known to be JSON
 * @throws ServiceError 400 when it nests too deep
 */
export const parseEveryNaming = async (text: string): Promise<Fields> => {
  // Loaded at first use: questions do not need it.
  const { getNodeValue, parseTree } = await import('jsonc-parser');
  const read = (node: Node): unknown => {
    const { type, children = [] } = node;
    if (type === 'array') return children.map(read);
    if (type !== 'object') return getNodeValue(node);
    return together(
      children.flatMap(({ children: [name, value] = [] }) =>
        name && value ? [[String(name.value), read(value)]] : [],
      ),
    );
  };
  try {
    return read(parseTree(text)!) as Fields;
  } catch (error) {
    // Both readers follow every level, and the stack ends.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
};
