import * as z from 'zod';
import { fileDocument, type RecordResult } from '../../../../shared/authorities/sepe/services/filing.ts';
import { noTest } from '../../../../shared/kernel/fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { transformationActs } from '../acts.ts';
import { recordFacts } from '../facts.ts';
import { exampleFootprint } from '../fields.ts';
import { transformationLookUp } from '../look-ups.ts';
import { fileReply, foundReply, recordResult, toRecordResult } from '../replies.ts';
import { exampleXml, OF_XML, xmlFile } from '../xml-file.ts';

export const transformContractXml = submission({
  ...OF_XML,
  id: 'transformContractXml',
  path: '/contrata/transformation/xml',
  summary: 'Comunicar transformaciones con un fichero XML',
  description:
    'El fichero es un documento TRANSFORMACIONES del SEPE. Si el SEPE no las ha aceptado todas, success es false aunque ' +
    'otras se hayan comunicado.',
  acts: ({ file }, referenceOf) =>
    file.records.flatMap((record, place) =>
      transformationActs(record, {
        option: record.kind.replace(/^\D*/, ''),
        entry: place + 1,
        reference: record.footprint ?? referenceOf(place + 1),
      }),
    ),
  request: z.object({ test: noTest, file: xmlFile('transformations') }),
  response: z.object({
    transformations: z
      .array(recordResult)
      .meta({ description: 'Resultado de cada transformación, en el orden del fichero.' }),
  }),
  example: {
    request: {
      file: exampleXml(
        'transformaciones.xml',
        '<TRANSFORMACIONES><TRANSFORMACION_189><DATOS_CONTRATO><CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO>' +
          '</DATOS_CONTRATO></TRANSFORMACION_189></TRANSFORMACIONES>',
      ),
    },
    response: {
      transformations: [
        { type: 'TRANSFORMACION_189', id: `${exampleFootprint}-55`, result: 'ACEPTADO', messages: [] },
      ],
    },
  },
  run: async ({ file: { text, records } }, { sepe, now }) => {
    const results = await fileDocument(sepe, { what: 'transformations', document: text, records }, now);
    return results ? transformationsReply(results) : {};
  },
  emits: ({ file }, accepted) =>
    recordFacts('transformation', file.records, { ...accepted, member: 'transformations' }),
  lookUp: {
    find: ({ file: { records } }, facts, { sepe }) =>
      foundReply(records, { sepe, facts, lookUp: transformationLookUp }, transformationsReply),
  },
});

/** The reply to a file with accepted records. */
const transformationsReply = (results: RecordResult[]) =>
  fileReply({ transformations: results.map(toRecordResult) }, results);
