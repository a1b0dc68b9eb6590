import { writtenNameFault } from '../../../kernel/names.ts';
import { misreadFault, namesOf } from '../../../kernel/text.ts';
import { type RecordKey, recordsOf } from '../services/shipment.ts';
import { type Node, readXml, XmlFault } from '../xml-reading.ts';
import { TRANSFORMATION_TYPES } from './transformation-document.ts';

/** The kinds of documents that integrators upload. */
export type Uploaded = 'contracts' | 'transformations' | 'basicCopies';

/** A document that an integrator made, in SEPE's encoding. */
export interface UploadedDocument {
  /** Its text, one character for each byte. */
  text: string;
  records: RecordKey[];
}

/** Why a document cannot be filed. The message is in Spanish, for the integrator. */
export class DocumentFault extends Error {
  override name = 'DocumentFault';
}

/** More tags than a file of 1 MiB with real contracts has. */
export const MAX_TAGS = 60_000;
/** Most records of a document that SEPE accepts. */
const MAX_RECORDS = 1000;

/** The XML declaration at the beginning of SEPE's documents; its group is the encoding. */
const DECLARATION = /^<\?xml\s+version\s*=\s*["']1\.[01]["'](?:\s+encoding\s*=\s*["']([\w.-]{1,40})["'])?/;

/** Bytes that are control characters in ISO-8859-1: a text with them is in another encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/**
 * Reads an uploaded document: checks that it is a document for SEPE, brings it into SEPE's encoding, and finds its
 * records. Nothing but its encoding and its declaration is changed. SEPE checks the content of
 * each block, because its current schema is newer than the public one.
 * @throws DocumentFault
 */
export const readUploaded = (bytes: Buffer, what: Uploaded): UploadedDocument => {
  const text = inLatin1(bytes);
  if (CONTROLS.test(text))
    throw new DocumentFault('El fichero contiene caracteres que no son de ISO-8859-1.');
  const misread = misreadFault(text);
  if (misread !== undefined) throw new DocumentFault(misread);
  try {
    const { name, children } = readXml(text, MAX_TAGS);
    checkRoot(what, name);
    checkRecords(
      what,
      name,
      children.map((child) => child.name),
    );
    const records = recordsOf(text);
    for (const [index, record] of records.entries()) checkKey(what, record, index + 1);
    return { text, records };
  } catch (error) {
    if (error instanceof XmlFault) throw new DocumentFault(FAULTS[error.reason]);
    throw error;
  }
};

/** Elements with a part of a person's name. */
const PERSON_NAMES = new Set(['NOMBRE', 'PRIMER_APELLIDO', 'SEGUNDO_APELLIDO']);

/** Why a name in a document is none, in Spanish, with its element and the place of its record; `undefined` if all may be names. */
export const wrongNameIn = ({ text }: Pick<UploadedDocument, 'text'>): string | undefined => {
  const faultIn = ({ name, children, text: value }: Node): string | undefined => {
    const written = value.trim();
    const fault = PERSON_NAMES.has(name) && written !== '' ? writtenNameFault(written, 'person') : undefined;
    if (fault !== undefined) return `${name}: ${fault}`;
    for (const child of children) {
      const inner = faultIn(child);
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  for (const [index, record] of readXml(text, MAX_TAGS).children.entries()) {
    const fault = faultIn(record);
    if (fault !== undefined) return `${record.name} (comunicación ${index + 1}), ${fault}`;
  }
  return undefined;
};

const BOM = '\ufeff';

/** The document in ISO-8859-1, one character for each byte. Without another declaration XML is in UTF-8. */
const inLatin1 = (bytes: Buffer): string => {
  const raw = bytes.toString('latin1');
  // Three bytes before it, at most, are the mark of UTF-8.
  const [declaration, encoding = 'UTF-8'] = DECLARATION.exec(raw.replace(/^\xef\xbb\xbf/, '')) ?? [];
  if (encoding.toUpperCase() === 'ISO-8859-1') {
    if (raw.startsWith('<?xml')) return raw;
    throw new DocumentFault('El fichero declara ISO-8859-1, y empieza como uno en UTF-8.');
  }
  if (encoding.toUpperCase() !== 'UTF-8')
    throw new DocumentFault(`El fichero debe estar en ISO-8859-1 o en UTF-8; declara ${encoding}.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DocumentFault(
      declaration
        ? 'El fichero declara UTF-8, o ninguna codificación, y no es UTF-8 válido.'
        : 'El fichero no tiene declaración XML y no es UTF-8 válido: declare su codificación.',
    );
  }
  const content = text.replace(BOM, '').replace(/^<\?xml[^>]*\?>\s*/, '');
  const strange = [...new Set(content)].filter((character) => character > '\xff');
  if (strange.length > 0)
    throw new DocumentFault(
      `El SEPE admite solo ISO-8859-1, que no tiene estos caracteres: ${namesOf(strange)}.`,
    );
  return `<?xml version="1.0" encoding="ISO-8859-1"?>\n${content}`;
};

const FAULTS: Record<XmlFault['reason'], string> = {
  doctype: 'El fichero no puede contener DOCTYPE ni declarar entidades.',
  size: 'El fichero tiene demasiados elementos o demasiados niveles.',
  syntax: 'El fichero no es XML bien formado.',
};

const ROOTS: Record<Uploaded, string | undefined> = {
  contracts: 'CONTRATOS',
  transformations: 'TRANSFORMACIONES',
  // Its name is not public.
  basicCopies: undefined,
};
/** Roots of documents that are not basic copies and must not be filed as such. */
const OTHER_ROOTS = ['CONTRATOS', 'TRANSFORMACIONES', 'PRORROGAS', 'LLAMAMIENTOS'];

const RECORDS: Record<Uploaded, RegExp> = {
  contracts: /^CONTRATO_\d{3}$/,
  transformations: new RegExp(`^TRANSFORMACION_(?:${Object.keys(TRANSFORMATION_TYPES).join('|')})$`),
  basicCopies: /^/,
};

const checkRoot = (what: Uploaded, name: string): void => {
  const root = ROOTS[what];
  if (root ? name === root : !OTHER_ROOTS.includes(name)) return;
  throw new DocumentFault(
    root ? `La raíz del documento debe ser ${root}.` : `Un documento ${name} no es una copia básica.`,
  );
};

const checkRecords = (what: Uploaded, root: string, names: string[]): void => {
  if (names.length === 0) throw new DocumentFault(`${root} no contiene ninguna comunicación.`);
  if (names.length > MAX_RECORDS) {
    throw new DocumentFault(
      `${root} contiene ${names.length} comunicaciones; el SEPE admite ${MAX_RECORDS}.`,
    );
  }
  const strange = names.find((name) => !RECORDS[what].test(name));
  if (strange) throw new DocumentFault(`${strange.slice(0, 60)} no es un elemento de ${root}.`);
};

/** Without these data a result could not be matched to its record, and a lost answer could not be looked up. */
const checkKey = (
  what: Uploaded,
  { kind, document, startDate, footprint }: RecordKey,
  ordinal: number,
): void => {
  const worker = document !== undefined && startDate !== undefined;
  const where = `${kind} (comunicación ${ordinal})`;
  if (what === 'contracts' && !worker) {
    throw new DocumentFault(`${where}: faltan IDENTIFICADORPFISICA o FECHA_INICIO, o no son válidos.`);
  }
  if (what === 'transformations' && !worker && footprint === undefined) {
    throw new DocumentFault(
      `${where}: faltan CLAVE_CONTRATO, o IDENTIFICADORPFISICA y FECHA_INICIO_CTO, o no son válidos.`,
    );
  }
};
