import type { CallFault, CallResult } from '../../stores/webhooks/call-receiver.ts';

/** What a call came to: whether the receiver took the event, and what its owner is shown. Nothing of an answer but its status. */
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
