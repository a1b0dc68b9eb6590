import type { Document } from '../kernel/document.ts';
import { NothingFound, Unreadable } from './exchange.ts';

/** What the lists and openings of notifications have in common at all authorities that send them. */

/** A notification that was opened. `Notice` is its entry in the authority's list. */
export interface Opened<Notice> {
  notice: Notice;
  /** When, ISO 8601 or only the day; `''` where the authority does not say. */
  at: string;
  document?: Document;
  /** The acknowledgement of its opening. */
  receipt?: Document;
}

/** An entry of a list that says how it stands. */
interface Listed {
  state: string;
}

/**
 * The notification that is to be opened, as its authority lists it.
 * @param message Spanish: why it cannot be opened
 * @throws NothingFound where it is not listed as pending
 */
export const pendingOnly = <Notice extends Listed>(notice: Notice | undefined, message: string): Notice => {
  if (notice?.state !== 'PENDIENTE') throw new NothingFound(message, 'id');
  return notice;
};

/** The notification, if its authority lists it as opened. Asking for the document of a pending one would open it. */
export const openedOnly = <Notice extends Listed>(notice: Notice | undefined): Notice | undefined =>
  notice?.state === 'ACEPTADA' ? notice : undefined;

/** Reads a part of the answer to an opening. The notification was opened, even if this part cannot be read. */
export const ifReadable = <Part>(read: () => Part): Part | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
};

/** The content in base64 of an element; `undefined` where there is none. @throws Unreadable if it is broken */
export const bytesInBase64 = (text: string): Uint8Array | undefined => {
  const base64 = text.replace(/\s+/g, '');
  if (base64 === '') return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Unreadable('content that is no base64');
  return Buffer.from(base64, 'base64');
};
