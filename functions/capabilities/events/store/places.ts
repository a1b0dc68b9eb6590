import { daysLater } from '../../../../shared/kernel/spanish-time.ts';
import { sealed, unsealed } from '../../../../shared/stores/sealed.ts';
import { EVENT_DAYS } from './event-row.ts';

declare module '../../../../shared/stores/service-keys.ts' {
  interface CapabilityPurposes {
    /** Encrypts where client companies are in the events of their account. */
    cursor: true;
  }
}

/**
 * Position of a client company in the events of its account. Event numbers count the events of all companies, so a
 * client company gets them encrypted, at constant length, and with a different text each time.
 */

/** Last number that a reader has seen, in the account's events and in the service's. */
export type Place = [ofAccount: number, ofService: number];

interface Reader {
  accountId: string;
  clientId: number;
}

/** Digits of a number, and of an instant in milliseconds. */
const DIGITS = 15;
const padded = (number: number): string => String(number).padStart(DIGITS, '0');

const belonging = ({ accountId, clientId }: Reader) => ({
  purpose: 'cursor' as const,
  subject: `${accountId}#${clientId}`,
});

/** A place as text, for one client company. */
export const sealPlace = (reader: Reader, place: Place, now: Date): Promise<string> =>
  sealed([...place, now.getTime()].map(padded).join('-'), belonging(reader));

/**
 * Decrypts a position, and tells by its age whether events may have expired since. The remaining numbers would
 * reveal events of others.
 * @returns `undefined` for a text that was not given to this client company
 */
export const openPlace = async (
  reader: Reader,
  text: string,
  now: Date,
): Promise<{ place: Place; isOld: boolean } | undefined> => {
  const opened = await unsealed(text, belonging(reader)).catch(() => undefined);
  if (opened === undefined) return undefined;
  const [ofAccount = 0, ofService = 0, at = 0] = opened.split('-').map(Number);
  const isOld = daysLater(new Date(at), EVENT_DAYS) <= now;
  return { place: [ofAccount, ofService], isOld };
};
