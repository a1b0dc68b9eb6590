import { groupsOf } from '../../reference/groups.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import { certificateTypesOf } from '../../shared/operation/operation.ts';

/** The parts of an operation in the OpenAPI document that the client needs. */
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
 * The OpenAPI document of a sandbox stage, which has the operations of every other stage and its own. Nullable values
 * become types here, which other generators do not support. `data` has the type of a success: these clients make it of the
 * empty list of a failure, too.
 */
export const reference = (): Document =>
  JSON.parse(
    JSON.stringify(openApiDocument(groupsOf({ standIns: true }), { scenarios: true }))
      .replaceAll('"x-enum":', '"enum":')
      .replaceAll('"type":["object","array"]', '"type":"object"'),
  );

/** Operations of the client: all that answer in the envelope, except signing in, which the client does itself. */
export const operationsOf = (document: Document): DescribedAt[] =>
  Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method: method.toUpperCase(), address, operation }))
      .filter(({ operation }) => operation.operationId !== 'signIn' && dataOf(operation)),
  );

/** Whether an operation may act with a certificate. */
export const takesCertificate = ({ parameters = [] }: Described): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'X-Cert-Secret');

/** The types of certificate that operations before an authority take, by the operation's id. */
export const certificateTypes = (): Map<string, number[]> =>
  new Map(
    groupsOf({ standIns: true }).flatMap(({ operations }) =>
      operations.flatMap((operation) =>
        operation.kind === 'resource' ? [] : [[operation.id, certificateTypesOf(operation)] as const],
      ),
    ),
  );

/** Scenarios that callers of a sandbox stage can choose. */
export const scenariosOf = (operations: DescribedAt[]): string[] => {
  const named = operations.flatMap(({ operation }) => operation.parameters ?? []);
  return named.find(({ name }) => name === 'X-Sandbox-Scenario')!.schema.enum as string[];
};

const JSON_TYPE = 'application/json';

/**
 * Reduces the document to the fields of requests and the `data` of answers. The client has its own types for the
 * envelope, headers and failures, which are the same everywhere.
 */
export const withFieldsOnly = (document: Document) => ({
  openapi: document.openapi,
  info: document.info,
  components: { schemas: document.components.schemas },
  paths: Object.fromEntries(
    operationsOf(document).map(({ method, address, operation }) => [
      // A path item for each operation, because operations with the same path would have to be merged.
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

/** Whether a body has fields: an object type without members would allow no other members next to it. */
const hasFields = (body: Described['requestBody']): boolean =>
  Object.values(body?.content ?? {}).some(({ schema }) => Object.keys(schema.properties ?? {}).length > 0);

const withoutExamples = ({ content, ...body }: NonNullable<Described['requestBody']>) => ({
  ...body,
  content: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }])),
});

/** The schema of `data`, which is the last part of the answer's schema; pages and files have none. */
const dataOf = ({ responses }: Described): Schema | undefined =>
  responses[200]?.content?.[JSON_TYPE]?.schema.allOf?.at(-1)?.properties?.data;
