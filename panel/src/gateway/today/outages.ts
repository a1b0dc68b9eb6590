import type { Authority } from '../../shared/data.ts';

/** An authority that is down. */
export type Outage = Authority & { state: 'down' | 'maintenance' };

/** The authorities that are down. */
export const outagesIn = (authorities: readonly Authority[]): Outage[] =>
  authorities.filter((authority): authority is Outage => ['down', 'maintenance'].includes(authority.state));
