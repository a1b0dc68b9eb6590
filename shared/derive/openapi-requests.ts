import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { SCENARIOS } from '../kernel/config.ts';
import { SECRET_LENGTH } from '../kernel/fields.ts';
import type { Operation } from '../operation/operation.ts';

/** Parts of the description that are not the same on every stage. */
export interface DescribedStage {
  /** Callers can choose a scenario of the stand-ins. */
  scenarios?: boolean;
}

const certSecret = z.string().meta({
  description: `Clave (cert_secret) del certificado con el que se actúa. Hasta ${SECRET_LENGTH} caracteres.`,
});

const RESPOND_ASYNC =
  'respond-async: se responde 202 y se tramita en segundo plano, con minutos en vez de segundos para el organismo.';

const readingHeaders = z.object({
  'X-Cert-Secret': certSecret,
  Prefer: z
    .string()
    .optional()
    .meta({
      description:
        `${RESPOND_ASYNC} Con documents=inline, si un documento no cabe en la respuesta, se responde 413 ` +
        'y no un enlace; con documents=link, al revés. Si se omite, vale la opción de la cuenta, que es ' +
        'link si su administrador no la cambia.',
    }),
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
        'previewToken de un simulacro: se presenta exactamente lo que se probó, una vez, en las dos ' +
        'horas siguientes y con el mismo certificado. Si algo ha cambiado, un 422 dice en qué campos. ' +
        'Algunas cuentas lo exigen.',
    }),
  Repeats: z
    .string()
    .optional()
    .meta({
      description:
        'Trámite con el que ya se aceptó esto mismo y que se repite a propósito; sin esta cabecera, lo que se aceptó hace menos de ' +
        'diez minutos no se envía otra vez. Lo dice X-Repeated.',
    }),
});

const keyHeaders = z.object({
  'X-Cert-Secret': certSecret.optional(),
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({ description: 'Con la misma clave, durante 30 días, se devuelve lo que ya se creó con ella.' }),
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
  // What is asked afterwards is no part of this request.
  const isAfterwards = operation.kind === 'resource' && operation.takesCertificate === 'afterwards';
  return scenarios && headers && 'X-Cert-Secret' in headers.shape && !isAfterwards
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
      if (operation.takesKey) return keyHeaders;
      return operation.takesCertificate ? z.object({ 'X-Cert-Secret': certSecret.optional() }) : undefined;
  }
};

/** Parameters, headers and body of an operation. */
export const requestOf = (
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
