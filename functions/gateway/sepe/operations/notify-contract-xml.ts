import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { contractPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { readFootprint } from '../../../../shared/authorities/sepe/identifiers.ts';
import {
  fileDocument,
  isAccepted,
  type RecordResult,
} from '../../../../shared/authorities/sepe/services/filing.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { noTest } from '../../../../shared/kernel/fields.ts';
import { notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { contractAct } from '../acts.ts';
import { recordFacts } from '../facts.ts';
import { exampleFootprint, exampleWorker } from '../fields.ts';
import { contractLookUp } from '../look-ups.ts';
import { duplicateOf, fileReply, foundReply, recordResult, toRecordResult } from '../replies.ts';
import { exampleXml, OF_XML, xmlFile } from '../xml-file.ts';

export const notifyContractXml = submission({
  ...OF_XML,
  id: 'notifyContractXml',
  path: '/contrata/xml',
  summary: 'Comunicar contratos con un fichero XML',
  description:
    'El fichero es un documento CONTRATOS del SEPE, con 1 a 1000 contratos. contracts dice el resultado de cada uno; id y ' +
    'file son los del contrato, si el fichero tiene uno solo, y si no id es el del primero aceptado. Si el SEPE no ha ' +
    'aceptado todos, success es false aunque otros se hayan comunicado: no vuelva a enviar los aceptados.',
  acts: ({ file }, referenceOf) =>
    file.records.map((record, place) =>
      contractAct('contract', record, { entry: place + 1, reference: referenceOf(place + 1) }),
    ),
  request: z.object({ test: noTest, file: xmlFile('contracts') }),
  response: z.object({
    id: z.string().optional().meta({ description: 'Huella del contrato.' }),
    file: fileObject.optional().meta({ description: 'Duplicado del contrato.' }),
    contracts: z
      .array(recordResult)
      .meta({ description: 'Resultado de cada contrato, en el orden del fichero.' }),
  }),
  example: {
    request: {
      file: exampleXml(
        'contratos.xml',
        '<CONTRATOS><CONTRATO_100><DATOS_TRABAJADOR><IDENTIFICADORPFISICA>D12345678Z</IDENTIFICADORPFISICA>' +
          '</DATOS_TRABAJADOR><DATOS_GENERALES_CONTRATO><FECHA_INICIO>20261103</FECHA_INICIO>' +
          '</DATOS_GENERALES_CONTRATO></CONTRATO_100></CONTRATOS>',
      ),
    },
    response: {
      id: exampleFootprint,
      file: exampleFile('contrato.pdf'),
      contracts: [
        {
          type: 'CONTRATO_100',
          id: exampleFootprint,
          doc: exampleWorker.dni,
          startDate: exampleWorker.startDate,
          result: 'ACEPTADO',
          messages: [],
        },
      ],
    },
  },
  run: async ({ file: { text, records } }, ports) => {
    const document = { what: 'contracts' as const, document: text, records };
    const results = await fileDocument(ports.sepe, document, ports.now);
    return results ? contractsReply(results, ports) : {};
  },
  emits: ({ file }, accepted) => recordFacts('contract', file.records, { ...accepted, member: 'contracts' }),
  lookUp: {
    find: ({ file: { records } }, facts, ports) =>
      foundReply(records, { sepe: ports.sepe, facts, lookUp: contractLookUp }, (results) =>
        contractsReply(results, ports),
      ),
  },
});

/** The reply to a file with accepted records. */
const contractsReply = async (results: RecordResult[], ports: { sepe: ReadingPort; keep: Ports['keep'] }) => {
  const id = results.find(isAccepted)?.id;
  const footprint = readFootprint(id ?? '');
  const copy = footprint
    ? await duplicateOf(results.length === 1, ports, () => ports.sepe.read(contractPdf, { footprint }))
    : {};
  const data = {
    ...(id && { id }),
    ...(copy.value && { file: copy.value }),
    contracts: results.map(toRecordResult),
  };
  return fileReply(data, results, notObtained(copy));
};
