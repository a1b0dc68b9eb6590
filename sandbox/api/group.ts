import type { LazyGroup } from '../../shared/operation/operation.ts';

/** The stand-in authorities of a sandbox stage as an integrator sees them. No other stage has this group. */
export const sandbox: LazyGroup = {
  name: 'sandbox',
  prefix: '/api/v4/sandbox',
  title: 'Entorno de pruebas',
  needs: ['worlds:begin', 'obligations:learn', 'obligations:pass', 'events:append'],
  operations: {
    'GET /': async () => (await import('./operations/get-world.ts')).getWorld,
    'GET /counts': async () => (await import('./operations/count-requests.ts')).countRequests,
    'POST /certificate': async () => (await import('./operations/create-certificate.ts')).createCertificate,
    'POST /workers': async () => (await import('./operations/create-worker.ts')).createWorker,
    'POST /companies': async () => (await import('./operations/create-company.ts')).createCompany,
    'POST /clock': async () => (await import('./operations/move-clock.ts')).moveClock,
    'POST /reset': async () => (await import('./operations/reset-world.ts')).resetWorld,
  },
};
