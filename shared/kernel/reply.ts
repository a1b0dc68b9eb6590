import * as z from 'zod';

/** The reply of an operation; the envelope is added around it. */
export interface Reply<Data> {
  /** 202 for queued requests; otherwise 200. */
  status?: 202;
  /** The payload; an empty array if there is none. */
  data?: Data;
  /** In Spanish; `OK` by default. */
  message?: string;
  /** Of a submission: warnings for a person, in Spanish. The message repeats them, and the record keeps them. */
  warnings?: string[];
  /**
   * `false` for a 200 without success: no settlement receipt exists, a tax certificate is still being prepared, a
   * file of contracts was only partly accepted, or nothing was filed because a choice is missing.
   */
  success?: boolean;
  /** Further members of the envelope, such as `continueToken`. */
  envelope?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Of a submission: what only its record keeps, and no answer has. */
  filed?: { reference?: string | undefined; entries?: FilingEntry[] };
  /** Of a reading whose answer is a document: what its schema would say of the same, for `emitsOnRead` alone. */
  proves?: Data;
  /** Of a reading: the authority prepares the answer for hours or days. The service asks it again by itself. */
  preparing?: true;
  /** An answer without envelope: the OpenAPI document, and pages for people. */
  page?: Page;
}

/** The message of an answer, with its warnings. */
export const messageOf = ({ message, warnings = [] }: Pick<Reply<unknown>, 'message' | 'warnings'>): string =>
  [message, ...warnings].filter(Boolean).join(' ') || 'OK';

/** An answer without envelope. */
export interface Page {
  contentType: string;
  body: string;
  status?: number;
  /** Caches may keep it. */
  kept?: {
    /** Changes with the content: letters, digits, `-` and `_`. */
    tag: string;
    /** Its address has no other content, ever. Otherwise a cache asks each time whether it is still the same. */
    forever?: true;
    /** Only the caller's own cache may keep it. */
    isPrivate?: true;
  };
}

/** The facts that a look-up needs in addition to the request: it must work long after, and in another function. */
export interface FilingFacts {
  /** The filing's id, which is also the correlation that was sent where an authority takes one. */
  id: string;
  /** When it was about to be sent. An earlier filing is not this one. */
  since: Date;
  /** The authority's own number, where it was read. */
  reference?: string | undefined;
  /** The authority's numbers of what its list had before it was sent; see `Step`. */
  listedBefore?: string[] | undefined;
  /** The known outcomes of the several things that were sent. */
  entries?: FilingEntry[];
}

/** The authority's own word that it refused this very filing. */
export interface Refused {
  refused: string[];
  /** For a file with several records. */
  entries?: FilingEntry[];
}

/** Several records were sent; some were refused, others are unknown, and none is known to be accepted. */
export interface Undecided {
  undecided: FilingEntry[];
}

/** The result of one of several things that one request files, such as the contracts of an XML file. */
export const filingEntry = () =>
  z.object({
    /** From 1. */
    number: z.int(),
    state: z.enum(['accepted', 'refused', 'unknown']),
    /** Its kind, such as `CONTRATO_100`. */
    kind: z.string(),
    reference: z.string().optional(),
    messages: z.array(z.string()),
  });
export type FilingEntry = z.infer<ReturnType<typeof filingEntry>>;

/** The outcome of several things together: unknown if any is, else accepted if any is, else refused. Of none: accepted. */
export const stateOfEntries = (entries: FilingEntry[]): FilingEntry['state'] => {
  const states = new Set(entries.map(({ state }) => state));
  if (states.has('unknown')) return 'unknown';
  return states.size === 0 || states.has('accepted') ? 'accepted' : 'refused';
};
