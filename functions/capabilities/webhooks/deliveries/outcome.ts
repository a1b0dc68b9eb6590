import type { CallFault, CallResult } from '../store/call-receiver.ts';

/** The outcome of a call: whether the receiver took the event, and the text for the webhook's owner. Of an answer only the status is shown. */
export interface Outcome {
  isDelivered: boolean;
  status?: number;
  reason?: string;
  /** Whether the receiver says that it is gone for good (410). */
  isGone?: true;
  /** Until when the receiver asks not to be called. */
  pausedUntil?: Date;
}

const FAULTS: Record<CallFault, string> = {
  address: 'La dirección no es pública: no se ha enviado nada.',
  name: 'El nombre de la dirección no se resuelve.',
  silent: 'No respondió a tiempo.',
  tls: 'No se pudo establecer TLS: revise el certificado del servidor.',
  connection: 'No se pudo conectar, o cortó la conexión sin responder.',
};

/** The receiver is gone for good: the webhook is switched off. */
const GONE = 410;
/** With these, `Retry-After` says when a receiver can be called again. */
const LATER = [429, 503];

const statusReason = (status: number): string => {
  if (status === GONE) return 'Respondió 410: el webhook se ha desactivado.';
  return status >= 300 && status < 400
    ? `Respondió ${status}: no se siguen redirecciones.`
    : `Respondió ${status}.`;
};

/** An answer of 200 to 299 takes the event; anything else does not. */
export const outcomeOf = (result: CallResult, now: Date): Outcome => {
  if ('fault' in result) return { isDelivered: false, reason: FAULTS[result.fault] };
  const { status, retryAfter } = result;
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const pausedUntil = LATER.includes(status) ? endOfPause(retryAfter, now) : undefined;
  return {
    isDelivered: false,
    status,
    reason: statusReason(status),
    ...(status === GONE && { isGone: true }),
    ...(pausedUntil && { pausedUntil }),
  };
};

/**
 * When a receiver can be called again by its `Retry-After`, in seconds or as a date of HTTP, at most an hour from now; `undefined` if
 * it says nothing that can be read, or no later time.
 */
const endOfPause = (retryAfter: string | undefined, now: Date): Date | undefined => {
  if (retryAfter === undefined) return undefined;
  const at = now.getTime();
  const end = /^\d+$/.test(retryAfter) ? at + Number(retryAfter) * SECOND : Date.parse(retryAfter);
  return end > at ? new Date(Math.min(end, at + LONGEST_PAUSE)) : undefined;
};

/** No call was made, because the receiver had just let others wait in vain. */
export const NOT_CALLED: Outcome = {
  isDelivered: false,
  reason: 'No se intentó: acababa de no responder a otra entrega.',
};

/** No call was made, because the webhook is switched off. */
export const INACTIVE: Outcome = { isDelivered: false, reason: 'El webhook no está activo.' };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The longest time for which `Retry-After` is obeyed, in milliseconds. */
const LONGEST_PAUSE = HOUR;

/**
 * How long a delivery waits after each try that failed, in milliseconds: about a day in all. After the last one it is not
 * tried any more.
 */
export const WAITS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  8 * HOUR,
  8 * HOUR,
] as const;

/**
 * When a delivery is tried again; `undefined` for never.
 * @param tries failed ones, 1 or more
 * @param pausedUntil until when its receiver asks not to be called
 */
export const nextTry = (tries: number, now: Date, pausedUntil = now): Date | undefined => {
  const wait = WAITS[tries - 1];
  return wait === undefined ? undefined : new Date(Math.max(now.getTime() + wait, pausedUntil.getTime()));
};

/** A webhook that has failed for so long is switched off. */
const FAILING_MS = 5 * 24 * HOUR;

/** One call that fails after a quiet week is no failing receiver: a delivery must have failed so often. */
const TRIES_TO_DISABLE = 4;

/** Whether a webhook is to be switched off, after a delivery has failed so often one after the other. */
export const hasFailedForLong = (
  { failingSince }: { failingSince?: string | undefined },
  tries: number,
  now: Date,
): boolean =>
  failingSince !== undefined &&
  tries >= TRIES_TO_DISABLE &&
  now.getTime() - Date.parse(failingSince) >= FAILING_MS;

/**
 * Time of a function for a batch of deliveries, in milliseconds: five sequential calls of ten seconds to one slow host, and
 * the reads and writes.
 */
export const DELIVERIES_MS = 60_000;
