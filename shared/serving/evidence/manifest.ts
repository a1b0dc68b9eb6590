import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type FilingEntry, filingEntry } from '../../kernel/filing-entry.ts';
import { FILING_STATES, type Filing } from '../../stores/filings/filing.ts';

/** A file of the evidence. */
const part = z.object({
  /** In the folder of the filing, and in the zip. */
  name: z.string(),
  /** `request`: as the gateway understood it. `answer`: the authority's, to a step that files. */
  kind: z.enum(['request', 'answer', 'document']),
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** 64 hexadecimal digits. */
  sha256: z.string(),
  /** Of an answer: HTTP status and some headers; absent where they could not be kept. */
  status: z.int().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
export type Part = z.infer<typeof part>;

const manifest = z.object({
  version: z.literal(1),
  filing: z.object({
    id: z.string(),
    operation: z.string(),
    authority: z.string(),
    state: z.enum(FILING_STATES),
    requestId: z.string(),
    reference: z.string().optional(),
    messages: z.array(z.string()).optional(),
    entries: z.array(filingEntry()),
  }),
  /** Who filed it. `client` is the client company, 0 where it is the account itself. */
  by: z.object({ account: z.string(), user: z.string(), client: z.int() }),
  /** Identifier here, SHA-256 of the certificate, and tax id of its holder. */
  certificate: z.object({ id: z.string(), fingerprint: z.string(), nif: z.string() }),
  /** ISO instants: written down, about to be sent, and known to be in this state. */
  times: z.object({ claimed: z.string(), committing: z.string().optional(), ended: z.string().optional() }),
  parts: z.array(part),
  /** What there was and is not here: names of parts, and `answer` where there is none at all. */
  missing: z.array(z.string()),
});

/** What the evidence of a filing consists of. */
export type Manifest = z.infer<typeof manifest>;

/** Name of the manifest among the parts. */
export const MANIFEST = 'manifest.json';
/** Name of the request. */
export const REQUEST = 'request.json';
/** The name of an answer begins so. */
export const ANSWER = 'answer-';

/** Reads a manifest. @throws Error for one that this service did not write */
export const readManifest = (bytes: Uint8Array): Manifest =>
  manifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The manifest of a filing as it is now. Parts of an earlier one stay: an answer is only known when it comes, and a
 * document is obtained by a look-up perhaps.
 * @param missing names of parts that could not be kept now
 */
export const manifestOf = (
  filing: Filing,
  entries: FilingEntry[],
  { parts, missing, earlier }: { parts: Part[]; missing: string[]; earlier: Manifest | undefined },
): Manifest => {
  const { id, operation, authority, state, requestId, reference, messages } = filing;
  const all = new Map([...(earlier?.parts ?? []), ...parts].map((one) => [one.name, one]));
  const stillMissing = missing.filter((name) => !all.has(name));
  const hasAnswer = [...all.values()].some(({ kind }) => kind === 'answer');
  return {
    version: 1,
    filing: {
      id,
      operation,
      authority,
      state,
      requestId,
      ...(reference !== undefined && { reference }),
      ...(messages && { messages }),
      entries,
    },
    by: { account: filing.accountId, user: filing.userId, client: filing.clientId },
    certificate: filing.certificate,
    times: {
      claimed: filing.claimedAt,
      ...(filing.committingAt && { committing: filing.committingAt }),
      ...(filing.endedAt && { ended: filing.endedAt }),
    },
    parts: [...all.values()],
    missing: [...stillMissing, ...(hasAnswer ? [] : ['answer'])],
  };
};
