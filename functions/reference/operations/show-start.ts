import * as z from 'zod';
import { answerText } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';

export const showStart = resource({
  id: 'showStart',
  method: 'GET',
  path: '/',
  summary: 'Dónde está la referencia',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    docs: answerText('Guía, operaciones y códigos, para personas.'),
    openapi: answerText('Lo mismo para programas.'),
    status: answerText('Estado de los organismos.'),
  }),
  example: {
    request: {},
    response: { docs: '/api/v4/docs', openapi: '/api/v4/openapi.json', status: '/api/v4/status' },
  },
  run: async (_, { origin }) => ({
    message: `La referencia está en ${origin}/api/v4/docs`,
    data: {
      docs: `${origin}/api/v4/docs`,
      openapi: `${origin}/api/v4/openapi.json`,
      status: `${origin}/api/v4/status`,
    },
  }),
});
