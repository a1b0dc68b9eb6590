import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { exampleFiling, filingResource, id, ownFiling, toResource } from '../fields.ts';

export const checkFiling = resource({
  id: 'checkFiling',
  method: 'POST',
  path: '/{id}/check',
  summary: 'Comprobar en el organismo un trámite de resultado desconocido',
  description:
    'Se consulta con el certificado del trámite; si ya no existe, con el de la cabecera X-Cert-Secret, que debe ser del ' +
    'mismo titular. Si se encuentra, el trámite pasa a accepted; que no se encuentre no prueba nada.',
  access: 'reads',
  rate: 'write',
  standing: 'chosen',
  takesCertificate: true,
  alsoAnswers: {
    409: 'El trámite no es de resultado desconocido, o falta un certificado del titular con el que consultar.',
    503: 'El organismo no está operativo; véase Retry-After.',
    504: 'El organismo no ha respondido a tiempo.',
  },
  request: z.object({ id }),
  response: filingResource,
  example: { request: { id: exampleFiling.id }, response: exampleFiling },
  run: async ({ id }, ports) => {
    const filing = await ownFiling(ports, id);
    await ports.filings.check(filing);
    return { data: await toResource(await ownFiling(ports, id), ports) };
  },
});
