import type { X509Certificate } from 'node:crypto';
import type { XmlElement } from '@rgrove/parse-xml';
import type { Call } from '../portal.ts';
import { childrenOf, find, localName, namespaceOf, readXml } from '../sepe/xml.ts';
import { ERRORS, NAMESPACE } from './messages.ts';
import { BadSignature, verify } from './signature.ts';

/** A field of an operation, in the order of its schema. */
interface Field {
  name: string;
  optional?: true;
  form: RegExp;
}

const required = (name: string, form = /^.+$/s): Field => ({ name, form });
const optional = (name: string, form = /^.+$/s): Field => ({ name, form, optional: true });

/** Date and time as the service reads them: no parts of a second, and an offset. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const NIF = /^[0-9A-Z]{9}$/;

const LISTED = [
  optional('nifTitular', NIF),
  optional('nifDestinatario', NIF),
  optional('codigoDestino'),
  optional('fechaDesde', DATE),
  optional('fechaHasta', DATE),
  optional('tipoEnvio', /^[12]$/),
];
const KEY = [required('identificador'), required('codigoOrigen', /^\d+$/)];

/** The operations: the last part of their namespace, and their fields. */
const OPERATIONS = {
  Localiza: { namespace: 'localiza', fields: [...LISTED, optional('opcionesLocaliza', /^/)] },
  LocalizaRealizadas: {
    namespace: 'localizaRealizadas',
    fields: [...LISTED, optional('pagina', /^\d+$/), optional('opcionesLocalizaRealizadas', /^/)],
  },
  PeticionAcceso: {
    namespace: 'peticionAcceso',
    fields: [
      ...KEY,
      required('nifReceptor', NIF),
      required('nombreReceptor'),
      required('evento', /^[12]$/),
      required('concepto', /^.{1,255}$/s),
      optional('opcionesPeticionAcceso', /^/),
    ],
  },
  ConsultaAnexos: {
    namespace: 'consultaAnexos',
    fields: [
      required('nifReceptor', NIF),
      ...KEY,
      required('referencia', /^[A-Za-z0-9+/]+={0,2}$/),
      optional('opcionesConsultaAnexos', /^/),
    ],
  },
  ConsultaAcusePdf: {
    namespace: 'consultaAcusePdf',
    fields: [
      required('nifReceptor', NIF),
      ...KEY,
      required('identificadorAcusePdf', /^/),
      optional('opcionesConsultaAcusePdf', /^/),
    ],
  },
  ConsultaRealizadas: {
    namespace: 'consultaRealizadas',
    fields: [
      ...KEY,
      required('nifPeticion', NIF),
      required('nombrePeticion'),
      required('concepto', /^.{1,255}$/s),
      optional('opcionesConsultaRealizadas', /^/),
    ],
  },
} satisfies Record<string, { namespace: string; fields: Field[] }>;
export type OperationName = keyof typeof OPERATIONS;

/** A verified request. */
export interface Request {
  operation: OperationName;
  /** Texts of the fields. */
  fields: Record<string, string>;
  element: XmlElement;
}

/** A refused request. The message is the answer. */
export class Refused extends Error {}

const ACTION = 'https://administracionelectronica.gob.es/notifica/ws/lema/';

/**
 * Reads and verifies a request: SOAP, its action, signature, certificate, and every field in its place.
 * @param at the operations of this address
 * @param now the real time
 * @throws Refused
 */
export function readRequest(call: Call, at: readonly OperationName[], now: Date): Request {
  const envelope = envelopeOf(call);
  const element = childrenOf(find(envelope, 'Body')!)[0];
  const operation = at.find((name) => element && localName(element) === name);
  if (!element || !operation) throw new Refused(`${ERRORS.internal}: operación desconocida`);
  if (call.headers.soapaction !== `"${ACTION}${operation}"`)
    throw new Refused(`${ERRORS.internal}: SOAPAction`);
  checkSigner(envelope, call, now);
  const { namespace, fields } = OPERATIONS[operation];
  if (namespaceOf(element) !== NAMESPACE + namespace)
    throw new Refused(`${ERRORS.internal}: espacio de nombres`);
  return { operation, element, fields: readFields(element, fields) };
}

function envelopeOf(call: Call): XmlElement {
  if (call.method !== 'POST' || !/^text\/xml\b/i.test(call.headers['content-type'] ?? ''))
    throw new Refused(`${ERRORS.internal}: no es una petición SOAP`);
  try {
    const envelope = readXml(call.body.toString('utf8'));
    if (localName(envelope) === 'Envelope' && find(envelope, 'Body')) return envelope;
  } catch {
    // Answered like any other text that is no envelope.
  }
  throw new Refused(`${ERRORS.internal}: no es un sobre SOAP`);
}

/** Checks that the message is signed by the certificate of the connection. @throws Refused */
function checkSigner(envelope: XmlElement, { fingerprint }: Call, now: Date): void {
  let certificate: X509Certificate;
  try {
    certificate = verify(envelope, now);
  } catch (error) {
    if (error instanceof BadSignature) throw new Refused(`${ERRORS.internal}: firma (${error.message})`);
    throw error;
  }
  if (certificate.fingerprint256 !== fingerprint) throw new Refused(ERRORS.notAuthorised);
}

/** Reads the fields. The schema is a sequence, so every element must be in its place. @throws Refused */
function readFields(element: XmlElement, fields: readonly Field[]): Record<string, string> {
  const given = childrenOf(element);
  const read: Record<string, string> = {};
  for (const { name, optional: isOptional, form } of fields) {
    const next = given[0];
    if (next && localName(next) === name && namespaceOf(next) === namespaceOf(element)) {
      given.shift();
      if (!form.test(next.text)) throw new Refused(`${ERRORS.internal}: ${name}`);
      read[name] = next.text;
    } else if (!isOptional) throw new Refused(`${ERRORS.internal}: falta ${name}`);
  }
  if (given[0]) throw new Refused(`${ERRORS.internal}: ${localName(given[0])} no va ahí`);
  return read;
}
