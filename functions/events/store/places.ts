import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { sealed, unsealed } from '../../../shared/stores/sealed.ts';
import { EVENT_DAYS } from './event-row.ts';

/**
 * Where a client company is in the events of its account. The numbers of events count those of all companies, so it gets them
 * encrypted, always as long, and never the same text for the same place.
 */

/** The last number of the account that a reader has, and that of the service. */
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
 * The place of such a text, and whether events may have gone since it was given: by its age, since by the numbers that are left
 * it would tell of those of others.
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
