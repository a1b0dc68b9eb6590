import { type Answer, OutOfService, type Step, TurnedAway, Unreadable } from '../exchange.ts';
import type { Access } from './access.ts';
import { escapeText } from './xml.ts';
import { findNode, type Node, readXml, XmlFault } from './xml-reading.ts';

/** An operation of one of SEPE's services for notifications. */
export interface Service {
  path: string;
  namespace: string;
  operation: string;
  /** Value of the header SOAPAction, without its quotes. */
  action: string;
  /** Name of the parameter that comes before those that all operations share. */
  parameter: 'documento' | 'id_envio';
}

/** Where documents are filed; each kind has an operation of its own. */
const FILING = {
  path: '/ccomunicacto/services/SWComunicacionDatos',
  namespace: 'http://comunicacion.serviciosWeb.comunicacto',
  parameter: 'documento',
} as const;

const filing = (operation: string): Service => ({ ...FILING, operation, action: operation });

/** The operations that file, by what is filed. */
export const FILING_SERVICES = {
  contracts: filing('servicioContratos'),
  transformations: filing('servicioTransformacionIndefinido'),
  basicCopies: filing('servicioCopiaBasica'),
};

/** What can be filed. */
export type Filed = keyof typeof FILING_SERVICES;

/** Asks what became of a shipment. */
export const RESULT_SERVICE: Service = {
  path: '/ccomunicacto/services/SWConsultaDatos',
  namespace: 'http://consultaDatos.serviciosWeb.comunicacto',
  operation: 'servicioConsulta',
  action: '',
  parameter: 'id_envio',
};

/** Spanish, and all of the State's communities. */
const LANGUAGE = '14';
const COMMUNITY = '99';

/** More tags than an answer to the largest file can have. */
const MAX_TAGS = 1_000_000;

/** The call of an operation. Beyond ASCII everything travels as references, whatever charset the service assumes. */
export const callStep = (service: Service, value: string, access: Access): Step => {
  const parameters = [
    [service.parameter, value],
    // Who is connected, and for whom: the same, unless a user is an associate of another.
    ['usuarioConectado', access.user],
    ['usuarioPrincipal', access.user],
    ['password', access.password],
    ['idioma', LANGUAGE],
    ['comunidad', COMMUNITY],
  ].map(([name, text = '']) => `<${name}>${ascii(escapeText(text))}</${name}>`);
  return {
    method: 'POST',
    path: service.path,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${service.action}"` },
    body:
      '<?xml version="1.0" encoding="UTF-8"?>' +
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
      `<${service.operation} xmlns="${service.namespace}">${parameters.join('')}</${service.operation}>` +
      '</soapenv:Body></soapenv:Envelope>',
  };
};

/** Asks whether the service is there, as clients do that read its description first. Files nothing. */
export const presenceStep = ({ path }: Service): Step => ({ method: 'GET', path });

/**
 * Heeds what the answer to `presenceStep` tells: only that the service is out of order or closed to the caller.
 * @throws OutOfService, Refusal
 */
export const heedPresence = (answer: Answer | undefined): void => {
  if (answer && answer.status !== 404 && answer.status !== 405) heedStatus(answer);
};

/**
 * The string that an operation returned.
 * @throws OutOfService for an error page or fault, Refusal when the caller is not let in, Unreadable
 */
export const returned = (answer: Answer | undefined, { operation }: Service): string => {
  if (!answer) throw new Unreadable('no answer');
  heedStatus(answer);
  const node = findNode(readEnvelope(answer), `${operation}Return`);
  if (!node?.text.trim()) throw new Unreadable('SOAP answer without what the operation returns');
  return node.text;
};

const heedStatus = (answer: Answer): void => {
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw new TurnedAway(['SEPE no autoriza el acceso con este certificado.']);
  }
  if (status >= 500) throw new OutOfService(status, status === 503 || announcesMaintenance(answer));
  if (status !== 200) throw new Unreadable(`status ${status}`);
  if (/html/i.test(answer.contentType) && announcesMaintenance(answer)) throw new OutOfService(200, true);
};

const announcesMaintenance = ({ body }: Answer): boolean =>
  /mantenimiento|fuera de servicio|temporalmente|no (?:est\S+ )?disponible/i.test(
    Buffer.from(body.subarray(0, 20_000)).toString('latin1'),
  );

const readEnvelope = (answer: Answer): Node => {
  try {
    return readXml(decode(answer), MAX_TAGS);
  } catch (error) {
    if (error instanceof XmlFault) throw new Unreadable(`SOAP answer: ${error.message}`);
    throw error;
  }
};

/** Bytes of XML as text: by the content type, else by what the document says of itself, else UTF-8. */
const decode = ({ body, contentType }: Answer): string => {
  const head = Buffer.from(body.subarray(0, 100)).toString('latin1');
  const label =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1];
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
};

const ascii = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is left alone
  text.replace(/[^\x00-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
