import { type DescribedAt, operationsOf, type reference } from '../../build/reference.ts';

/**
 * The tools of the MCP server, derived from the reference: readings, what the gateway itself keeps about trámites and
 * obligations, and a dry run for each submission that has one. Nothing that files is a tool by itself.
 */

type Document = ReturnType<typeof reference>;
type Schema = Record<string, unknown>;

/** Groups whose own resources an assistant may read; the others are about access, secrets or operating the service. */
const READABLE = new Set(['tramites', 'batches', 'obligations', 'events', 'search', 'customer']);

/** What in these groups is no tool: all that is known of a worker, and a calendar's secret address. */
const WITHHELD = new Set(['showWorkerData', 'getCalendarAddress']);

/** The one request that is no GET: the service looks at the authority whether something was filed, and files nothing. */
const LOOKS = 'checkFiling';

/** The state of the authorities, of the group of the reference. */
const STATUS = 'getStatus';

const isTool = ({ method, operation }: DescribedAt): boolean => {
  const { operationId: id, 'x-kind': kind } = operation;
  if (operation.deprecated || 'x-planned' in operation || WITHHELD.has(id)) return false;
  if (kind === 'submission') return operation['x-dry-run'] === 'confirmation';
  if (kind === 'reading') return true;
  return id === LOOKS || id === STATUS || (method === 'GET' && READABLE.has(tagOf({ operation })));
};

const tagOf = ({ operation }: Pick<DescribedAt, 'operation'>): string =>
  (operation as unknown as { tags: [string] }).tags[0];

/** The module with the list of tools. */
export const toolsFile = (document: Document): string => {
  const tools = operationsOf(document)
    .filter(isTool)
    .map((described) => {
      const { operation } = described;
      return {
        id: operation.operationId,
        group: tagOf(described),
        kind: operation['x-kind'],
        title: operation.summary,
        description: operation.description.replace(/\n- \*\*Límite:\*\*.*/, ''),
        input: inputOf(described, document),
      };
    });
  return `
import type { ToolOfOperation } from '../tools.ts';

export const TOOLS: ToolOfOperation[] = ${JSON.stringify(tools, null, 1)};
`;
};

/** The fields of an operation as one schema, without what this server decides itself. */
const inputOf = ({ operation }: DescribedAt, document: Document): Schema => {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'header') continue;
    const { description } = parameter as { description?: string };
    properties[parameter.name] = plain(
      { ...parameter.schema, ...(description && { description }) },
      document,
    );
    if (parameter.required) required.push(parameter.name);
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    const { type, properties: fields = {}, required: needed = [], ...rest } = plain(schema, document);
    const other = Object.keys(rest).filter((key) => key !== 'additionalProperties' && key !== 'description');
    if (type !== 'object' || other.length > 0)
      throw new Error(`${operation.operationId} has a body that is more than fields: ${other}`);
    Object.assign(properties, fields);
    required.push(...(needed as string[]));
  }
  delete properties.test;
  for (const own of ['certificate', 'show_identifiers'])
    if (own in properties)
      throw new Error(`${operation.operationId} has a field ${own}, as the server itself.`);
  return { type: 'object', properties, required, additionalProperties: false };
};

/** A schema without references and without keywords of our own, which models do not know. */
const plain = (value: unknown, document: Document): Schema => {
  if (Array.isArray(value)) return value.map((each) => plain(each, document)) as unknown as Schema;
  if (typeof value !== 'object' || value === null) return value as unknown as Schema;
  const { $ref, ...rest } = value as Schema;
  const found = typeof $ref === 'string' ? document.components.schemas[$ref.split('/').at(-1)!] : {};
  return Object.fromEntries(
    Object.entries({ ...found, ...rest })
      .filter(([key]) => !key.startsWith('x-') && key !== 'askedBy')
      .map(([key, each]) => [key, plain(each, document)]),
  );
};
