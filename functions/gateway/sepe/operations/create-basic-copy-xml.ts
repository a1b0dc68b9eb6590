import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { basicCopyPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { readFootprint } from '../../../../shared/authorities/sepe/identifiers.ts';
import { fileDocument, type RecordResult } from '../../../../shared/authorities/sepe/services/filing.ts';
import type { RecordKey } from '../../../../shared/authorities/sepe/services/shipment.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { noTest } from '../../../../shared/kernel/fields.ts';
import { notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { basicCopyActs } from '../acts.ts';
import { recordFacts } from '../facts.ts';
import { noLookUp } from '../look-ups.ts';
import { duplicateOf, fileReply, foundReply, recordResult, toRecordResult } from '../replies.ts';
import { exampleXml, OF_XML, xmlFile } from '../xml-file.ts';

export const createBasicCopyXml = submission({
  ...OF_XML,
  id: 'createBasicCopyXml',
  path: '/copy-basic/xml',
  summary: 'Comunicar copias básicas con un fichero XML',
  description:
    'El SEPE no publica la raíz de este documento: se envía tal cual, salvo si es un documento de ' +
    'otra clase. Si el SEPE no acepta todas las copias, success es false aunque otras se hayan ' +
    'comunicado.',
  acts: ({ file }, referenceOf) =>
    file.records.flatMap(({ cif: account, ...record }, place) =>
      basicCopyActs(
        { ...record, account },
        { entry: place + 1, reference: record.footprint ?? referenceOf(place + 1) },
      ),
    ),
  request: z.object({ test: noTest, file: xmlFile('basicCopies') }),
  response: z.object({
    file: fileObject
      .optional()
      .meta({ description: 'Duplicado, si el fichero tiene una sola copia básica.' }),
    copies: z
      .array(recordResult)
      .meta({ description: 'Resultado de cada copia básica, en el orden del fichero.' }),
  }),
  example: {
    request: {
      file: exampleXml(
        'copias-basicas.xml',
        '<COPIASBASICAS><COPIABASICA_TIPO><DATOS_CONTRATO><CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO>' +
          '</DATOS_CONTRATO></COPIABASICA_TIPO></COPIASBASICAS>',
      ),
    },
    response: {
      file: exampleFile('copia-basica.pdf'),
      copies: [{ type: 'COPIABASICA_TIPO', result: 'ACEPTADO', messages: [] }],
    },
  },
  run: async ({ file: { text, records } }, ports) => {
    const document = { what: 'basicCopies' as const, document: text, records };
    const results = await fileDocument(ports.sepe, document, ports.now);
    return results ? copiesReply(results, ports) : {};
  },
  emits: ({ file }, accepted) => recordFacts('basicCopy', file.records, { ...accepted, member: 'copies' }),
  lookUp: {
    // A contract with a copy does not prove that this file brought it.
    onlyByReference: true,
    find: ({ file: { records } }, facts, ports) =>
      foundReply(records, { sepe: ports.sepe, facts, lookUp: () => noLookUp }, (results) =>
        copiesReply(results, ports),
      ),
  },
});

/** The reply to a file with accepted records. */
const copiesReply = async (results: RecordResult[], ports: { sepe: ReadingPort; keep: Ports['keep'] }) => {
  const contract = results.length === 1 ? contractOf(results[0]!) : undefined;
  const copy = await duplicateOf(contract !== undefined, ports, () =>
    ports.sepe.read(basicCopyPdf, contract!),
  );
  return fileReply(
    { ...(copy.value && { file: copy.value }), copies: results.map(toRecordResult) },
    results,
    notObtained(copy),
  );
};

/** The contract of a record, by footprint or by worker and start. */
const contractOf = ({ footprint: key, document: dni, startDate }: RecordKey) => {
  const footprint = readFootprint(key ?? '');
  if (footprint) return { footprint };
  return dni && startDate ? { dni, startDate } : undefined;
};
