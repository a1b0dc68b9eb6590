import * as z from 'zod';
import type { Answer } from '../../authorities/channel/channel.ts';
import type { Conversation } from '../../authorities/recording/har.ts';
import { sha256Of } from '../../kernel/document.ts';
import { type FilingEntry, filingEntry } from '../../kernel/reply.ts';
import { FILING_STATES, type Filing, type KeptDocument } from '../../stores/filings/filing.ts';
import type { UserName } from '../../stores/identity/users.ts';
import type { Services } from '../services.ts';

/** A file of the evidence. */
const part = z.object({
  /** In the folder of the filing, and in the zip. */
  name: z.string(),
  /**
   * `request`: as the gateway understood it. `answer`: the authority's, to a step that files. `query`: its answer to a
   * question of a look-up. `reply`: ours, where nothing was sent.
   */
  kind: z.enum(['request', 'answer', 'document', 'query', 'reply']),
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

/** A look-up that proved something, and its questions. */
const lookUp = z.object({
  /** Of the request, or of the run of the schedule, that made it. */
  requestId: z.string(),
  /** A question, its time, and the names of the parts with its answers. */
  queries: z.array(z.object({ query: z.string(), at: z.string(), answers: z.array(z.string()) })),
});
export type LookUp = z.infer<typeof lookUp>;

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
  /** Who filed it; name and e-mail as they were then. `client` is the client company, 0 where it is the account itself. */
  by: z.object({
    account: z.string(),
    user: z.string(),
    name: z.string().optional(),
    email: z.string().optional(),
    client: z.int(),
  }),
  /** Its batch, and the number of its row there, from 1. */
  batch: z.object({ id: z.string(), row: z.int() }).optional(),
  /**
   * The dry run whose content was filed: its trámite, end and user. Without a trámite the operation has no dry run,
   * and this is the content that was shown of its batch.
   */
  preview: z
    .object({
      id: z.string().optional(),
      at: z.string(),
      user: z.string(),
      name: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
  /** Identifier here, SHA-256 of the certificate, and tax id of its holder. */
  certificate: z.object({ id: z.string(), fingerprint: z.string(), nif: z.string() }),
  /** ISO instants: written down, about to be sent, and known to be in this state. */
  times: z.object({ claimed: z.string(), committing: z.string().optional(), ended: z.string().optional() }),
  parts: z.array(part),
  /** Proof of an outcome that the filing's own answer does not show; absent if nothing was looked up. */
  lookUps: z.array(lookUp).optional(),
  /** Missing parts: their names, and `answer` if no answer exists. */
  missing: z.array(z.string()),
  /** Only in the version for a client company: the omitted members, and the SHA-256 of the complete manifest. */
  withheld: z.object({ members: z.array(z.string()), sha256: z.string() }).optional(),
});

/** Contents of a filing's evidence. */
export type Manifest = z.infer<typeof manifest>;

/** Name of the manifest among the parts. */
export const MANIFEST = 'manifest.json';
/** Name of the request. */
export const REQUEST = 'request.json';
/** The name of an answer begins so. */
export const ANSWER = 'answer-';
/** The name of an answer to a question begins so. */
export const QUERY = 'query-';

/** Parses a manifest. @throws Error for one that this service did not write */
export const readManifest = (bytes: Uint8Array): Manifest =>
  manifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));

/** Input of a manifest besides the record of its filing. */
interface Found {
  parts: Part[];
  lookUp?: LookUp | undefined;
  missing: string[];
  earlier: Manifest | undefined;
  by: UserName | undefined;
}

/**
 * The manifest of a filing as it is now. Parts of an earlier manifest stay, because an answer is only known when it
 * comes, and a look-up may obtain a document later.
 * @param missing names of parts that could not be stored now
 * @param by name and e-mail of its user, if known; an earlier manifest takes precedence
 */
export const manifestOf = (
  filing: Filing,
  entries: FilingEntry[],
  { parts, lookUp, missing, earlier, by }: Found,
): Manifest => {
  const { id, operation, authority, state, requestId, reference, messages } = filing;
  const all = new Map([...(earlier?.parts ?? []), ...parts].map((one) => [one.name, one]));
  const lookUps = [...(earlier?.lookUps ?? []), ...(lookUp ? [lookUp] : [])];
  const asked = lookUps.flatMap(({ queries }) => queries.flatMap(({ answers }) => answers));
  const stillMissing = [...new Set([...missing, ...asked])].filter((name) => !all.has(name));
  // If nothing was sent, there is no answer.
  const lacksAnswer = state !== 'ended' && ![...all.values()].some(({ kind }) => kind === 'answer');
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
    by: {
      account: filing.accountId,
      user: filing.userId,
      ...(earlier?.by.name === undefined ? by && { name: by.name, email: by.email } : named(earlier)),
      client: filing.clientId,
    },
    ...(filing.batch && { batch: filing.batch }),
    ...(filing.preview && { preview: previewOf(filing.preview) }),
    certificate: filing.certificate,
    times: {
      claimed: filing.claimedAt,
      ...(filing.committingAt && { committing: filing.committingAt }),
      ...(filing.endedAt && { ended: filing.endedAt }),
    },
    parts: [...all.values()],
    ...(lookUps.length > 0 && { lookUps }),
    missing: [...stillMissing, ...(lacksAnswer ? ['answer'] : [])],
  };
};

const previewOf = ({ userId: user, ...preview }: NonNullable<Filing['preview']>) => ({ ...preview, user });

const named = ({ by: { name, email } }: Manifest) => ({ name, email });

/** A part and its bytes. */
export interface NewPart {
  part: Part;
  bytes: Uint8Array;
}

/** Headers of an answer that are kept: what its bytes are and when they were sent. Others may name a session. */
const HEADERS = [
  ...['content-type', 'content-encoding', 'content-disposition', 'content-language', 'date'],
  // The tax agency's service for many records answers in headers.
  ...['codigo', 'mensaje', 'idenvio', 'estado', 'numeroregistros', 'csv', 'expediente'],
];

/** Most answers to the questions of one look-up that are kept. */
const MOST_ANSWERS = 100;

/** Stores a part. */
export const put = async (
  { stores: { evidence } }: Services,
  folder: string,
  { part, bytes }: NewPart,
): Promise<Part> => {
  await evidence.putEvidence(folder + part.name, bytes, { contentType: part.contentType });
  return part;
};

const partOf = (
  bytes: Uint8Array,
  { name, kind, contentType, ...more }: Omit<Part, 'size' | 'sha256'>,
): NewPart => ({
  part: { name, kind, contentType, size: bytes.byteLength, sha256: sha256Of(bytes), ...more },
  bytes,
});

const JSON_TYPE = 'application/json';

/** The request, in JSON. */
export const requestPart = (request: Uint8Array): NewPart =>
  partOf(request, { name: REQUEST, kind: 'request', contentType: JSON_TYPE });

/** The caller's answer where nothing was filed, in JSON. */
export const replyPart = (answer: string): NewPart =>
  partOf(Buffer.from(answer), { name: 'reply.json', kind: 'reply', contentType: JSON_TYPE });

const ofAuthority = (
  { status, contentType, headers, body }: Answer,
  { name, kind }: Pick<Part, 'name' | 'kind'>,
): NewPart =>
  partOf(body, {
    name,
    kind,
    contentType: contentType || 'application/octet-stream',
    status,
    headers: Object.fromEntries(
      HEADERS.flatMap((header) => (headers[header] === undefined ? [] : [[header, String(headers[header])]])),
    ),
  });

/** An answer of the authority to a step that files. */
export const answerPart = (answer: Answer, index: number): NewPart =>
  ofAuthority(answer, { name: `${ANSWER}${index + 1}`, kind: 'answer' });

/** A document under the hash of its content: equal documents have one name, whoever stores them. */
export const documentName = ({ name, sha256 = '' }: KeptDocument) =>
  `document-${sha256.slice(0, 12)}-${name}`;

/** @see documentName */
export const documentPart = (document: KeptDocument & { sha256: string }): Part => {
  const { contentType, size, sha256 } = document;
  return { name: documentName(document), kind: 'document', contentType, size, sha256 };
};

/** A look-up that found something: which request made it, and the questions that were answered. */
export interface Proof {
  requestId: string;
  conversations: Conversation[];
}

/** Proof of a looked-up outcome: the answers as parts by hash, and the question to which each belongs. */
export const proofParts = ({ requestId, conversations }: Proof): { lookUp: LookUp; parts: NewPart[] } => {
  const parts = new Map<string, NewPart>();
  const queries = conversations
    .filter(({ end }) => end === 'result')
    .map(({ exchange, requests }) => {
      const answered = requests.flatMap(({ at, answer }) => (answer ? [{ at, answer }] : []));
      const answers = answered.map(({ answer }) => {
        const name = `${QUERY}${sha256Of(answer.body).slice(0, 12)}`;
        if (parts.size < MOST_ANSWERS) parts.set(name, ofAuthority(answer, { name, kind: 'query' }));
        return name;
      });
      return { query: exchange.name, at: new Date(answered[0]?.at ?? 0).toISOString(), answers };
    });
  return { lookUp: { requestId, queries }, parts: [...parts.values()] };
};

/** Answers that are stored and that no manifest names. */
export const storedAnswers = (
  { stores: { evidence } }: Services,
  folder: string,
  names: string[],
): Promise<Part[]> =>
  Promise.all(
    names.map(async (name) => {
      const bytes = (await evidence.getEvidence(folder + name))!;
      const kind = name.startsWith(ANSWER) ? 'answer' : 'query';
      return partOf(bytes, { name, kind, contentType: 'application/octet-stream' }).part;
    }),
  );
