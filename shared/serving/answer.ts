import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { isSandbox, SCENARIOS } from '../kernel/config.ts';
import { FIXED_HEADERS, failed, masked, succeeded } from '../kernel/envelope.ts';
import { ServiceError, storeSilent } from '../kernel/errors.ts';
import type { Page, Reply } from '../kernel/reply.ts';
import { measureDefect } from '../metrics/emit.ts';
import { emptyDataOf, type Operation } from '../operation/operation.ts';
import { epochSeconds, isTransient } from '../stores/dynamo/dynamo.ts';
import { isUnavailable } from '../stores/limits.ts';
import { type Body, completeFiles, fits } from './documents.ts';
import { authorityMs } from './filing/times.ts';
import type { Services } from './services.ts';
import { header, newTrace, type Received } from './stages.ts';
import { addressKey, whoCalled } from './who-called.ts';

/** Headers that browsers may read. The token travels in a header, so any origin may call. */
const CORS = {
  origin: '*',
  exposeHeaders:
    'X-Request-Id, X-Tramite-Id, X-Repeated, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, Retry-After, X-Ignored-Fields, ' +
    'X-Not-Asked, Idempotency-Replayed, Deprecation, Link, Location, Preference-Applied',
};

/** Answers a preflight of a browser. What else browsers may send is in no other answer. */
const { before: answerPreflight } = httpCors({
  ...CORS,
  methods: 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  headers:
    'Authorization, Content-Type, X-Cert-Secret, Idempotency-Key, Preview-Token, Repeats, Prefer, X-Sandbox-Scenario',
  maxAge: 86_400,
  disableBeforePreflightResponse: false,
});

const SCENARIO = 'X-Sandbox-Scenario';
const WRONG_SCENARIO = { [SCENARIO]: [`Debe ser uno de: ${SCENARIOS.join(', ')}.`] };
const isScenario = (sent: string) => SCENARIOS.some((scenario) => scenario === sent);

/** Takes a request in. */
export const receive = (services: Services, event: APIGatewayProxyEvent): Received => {
  const now = services.now();
  const scenario = isSandbox() ? header(event, SCENARIO)?.trim() || undefined : undefined;
  // Needed at the end, and read once in the life of a process.
  void addressKey(services);
  return {
    event,
    requestId: services.newId(),
    gatewayId: event.requestContext?.requestId,
    now,
    deadline: new Date(now.getTime() + authorityMs.request()),
    ip: event.requestContext?.identity?.sourceIp ?? 'unknown',
    origin: originOf(event),
    scenario,
    headerErrors: scenario !== undefined && !isScenario(scenario) ? { ...WRONG_SCENARIO } : {},
    trace: newTrace(),
  };
};

/** The context of a call, with the request as it came in. */
export type Serving = Context & { received: Received };

type Call = middy.Request<APIGatewayProxyEvent, unknown, Error, Serving>;

/** Receives a request, gives its outcome the envelope and headers, and writes its log line. */
const envelope = (services: Services): middy.MiddlewareObj<APIGatewayProxyEvent, unknown, Error, Serving> => {
  const deliverOutcome = async (call: Call, outcome: Answered) => {
    call.response = await deliver(services, call.context.received, outcome);
  };
  return {
    before: (call) => {
      call.context = { ...call.context, received: receive(services, call.event) };
    },
    after: async (call) => {
      const { received } = call.context;
      const outcome = call.response as Reply<unknown> | Replayed;
      // An operation that runs while the request is counted may not have waited for that.
      await received.trace.counting;
      checkSchema(services, received, outcome);
      await deliverOutcome(call, outcome);
    },
    onError: async (call) => {
      const { received } = call.context;
      if (received) await deliverOutcome(call, await failureOf(services, received, call.error));
    },
  };
};

/**
 * The middleware of an API function: CORS, the envelope, and answers to all errors. Middy must not answer on its own
 * before the function's time is up, because a request that was sent to an authority meanwhile would seem to have
 * failed.
 */
export const enveloped = (services: Services) =>
  middy<APIGatewayProxyEvent, unknown, Error, Serving>({ timeoutEarlyInMillis: 0 })
    .before(answerPreflight!)
    .use(httpCors(CORS))
    .use(envelope(services));

/** The failure to answer. A request over its rate gets that error before any other. */
const failureOf = async (
  services: Services,
  { requestId, trace }: Received,
  cause: unknown,
): Promise<ServiceError> => {
  const error = await Promise.resolve(trace.counting).then(
    () => cause,
    (overRate: unknown) => overRate,
  );
  const isService = error instanceof ServiceError;
  // The answer to a store that failed says nothing of why it did. Faults of an authority name it, and are measured elsewhere.
  const isOfStore = isService && error.status === 503 && Object.keys(error.errors).length === 0;
  const reason = isOfStore ? error.cause : isService ? undefined : error;
  if (reason !== undefined) {
    services.log.error('unexpected error', { requestId, error: reason as Error });
    if (!isService || !isPassing(reason)) measureDefect(services.metrics, { requestId });
  }
  if (isService) {
    measureRefused(services, { requestId, trace }, error.status);
    return error;
  }
  return unforeseen(error, { requestId, operation: trace.operation });
};

/** Whether a store could not answer now, and may answer later. */
const isPassing = (error: unknown): boolean => isUnavailable(error) || isTransient(error);

/**
 * The answer to an unforeseen error before anything was sent to an authority: 503 if a store could not answer now, so that
 * callers repeat the request; otherwise the masked 500.
 */
export const unforeseen = (
  error: unknown,
  { requestId, operation }: { requestId: string; operation: Pick<Operation, 'kind' | 'method'> | undefined },
): ServiceError =>
  isPassing(error)
    ? storeSilent(operation?.kind === 'resource' && operation.method !== 'GET', error)
    : masked(requestId, error);

/** A request over its rate, or, where that was not so, a try to sign in that must wait; and any that does not succeed. */
const measureRefused = (
  { metrics }: Services,
  { requestId, trace: { operation, window } }: Pick<Received, 'requestId' | 'trace'>,
  status: number,
) => {
  const count = (name: 'RequestsLimited' | 'SignInsBlocked' | 'SignInsFailed') =>
    metrics.add(name, 1, { facts: { requestId } });
  const mustWait = status === 429 && window?.admitted === true;
  if (status === 429) count(mustWait ? 'SignInsBlocked' : 'RequestsLimited');
  if (mustWait || (status === 401 && operation?.id === 'signIn')) count('SignInsFailed');
};

/**
 * API Gateway vouches for the domain name. The header `Host` is believed on a sandbox only, whose emulator gives no
 * domain name: a link in a mail must not lead where a caller wants it to.
 */
const originOf = (event: APIGatewayProxyEvent): string => {
  const { domainName } = event.requestContext;
  return domainName || !isSandbox() ? `https://${domainName}` : `http://${header(event, 'Host')}`;
};

/** The outcome of a request: a reply, a failure, or a stored answer given again. */
export type Answered = Reply<unknown> | ServiceError | Replayed;

/** The answer of an earlier request: with the same idempotency key, or of an equal act. */
export class Replayed {
  readonly status: number;
  readonly body: Body;
  readonly isByKey: boolean;
  constructor(status: number, body: Body, isByKey = true) {
    this.status = status;
    this.body = body;
    this.isByKey = isByKey;
  }
}

/** Paths, without values, at which a reply does not fit its operation's schema; `undefined` if it fits. */
const outsideSchema = (
  operation: Operation,
  { data, page, status }: Reply<unknown>,
): string[] | undefined => {
  if (page || status || data === undefined) return undefined;
  const { error } = operation.response.safeParse(data);
  return error?.issues.map(({ path }) => path.join('.'));
};

/**
 * An answer that breaks the reference's promise is logged and delivered all the same, because it may confirm a
 * filing.
 */
const checkSchema = (
  { log, metrics }: Services,
  { requestId, trace: { operation } }: Received,
  outcome: Answered,
) => {
  if (!operation || outcome instanceof ServiceError || outcome instanceof Replayed) return;
  const paths = outsideSchema(operation, outcome);
  if (!paths) return;
  log.error('answer outside its schema', { requestId, path: operation.path, paths });
  measureDefect(metrics, { requestId });
};

const deliver = async (
  services: Services,
  received: Received,
  outcome: Answered,
): Promise<APIGatewayProxyResult> => {
  const { event, requestId, gatewayId, now, trace } = received;
  const { status, text } = isKnown(event, outcome)
    ? { status: 304, text: '' }
    : await write(services, received, outcome);
  const [who] = await Promise.all([whoCalled(services, received), ...trace.underWay]);
  services.log.info('request', {
    requestId,
    gateway: gatewayId,
    filing: trace.filingId,
    operation: trace.operation && `${trace.operation.method} ${event.resource}`,
    status,
    milliseconds: services.now().getTime() - now.getTime(),
    ...who,
    ...(trace.dry && { dry: true }),
  });
  // An answer to HEAD has no content.
  const body = event.httpMethod === 'HEAD' ? '' : text;
  return { statusCode: status, headers: headersOf(received, outcome), body };
};

/** The page of an outcome, if it is one. */
const pageOf = (outcome: Answered): Page | undefined =>
  outcome instanceof ServiceError || outcome instanceof Replayed ? undefined : outcome.page;

/** Weak, since API Gateway may compress the body. */
const tagOf = ({ tag }: { tag: string }): string => `W/"${tag}"`;

/** Whether the caller has this very page, from an earlier answer. */
const isKnown = (event: APIGatewayProxyEvent, outcome: Answered): boolean => {
  const kept = pageOf(outcome)?.kept;
  return kept !== undefined && (header(event, 'If-None-Match') ?? '').includes(tagOf(kept).slice(2));
};

const keptHeaders = (kept: Page['kept']) =>
  kept && {
    ETag: tagOf(kept),
    'Cache-Control': [
      kept.isPrivate ? 'private' : 'public',
      kept.forever ? 'max-age=31536000, immutable' : 'no-cache',
    ].join(', '),
  };

/** The status of an outcome and the text of its answer, with its documents or links to them. */
const write = async (services: Services, received: Received, outcome: Answered) => {
  const { status, body: given } = bodyOf(outcome);
  const { requestId, trace } = received;
  const { filingId, operation } = trace;
  const typed = (body: Body) => (operation ? withTypedData(operation, status, body) : body);
  const body = typeof given === 'string' ? given : typed(given);
  const text =
    typeof body === 'string' ? body : JSON.stringify(await completeFiles(services, received, body));
  if (fits(text)) return { status, text };
  services.log.error('answer too large to deliver', { requestId });
  const message = `La operación terminó, pero la respuesta es demasiado grande para entregarla. Referencia: ${requestId}.`;
  // The filing stays true, however much of its answer can be delivered.
  if (filingId !== undefined && typeof body !== 'string')
    return {
      status,
      text: JSON.stringify(typed({ ...body, message: `${message} Trámite: ${filingId}.`, data: [] })),
    };
  return { status: 500, text: JSON.stringify(failed(new ServiceError(500, message))) };
};

/**
 * A body with `data` of its operation's type where it has none. A failure has an empty list, unless the operation says otherwise;
 * so has a reading that is answered 200 without success. A filing without success was accepted in part, which is no failure.
 */
export const withTypedData = (
  operation: Pick<Operation, 'emptyData' | 'kind' | 'response'>,
  status: number,
  body: Body,
): Body => {
  const isEmpty = Array.isArray(body.data) && body.data.length === 0;
  if (!isEmpty) return body;
  const isFailure = status >= 400 || (!body.success && operation.kind === 'reading');
  return { ...body, data: isFailure ? (operation.emptyData ?? []) : emptyDataOf(operation) };
};

const bodyOf = (outcome: Answered): { status: number; body: Body | string } => {
  if (outcome instanceof Replayed) return outcome;
  if (outcome instanceof ServiceError) return { status: outcome.status, body: failed(outcome) };
  if (outcome.page) return { status: outcome.page.status ?? 200, body: outcome.page.body };
  return { status: outcome.status ?? 200, body: succeeded(outcome) };
};

/** The operation's own outcome, without failures of the gateway; also if it is given again. */
const isResult = (outcome: Answered): boolean =>
  !(outcome instanceof ServiceError) && outcome.status !== 202 && (outcome.status ?? 200) < 300;

const headersOf = (received: Received, outcome: Answered): APIGatewayProxyResult['headers'] => {
  const { event, requestId, trace } = received;
  const { operation, filingId, repeated, ignored } = trace;
  const notAsked = isResult(outcome) ? trace.notAsked : [];
  const page = pageOf(outcome);
  return {
    'Content-Type': page ? page.contentType : 'application/json; charset=utf-8',
    ...FIXED_HEADERS,
    'X-Request-Id': requestId,
    ...(filingId && { 'X-Tramite-Id': filingId }),
    ...(repeated && { 'X-Repeated': repeated }),
    ...rateHeaders(received, outcome),
    ...(ignored.length > 0 && { 'X-Ignored-Fields': namesInHeader(ignored) }),
    ...(notAsked.length > 0 && { 'X-Not-Asked': notAsked.join(', ') }),
    ...(operation?.supersededBy && successor(event, operation.path, operation.supersededBy)),
    ...keptHeaders(page?.kept),
    ...(outcome instanceof Replayed
      ? outcome.isByKey && { 'Idempotency-Replayed': 'true' }
      : outcome.headers),
  };
};

const rateHeaders = ({ now, trace: { window } }: Received, outcome: Answered) => {
  if (!window) return undefined;
  // Who must wait for another reason, such as after wrong passwords, has no request left until then.
  const wait = outcome instanceof ServiceError && outcome.status === 429 && outcome.headers['Retry-After'];
  const { limit, remaining, reset } =
    wait && window.admitted ? { ...window, remaining: 0, reset: epochSeconds(now) + Number(wait) } : window;
  return {
    'X-Ratelimit-Limit': String(limit),
    'X-Ratelimit-Remaining': String(remaining),
    'X-Ratelimit-Reset': String(reset),
  };
};

/** A caller may send any name; only names that are safe in a header are returned. */
const namesInHeader = (names: string[]) =>
  names
    .map((name) => name.replace(/[^\w.-]/g, '?'))
    .join(', ')
    .slice(0, 1000);

const successor = (event: APIGatewayProxyEvent, path: string, supersededBy: string) => ({
  Deprecation: 'true',
  Link: `<${event.requestContext.path.replace(new RegExp(`${path}/?$`), supersededBy)}>; rel="successor-version"`,
});
