import type { CallFault, CallResult } from '../store/call-receiver.ts';

/** The outcome of a call: whether the receiver took the event, and the text for the webhook's owner. Of an answer only the status is shown. */
export interface Outcome {
  isDelivered: boolean;
  status?: number;
  reason?: string;
}

const FAULTS: Record<CallFault, string> = {
  address: 'La dirección no es pública: no se ha enviado nada.',
  name: 'El nombre de la dirección no se resuelve.',
  silent: 'No respondió a tiempo.',
  tls: 'No se pudo establecer TLS: revise el certificado del servidor.',
  connection: 'No se pudo conectar, o cortó la conexión sin responder.',
};

const statusReason = (status: number): string =>
  status >= 300 && status < 400 ? `Respondió ${status}: no se siguen redirecciones.` : `Respondió ${status}.`;

/** An answer of 200 to 299 takes the event; anything else does not. */
export const outcomeOf = (result: CallResult): Outcome => {
  if ('fault' in result) return { isDelivered: false, reason: FAULTS[result.fault] };
  const { status } = result;
  return status >= 200 && status < 300
    ? { isDelivered: true, status }
    : { isDelivered: false, status, reason: statusReason(status) };
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
 */
export const nextTry = (tries: number, now: Date): Date | undefined => {
  const wait = WAITS[tries - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait);
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
