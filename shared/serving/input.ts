import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Node } from 'jsonc-parser';
import { strictIdentifiers } from '../kernel/config.ts';
import {
  compressed,
  invalid,
  type Messages,
  malformed,
  tooLarge,
  unsupportedMedia,
} from '../kernel/errors.ts';
import { isBlank, Repeated, tooDeep } from '../kernel/request-value.ts';
import { readRequest } from '../kernel/validation.ts';
import { notAsked } from '../operation/not-asked.ts';
import { isStrict, type Operation } from '../operation/operation.ts';
import { keyErrors } from './filing/draft.ts';
import { readForm, utf8 } from './form/form.ts';
import { type Admitted, type AdmittedToAuthority, header, type Read } from './stages.ts';

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

/** Largest JSON body in bytes. */
export const MAX_JSON = 256 * 1024;

/**
 * Reads the request into what the operation's `run` receives. Parameters come from the query string and the body; the
 * body wins, since real clients send GET with a JSON body, and the path wins over both.
 * @throws ServiceError 400, 413, 415 or 422 with all that is wrong
 */
export const readInput = async (admitted: Admitted): Promise<Read> => {
  const { event, operation, headerErrors, trace } = admitted;
  const writes = operation.kind === 'submission';
  const body = await bodyOf(event, operation);
  const named = writes
    ? everyNaming(withIntegers(everyParameter(event)), body, event.pathParameters)
    : {
        ...body,
        ...withIntegers(event.queryStringParameters ?? {}),
        // What is blank in the body is absent: then the query counts.
        ...Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value))),
        ...event.pathParameters,
      };
  const { value, errors, ignored } = readRequest(operation.request, named, {
    onlyDefined: isStrict(operation),
    ignores: writes ? operation.ignores : undefined,
    ...(strictIdentifiers() && { identifiers: await import('../kernel/identifiers.ts') }),
    forAuthority: operation.kind !== 'resource',
    mostValues: operation.kind === 'resource' ? operation.mostValues : undefined,
  });
  trace.ignored = ignored;
  const all: Messages = {
    ...headerErrors,
    ...((writes || (operation.kind === 'resource' && operation.takesKey)) && keyErrors(event)),
    ...errors,
    ...(isStrict(operation) && emptyTest(named)),
  };
  if (Object.keys(all).length > 0) throw invalid(all);
  if (!isForAuthority(admitted)) return { ...admitted, input: value };
  trace.notAsked = notAsked(operation, value ?? {});
  const { certificate } = admitted;
  // Only with an error of its header.
  if (!certificate) throw invalid(all);
  trace.dry = writes && (value as { test?: boolean }).test === true;
  return { ...admitted, certificate, input: value, dry: trace.dry };
};

const isForAuthority = (admitted: Admitted): admitted is AdmittedToAuthority =>
  admitted.operation.kind !== 'resource';

/**
 * A query has texts only: one that is an integer without leading zeros counts as one, as in JSON (`regimen=111` is
 * `0111`).
 */
const withIntegers = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, integerIn(value)]));

const integerIn = (value: unknown): unknown => {
  if (value instanceof Repeated) return new Repeated(value.values.map(integerIn));
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
};

/** An empty `test` does not say whether a dry run was meant. */
const emptyTest = ({ test }: Record<string, unknown>): Messages =>
  hasEmptyText(test)
    ? { test: ['No puede estar vacío: indique 1 para probar sin efecto real, u omita el campo.'] }
    : {};

const hasEmptyText = (value: unknown): boolean =>
  value instanceof Repeated ? value.values.some(hasEmptyText) : value === '';

const bodyOf = async (
  event: APIGatewayProxyEvent,
  operation: Operation,
): Promise<Record<string, unknown>> => {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (isCompressed(event, bytes)) throw compressed();
  const type = header(event, 'Content-Type') ?? '';
  if (operation.kind === 'resource' && operation.body === 'multipart')
    return readForm(bytes, type, operation.maxBody ?? MAX_JSON);
  if (bytes.length === 0) return {};
  const limit = operation.maxBody ?? MAX_JSON;
  if (bytes.length > limit) throw tooLarge(operation.maxFile ?? limit);
  if (operation.kind === 'resource' && operation.body === 'form') {
    // Mail programs send either (RFC 8058).
    if (/^multipart\//i.test(type)) return readForm(bytes, type, limit);
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
      throw unsupportedMedia('application/x-www-form-urlencoded');
    return parseForm(utf8(bytes));
  }
  if (type !== '' && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type))
    throw unsupportedMedia('application/json');
  return parseObject(bytes, operation.kind === 'submission');
};

/** What gzip begins with (RFC 1952), also where the gateway took its bytes for UTF-8. */
const GZIP = [Buffer.from([0x1f, 0x8b]), Buffer.from('\x1f\ufffd')];
/** What no text begins with. */
const NO_TEXT = /(?!\s)[\p{Cc}\ufffd]/u;

/** Whether a body is compressed still. That its header says so is not enough: API Gateway unpacks bodies, and may leave it. */
const isCompressed = (event: APIGatewayProxyEvent, bytes: Buffer): boolean =>
  GZIP.some((start) => bytes.subarray(0, start.length).equals(start)) ||
  (header(event, 'Content-Encoding') !== undefined && NO_TEXT.test(bytes.toString('utf8', 0, 64)));

/** @throws ServiceError 400 where what was percent-encoded is no UTF-8 */
const parseForm = (text: string): Record<string, unknown> =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, utf8(Buffer.from(value))]));

const parseObject = async (bytes: Buffer, keepRepeated: boolean): Promise<Record<string, unknown>> => {
  const text = utf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('El cuerpo de la petición no es JSON válido.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('El cuerpo de la petición debe ser un objeto JSON.');
  return keepRepeated ? parseEveryNaming(text) : (value as Record<string, unknown>);
};
