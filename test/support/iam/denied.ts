import { gateways } from '../infra/templates.ts';
import { lacks, rolesOf } from './policies.ts';
import type { Call } from './wire.ts';

/** The roles of both stages. */
export const roles = { sandbox: rolesOf(gateways.sandbox), production: rolesOf(gateways.production) };

/** Calls that the policies of a stage do not grant. */
export const deniedIn = (calls: Call[]): string[] =>
  Object.entries(roles).flatMap(([stage, of]) =>
    calls.flatMap((call) => lacks(call, of).map((one) => `${stage}: ${one}`)),
  );
