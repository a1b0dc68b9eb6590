import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { evidenceOf, evidenceResource, exampleEvidence } from '../evidence.ts';
import { exampleFiling, id, ownFiling } from '../fields.ts';

export const getFilingEvidence = resource({
  id: 'getFilingEvidence',
  method: 'GET',
  path: '/{id}/evidence',
  summary: 'Obtener las evidencias de un trámite',
  description:
    'Un zip con manifest.json (quién, cuándo, con qué certificado, resultado y SHA-256 de cada parte), la petición ' +
    'normalizada, lo que respondió el organismo al presentarla, tal como se recibió, y los documentos. De un resultado que ' +
    'se comprobó después lleva las consultas que lo prueban (lookUps) y sus respuestas. Los simulacros y lo que no se envió no ' +
    'tienen evidencias, salvo que se pidan con POST. A una empresa cliente no se le dice quiénes son los usuarios de la cuenta: ' +
    'su manifest.json nombra en withheld lo que omite, y el SHA-256 del completo.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 503: 'Lo que se conserva no se puede leer en este momento; véase Retry-After.' },
  request: z.object({ id }),
  response: evidenceResource,
  example: { request: { id: exampleFiling.id }, response: exampleEvidence },
  run: async ({ id }, ports) => ({ data: await evidenceOf(ports, await ownFiling(ports, id)) }),
});
