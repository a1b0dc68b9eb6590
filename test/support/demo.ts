import { inject } from 'vitest';
import type { Demo, Login } from '../../local/demo.ts';
import type { Gateway } from './gateway.ts';

/** Addresses of the service under test, and its demo data. */
export type Service = Omit<Demo, keyof Login | 'otherAccount' | 'panelUrl'>;

/**
 * The service under test: the deployed stack if the tests run on one, otherwise the same service in this process, with
 * authorities and accounts for this file alone.
 */
export let demo: Service = inject('demo')!;

/**
 * A user of the account that has the certificates, and a user of another account. Only set if the service runs in this process.
 */
export let caller: Gateway;
export let otherCaller: Gateway;

/** Makes this the service under test. */
export const useService = (service: { demo: Service; caller: Gateway; otherCaller: Gateway }): void => {
  ({ demo, caller, otherCaller } = service);
};
