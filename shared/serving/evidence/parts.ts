import type { Answer } from '../../authorities/channel/answer.ts';
import type { Conversation } from '../../authorities/recording/har.ts';
import type { KeptDocument } from '../../stores/filings/filing.ts';
import type { Services } from '../services.ts';
import { ANSWER, type LookUp, type Part, QUERY, REQUEST, sha256Of } from './manifest.ts';

/** A part, and the bytes of which it consists. */
export interface NewPart {
  part: Part;
  bytes: Uint8Array;
}

/** Headers of an answer that are kept: what its bytes are and when they were sent. Others may name a session. */
const HEADERS = ['content-type', 'content-encoding', 'content-disposition', 'content-language', 'date'];

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

/** What the caller was answered in place of a filing, in JSON. */
export const replyPart = (answer: string): NewPart =>
  partOf(Buffer.from(answer), { name: 'reply.json', kind: 'reply', contentType: JSON_TYPE });

const ofAuthority = (
  { status, contentType, headers, body }: Answer,
  { name, kind }: Pick<Part, 'name' | 'kind'>,
): NewPart =>
  partOf(body, {
    ...{ name, kind },
    contentType: contentType || 'application/octet-stream',
    status,
    headers: Object.fromEntries(
      HEADERS.flatMap((header) => (headers[header] === undefined ? [] : [[header, String(headers[header])]])),
    ),
  });

/** What the authority answered to a step that files. */
export const answerPart = (answer: Answer, index: number): NewPart =>
  ofAuthority(answer, { name: `${ANSWER}${index + 1}`, kind: 'answer' });

/** A document, by its content: the same one has one name, whoever stores it. */
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

/** What proves a looked-up outcome: the answers as parts, by their content, and which of them are to which question. */
export const proofParts = ({ requestId, conversations }: Proof): { lookUp: LookUp; parts: NewPart[] } => {
  const parts = new Map<string, NewPart>();
  const queries = conversations
    .filter(({ end }) => end === 'result')
    .map(({ exchange, said }) => {
      const answered = said.flatMap(({ at, answer }) => (answer ? [{ at, answer }] : []));
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
