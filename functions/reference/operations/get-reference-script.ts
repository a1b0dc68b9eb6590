import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { fileReply } from '../files.ts';

export const getReferenceScript = resource({
  id: 'getReferenceScript',
  method: 'GET',
  path: '/docs/scripts/{file}',
  summary: 'Programa de las páginas de la referencia',
  description: 'Su nombre cambia con su contenido, así que las cachés pueden guardarlo para siempre.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  alsoAnswers: { 404: 'El fichero no existe.' },
  request: z.object({ file: z.string().max(100).meta({ description: 'Nombre del fichero.' }) }),
  page: 'text/javascript',
  response: z.string().meta({ description: 'Programa, sin envoltorio.' }),
  example: { request: { file: 'pagina-ABCD1234.js' }, response: '…' },
  run: async ({ file }) => fileReply(file.replace(/\.js$/, ''), 'js'),
});
