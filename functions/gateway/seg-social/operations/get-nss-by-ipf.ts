import * as z from 'zod';
import { numberOfDocument } from '../../../../shared/authorities/tgss/prosa/identities.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { dni, text, withLetter } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleIdentity, identity } from '../fields.ts';
import { ASK_FOR_NUMBER, firstRegistrationDue } from '../first-number.ts';

export const getNssByIpf = reading({
  id: 'getNssByIpf',
  method: 'GET',
  path: '/nss-by-ipf',
  summary: 'Número de la Seguridad Social de un documento',
  description:
    'La Seguridad Social pide los apellidos además del documento, y los compara. Si la persona no tiene segundo ' +
    'apellido, se omite apellido2. El número queda para las filas de un lote que no lo tengan.',
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
  // It fills in rows of this person that lack the number.
  emitsOnRead: ({ dni }, { nss, nombres, apellidos }, { today }) => [
    {
      kind: 'affiliationNumber',
      document: plainDocument(dni),
      nss,
      date: today,
      ...(nombres && { name: `${nombres} ${apellidos}` }),
    },
  ],
  run: async (request, { tgss, authorityNow }) => {
    try {
      const data = await tgss.read(numberOfDocument, request);
      return { data, message: firstRegistrationDue(madridDay(authorityNow)) };
    } catch (error) {
      throw error instanceof ServiceError && error.errors.tgss && error.status === 422
        ? new ServiceError(422, `${error.message}. ${ASK_FOR_NUMBER}`, {
            errors: error.errors,
            effect: 'none',
          })
        : error;
    }
  },
});
