import {
  authorityDown,
  authoritySilent,
  errorPage,
  notWhatWasAsked,
  refused,
  TheAuthority,
  tlsFailed,
  tooLong,
  unreadable,
} from '../kernel/authority-errors.ts';
import type { AuthorityName, ServiceError } from '../kernel/errors.ts';
import { CircuitOpen, type Health, OPEN_SECONDS } from './channel/breaker.ts';
import type { Answer } from './channel/channel.ts';
import { CannotSign, ChannelFailure, type FailureKind, type TlsFault } from './channel/failure.ts';
import {
  AccessDenied,
  type Exchange,
  NothingFound,
  NotOffered,
  OutOfService,
  OutOfTime,
  Refusal,
  type Step,
  Unreadable,
} from './exchange.ts';

/** One run of a script, without input or output, and what its end means for the breaker, the log and the caller. */
export interface ScriptRun<Out> {
  /** Requests sent, or tried. */
  steps: number;
  /** Something that may take effect was sent. */
  committed: boolean;
  /** The last answer, whatever the script made of it. */
  lastAnswer: Answer | undefined;
  /** End of a run. `worker` is the person named on the page from which something was filed, or would have been. */
  end: (({ result: Out } | { dry: true }) & { worker?: string }) | { error: unknown };
}

/** More requests than any conversation needs; the limit ends a conversation in which a portal leads in circles. */
export const MAX_STEPS = 500;

/**
 * Runs a script once and sends each step once, except those whose answer is `known`. A dry run ends before the first
 * step that commits or is sent only to file.
 *
 * Never throws: errors are part of the returned run. They are `Refusal`, `OutOfService`, `Unreadable`,
 * `ChannelFailure` and `OutOfTime`. Any other error is a defect of the script, for example a reading that would commit,
 * or a submission that ends without a commit.
 */
export const runScript = async <In, Out>(
  {
    exchange,
    input,
    dry,
  }: { exchange: Exchange<'reading' | 'submission', In, Out>; input: In; dry: boolean },
  send: (step: Step) => Promise<Answer>,
  known: (step: Step) => Answer | undefined = () => undefined,
): Promise<ScriptRun<Out>> => {
  const isReading = exchange.kind === 'reading';
  const run = { steps: 0, committed: false, lastAnswer: undefined as Answer | undefined };
  let seen: { worker?: string } = {};
  try {
    const script = exchange.script(input);
    let next = script.next();
    while (!next.done) {
      const step = next.value;
      const { commits = false } = step;
      if (commits || step.onlyToFile) {
        if (isReading) throw new Error(`${exchange.name}: a reading must not commit`);
        if (step.worker) seen = { worker: step.worker };
        if (dry) return { ...run, end: { dry: true, ...seen } };
      }
      const answered = commits ? undefined : known(step);
      if (answered) {
        next = script.next(answered);
        continue;
      }
      run.steps += 1;
      if (run.steps > MAX_STEPS) throw new Unreadable('the conversation does not end');
      try {
        run.lastAnswer = await send(step);
        run.committed ||= commits;
      } catch (error) {
        const hasFailed = error instanceof ChannelFailure;
        // An unforeseen error counts as sent: the caller must check, and must not assume that nothing was filed.
        run.committed ||= commits && (!hasFailed || error.sent);
        if (step.optional && !commits && hasFailed) next = script.next(undefined);
        else if (isReading) next = script.throw(error);
        else throw error;
        continue;
      }
      next = script.next(run.lastAnswer);
    }
    if (!isReading && !run.committed) throw new Error(`${exchange.name}: nothing was committed`);
    return { ...run, end: { result: next.value, ...seen } };
  } catch (error) {
    return { ...run, end: { error } };
  }
};

/**
 * End of an exchange, for the log.
 * - `dry`: it ended before the confirmation.
 * - `looked-up`: no answer came, and a look-up found that it took effect.
 * - `not-admitted`: the authority says that it does not admit the certificate.
 * - `unknown`: it may have taken effect.
 * - `unavailable`: the authority announces that it is out of service, or the breaker is open.
 * - `too-long`: there was no time for all the answers it needs, or no free permit in time.
 * - `certificate`: the authority did not accept the certificate of the connection.
 * - `tls-…`: no TLS connection with the authority is possible until somebody changes a setting.
 * - `off`: the stage has not switched the exchange on.
 * - `defect`: an error of ours, in a script or in the store of certificates.
 */
export type Outcome =
  | 'result'
  | 'dry'
  | 'looked-up'
  | 'refused'
  | 'not-admitted'
  | 'unknown'
  | 'error-page'
  | 'unavailable'
  | 'unreadable'
  | 'too-long'
  | 'off'
  | 'defect'
  | `tls-${TlsFault}`
  | FailureKind;

/** The authority's health after a run. A refusal is healthy, and so is an answer that we cannot read. */
export const healthOf = ({ end, lastAnswer }: ScriptRun<unknown>): Health => {
  if (!('error' in end)) return 'healthy';
  const { error } = end;
  if (error instanceof ChannelFailure) return error.authorityAtFault ? 'failing' : 'inconclusive';
  if (error instanceof OutOfService)
    return error.announced ? { unavailable: retryAfterOf(lastAnswer) } : 'failing';
  return error instanceof Refusal || error instanceof Unreadable ? 'healthy' : 'inconclusive';
};

/**
 * The outcome and the error to throw, for an error before which nothing took effect. The error is a `ServiceError` for
 * the caller; a defect stays as it is.
 */
export const outcomeAndError = (
  authority: AuthorityName,
  error: unknown,
  lastAnswer: Answer | undefined,
): [outcome: Outcome, error: unknown] => {
  if (error instanceof CircuitOpen)
    return ['unavailable', authorityDown(authority, error.retryAfter, { cause: error })];
  if (error instanceof NothingFound) return ['refused', notWhatWasAsked(error.messages[0]!, error.field)];
  if (error instanceof AccessDenied) return ['not-admitted', refused(authority, error.messages)];
  if (error instanceof Refusal) return ['refused', refused(authority, error.messages)];
  if (error instanceof NotOffered)
    return [
      'unreadable',
      notWhatWasAsked(`${TheAuthority(authority)} no ofrece «${error.value}» en su formulario.`),
    ];
  if (error instanceof Unreadable) return ['unreadable', unreadable(authority, error)];
  if (error instanceof OutOfService) {
    if (!error.announced) return ['error-page', errorPage(authority, error.status, error)];
    return [
      'unavailable',
      authorityDown(authority, retryAfterOf(lastAnswer) ?? OPEN_SECONDS, { cause: error }),
    ];
  }
  if (error instanceof OutOfTime || (lastAnswer && ranOutOfTime(error)))
    return ['too-long', tooLong(authority, error)];
  if (error instanceof ChannelFailure && error.tls)
    return [
      `tls-${error.tls}`,
      tlsFailed(authority, TLS_FAULTS[error.tls], { retryAfter: OPEN_SECONDS, cause: error }),
    ];
  if (error instanceof ChannelFailure) return [error.kind, channelError(authority, error)];
  return ['defect', error];
};

/** The last request was sent so late that the authority is not at fault if its answer did not come in time. */
const ranOutOfTime = (error: unknown): boolean =>
  error instanceof ChannelFailure && error.kind === 'silent' && error.sent && !error.authorityAtFault;

/** The faults of TLS, in Spanish. */
const TLS_FAULTS: Record<TlsFault, string> = {
  chain: 'no envía la cadena completa de su certificado, o su raíz no es de confianza en este servicio',
  name: 'su certificado es de otro nombre',
  protocol: 'no admite ninguna de las versiones de TLS que usa este servicio',
  renegotiation:
    'no puede pedir el certificado digital con esta versión de TLS, o su renegociación no es segura',
};

const channelError = (authority: AuthorityName, failure: ChannelFailure): ServiceError => {
  switch (failure.kind) {
    case 'unreachable':
      return authorityDown(authority, OPEN_SECONDS, { cause: failure });
    case 'silent':
      return authoritySilent(authority, failure);
    case 'garbled':
      return unreadable(authority, failure);
    case 'certificate':
      return refused(authority, [
        failure instanceof CannotSign
          ? `${TheAuthority(authority)} pide mensajes firmados con una clave RSA, y este certificado no puede firmarlos.`
          : `${TheAuthority(authority)} no acepta el certificado digital presentado.`,
      ]);
  }
};

/** Seconds of the header `Retry-After` (RFC 9110, 10.2.3), which is a number of seconds or a date. */
const retryAfterOf = (answer: Answer | undefined): number | undefined => {
  const value = [answer?.headers['retry-after']].flat()[0]?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
};
