import * as z from 'zod';
import { numberOfDocument } from '../../../../shared/authorities/tgss/prosa/identities.ts';
import { dni, text, withLetter } from '../../../../shared/kernel/fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleIdentity, identity } from '../fields.ts';

export const getNssByIpf = reading({
  id: 'getNssByIpf',
  method: 'GET',
  path: '/nss-by-ipf',
  summary: 'Número de la Seguridad Social de un documento',
  description:
    'La Seguridad Social pide los apellidos además del documento, y los compara. Si la persona no tiene segundo ' +
    'apellido, se omite apellido2.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    dni,
    apellido1: withLetter(text(40, 'Primer apellido.')),
    apellido2: withLetter(text(40, 'Segundo apellido, si lo tiene.')).optional(),
  }),
  response: identity,
  example: {
    request: { dni: exampleIdentity.dni, apellido1: 'GARCIA', apellido2: 'LOPEZ' },
    response: exampleIdentity,
  },
  run: async (request, { tgss }) => ({ data: await tgss.read(numberOfDocument, request) }),
});
