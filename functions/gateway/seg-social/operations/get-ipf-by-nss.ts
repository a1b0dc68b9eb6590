import * as z from 'zod';
import { documentOfNumber } from '../../../../shared/authorities/tgss/prosa/identities.ts';
import { padDocument } from '../../../../shared/authorities/tgss/values.ts';
import { nss } from '../../../../shared/kernel/fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleIdentity, identity } from '../fields.ts';

export const getIpfByNss = reading({
  id: 'getIpfByNss',
  method: 'GET',
  path: '/ipf-by-nss',
  summary: 'Documento y nombre de un número de la Seguridad Social',
  description:
    'El documento se devuelve como lo escribe la Seguridad Social, con ceros delante hasta 10 caracteres.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ nss }),
  response: identity,
  example: {
    request: { nss: exampleIdentity.nss },
    response: { ...exampleIdentity, dni: padDocument(exampleIdentity.dni) },
  },
  run: async ({ nss }, { tgss }) => {
    const found = await tgss.read(documentOfNumber, { nss });
    // A program in use refuses any other form.
    return { data: { ...found, dni: padDocument(found.dni) } };
  },
});
