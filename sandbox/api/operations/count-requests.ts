import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { counts } from '../fields.ts';
import { worldsOfStage } from '../stage.ts';

export const countRequests = resource({
  id: 'countSandboxRequests',
  method: 'GET',
  path: '/counts',
  summary: 'Contar lo que ha llegado a los organismos de prueba y lo que se ha presentado',
  description: 'Desde que el entorno de la cuenta empezó o se reinició.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    handshakes: z.int().meta({ description: 'Conexiones abiertas.' }),
    forbidden: z.int().meta({ description: 'Peticiones rechazadas por su certificado.' }),
    requests: counts('Peticiones, por organismo y transacción.'),
    submissions: counts('Envíos que presentan algo, por organismo y clase; también los rechazados.'),
    accepted: counts('Los que han surtido efecto.'),
  }),
  example: {
    request: {},
    response: {
      handshakes: 1,
      forbidden: 0,
      requests: { 'tgss.ATR01': 4 },
      submissions: { 'tgss.alta': 1 },
      accepted: { 'tgss.alta': 1 },
    },
  },
  run: async (_, { caller }) => {
    const { counters } = await worldsOfStage().look(caller.accountId);
    const { handshakes, forbidden, requests, submissions, accepted } = counters;
    return { data: { handshakes, forbidden, requests, submissions, accepted } };
  },
});
