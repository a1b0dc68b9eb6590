import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { pageReply } from '../files.ts';

export const showGuide = resource({
  id: 'showGuide',
  method: 'GET',
  path: '/docs',
  summary: 'Guía para integradores',
  description: 'Página para personas. Enlaza con las operaciones y las tablas de códigos.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  request: z.object({}),
  page: 'text/html',
  response: z.string().meta({ description: 'Página HTML, sin envoltorio.' }),
  example: { request: {}, response: '<!doctype html>…' },
  run: async () => pageReply('guia'),
});
