import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { digestOf } from '../../state.ts';
import { digest, ofAccountItself } from '../fields.ts';
import { worldsOfStage } from '../stage.ts';

export const resetWorld = resource({
  id: 'resetSandbox',
  method: 'POST',
  path: '/reset',
  summary: 'Reiniciar el entorno de pruebas de la cuenta',
  description:
    'Los organismos vuelven a sus datos iniciales y al día real, con las fechas de ese día, y las cuentas a cero. Los certificados de ' +
    'prueba siguen valiendo. Los trámites que ya están registrados no cambian, pero ni ellos ni su Idempotency-Key ' +
    'impiden ya presentar lo mismo otra vez. Las obligaciones, salvo las de certificados digitales, y los festivos ' +
    'locales se borran. Una empresa cliente no puede reiniciarlo.',
  access: 'owner',
  admits: ofAccountItself,
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
    await stores.worlds.beginWorld(caller.accountId);
    // What was filed with the former world makes nothing due in this one.
    await stores.obligations.forgetObligations(caller.accountId, { keepsCertificates: true });
    return { data: { digest: digestOf(state) } };
  },
});
