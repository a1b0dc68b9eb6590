import { type Claims, readToken } from '../stores/sessions.ts';
import { header } from './call.ts';

/** The claims of the token that a request carries, or `undefined` where it carries none that is good. */
export const claimsOf = async (
  event: { headers: Record<string, string | undefined> | null },
  now: Date,
): Promise<Claims | undefined> => {
  const token = /^Bearer +(\S+)$/i.exec(header(event, 'Authorization') ?? '')?.[1];
  return token ? await readToken(token, now) : undefined;
};
