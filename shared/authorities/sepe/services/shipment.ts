import { Refusal, Unreadable } from '../../exchange.ts';
import { isoDate, showFootprint, TRANSFORMATION_SUFFIX, withoutKind } from '../identifiers.ts';
import { at, findNode, type Node, readAnswerXml, readXml, textAt } from '../xml-reading.ts';

/** Reads `<COMUNICACION>`, SEPE's immediate answer. It may be cut short, so it is not read as XML. */

/** Name of an element with any prefix, and the end of its first tag. */
const opening = (name: string) => `<(?:[\\w.-]{1,30}:)?${name}(?:\\s[^<>]{0,300})?>`;
const closing = (name: string) => `</(?:[\\w.-]{1,30}:)?${name}\\s*>`;

/** Whether the answer has an element, with or without namespaces. */
const hasElement = (text: string, name: string): boolean => new RegExp(opening(name)).test(text);

/** Text of an element that has no other elements; `undefined` if it is empty or missing. */
export const elementText = (text: string, name: string): string | undefined =>
  new RegExp(`${opening(name)}([^<]{1,1000})${closing(name)}`).exec(text)?.[1]?.trim() || undefined;

/** The text of `<ERROR>`; `undefined` if it is empty or missing. */
export const errorOf = (text: string): string | undefined => elementText(text, 'ERROR');

/** Data in a document that identify a contract or a communication about it, if present. */
export interface RecordKey {
  /** Name of its element, such as `CONTRATO_100`. */
  kind: string;
  /** Tax id of the company. */
  cif?: string | undefined;
  /** Identity document of the worker, without the letter of its kind. */
  document?: string | undefined;
  /** Start of the contract, or of the call to work, `YYYY-MM-DD`. */
  startDate?: string | undefined;
  /** End of the contract, or of its extension, `YYYY-MM-DD`. */
  endDate?: string | undefined;
  /** Start of the transformation or extension, `YYYY-MM-DD`. */
  effectiveDate?: string | undefined;
  /** Whether a collective agreement covers the duration, `S` or `N`. */
  agreement?: string | undefined;
  /** CNO, 4 digits. */
  occupation?: string | undefined;
  /** Régimen and contribution account, 15 digits. */
  account?: string | undefined;
  /** A basic copy goes with it. */
  hasBasicCopy?: true | undefined;
  /** Footprint of the contract. */
  footprint?: string | undefined;
  /** Text of USOLIBRE_EMPRESA. */
  correlation?: string | undefined;
}

/** The result that SEPE gives, or a look-up finds, for one record. */
export interface KnownResult extends RecordKey {
  result: 'accepted' | 'accepted-with-errors' | 'refused';
  /** Footprint (huella) of an accepted communication, in the interface's notation. */
  id?: string | undefined;
  /** SEPE's codes, or its texts. */
  messages: string[];
}

/** The state of a shipment: pending, with SEPE's message, or the results so far. */
export type ShipmentState = { pending: string } | { results: KnownResult[] };

/** More tags than the answer to the largest file can have. */
export const MAX_TAGS = 1_000_000;

/** @throws Unreadable for anything but SEPE's answer file or its error */
export const readShipment = (text: string): ShipmentState => {
  // For a shipment that is not processed yet, SEPE answers as for an error. The two cannot be distinguished.
  if (hasElement(text, 'COMUNICACION')) return { pending: errorOf(text) ?? '' };
  const root = readAnswerXml('answer file', text, MAX_TAGS);
  if (!root.name.startsWith('FICHERO_')) throw new Unreadable('answer file of an unknown kind');
  const list = root.children.find(({ name }) => /PROCESAD[AO]S$/.test(name) && !name.startsWith('NUMERO'));
  return { results: (list?.children ?? []).flatMap(readEntry) };
};

/**
 * An entry has the record as it was sent, and after it the answer, whatever its name. Without an answer it is not
 * processed yet.
 */
const readEntry = ({ children }: Node): KnownResult[] => {
  const answer = children.find((child) => child.name.startsWith('RESPUESTA') || at(child, 'RESULTADO'));
  const record = children.find((child) => child !== answer);
  if (!record || !answer) return [];
  const key = keyOf(record);
  const result = RESULTS[textAt(answer, 'RESULTADO') ?? ''];
  if (!result) throw new Unreadable('answer file with an unknown result');
  const errors = answer.children.find(({ name }) => name === 'ERRORES')?.children ?? [];
  const id = idOf(answer, key);
  return [
    {
      ...key,
      result,
      ...(result !== 'refused' && id && { id }),
      messages: errors.map(({ text }) => text.trim().slice(0, 500)).filter((message) => message !== ''),
    },
  ];
};

const RESULTS: Record<string, KnownResult['result'] | undefined> = {
  ACEPTADO: 'accepted',
  'ACEPTADO CON ERRORES': 'accepted-with-errors',
  RECHAZADO: 'refused',
};

/** A contract has its own footprint. A transformation and an extension have the footprint of their contract, and a suffix. */
const idOf = (answer: Node, key: RecordKey): string | undefined => {
  const own = textAt(answer, 'IDCONTRATO');
  if (own) return showFootprint(own);
  const extension = /^\d{1,2}$/.exec(textAt(answer, 'NUMEROPRORROGA') ?? '')?.[0];
  if (extension) return key.footprint && `${key.footprint}-${extension.padStart(2, '0')}`;
  const isTransformation = findNode(answer, 'NUM_TRANSFORMACION') || answer.name.endsWith('TRANSFORMACION');
  return isTransformation && key.footprint ? `${key.footprint}-${TRANSFORMATION_SUFFIX}` : undefined;
};

/** The records of a document, in order. @throws XmlFault */
export const recordsOf = (document: string): RecordKey[] => readXml(document, MAX_TAGS).children.map(keyOf);

/** The data that identify a record, at the places of any kind of record. */
const keyOf = (record: Node): RecordKey => {
  const inside = (name: string) => findNode(record, name)?.text.trim() || undefined;
  const document = inside('IDENTIFICADORPFISICA');
  const start =
    inside('FECHA_INICIO_CTO') ??
    textAt(record, 'DATOS_GENERALES_CONTRATO', 'FECHA_INICIO') ??
    textAt(record, 'DATOS_LLAMAMIENTO', 'FECHA_INICIO');
  const end =
    textAt(record, 'DATOS_GENERALES_CONTRATO', 'FECHA_TERMINO') ??
    textAt(record, 'DATOS_GENERALES_PRORROGA', 'FECHA_FIN');
  const effective =
    textAt(record, 'DATOS_GENERALES_TRANSFORMACION', 'FECHA_INICIO') ??
    textAt(record, 'DATOS_GENERALES_PRORROGA', 'FECHA_INICIO');
  return {
    kind: record.name,
    cif: inside('CIF_NIF'),
    document: document && withoutKind(document),
    startDate: start && isoDate(start),
    endDate: end && isoDate(end),
    effectiveDate: effective && isoDate(effective),
    agreement: inside('INDICADOR_CONV_COL'),
    occupation: inside('CODIGO_OCUPACION')?.slice(0, 4),
    account: inside('CODIGO_CUENTA_COTIZACION'),
    hasBasicCopy: findNode(record, 'TEXTO_COPIABASICA') && true,
    footprint: showFootprint(inside('CLAVE_CONTRATO') ?? inside('CLAVE_CONTRATO_TRANS') ?? ''),
    correlation: inside('USOLIBRE_EMPRESA'),
  };
};

/**
 * The answer to a document. `shipment`: SEPE received it, and its result must be asked for. `closed`: SEPE did not
 * receive it, because the service is closed at this hour.
 */
export type Receipt = { shipment: string } | { closed: true };

/** Texts of `<ERROR>` about the service, and not about the document. */
const CLOSED = /^(?:CCT0208|CGE0088)$|no disponible en el siguiente horario|actualmente no est. disponible/i;

/**
 * Reads `<COMUNICACION>` with a shipment number or an error. The text of `<ERROR>` is a code of SEPE or a sentence.
 * @throws Refusal for an error, Unreadable for anything else, also for a number together with an error
 */
export const readReceipt = (text: string): Receipt => {
  const shipment = /^[A-Za-z0-9-]{1,30}$/.exec(elementText(text, 'NUM_ENVIO') ?? '')?.[0];
  const error = errorOf(text);
  if (error !== undefined && !hasElement(text, 'NUM_ENVIO')) {
    if (CLOSED.test(error)) return { closed: true };
    throw new Refusal([error]);
  }
  if (shipment && !hasElement(text, 'ERROR')) return { shipment };
  throw new Unreadable('neither shipment number nor error');
};
