import * as z from 'zod';
import { noData } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';

export const signOut = resource({
  id: 'signOut',
  method: 'GET',
  path: '/logout',
  summary: 'Cerrar la sesión',
  description: 'El token deja de valer de inmediato; también si es un token de programa.',
  access: 'reads',
  isBeforeSecondFactor: true,
  rate: 'read',
  standing: 'document',
  request: z.object({}),
  response: noData,
  example: { request: {}, response: [] },
  run: async (_, { caller, stores }) => {
    await stores.sessions.endSession(caller);
    return { message: 'Sesión cerrada.' };
  },
});
