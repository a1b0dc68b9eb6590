import type { Answer } from '../../channel/channel.ts';
import type { Credential } from '../../channel/connections.ts';
import { OutOfService, Refusal, type Step, Unreadable } from '../../exchange.ts';
import { collapse } from '../../html/page.ts';
import { element } from '../../sepe/documents/xml.ts';
import { findNode, type Node, textAt } from '../../sepe/xml-reading.ts';
import { envelopeIn } from '../../soap/envelope.ts';
import { signedCall } from '../../soap/security.ts';

/** WSCN, the web service of TGSS for notifications. */

const PATH = '/INFRWSCN/WSCNService';
const NAMESPACE = 'http://ws.wscn.infra.gi.org/';

/** Its operations, each with the element of its answer. `enviarAcuseNotificacion` is the only one with legal effect. */
const ANSWERS = {
  consultarListadoNotificaciones: 'listadoNotificaciones',
  solicitarAcuseNotificacion: 'acuseNotificacion',
  enviarAcuseNotificacion: 'notificacionRecuperada',
  verNotificacionAceptada: 'notificacionRecuperada',
} as const;
export type Operation = keyof typeof ANSWERS;

/** Elements of a request, in the order of the description (WSDL); without a namespace there. */
type Fields = [name: string, value: string | number][];

/** The signed call of an operation. @param fields of the certificate, because some are signed themselves */
export const callStep = (operation: Operation, fields: (credential: Credential) => Fields): Step =>
  signedCall(
    { path: PATH, action: `urn:${operation}` },
    (credential) =>
      `<tns:${operation} xmlns:tns="${NAMESPACE}">${fields(credential)
        .map(([name, value]) => element(name, String(value)))
        .join('')}</tns:${operation}>`,
  );

const NO_ACCESS = 'La Seguridad Social no autoriza su servicio de notificaciones con este certificado.';

/**
 * The answer of an operation.
 * @throws Refusal with the service's own error, or AccessDenied, OutOfService or Unreadable
 */
export const answered = (answer: Answer | undefined, operation: Operation): Node => {
  const { body, fault } = envelopeIn(answer, NO_ACCESS);
  // The possible faults are not known, so none counts as a refusal.
  if (fault !== undefined) throw new OutOfService(500, false);
  const node = findNode(body, ANSWERS[operation]);
  if (!node) throw new Unreadable(`no ${ANSWERS[operation]}`);
  const code = textAt(node, 'error', 'codigo') ?? '';
  if (!/^-?\d*$/.test(code)) throw new Unreadable('error without a number');
  if (Number(code) === 0) return node;
  const message = collapse(`${code} ${textAt(node, 'error', 'descripcion') ?? ''}`);
  throw new Refusal([message.slice(0, 400)]);
};
