import { groupsOf } from '../../reference/groups.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';

/** An operation as the reference describes it, as far as the client is made from it. */
export interface Described {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  security: unknown[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: AnswerSchema }> }>;
  'x-kind': 'submission' | 'reading' | 'resource';
  'x-dry-run'?: 'confirmation' | 'not-offered';
  'x-list'?: { next: 'page' | 'token' | 'part'; items?: string };
}

type Schema = Record<string, unknown>;

interface AnswerSchema {
  allOf?: { properties?: { data?: Schema } }[];
}

export interface DescribedAt {
  method: string;
  address: string;
  operation: Described;
}

interface Document {
  openapi: string;
  info: unknown;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * The reference of a sandbox stage, which has the operations of every other stage and its own. The values of what may be null,
 * which other generators do not take, make types here.
 */
export const reference = (): Document =>
  JSON.parse(
    JSON.stringify(openApiDocument(groupsOf({ standIns: true }), { scenarios: true })).replaceAll(
      '"x-enum":',
      '"enum":',
    ),
  );

/** The operations that the client has: those that answer in the envelope, but for signing in, which it does itself. */
export const operationsOf = (document: Document): DescribedAt[] =>
  Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method: method.toUpperCase(), address, operation }))
      .filter(({ operation }) => operation.operationId !== 'signIn' && dataOf(operation)),
  );

/** What callers of a sandbox stage can choose to go wrong. */
export const scenariosOf = (operations: DescribedAt[]): string[] => {
  const named = operations.flatMap(({ operation }) => operation.parameters ?? []);
  return named.find(({ name }) => name === 'X-Sandbox-Scenario')!.schema.enum as string[];
};

const JSON_TYPE = 'application/json';

/**
 * The reference with what types are made from, and no more: the fields of requests, and the `data` of their answers. The
 * envelope around it, headers and failures are the same everywhere, and are types of the client's own.
 */
export const withFieldsOnly = (document: Document) => ({
  openapi: document.openapi,
  info: document.info,
  components: { schemas: document.components.schemas },
  paths: Object.fromEntries(
    operationsOf(document).map(({ method, address, operation }) => [
      // One path for each operation: two of the same path would otherwise have to be put together again.
      `${address} ${method}`,
      {
        [method.toLowerCase()]: {
          operationId: operation.operationId,
          parameters: operation.parameters?.filter((parameter) => parameter.in !== 'header'),
          ...(hasFields(operation.requestBody) && { requestBody: withoutExamples(operation.requestBody!) }),
          responses: {
            200: {
              description: '',
              content: { [JSON_TYPE]: { schema: dataOf(operation)! } },
            },
          },
        },
      },
    ]),
  ),
});

/** The type of an object without members would allow no other members next to it. */
const hasFields = (body: Described['requestBody']): boolean =>
  Object.values(body?.content ?? {}).some(({ schema }) => Object.keys(schema.properties ?? {}).length > 0);

const withoutExamples = ({ content, ...body }: NonNullable<Described['requestBody']>) => ({
  ...body,
  content: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }])),
});

/** The schema of `data`, which is the last of those that make the whole answer; a page or file has none. */
const dataOf = ({ responses }: Described): Schema | undefined =>
  responses[200]?.content?.[JSON_TYPE]?.schema.allOf?.at(-1)?.properties?.data;
