import * as z from 'zod';

/** The result of one of several things that one request files, such as the contracts of an XML file. */
export const filingEntry = () =>
  z.object({
    /** From 1. */
    number: z.int(),
    state: z.enum(['accepted', 'refused', 'unknown']),
    /** What it is, such as `CONTRATO_100`. */
    kind: z.string(),
    reference: z.string().optional(),
    messages: z.array(z.string()),
  });
export type FilingEntry = z.infer<ReturnType<typeof filingEntry>>;

/** What several things are together: unknown if any is, else accepted if any is, else refused. Of none: accepted. */
export const stateOfEntries = (entries: FilingEntry[]): FilingEntry['state'] => {
  const states = new Set(entries.map(({ state }) => state));
  if (states.has('unknown')) return 'unknown';
  return states.size === 0 || states.has('accepted') ? 'accepted' : 'refused';
};
