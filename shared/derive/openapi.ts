import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { SandboxCodeList } from '../kernel/fields.ts';
import { partMembers } from '../operation/continuation.ts';
import type { Group, Operation, Submission } from '../operation/operation.ts';
import { missingFor } from '../operation/planned.ts';
import { LIMITS, rateOf } from '../operation/rates.ts';
import { envelope, failure, failuresOf, knownOf, laterOf, successHeadersOf } from './openapi-answers.ts';
import { type DescribedStage, requestOf } from './openapi-requests.ts';
import { askedIn, descriptionOf, listOf } from './openapi-rules.ts';
import { addressOf } from './routes.ts';

/** The OpenAPI 3.1 description of the service, made from the list of operations. */
export const openApiDocument = (groups: Group[], stage: DescribedStage = {}) => {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'pasarela',
        version: '4',
        contact: { name: 'Quien administra este servicio' },
        license: { name: 'Propietaria', identifier: 'LicenseRef-Proprietary' },
        description:
          'Pasarela entre programas de nóminas y recursos humanos y las administraciones españolas. Toda respuesta lleva ' +
          'el mismo envoltorio (success, message, status, data) y las cabeceras X-Ratelimit-*. Las operaciones con ' +
          'x-standing: chosen tienen una dirección o unos campos que ha elegido este servicio. Las que tienen x-planned ' +
          'comprueban la petición y responden 501, y x-planned dice qué falta por saber.',
      },
      servers: [{ url: '/' }],
      tags: groups.map(({ name, title }) => ({ name, description: title, 'x-displayName': title })),
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      paths: pathsOf(groups, stage),
    },
    {
      override: ({ jsonSchema }) => {
        const schema = jsonSchema as Record<string, unknown>;
        if (!stage.scenarios && isOfStandIns(schema.codeList)) delete schema.codeList;
        prefixOwn(schema);
        takeIntegers(schema);
        countInIntegers(schema);
        typesInOne(schema);
        withoutFixedTruth(schema);
        instantsByFormat(schema);
      },
    },
  );
  for (const methods of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(methods) as Pick<
      ZodOpenApiOperationObject,
      'parameters'
    >[])
      for (const parameter of parameters)
        if ('in' in parameter && parameter.in === 'query') asOneType(parameter.schema as Schema);
  return document;
};

type Schema = Record<string, unknown>;

/**
 * A value of a query, where all values are text: without the integers that a body may have in its place. Of both, generated clients
 * make classes that they write into the query as objects.
 */
const asOneType = (schema: Schema): void => {
  const { anyOf, type } = schema as { anyOf?: Schema[]; type?: unknown };
  if (anyOf) {
    delete schema.anyOf;
    Object.assign(schema, anyOf[0]);
  } else if (Array.isArray(type)) schema.type = type[0];
};

const OF_STAND_INS: Record<SandboxCodeList, true> = { agreements: true, groups: true, terminations: true };
const isOfStandIns = (list: unknown): boolean => Object.hasOwn(OF_STAND_INS, String(list));

/** Keywords of our own begin with `x-`, as OpenAPI asks. */
const prefixOwn = (schema: Record<string, unknown>): void => {
  // Only messages have it.
  delete schema.whereMissing;
  for (const name of [
    'codes',
    'codeList',
    'identifier',
    'textKind',
    'hundredthsOf',
    'workingShare',
    'askedBy',
    'nameOf',
  ])
    if (name in schema) {
      schema[`x-${name}`] = schema[name];
      delete schema[name];
    }
};

/** Texts that are also taken as integers: two alternatives, because generated clients do not know lists of both. */
const takeIntegers = (schema: Record<string, unknown>): void => {
  const { integers, type, enum: names, ...rest } = schema;
  if (integers === undefined) return;
  for (const name of Object.keys(schema)) delete schema[name];
  Object.assign(schema, rest, {
    anyOf: [
      { type, ...(names !== undefined && { enum: names }) },
      { type: 'integer', enum: integers },
    ],
  });
};

/** A value that may be null or a list, as one list of types: of alternatives with these, generators make classes that do not compile. */
const typesInOne = (schema: Record<string, unknown>): void => {
  const { anyOf, ...rest } = schema as { anyOf?: { type?: unknown }[] };
  const types = (anyOf ?? []).map(({ type }) => type);
  const areTypes = types.every((type) => typeof type === 'string');
  if (!areTypes || !types.some((type) => type === 'null' || type === 'array')) return;
  delete schema.anyOf;
  Object.assign(schema, ...anyOf!, rest, { type: types });
  if (!Array.isArray(schema.enum) || !types.includes('null')) return;
  // A client that is generated for Java (okhttp-gson) refuses null for a required member that has an enum.
  schema['x-enum'] = [...schema.enum, null];
  delete schema.enum;
};

/** A choice of whole numbers, as integers. */
const countInIntegers = (schema: Record<string, unknown>): void => {
  const { type, enum: values } = schema;
  if (type === 'number' && Array.isArray(values) && values.every(Number.isInteger)) schema.type = 'integer';
};

/** A truth of one value, as any truth: generators take the value for a text. */
const withoutFixedTruth = (schema: Record<string, unknown>): void => {
  if (typeof schema.const === 'boolean') delete schema.const;
};

/** An instant, by its format alone: with a pattern, too, a client that is generated for Python cannot be loaded. */
const instantsByFormat = (schema: Record<string, unknown>): void => {
  if (schema.format === 'date-time') delete schema.pattern;
};

/** Names of operations in generated clients; an operation of several groups is also named after the later groups. */
const operationIds = (groups: Group[]): Map<string, string> => {
  const taken = new Set<string>();
  return new Map(
    groups.flatMap((group) =>
      group.operations.map((operation) => {
        const inGroup = group.name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
        const id = taken.has(operation.id) ? `${operation.id}In${inGroup}` : operation.id;
        taken.add(id);
        return [`${group.name} ${operation.method} ${operation.path}`, id] as const;
      }),
    ),
  );
};

const pathsOf = (groups: Group[], stage: DescribedStage): ZodOpenApiPathsObject => {
  const ids = operationIds(groups);
  const paths: ZodOpenApiPathsObject = {};
  for (const group of groups)
    for (const operation of group.operations) {
      const path = addressOf(group, operation);
      paths[path] = {
        ...paths[path],
        [operation.method.toLowerCase()]: {
          operationId: ids.get(`${group.name} ${operation.method} ${operation.path}`)!,
          tags: [group.name],
          ...operationObject(operation, stage),
        },
      };
    }
  return paths;
};

const operationObject = (operation: Operation, stage: DescribedStage): ZodOpenApiOperationObject => {
  const rate = rateOf(operation);
  const list = listOf(operation);
  const anonymous = rate === 'anonymous';
  const missing = missingFor(operation);
  const asked = askedIn(operation.request);
  return {
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.supersededBy && { deprecated: true }),
    security: anonymous ? [] : [{ token: [] }],
    ...requestOf(operation, stage),
    responses: {
      ...(missing === undefined && {
        '200': {
          description: 'Resultado de la operación.',
          headers: successHeadersOf(operation),
          content: contentOf(operation),
        },
      }),
      ...laterOf(operation),
      ...knownOf(operation),
      ...failuresOf(operation),
    },
    'x-kind': operation.kind,
    ...(list && { 'x-list': list }),
    'x-rate-class': rate,
    'x-rate-limit': `${LIMITS[rate]} peticiones por minuto`,
    'x-standing': operation.standing,
    ...(asked.length > 0 && { 'x-asked-when': asked }),
    ...(missing !== undefined && { 'x-planned': missing }),
    ...(operation.kind === 'submission' && {
      'x-dry-run': operation.dryRun,
      'x-look-up': lookUpText(operation),
    }),
  } as ZodOpenApiOperationObject;
};

/** How a filing with an unknown outcome can be found at its authority: by a query, by its number alone, or not at all. */
const lookUpText = ({ lookUp }: Submission): 'query' | 'by-reference' | 'none' =>
  'none' in lookUp ? 'none' : lookUp.onlyByReference ? 'by-reference' : 'query';

/** A reading that takes a token answers its list in parts. */
const isInParts = ({ kind, request }: Operation): boolean =>
  kind === 'reading' && 'continueToken' in request.shape;

/** Where a record goes on, which the interface has in one operation. */
const continueFrom = z
  .object({
    regimen: z.string(),
    ccc: z.string(),
    nss: z.string(),
    dni: z.string(),
    offset: z.int(),
    continueToken: z.string(),
  })
  .optional()
  .meta({ description: 'Desde dónde continúa la lista, si no está completa.' });

/** Members of a 200 without success, or of a part of a list. */
const furtherOf = (operation: Operation) =>
  z.looseObject({
    ...(operation.kind !== 'resource' && notSuccess),
    ...(operation.kind === 'submission' && { warnings }),
    ...(operation.kind === 'submission' && operation.dryRun === 'confirmation' && { previewToken }),
    ...(isInParts(operation) && partMembers.shape),
    ...('offset' in operation.request.shape && { continueFrom }),
  });

const previewToken = z.string().optional().meta({
  description: 'De un simulacro correcto: para presentar justo lo probado, en la cabecera Preview-Token.',
});

const warnings = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'De un simulacro correcto: lo que conviene mirar antes de presentar, que también está en message. De lo presentado: si lo mismo ya ' +
      'se había aceptado.',
  });

const notSuccess = {
  errors: failure.shape.errors,
  maintenance: z.boolean().optional().meta({ description: 'Solo si success es falso.' }),
};

/** Of `data` that is an empty list in a failure that is answered 200. As in all answers, there may be further members. */
const OR_EMPTY_LIST = { type: ['object', 'array'], items: {}, maxItems: 0, additionalProperties: undefined };

/** The schema of `data` in an answer of 200. */
const dataOf = (operation: Operation): z.ZodType => {
  const { response, kind } = operation;
  if (kind === 'resource' || !(response instanceof z.ZodObject)) return response;
  // A dry run, or a success without payload, has none of the members.
  const data = response.partial();
  const isListIfNone = kind === 'reading' && (operation.mayBePrepared || operation.mayHaveNothing);
  return isListIfNone ? data.meta(OR_EMPTY_LIST) : data;
};

const contentOf = (operation: Operation) => {
  const { example, page, response } = operation;
  const around = z.intersection(envelope, furtherOf(operation));
  const data = dataOf(operation);
  return page
    ? { [page]: { schema: response } }
    : {
        'application/json': {
          schema: z.intersection(around, z.looseObject({ data })),
          example: { success: true, message: 'OK', status: 200, data: example.response },
        },
      };
};
