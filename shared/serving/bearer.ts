import type { Claims } from '../stores/identity/tokens.ts';
import type { AllStores } from '../stores/stores.ts';
import { header } from './stages.ts';

/** The claims of the token that a request carries, or `undefined` where it carries none that is good. */
export const claimsOf = async (
  sessions: Pick<AllStores['sessions'], 'readToken'>,
  event: { headers: Record<string, string | undefined> | null },
  now: Date,
): Promise<Claims | undefined> => {
  const token = /^Bearer +(\S+)$/i.exec(header(event, 'Authorization') ?? '')?.[1];
  return token ? await sessions.readToken(token, now) : undefined;
};
