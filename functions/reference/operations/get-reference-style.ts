import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { fileReply } from '../files.ts';

export const getReferenceStyle = resource({
  id: 'getReferenceStyle',
  method: 'GET',
  path: '/docs/styles/{file}',
  summary: 'Hoja de estilo de las páginas de la referencia',
  description: 'Su nombre cambia con su contenido, así que las cachés pueden guardarla para siempre.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  alsoAnswers: { 404: 'El fichero no existe.' },
  request: z.object({ file: z.string().max(100).meta({ description: 'Nombre del fichero.' }) }),
  page: 'text/css',
  response: z.string().meta({ description: 'Hoja de estilo, sin envoltorio.' }),
  example: { request: { file: 'pagina-ABCD1234.css' }, response: '…' },
  run: async ({ file }) => fileReply(file.replace(/\.css$/, ''), 'css'),
});
