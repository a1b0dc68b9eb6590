import * as z from 'zod';
import { noData, text } from '../../../shared/kernel/fields.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { KEPT_DAYS, MOST_DRAFTS } from './fields.ts';
import type { Draft } from './store/drafts.ts';

/** Longest content in characters; the largest form, filled in, has a third of it. */
const MOST_CHARACTERS = 16_000;

const draftId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, {
    error: 'Debe tener de 1 a 64 letras sin acento, cifras, guiones o guiones bajos.',
  })
  .meta({ description: 'Nombre del borrador, que elige quien lo guarda. Sin datos de personas.' });

const draftResource = z
  .object({
    id: z.string().meta({ description: 'Nombre del borrador.' }),
    content: z.string().meta({ description: 'Lo guardado, tal como se envió.' }),
    updated_at: z.string().meta({ description: 'Último cambio, AAAA-MM-DD HH:MM:SS en hora peninsular.' }),
    expires_in: z.string().meta({ description: 'Cuándo se borra, AAAA-MM-DD HH:MM:SS en hora peninsular.' }),
  })
  .meta({ id: 'Draft', description: 'Lo que una persona empezó a rellenar y no ha presentado.' });

const example: z.output<typeof draftResource> = {
  id: 'registerEmployee',
  content: '{"regimen":"0111"}',
  updated_at: '2026-11-27 09:30:00',
  expires_in: '2026-12-04 09:30:00',
};

const toResource = ({ id, content, updatedAt, expires }: Draft): z.output<typeof draftResource> => ({
  id,
  content,
  updated_at: madridTime(new Date(updatedAt)),
  expires_in: madridTime(new Date(expires * 1000)),
});

export const listDrafts = resource({
  id: 'listDrafts',
  method: 'GET',
  path: '/',
  summary: 'Listar los borradores propios',
  description:
    'Los del usuario de la sesión y de nadie más, también de la misma cuenta; el último cambiado, primero.',
  access: 'files',
  admits: onlySignedIn,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(draftResource),
  example: { request: {}, response: [example] },
  run: async (_, { caller, stores, now }) => ({
    data: (await stores.drafts.listDrafts(caller, now)).map(toResource),
  }),
});

export const keepDraft = resource({
  id: 'keepDraft',
  method: 'PUT',
  path: '/{draftId}',
  summary: 'Guardar un borrador propio',
  description:
    `En lugar del que tuviera ese nombre. Se guarda cifrado y se borra ${KEPT_DAYS} días después del último cambio. Cada ` +
    `usuario puede tener ${MOST_DRAFTS} (422). Un borrador no se comprueba ni se presenta.`,
  access: 'files',
  noted: { none: "a draft is its user's alone, and nothing follows from it" },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    draftId,
    content: text(
      MOST_CHARACTERS,
      `Lo que se guarda: cualquier texto de hasta ${MOST_CHARACTERS} caracteres, como un JSON.`,
      'lines',
    ),
  }),
  response: draftResource,
  example: { request: { draftId: example.id, content: example.content }, response: example },
  run: async ({ draftId: id, content }, { caller, stores, now }) => ({
    data: toResource(await stores.drafts.keepDraft(caller, { id, content }, now)),
  }),
});

export const dropDraft = resource({
  id: 'dropDraft',
  method: 'DELETE',
  path: '/{draftId}',
  summary: 'Borrar un borrador propio',
  description: 'También si no lo hay.',
  access: 'files',
  noted: { none: "a draft is its user's alone, and nothing follows from it" },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ draftId }),
  response: noData,
  example: { request: { draftId: example.id }, response: [] },
  run: async ({ draftId }, { caller, stores }) => {
    await stores.drafts.dropDraft(caller, draftId);
    return { message: 'Borrador borrado.' };
  },
});
