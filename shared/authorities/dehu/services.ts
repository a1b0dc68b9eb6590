import type { Credential } from '../channel/connections.ts';
import type { Step } from '../exchange.ts';
import { actorOf, signedEnvelope } from '../soap/security.ts';

/** LEMA, the services of DEHú for large recipients: two addresses, and a namespace for each operation. */

const NAMESPACE = 'http://administracion.gob.es/punto-unico-notificaciones/';
const ACTION = 'https://administracionelectronica.gob.es/notifica/ws/lema/';
const LEMA = '/ws/v2/lema';
const REALISED = '/ws/v1/realizadas';

/** Where each operation is asked. `PeticionAcceso` is the only one with legal effect. */
export const SERVICES = {
  Localiza: { path: LEMA, namespace: `${NAMESPACE}localiza` },
  PeticionAcceso: { path: LEMA, namespace: `${NAMESPACE}peticionAcceso` },
  ConsultaAnexos: { path: LEMA, namespace: `${NAMESPACE}consultaAnexos` },
  ConsultaAcusePdf: { path: LEMA, namespace: `${NAMESPACE}consultaAcusePdf` },
  LocalizaRealizadas: { path: REALISED, namespace: `${NAMESPACE}localizaRealizadas` },
  ConsultaRealizadas: { path: REALISED, namespace: `${NAMESPACE}consultaRealizadas` },
} as const;
export type ServiceName = keyof typeof SERVICES;

/**
 * The signed call of an operation.
 * @param content the XML inside its element, which may name who acts
 */
export const callStep = (
  operation: ServiceName,
  content: (actor: ReturnType<typeof actorOf>) => string,
): Step => {
  const { path, namespace } = SERVICES[operation];
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${ACTION}${operation}"` },
    sealed: (credential: Credential) =>
      // The default namespace: dates under a prefix are an internal error there.
      signedEnvelope(
        `<${operation} xmlns="${namespace}">${content(actorOf(credential))}</${operation}>`,
        credential,
        new Date(),
      ),
  };
};
