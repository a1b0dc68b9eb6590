import * as z from 'zod';
import { fileObject } from '../../../shared/kernel/document.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { zipOf } from '../evidence-zip.ts';
import { exampleFiling, id, ownFiling } from '../fields.ts';

export const getFilingEvidence = resource({
  id: 'getFilingEvidence',
  method: 'GET',
  path: '/{id}/evidence',
  summary: 'Obtener las evidencias de un trámite',
  description:
    'Un zip con manifest.json (quién, cuándo, con qué certificado, resultado y SHA-256 de cada parte), la petición ' +
    'normalizada, lo que respondió el organismo al presentarla, tal como se recibió, y los documentos. Las pruebas y lo ' +
    'que no se envió no tienen evidencias.',
  access: 'session',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 503: 'Lo que se conserva no se puede leer en este momento; véase Retry-After.' },
  request: z.object({ id }),
  response: z.object({
    file: fileObject,
    sha256: z.string().meta({ description: 'SHA-256 del zip, en hexadecimal.' }),
  }),
  example: {
    request: { id: exampleFiling.id },
    response: {
      file: {
        contentType: 'application/zip',
        name: `evidencias-${exampleFiling.id}.zip`,
        content: 'UEsDBBQAAAAAAAAAISg…',
      },
      sha256: '3f0a1c9f4ed0b1d1f5f0c6f9b7f4f6a7d1a6b1f0c2e8a9d3b4c5d6e7f8091a2b',
    },
  },
  run: async ({ id }, ports) => {
    const filing = await ownFiling(ports, id);
    const files = await ports.filings.evidence(filing);
    if (!files)
      throw notFound(
        filing.evidenceDue
          ? 'Las evidencias de este trámite aún no se han guardado; vuelva a pedirlas en unos minutos.'
          : 'No se conservan evidencias de este trámite.',
      );
    const { zip, sha256 } = zipOf(files);
    const document = { name: `evidencias-${id}.zip`, contentType: 'application/zip', bytes: zip };
    return { data: { file: await ports.keep(document), sha256 } };
  },
});
