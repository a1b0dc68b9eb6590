import * as z from 'zod';
import { forbidden } from '../../../shared/kernel/errors.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { digestOf } from '../../state.ts';
import { digest } from '../fields.ts';
import { worldsOfStage } from '../stage.ts';

export const resetWorld = resource({
  id: 'resetSandbox',
  method: 'POST',
  path: '/reset',
  summary: 'Reiniciar el entorno de pruebas de la cuenta',
  description:
    'Los organismos vuelven a sus datos iniciales, con las fechas del día, y las cuentas a cero. Los certificados de ' +
    'prueba siguen valiendo. Los trámites que ya están registrados no cambian, pero ni ellos ni su Idempotency-Key ' +
    'impiden ya presentar lo mismo otra vez. Una empresa cliente no puede reiniciarlo.',
  access: 'session',
  admits: ({ clientId }) => {
    if (clientId !== undefined)
      throw forbidden('Una empresa cliente no puede reiniciar el entorno de pruebas de la cuenta.');
  },
  rate: 'write',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ digest }),
  example: {
    request: {},
    response: { digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
  run: async (_, { caller, stores }) => {
    const { state } = await worldsOfStage().reset(caller.accountId);
    await stores.accounts.beginWorld(caller.accountId);
    return { data: { digest: digestOf(state) } };
  },
});
