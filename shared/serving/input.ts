import type { APIGatewayProxyEvent } from 'aws-lambda';
import { strictIdentifiers } from '../kernel/config.ts';
import {
  compressed,
  invalid,
  type Messages,
  malformed,
  tooLarge,
  unsupportedMedia,
} from '../kernel/errors.ts';
import { repeatedNames, TWICE } from '../kernel/repeated-names.ts';
import { isBlank, Repeated } from '../kernel/request-value.ts';
import { readRequest } from '../kernel/validation.ts';
import { notAsked } from '../operation/not-asked.ts';
import { isStrict, type Operation } from '../operation/operation.ts';
import { keyErrors, repeatsErrors, repeatsOf } from './filing/draft.ts';
import { readForm, utf8 } from './form/form.ts';
import { type Admitted, type AdmittedToAuthority, header, type Read } from './stages.ts';

/**
 * Fields that a request names more than once. For requests that can file (`isStrict`) no value is dropped silently:
 * `?test=1` with another `test` in the body must not file.
 */

type Fields = Record<string, unknown>;

/** The parameters of the query; a repeated one has all its values. */
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

/** The fields of all sources; a field in several sources has the value of each. */
export const everyNaming = (...sources: (Fields | null)[]): Fields => {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of sources.flatMap((source) => Object.entries(source ?? {}))) {
    const known = values.get(name) ?? [];
    values.set(name, known);
    if (value instanceof Repeated) for (const one of value.values) known.push(one);
    else known.push(value);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? all[0] : new Repeated(all)]),
  );
};

/** Largest JSON body in bytes. */
export const MAX_JSON = 256 * 1024;

/** Most repeated names that an error lists, since an answer has room for so many. */
const MOST_REPEATED = 10_000;

/**
 * Reads the request into the input of the operation's `run`. Parameters come from the query string and the body; the
 * body wins, since real clients send GET with a JSON body, and the path wins over both.
 * @throws ServiceError 400, 413, 415 or 422 with all mistakes
 */
export const readInput = async (admitted: Admitted): Promise<Read> => {
  const { event, operation, headerErrors, trace } = admitted;
  const writes = operation.kind === 'submission';
  const canFile = isStrict(operation);
  const { fields: body, repeated } = await bodyOf(event, operation);
  const named = canFile
    ? everyNaming(withIntegers(everyParameter(event)), body, event.pathParameters)
    : {
        ...body,
        ...withIntegers(event.queryStringParameters ?? {}),
        // A blank value in the body counts as absent, so the query's value is used.
        ...Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value))),
        ...event.pathParameters,
      };
  const { value, errors, ignored } = readRequest(operation.request, named, {
    onlyDefined: canFile,
    ignores: writes ? operation.ignores : undefined,
    ...(strictIdentifiers() && { identifiers: await import('../kernel/identifiers.ts') }),
    forAuthority: operation.kind !== 'resource',
    mostValues: operation.kind === 'resource' ? operation.mostValues : undefined,
  });
  trace.ignored = ignored;
  const found: Messages = {
    ...headerErrors,
    ...((writes || (operation.kind === 'resource' && operation.takesKey)) && keyErrors(event)),
    ...(writes && repeatsErrors(event)),
    ...errors,
    ...(canFile && { ...emptyTest(named), ...dryRunHeaders(event, operation) }),
    ...passwordsIn(event),
  };
  const twice = repeated
    .slice(0, MOST_REPEATED)
    .map((path) => [path, [...(Object.hasOwn(found, path) ? found[path]! : []), TWICE]]);
  const all: Messages = { ...found, ...Object.fromEntries(twice) };
  if (Object.keys(all).length > 0) throw invalid(all);
  if (!isForAuthority(admitted)) return { ...admitted, input: value };
  trace.notAsked = notAsked(operation, value ?? {});
  const { certificate } = admitted;
  // Only with an error of its header.
  if (!certificate) throw invalid(all);
  trace.dry = writes && (value as { test?: boolean }).test === true;
  const repeats = writes ? repeatsOf(event) : undefined;
  return {
    ...admitted,
    certificate,
    input: value,
    dry: trace.dry,
    ...(repeats !== undefined && { repeats }),
  };
};

const isForAuthority = (admitted: Admitted): admitted is AdmittedToAuthority =>
  admitted.operation.kind !== 'resource';

/**
 * A query has texts only. An integer without leading zeros counts as a number, as in JSON (`regimen=111` is `0111`).
 */
const withIntegers = (query: Fields): Fields =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, integerIn(value)]));

const integerIn = (value: unknown): unknown => {
  if (value instanceof Repeated) return new Repeated(value.values.map(integerIn));
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
};

/** Whatever is in an address may be in a log somewhere: a password is not taken from there, also where it is not asked for. */
const passwordsIn = ({ queryStringParameters }: APIGatewayProxyEvent): Messages =>
  Object.fromEntries(
    Object.keys(queryStringParameters ?? {})
      .filter((name) => /password/i.test(name))
      .map((name) => [
        name,
        [
          'No se admite en la dirección, que puede quedar en registros: envíela en el cuerpo, y cambie la que ha enviado así.',
        ],
      ]),
  );

/** An empty or null `test` does not say whether a dry run was meant. */
const emptyTest = ({ test }: Fields): Messages =>
  isOrHas(test, null) || isOrHas(test, '')
    ? { test: ['No puede estar vacío: indique 1 para probar sin efecto real, u omita el campo.'] }
    : {};

const isOrHas = (value: unknown, wanted: unknown): boolean =>
  value instanceof Repeated ? value.values.includes(wanted) : value === wanted;

/**
 * Headers that request a dry run at other services. Here only the field `test` does, so requests that can file are
 * refused if they have one. Compared by their letters, without `X-`: `X-Dry-Run` and `dryrun` are the same.
 */
const MEANS_DRY_RUN = new Set(['test', 'testmode', 'dryrun', 'sandbox']);

const lettersOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^x/, '');

/** The names of the preferences that a caller sent (RFC 7240), in whichever of several headers `Prefer`. */
const preferred = ({ headers, multiValueHeaders }: APIGatewayProxyEvent): string[] =>
  [...Object.entries(headers ?? {}), ...Object.entries(multiValueHeaders ?? {})]
    .filter(([name]) => name.toLowerCase() === 'prefer')
    .flatMap(([, values]) => [values ?? []].flat())
    .flatMap((value) => value.split(','))
    .map((preference) => lettersOf(preference.split(/[;=]/)[0]!));

/** Errors for headers of a filing request that a caller may mean as a dry run. */
export const dryRunHeaders = (event: APIGatewayProxyEvent, operation: Operation): Messages => {
  const names = Object.keys(event.headers ?? {}).filter((name) => MEANS_DRY_RUN.has(lettersOf(name)));
  if (preferred(event).some((name) => MEANS_DRY_RUN.has(name))) names.push('Prefer');
  return Object.fromEntries(names.map((name) => [name, [`No es un simulacro. ${howToTry(operation)}`]]));
};

const howToTry = (operation: Operation): string => {
  if (operation.kind !== 'submission')
    return 'Un lote se prueba al enviarlo (POST /batches), y se presenta con POST /batches/{batchId}/commit. No se ha presentado nada.';
  return operation.dryRun === 'confirmation'
    ? 'Para probar sin efecto real, envíe el campo test con valor 1 y quite esta cabecera. No se ha presentado nada.'
    : 'Esta operación no ofrece simulacro. No se ha presentado nada.';
};

/** Parses a body, and lists the dotted names that an object in it has more than once, where that is not allowed. */
interface Body {
  fields: Fields;
  repeated: string[];
}

const bodyOf = async (event: APIGatewayProxyEvent, operation: Operation): Promise<Body> => {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (isCompressed(event, bytes)) throw compressed();
  const type = header(event, 'Content-Type') ?? '';
  if (operation.kind === 'resource' && operation.body === 'multipart')
    return eachOnce(await readForm(bytes, type, operation.maxBody ?? MAX_JSON));
  if (bytes.length === 0) return eachOnce({});
  const limit = operation.maxBody ?? MAX_JSON;
  if (bytes.length > limit) throw tooLarge(operation.maxFile ?? limit);
  if (operation.kind === 'resource' && operation.body === 'form') {
    // Mail programs send either (RFC 8058).
    if (/^multipart\//i.test(type)) return eachOnce(await readForm(bytes, type, limit));
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
      throw unsupportedMedia('application/x-www-form-urlencoded');
    return eachOnce(parseForm(utf8(bytes)));
  }
  if (type !== '' && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw unsupportedMedia('application/json');
  return parseObject(utf8(bytes), isStrict(operation));
};

const eachOnce = (fields: Fields): Body => ({ fields, repeated: [] });

/** First bytes of gzip (RFC 1952), also as the gateway decodes them as UTF-8. */
const GZIP = [Buffer.from([0x1f, 0x8b]), Buffer.from('\x1f\ufffd')];
/** A byte with which no text begins. */
const NO_TEXT = /(?!\s)[\p{Cc}\ufffd]/u;

/**
 * Whether a body is still compressed. The header is not enough: API Gateway decompresses bodies, and may leave the
 * header.
 */
const isCompressed = (event: APIGatewayProxyEvent, bytes: Buffer): boolean =>
  GZIP.some((start) => bytes.subarray(0, start.length).equals(start)) ||
  (header(event, 'Content-Encoding') !== undefined && NO_TEXT.test(bytes.toString('utf8').slice(0, 64)));

/** @throws ServiceError 400 if percent-encoded bytes are not UTF-8 */
const parseForm = (text: string): Fields =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, utf8(Buffer.from(value))]));

const parseObject = async (text: string, isRefusedTwice: boolean): Promise<Body> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('El cuerpo de la petición no es JSON válido.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('El cuerpo de la petición debe ser un objeto JSON.');
  const repeated = isRefusedTwice ? await repeatedNames(text) : [];
  return { fields: value as Fields, repeated: repeated.map((path) => path.join('.')) };
};
