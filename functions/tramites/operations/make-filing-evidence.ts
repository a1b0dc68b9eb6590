import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { evidenceOf, evidenceResource, exampleEvidence } from '../evidence.ts';
import { exampleFiling, id, ownFiling } from '../fields.ts';

export const makeFilingEvidence = resource({
  id: 'makeFilingEvidence',
  method: 'POST',
  path: '/{id}/evidence',
  summary: 'Hacer las evidencias de un trámite que no se envió porque el organismo no funcionaba',
  description:
    'Para acreditar una incidencia técnica (art. 32.4 de la Ley 39/2015): manifest.json dice cuándo se intentó, quién y con ' +
    'qué certificado; con él van la petición normalizada y lo que se respondió (reply.json). El organismo no interviene: lo ' +
    'acredita este servicio. De un trámite que ya tiene evidencias, se responden esas.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: {
    409: 'No se envió por otra causa, o se envió y aún no tiene evidencias.',
    503: 'Lo que se conserva no se puede leer en este momento; véase Retry-After.',
  },
  request: z.object({ id }),
  response: evidenceResource,
  example: { request: { id: exampleFiling.id }, response: exampleEvidence },
  run: async ({ id }, ports) => {
    await ports.filings.witnessOutage(await ownFiling(ports, id));
    return { data: await evidenceOf(ports, await ownFiling(ports, id)) };
  },
});
