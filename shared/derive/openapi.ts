import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { SCENARIOS } from '../kernel/config.ts';
import { partMembers } from '../operation/continuation.ts';
import type { Group, Operation } from '../operation/operation.ts';
import { LIMITS, rateOf } from '../operation/rates.ts';
import { envelope, failure } from './envelope-schemas.ts';
import { failuresOf, knownOf, laterOf, successHeadersOf } from './openapi-answers.ts';
import { listOf } from './openapi-lists.ts';
import { descriptionOf } from './openapi-rules.ts';
import { addressOf } from './routes.ts';

/** What is described that is not the same on every stage. */
interface DescribedStage {
  /** Callers can choose what goes wrong at the authorities. */
  scenarios?: boolean;
}

/** The OpenAPI 3.1 description of the service, made from the list of operations. */
export const openApiDocument = (groups: Group[], stage: DescribedStage = {}) =>
  createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'pasarela',
        version: '4',
        contact: { name: 'Quien administra este servicio' },
        license: { name: 'Propietaria', identifier: 'LicenseRef-Proprietary' },
        description:
          'Pasarela entre programas de nóminas y recursos humanos y las administraciones españolas. Toda respuesta lleva ' +
          'el mismo envoltorio (success, message, status, data) y las cabeceras X-Ratelimit-*. Las operaciones con la ' +
          'marca x-standing: chosen tienen dirección o campos elegidos por este servicio.',
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
        prefixOwn(schema);
        takeIntegers(schema);
      },
    },
  );

/** Keywords of our own begin with `x-`, as OpenAPI asks. */
const prefixOwn = (schema: Record<string, unknown>): void => {
  for (const name of ['codes', 'identifier', 'textKind', 'askedBy'])
    if (name in schema) {
      schema[`x-${name}`] = schema[name];
      delete schema[name];
    }
};

/** Codes that are taken as integers, too: two alternatives, since generated clients do not know lists of both. */
const takeIntegers = (schema: Record<string, unknown>): void => {
  const { integers, type, enum: names, ...rest } = schema;
  if (integers === undefined) return;
  for (const name of Object.keys(schema)) delete schema[name];
  Object.assign(schema, rest, {
    anyOf: [
      { type, enum: names },
      { type: 'integer', enum: integers },
    ],
  });
};

/** What a generated client calls an operation; one that several groups have is named after the later groups, too. */
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
  return {
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.supersededBy && { deprecated: true }),
    security: anonymous ? [] : [{ token: [] }],
    ...requestOf(operation, stage),
    responses: {
      '200': {
        description: 'Resultado de la operación.',
        headers: successHeadersOf(operation),
        content: contentOf(operation),
      },
      ...laterOf(operation),
      ...knownOf(operation),
      ...failuresOf(operation),
    },
    'x-kind': operation.kind,
    ...(list && { 'x-list': list }),
    'x-rate-class': rate,
    'x-rate-limit': `${LIMITS[rate]} peticiones por minuto`,
    'x-standing': operation.standing,
    ...(operation.kind === 'submission' && { 'x-dry-run': operation.dryRun }),
  } as ZodOpenApiOperationObject;
};

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
    ...(operation.kind === 'submission' && operation.dryRun === 'confirmation' && { previewToken }),
    ...(isInParts(operation) && partMembers.shape),
    ...('offset' in operation.request.shape && { continueFrom }),
  });

const previewToken = z.string().optional().meta({
  description: 'De una prueba correcta: para presentar justo lo probado, en la cabecera Preview-Token.',
});

const notSuccess = {
  errors: failure.shape.errors,
  maintenance: z.boolean().optional().meta({ description: 'Solo si success es falso.' }),
};

const empty = z.array(z.never()).max(0).meta({ id: 'Empty', description: 'Sin contenido.' });

const contentOf = (operation: Operation) => {
  const { response, example, page, kind } = operation;
  const around = z.intersection(envelope, furtherOf(operation));
  const data = kind === 'resource' || response instanceof z.ZodArray ? response : z.union([response, empty]);
  return page
    ? { [page]: { schema: response } }
    : {
        'application/json': {
          schema: z.intersection(around, z.looseObject({ data })),
          example: { success: true, message: 'OK', status: 200, data: example.response },
        },
      };
};

const certSecret = z
  .string()
  .meta({ description: 'Clave (cert_secret) del certificado con el que se actúa.' });

const RESPOND_ASYNC =
  'respond-async: se responde 202 y se tramita en segundo plano, con minutos en vez de segundos para el organismo.';

const readingHeaders = z.object({
  'X-Cert-Secret': certSecret,
  Prefer: z
    .string()
    .optional()
    .meta({
      description: `${RESPOND_ASYNC} documents=inline: si un documento no cabe en la respuesta, se responde 413 y no un enlace; documents=link, al revés. Sin ello vale lo que tenga la cuenta, que es link si su administrador no lo cambia.`,
    }),
});

const waitHeaders = z.object({
  Prefer: z
    .string()
    .optional()
    .meta({ description: 'wait=20: si no hay nada nuevo, se espera hasta 20 segundos.' }),
});

const submissionHeaders = readingHeaders.extend({
  Prefer: z.string().optional().meta({ description: RESPOND_ASYNC }),
  'Idempotency-Key': z.string().optional().meta({
    description:
      'Con la misma clave y la misma petición, durante 30 días, se devuelve la respuesta ya dada sin volver a presentar nada.',
  }),
  'Preview-Token': z
    .string()
    .optional()
    .meta({
      description:
        'previewToken de una prueba: se presenta justo lo que se probó, una vez, en las dos horas siguientes y con el mismo ' +
        'certificado; si algo cambió, 422 con los campos que difieren. Algunas cuentas lo exigen.',
    }),
});

const scenario = z
  .enum(SCENARIOS)
  .optional()
  .meta({
    description:
      'Qué va mal en el organismo de prueba al hacer esta petición; la guía dice qué pasa con cada valor.',
    // The page to try operations would send the first value with each of them.
    param: { examples: { default: { value: SCENARIOS[0], 'x-disabled': true } } },
  });

const headersOf = (operation: Operation, { scenarios }: DescribedStage) => {
  const headers = usualHeadersOf(operation);
  return scenarios && headers && 'X-Cert-Secret' in headers.shape
    ? headers.extend({ 'X-Sandbox-Scenario': scenario })
    : headers;
};

const usualHeadersOf = (operation: Operation): z.ZodObject | undefined => {
  switch (operation.kind) {
    case 'submission':
      return submissionHeaders;
    case 'reading':
      return readingHeaders;
    case 'resource':
      if (operation.waits) return waitHeaders;
      return operation.takesCertificate ? z.object({ 'X-Cert-Secret': certSecret.optional() }) : undefined;
  }
};

const requestOf = (
  operation: Operation,
  stage: DescribedStage,
): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> => {
  const shape = (operation.request as z.ZodObject).shape;
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const pick = (names: string[]) =>
    z.object(Object.fromEntries(names.map((name) => [name, shape[name] as z.ZodType])));
  const rest = pick(Object.keys(shape).filter((name) => !inPath.includes(name)));
  const headers = headersOf(operation, stage);
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const body = (operation.kind === 'resource' && operation.body) || 'json';
  return {
    requestParams: {
      ...(inPath.length > 0 && { path: pick(inPath) }),
      ...(headers && { header: headers }),
      ...(inQuery && { query: rest }),
    },
    ...(!inQuery && {
      requestBody: {
        required: true,
        content: {
          [MEDIA_TYPE[body]]: {
            schema: rest,
            // An example in JSON cannot contain a file.
            ...(body !== 'multipart' && {
              example: withoutPathParameters(operation.example.request, inPath),
            }),
          },
        },
      },
    }),
  };
};

const withoutPathParameters = (example: unknown, inPath: string[]) =>
  Object.fromEntries(
    Object.entries(example as Record<string, unknown>).filter(([name]) => !inPath.includes(name)),
  );

const MEDIA_TYPE = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
};
