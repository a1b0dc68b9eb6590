import type { Document } from '../../kernel/document.ts';

/** The result of an accepted filing. */
export interface Accepted {
  /** The TA. Absent if the filing was accepted and the document could not be fetched. */
  document?: Document;
  /** The portal's message of acceptance, if it answers with a message instead of a document. */
  message?: string;
}
