import type { Answer } from '../../channel/channel.ts';
import { AccessDenied, OutOfService, type Step, Unreadable } from '../../exchange.ts';
import { maintenanceWords, outOfServiceIn } from '../../html/page.ts';
import { escapeText } from '../documents/xml.ts';
import { findNode, type Node, readAnswerXml } from '../xml-reading.ts';
import { MAX_TAGS } from './shipment.ts';

/** User and password for SEPE's services, in addition to the certificate of the connection. */
export interface Access {
  user: string;
  password: string;
}

/** Without user and password: only the certificate says who files. */
export const NO_ACCESS: Access = { user: '', password: '' };

/** An operation of one of SEPE's services for notifications. */
export interface Service {
  path: string;
  namespace: string;
  operation: string;
  /** Value of the header SOAPAction, without its quotes. */
  action: string;
  /** Name of the first parameter. The parameters after it are the same for all operations. */
  parameter: 'documento' | 'id_envio';
}

/** The service for filings. Each kind of document has its own operation. */
const FILING = {
  path: '/ccomunicacto/services/SWComunicacionDatos',
  namespace: 'http://comunicacion.serviciosWeb.comunicacto',
  parameter: 'documento',
} as const;

const filing = (operation: string): Service => ({ ...FILING, operation, action: operation });

/** The operations that file, by kind of document. */
export const FILING_SERVICES = {
  contracts: filing('servicioContratos'),
  transformations: filing('servicioTransformacionIndefinido'),
  basicCopies: filing('servicioCopiaBasica'),
  extensions: filing('servicioProrrogas'),
  workCalls: filing('servicioLlamamientoFijoDiscontinuo'),
};

/** The kinds of documents that can be filed in Contrat@. */
export type Filed = keyof typeof FILING_SERVICES;

/** The operation that gives the result of a shipment. */
export const RESULT_SERVICE: Service = {
  path: '/ccomunicacto/services/SWConsultaDatos',
  namespace: 'http://consultaDatos.serviciosWeb.comunicacto',
  operation: 'servicioConsulta',
  action: '',
  parameter: 'id_envio',
};

/** Language: Spanish. Autonomous community: all. */
export const LANGUAGE = '14';
export const COMMUNITY = '99';

/** The call of an operation of Contrat@. */
export const callStep = (service: Service, value: string, access: Access): Step => {
  const parameters = [
    [service.parameter, value],
    // The connected user, and the one it acts for: the same, unless a user is an associate of another.
    ['usuarioConectado', access.user],
    ['usuarioPrincipal', access.user],
    ['password', access.password],
    ['idioma', LANGUAGE],
    ['comunidad', COMMUNITY],
  ].map(([name = '', text = '']) => parameterElement(name, text));
  return soapStep(
    service,
    `<${service.operation} xmlns="${service.namespace}">${parameters.join('')}</${service.operation}>`,
  );
};

/** A parameter of a call. Characters outside ASCII are references, whatever charset the service assumes. */
export const parameterElement = (name: string, text: string): string =>
  `<${name}>${ascii(escapeText(text))}</${name}>`;

/** The request with a call in its envelope. */
export const soapStep = ({ path, action }: Pick<Service, 'path' | 'action'>, call: string): Step => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
  body:
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    `${call}</soapenv:Body></soapenv:Envelope>`,
});

/** Asks whether the service is present, like clients that first read its description. Files nothing. */
export const presenceStep = ({ path }: Service): Step => ({ method: 'GET', path });

/**
 * Checks the answer to `presenceStep`. A service may have no page at its address, so 404 and 405 are no errors.
 * @throws OutOfService, AccessDenied, Unreadable
 */
export const checkPresence = (answer: Answer | undefined): void => {
  if (answer && answer.status !== 404 && answer.status !== 405) checkStatus(answer);
};

/**
 * The string that an operation returns.
 * @throws OutOfService for an error page or fault, AccessDenied if the caller is not admitted, Unreadable
 */
export const returnValueOf = (
  answer: Answer | undefined,
  { operation }: Pick<Service, 'operation'>,
): string => {
  const node = findNode(readAnswer(answer), `${operation}Return`);
  if (!node?.text.trim()) throw new Unreadable('SOAP answer without return value');
  return node.text;
};

/**
 * The document that a service answers with: an envelope, or its own description.
 * @throws OutOfService for an error page or fault, AccessDenied if the caller is not admitted, Unreadable
 */
export const readAnswer = (answer: Answer | undefined): Node => {
  if (!answer) throw new Unreadable('no answer');
  checkStatus(answer);
  return readAnswerXml('SOAP answer', decode(answer), MAX_TAGS);
};

const checkStatus = (answer: Answer): void => {
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw new AccessDenied(['El SEPE no autoriza el acceso con este certificado.']);
  }
  if (status >= 500) {
    throw new OutOfService(status, status === 503 || MAINTENANCE.test(beginningOf(answer)));
  }
  if (status !== 200) throw new Unreadable(`status ${status}`);
  const outOfService =
    /html/i.test(answer.contentType) && outOfServiceIn(beginningOf(answer), { maintenance: MAINTENANCE });
  if (outOfService) throw outOfService;
};

const MAINTENANCE = maintenanceWords(
  'fuera de servicio|(?:cerrad|deshabilitad|suspendid)[oa] temporalmente|no (?:est\\S+ )?disponible',
);

const beginningOf = ({ body }: Answer): string => Buffer.from(body.subarray(0, 20_000)).toString('latin1');

/** XML as text: in the charset of the content type, or of the XML declaration, or UTF-8. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII stays as it is
  text.replace(/[^\x00-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
