import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { fileObject, toFileObject } from '../../../shared/kernel/document.ts';
import { invalid } from '../../../shared/kernel/errors.ts';
import { cif, dni } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { toP12 } from '../../pki/p12.ts';
import { issueClient, type Subject } from '../../pki/pki.ts';
import type { State } from '../../state.ts';
import { authorityOfStage, worldsOfStage } from '../stage.ts';

/** Of ASCII, the only characters that P12 readers agree on. */
const password = z
  .string()
  .regex(/^[\x20-\x7e]{4,64}$/, { error: 'Debe tener de 4 a 64 caracteres ASCII.' })
  .meta({ description: 'Contraseña del fichero; si no se indica, se inventa una.' });

export const createCertificate = resource({
  id: 'createTestCertificate',
  method: 'POST',
  path: '/certificate',
  summary: 'Obtener un certificado digital de prueba',
  description:
    'Un fichero P12 con su contraseña, que se sube con POST /api/v4/certificate. Solo vale en este entorno de pruebas. ' +
    'Qué NIF hay lo dice GET /api/v4/sandbox.',
  access: 'owner',
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    nif: dni.meta({
      description: 'NIF de una persona del entorno de pruebas (holders).',
      identifier: 'document',
    }),
    cif: cif.optional().meta({
      description: 'CIF de la empresa a la que representa, si representa a alguna.',
      identifier: 'cif',
    }),
    password: password.optional(),
  }),
  response: z.object({
    nif: z.string().meta({ description: 'NIF del titular.' }),
    file: fileObject,
    password: z.string().meta({ description: 'Contraseña del fichero.' }),
  }),
  example: {
    request: { nif: '99998001G' },
    response: {
      nif: '99998001G',
      file: { contentType: 'application/x-pkcs12', name: 'certificado-de-prueba.p12', content: 'MIIK…' },
      password: 'q3Zr…',
    },
  },
  run: async (request, { caller }) => {
    const { state } = await worldsOfStage().look(caller.accountId);
    const subject = subjectOf(state, request);
    const secret = request.password ?? randomBytes(12).toString('base64url');
    const bytes = toP12(await issueClient(await authorityOfStage(), subject), secret);
    const document = { contentType: 'application/x-pkcs12', name: 'certificado-de-prueba.p12', bytes };
    return { data: { nif: request.nif, file: toFileObject(document), password: secret } };
  },
});

/** @throws ServiceError 422 for somebody who is not in the world of the account */
const subjectOf = (
  { holders, companies }: State,
  request: { nif: string; cif?: string | undefined },
): Subject => {
  const person = holders.find(({ nif }) => nif === request.nif);
  if (!person) throw invalid({ nif: ['No hay nadie con este NIF en el entorno de pruebas.'] });
  if (request.cif === undefined) return { person };
  const organisation = companies.find((company) => company.cif === request.cif);
  if (!organisation)
    throw invalid({ cif: ['No hay ninguna empresa con este CIF en el entorno de pruebas.'] });
  return { person, organisation };
};
