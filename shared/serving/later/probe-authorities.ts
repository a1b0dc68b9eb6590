import type { Probed } from '../../authorities/channel/probe.ts';
import type { TlsSettings } from '../../authorities/channel/tls.ts';
import { originsOf, trustOf } from '../../authorities/sites.ts';
import { addressOf } from '../../kernel/config.ts';
import { AUTHORITIES, type AuthorityName } from '../../kernel/errors.ts';

/** The operator's message that makes the function probe the authorities. */
export const PROBE = { probe: 'authorities' };

/** Whether an event is that, and not one of the schedule. */
export const isProbe = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'probe' in event && event.probe === PROBE.probe;

/** Observation of an authority's address. */
export interface ProbedAddress extends Probed {
  authority: AuthorityName;
  origin: string;
}

/** Whether each address of each authority answers TLS, from where functions are. No certificate is shown. */
export const probeAuthorities = async (): Promise<ProbedAddress[]> => {
  // Loaded now: only an operator asks for this.
  const { probe } = await import('../../authorities/channel/probe.ts');
  return Promise.all(
    AUTHORITIES.flatMap((authority) => {
      const { ca, tls } = trustOf(authority);
      return originsOf(authority, addressOf(authority)).map(async (origin) => ({
        authority,
        origin,
        ...(await probe(origin, { ...(ca && { ca }), tls: namedAt(origin, addressOf(authority), tls) })),
      }));
    }),
  );
};

/** The stage sets the name of the authority's own address, and not of its other hosts. */
const namedAt = (origin: string, address: string, { serverName, ...tls }: TlsSettings): TlsSettings =>
  origin === new URL(address).origin && serverName ? { ...tls, serverName } : tls;
