import type { Group } from '../../shared/operation.ts';
import { countRequests } from './operations/count-requests.ts';
import { createCertificate } from './operations/create-certificate.ts';
import { getWorld } from './operations/get-world.ts';
import { resetWorld } from './operations/reset-world.ts';

/** The stand-in authorities of a sandbox stage as an integrator sees them. No other stage has this group. */
export const sandbox: Group = {
  name: 'sandbox',
  prefix: '/api/v4/sandbox',
  title: 'Entorno de pruebas',
  operations: [getWorld, countRequests, createCertificate, resetWorld],
};
