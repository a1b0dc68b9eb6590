import { inject } from 'vitest';
import type { Demo, Login } from '../../local/demo.ts';
import type { Gateway } from './gateway.ts';

/** Addresses of the service under test, and its demo data. */
export type Service = Omit<Demo, keyof Login | 'otherAccount' | 'panelUrl'>;

/**
 * The service under test: the deployed stack where the tests run on one, else the same service in this process, with
 * authorities and accounts of this file's own.
 */
export let demo: Service = inject('demo')!;

/** A user of the account that has the certificates, and one of another account. In this process only. */
export let caller: Gateway;
export let otherCaller: Gateway;

/** Tests from now on use this service. */
export const useService = (service: { demo: Service; caller: Gateway; otherCaller: Gateway }): void => {
  ({ demo, caller, otherCaller } = service);
};
