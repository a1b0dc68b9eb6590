import type { Document } from '../../document.ts';

/** A worker in a contribution account. */
export interface CccAndWorker {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits. */
  nss: string;
  /** 1 DNI, 2 passport, 6 NIE. */
  identificacion: '1' | '2' | '6';
  dni: string;
}

/** The result of an accepted filing. */
export interface Accepted {
  /** The TA. Absent if the filing was accepted and the document could not be fetched. */
  document?: Document;
  /** The portal's message of acceptance, if it answers with a message instead of a document. */
  message?: string;
}
