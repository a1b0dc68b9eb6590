import type { XmlElement } from '@rgrove/parse-xml';
import {
  DocumentFault,
  MAX_TAGS,
  readUploaded,
  type Uploaded,
  type UploadedDocument,
} from '../../../../shared/authorities/sepe/documents/uploaded-document.ts';
import { rootOf } from '../../../../shared/authorities/sepe/xml-reading.ts';
import { SheetFault } from '../../../../shared/sheets/limits.ts';
import { OPERATION_HEADER } from './columns.ts';
import type { Reading, Row } from './types.ts';

/** The operation for each kind of document. */
const OPERATIONS: Record<Uploaded, string> = {
  contracts: 'notifyContractXml',
  transformations: 'transformContractXml',
  basicCopies: 'createBasicCopyXml',
};

/**
 * The communications of a Contrat@ document, one row each, as a document with that communication alone. Nothing in it is
 * changed, because SEPE checks its content by a schema that is newer than the public one.
 * @throws SheetFault if it is not such a document
 */
export function* contrataRows(
  bytes: Uint8Array,
  { operations, limits }: Pick<Reading, 'operations' | 'limits'>,
): Generator<Row> {
  const { what, document } = readDocument(Buffer.from(bytes));
  const operation = operations.find(({ id }) => id === OPERATIONS[what]);
  if (!operation) throw new SheetFault('Los documentos de este tipo no se tramitan aquí.');
  const root = rootOf(document.text, MAX_TAGS, { includeOffsets: true });
  const records = root.children.filter((child): child is XmlElement => child.type === 'element');
  if (records.length > limits.rows)
    throw new SheetFault(`El documento tiene más de ${limits.rows} comunicaciones: repártalas en varios.`);
  const before = document.text.slice(0, records[0]!.start);
  const after = document.text.slice(records.at(-1)!.end);
  for (const [index, { start, end }] of records.entries()) {
    const key = document.records[index]!;
    const alone = Buffer.from(before + document.text.slice(start, end) + after, 'latin1');
    const cells = {
      [OPERATION_HEADER]: operation.id,
      comunicacion: key.kind,
      trabajador: key.document,
      fecha: key.effectiveDate ?? key.startDate,
    };
    yield {
      row: index + 1,
      operation: operation.id,
      request: {
        file: {
          content: `data:application/xml;base64,${alone.toString('base64')}`,
          contentType: 'application/xml',
          name: `comunicacion-${index + 1}.xml`,
          size: alone.length,
        },
      },
      own: {},
      cells: Object.fromEntries(Object.entries(cells).filter((cell): cell is [string, string] => !!cell[1])),
      mistakes: [],
      notes: [],
    };
  }
}

/** The root element of a basic copy is not public, so any document of no other kind counts as one. */
const readDocument = (bytes: Buffer): { what: Uploaded; document: UploadedDocument } => {
  const faults: string[] = [];
  for (const what of ['contracts', 'transformations', 'basicCopies'] as const)
    try {
      return { what, document: readUploaded(bytes, what) };
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      faults.push(error.message);
    }
  const root = /^(?:<\?xml[^>]*\?>)?(?:\s|<!--.*?-->)*<([A-Z]+)/s.exec(
    bytes.toString('latin1').slice(0, 4096),
  )?.[1];
  throw new SheetFault((root === 'TRANSFORMACIONES' ? faults[1] : faults[0])!);
};
