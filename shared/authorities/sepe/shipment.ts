import { Unreadable } from '../exchange.ts';
import { isoDate, showFootprint, TRANSFORMATION_SUFFIX, withoutKind } from './identifiers.ts';
import { told } from './messages.ts';
import { errorOf } from './receipt.ts';
import { findNode, type Node, readXml, textAt, XmlFault } from './xml-reading.ts';

/** What identifies a contract, transformation or basic copy in a document, as far as it says. */
export interface RecordKey {
  /** Name of its element, such as `CONTRATO_100`. */
  kind: string;
  /** Tax id of the company. */
  cif?: string | undefined;
  /** Identity document of the worker, without the letter of its kind. */
  document?: string | undefined;
  /** Start of the contract, `YYYY-MM-DD`. */
  startDate?: string | undefined;
  /** End of the contract, `YYYY-MM-DD`. */
  endDate?: string | undefined;
  /** Start of the transformation, `YYYY-MM-DD`. */
  effectiveDate?: string | undefined;
  /** CNO, 4 digits. */
  occupation?: string | undefined;
  /** Footprint of the contract that it is about. */
  footprint?: string | undefined;
  /** What stands in USOLIBRE_EMPRESA. */
  correlation?: string | undefined;
}

/** What SEPE made of one record. */
export interface RecordResult extends RecordKey {
  outcome: 'accepted' | 'accepted-with-errors' | 'refused';
  /** Footprint of what was accepted, as the interface has it. */
  id?: string | undefined;
  /** SEPE's codes and texts. */
  messages: string[];
}

/** What became of a shipment: nothing yet, with what SEPE says of it, or the results that there are. */
export type ShipmentState = { pending: string } | { results: RecordResult[] };

/** More tags than the answer to the largest file can have. */
const MAX_TAGS = 1_000_000;

/** @throws Unreadable for anything but SEPE's answer file or its error */
export const readShipment = (text: string): ShipmentState => {
  // Before a shipment was processed SEPE answers as it does to an error; the two are not told apart.
  if (text.includes('<COMUNICACION>')) return { pending: told(errorOf(text) ?? '') };
  let root: Node;
  try {
    root = readXml(text, MAX_TAGS);
  } catch (error) {
    if (error instanceof XmlFault) throw new Unreadable(`answer file: ${error.message}`);
    throw error;
  }
  if (!root.name.startsWith('FICHERO_')) throw new Unreadable('answer file of no known kind');
  const list = root.children.find(({ name }) => /PROCESAD[AO]S$/.test(name) && !name.startsWith('NUMERO'));
  const answered = (list?.children ?? []).flatMap(readEntry);
  return { results: answered };
};

/** An entry holds the record as it was sent and the answer to it; one without answer is not processed yet. */
const readEntry = ({ children }: Node): RecordResult[] => {
  const record = children.find(({ name }) => !name.startsWith('RESPUESTA'));
  const answer = children.find(({ name }) => name.startsWith('RESPUESTA'));
  if (!record || !answer) return [];
  const key = keyOf(record);
  const outcome = OUTCOMES[textAt(answer, 'RESULTADO') ?? ''];
  if (!outcome) throw new Unreadable('answer file with an unknown result');
  const errors = answer.children.find(({ name }) => name === 'ERRORES')?.children ?? [];
  const id = idOf(answer, key);
  return [
    {
      ...key,
      outcome,
      ...(outcome !== 'refused' && id && { id }),
      messages: errors.map(({ text }) => told(text.trim().slice(0, 500))).filter((message) => message !== ''),
    },
  ];
};

const OUTCOMES: Record<string, RecordResult['outcome'] | undefined> = {
  ACEPTADO: 'accepted',
  'ACEPTADO CON ERRORES': 'accepted-with-errors',
  RECHAZADO: 'refused',
};

/** A contract has a footprint of its own; a transformation that of its contract and a suffix. */
const idOf = (answer: Node, key: RecordKey): string | undefined => {
  const own = textAt(answer, 'IDCONTRATO');
  if (own) return showFootprint(own);
  const isTransformation = findNode(answer, 'NUM_TRANSFORMACION') || answer.name.endsWith('TRANSFORMACION');
  return isTransformation && key.footprint ? `${key.footprint}-${TRANSFORMATION_SUFFIX}` : undefined;
};

/** What a document holds, in order. @throws XmlFault when it is none */
export const recordsOf = (document: string): RecordKey[] => readXml(document, MAX_TAGS).children.map(keyOf);

/** What identifies a record, wherever its kind has it. */
const keyOf = (record: Node): RecordKey => {
  const inside = (name: string) => findNode(record, name)?.text.trim() || undefined;
  const document = inside('IDENTIFICADORPFISICA');
  const start = inside('FECHA_INICIO_CTO') ?? textAt(record, 'DATOS_GENERALES_CONTRATO', 'FECHA_INICIO');
  const end = textAt(record, 'DATOS_GENERALES_CONTRATO', 'FECHA_TERMINO');
  const effective = textAt(record, 'DATOS_GENERALES_TRANSFORMACION', 'FECHA_INICIO');
  return {
    kind: record.name,
    cif: inside('CIF_NIF'),
    document: document && withoutKind(document),
    startDate: start && isoDate(start),
    endDate: end && isoDate(end),
    effectiveDate: effective && isoDate(effective),
    occupation: inside('CODIGO_OCUPACION')?.slice(0, 4),
    footprint: showFootprint(inside('CLAVE_CONTRATO') ?? ''),
    correlation: inside('USOLIBRE_EMPRESA'),
  };
};
