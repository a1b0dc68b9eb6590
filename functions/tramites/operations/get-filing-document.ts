import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { integer } from '../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { exampleFiling, id, ownFiling } from '../fields.ts';

export const getFilingDocument = resource({
  id: 'getFilingDocument',
  method: 'GET',
  path: '/{id}/documents/{n}',
  summary: 'Obtener un documento de un trámite',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 503: 'Lo que se conserva no se puede leer en este momento; véase Retry-After.' },
  request: z.object({ id, n: integer('Número del documento, desde 1.') }),
  response: withFile,
  example: {
    request: { id: exampleFiling.id, n: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: async ({ id, n }, ports) => {
    const filing = await ownFiling(ports, id);
    const document = filing.documents?.[n - 1];
    const file = document && (await ports.filings.document(document));
    if (!file) throw notFound('El documento no existe o ya no se conserva.');
    return { data: { file } };
  },
});
