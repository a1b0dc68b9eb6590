import type { LazyGroup } from '../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Operations with which an integrator controls the stand-in authorities. Only a sandbox stage has this group. */
export const sandbox: LazyGroup = {
  name: 'sandbox',
  prefix: '/api/v4/sandbox',
  title: 'Entorno de pruebas',
  needs: ['worlds:begin', 'obligations:learn', 'obligations:pass', 'events:append'],
  operations: {
    'GET /': async () => (await load()).getWorld,
    'GET /counts': async () => (await load()).countRequests,
    'POST /certificate': async () => (await load()).createCertificate,
    'POST /workers': async () => (await load()).createWorker,
    'POST /companies': async () => (await load()).createCompany,
    'POST /by-hand': async () => (await import('./by-hand.ts')).changeWorldByHand,
    'POST /clock': async () => (await load()).moveClock,
    'POST /reset': async () => (await load()).resetWorld,
  },
};
