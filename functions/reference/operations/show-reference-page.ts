import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { pageReply } from '../files.ts';

export const showReferencePage = resource({
  id: 'showReferencePage',
  method: 'GET',
  path: '/docs/{page}',
  summary: 'Páginas de la referencia: operaciones, códigos, municipios y buscador',
  description: 'Páginas para personas: operaciones, codigos, municipios y buscar.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  alsoAnswers: { 404: 'La página no existe.' },
  request: z.object({
    page: z.string().max(100).meta({ description: 'operaciones, codigos, municipios o buscar.' }),
  }),
  page: 'text/html',
  response: z.string().meta({ description: 'Página HTML, sin envoltorio.' }),
  example: { request: { page: 'operaciones' }, response: '<!doctype html>…' },
  run: async ({ page }) => pageReply(page),
});
