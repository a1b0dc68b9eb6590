import { addressVariable } from '../../shared/kernel/config.ts';
import { AUTHORITIES } from '../../shared/kernel/errors.ts';

/** Environment variables of a process to which one server stands in for all authorities. */
export const addressesAt = (url: string): Record<string, string> =>
  Object.fromEntries(AUTHORITIES.map((authority) => [addressVariable(authority), url]));
