import { PasarelaError, UnknownOutcome } from './errors.ts';
import { type Asker, type Filed, inquiryOf, pendingOf } from './filings.ts';
import {
  failureOf,
  NoAnswer,
  type Received,
  retryAfterOf,
  type Transport,
  type Wanted,
} from './transport.ts';
import type { Answer, DryRunOptions, Pending } from './types.ts';
import { headersOf } from './unsent.ts';

/** An entry of the generated list of operations. */
export interface Operation {
  method: string;
  path: string;
  kind: string | undefined;
}

const OPTIONS = new Set([
  'certificate',
  'idempotencyKey',
  'previewToken',
  'repeats',
  'dryRun',
  'respondAsync',
  'scenario',
  'signal',
  'headers',
]);

/** A mistyped `dryRun` must not file. */
const checkOptions = (options: DryRunOptions): void => {
  for (const name of Object.keys(options))
    if (!OPTIONS.has(name)) throw new TypeError(`Opción desconocida: ${name}. No se ha enviado nada.`);
  if (!/^[!-~]{1,100}$/.test(options.idempotencyKey ?? 'random'))
    throw new TypeError(
      'idempotencyKey debe tener de 1 a 100 caracteres ASCII, sin espacios. No se ha enviado nada.',
    );
  for (const name of ['dryRun', 'respondAsync'] as const)
    if (!['boolean', 'undefined'].includes(typeof options[name]))
      throw new TypeError(`${name} debe ser true o false. No se ha enviado nada.`);
};

/** Arguments of one call. */
interface Asked {
  fields: Record<string, unknown>;
  options: DryRunOptions;
  /** `cert_secret` of the client's certificate, which `options` may replace. */
  certificate: string | undefined;
}

/** Calls an operation. */
export const call = async (
  transport: Transport,
  { method, path, kind }: Operation,
  { fields, options, certificate }: Asked,
): Promise<Answer<unknown> | Pending<unknown>> => {
  checkOptions(options);
  const { dryRun, respondAsync, scenario, signal, headers } = options;
  const secret = options.certificate ?? (kind && certificate);
  const sent = headersOf({
    ...headers,
    ...(secret && { 'X-Cert-Secret': secret.trim() }),
    'X-Sandbox-Scenario': scenario,
    'Idempotency-Key': options.idempotencyKey,
    'Preview-Token': options.previewToken,
    Repeats: options.repeats,
  });
  if (respondAsync) sent.append('Prefer', 'respond-async');
  if (kind === 'submission' && !sent.has('Idempotency-Key')) sent.set('Idempotency-Key', randomKey());
  const wanted: Wanted = {
    method,
    path,
    fields: dryRun ? { ...fields, test: 1 } : fields,
    headers: Object.fromEntries(sent),
    signal,
  };
  const ask = askerOf(transport);
  const key = kind === 'submission' ? (sent.get('Idempotency-Key') ?? undefined) : undefined;
  // A dry run files nothing, so its outcome is never unknown.
  const answer = await exchange(transport, wanted, { key, secret, ...(key && !dryRun && { ask }) });
  if (!respondAsync) return answer;
  return pendingOf(ask, answer, { key, secret });
};

/** Calls operations on what the gateway itself keeps; nothing is filed. */
export const askerOf = (transport: Transport): Asker =>
  Object.assign((wanted: Wanted) => exchange(transport, wanted, {}), {
    pause: (error: unknown, seconds: number, signal?: AbortSignal) =>
      transport.pause(`${(error as Error).message} Se vuelve a preguntar`, seconds, signal),
    maxWait: transport.maxWait,
  });

const exchange = async (
  transport: Transport,
  wanted: Wanted,
  { ask, ...filed }: Filed & { ask?: Asker },
): Promise<Answer<unknown>> => {
  const { key: idempotencyKey } = filed;
  const received = await transport.exchange(wanted).catch((cause: unknown) => {
    if (!(cause instanceof NoAnswer)) throw cause;
    const failure = { message: cause.message, cause: cause.cause, idempotencyKey };
    if (ask) {
      const message = `${cause.message}. No se conoce el resultado: compruébelo antes de volver a enviar la petición.`;
      throw new UnknownOutcome({ ...failure, message }, inquiryOf(ask, filed));
    }
    wanted.signal?.throwIfAborted();
    throw new PasarelaError(failure);
  });
  if (received.status < 400) {
    const { status, headers, body } = received;
    const { path } = wanted;
    transport.underWay.note({ path, status, filingId: headers.get('X-Tramite-Id'), data: body.data });
    return { ...answerOf(received), ...(idempotencyKey && { idempotencyKey }) };
  }
  const failure = { ...failureOf(received), idempotencyKey };
  if (ask && isUnknown(received)) throw new UnknownOutcome(failure, inquiryOf(ask, filed, failure.filingId));
  throw new PasarelaError(failure);
};

/**
 * Whether the outcome of a submission is unknown. An error without the service's own header comes from elsewhere,
 * while the service may have been at work.
 */
const isUnknown = ({ status, headers }: Received): boolean =>
  status === 502 || (status >= 500 && !headers.has('X-Request-Id'));

const answerOf = ({ status, headers, body }: Received): Answer<unknown> => {
  const filingId = headers.get('X-Tramite-Id');
  const requestId = headers.get('X-Request-Id');
  const repeated = headers.get('X-Repeated');
  const retryAfter = retryAfterOf(headers);
  return {
    ...body,
    success: body.success === true,
    message: String(body.message),
    status,
    data: body.data,
    replayed: headers.get('Idempotency-Replayed') === 'true',
    ignoredFields: headers.get('X-Ignored-Fields')?.split(/, ?/) ?? [],
    ...(filingId && { filingId }),
    ...(requestId && { requestId }),
    ...(repeated && { repeated }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
};

/** A unique key. `crypto.randomUUID` is missing on pages that were not loaded over HTTPS. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
