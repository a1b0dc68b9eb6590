import type { Answer } from '../../channel/answer.ts';
import { endFiling } from '../../metrics/measure.ts';
import type { End } from '../../stores/filings/move.ts';
import type { Filing, FilingEntry, FilingState, KeptDocument } from '../../stores/filings/record.ts';
import { withDeadline } from '../../stores/limits.ts';
import type { DeliveredFile } from '../call.ts';
import { keptRequest } from '../filing-call.ts';
import { dueAfterTakes } from '../filing-times.ts';
import type { Services } from '../services.ts';
import { ANSWER, MANIFEST, manifestOf, type Part, REQUEST, readManifest, sha256Of } from './manifest.ts';

/** Longest time, in milliseconds, that evidence may take of a request; what is not written by then the schedule mends. */
const REQUEST_MS = 2_000;
/** The same, of the schedule. */
const MEND_MS = 15_000;

/** Headers of an answer that are kept: what its bytes are and when they were sent. Others may name a session. */
const HEADERS = ['content-type', 'content-encoding', 'content-disposition', 'content-language', 'date'];

/** What is known of a filing beside its record. */
export interface Known {
  /** The request as the operation received it; absent where only the record has it. */
  request?: unknown;
  /** The authority's answers to the steps that filed. Nothing else keeps them. */
  answers: Answer[];
  entries: FilingEntry[];
  /** The documents of the record that are still in memory, in the order of the record. */
  files: DeliveredFile[];
}

/**
 * Ends a filing of which something was sent, and writes its evidence beside. That the evidence cannot be written, or not
 * in time, fails nothing: the record says from the same write on that it is due, and the schedule mends it.
 * @param lookUpAt when the schedule looks the filing up, of an unknown outcome
 * @returns false when the filing was in another state than `from`; then its evidence is somebody else's
 * @throws what `endFiling` throws
 */
export const endWithEvidence = async (
  services: Services,
  filing: Filing,
  from: FilingState[],
  { state, facts }: End,
  { now, lookUpAt, known }: { now: Date; lookUpAt?: Date | undefined; known: Known },
): Promise<boolean> => {
  const evidenceDue = now.toISOString();
  const ending = endFiling(
    services,
    filing,
    from,
    { state, facts: { ...facts, evidenceDue } },
    { now, dueAt: lookUpAt ?? dueAfterTakes(filing, filing.takes ?? 0, now) },
  );
  const ended = { ...filing, ...facts, state, endedAt: evidenceDue, evidenceDue };
  const staysDue = lookUpAt !== undefined;
  await withDeadline(REQUEST_MS, () => write(services, ended, { known, staysDue, ending })).catch(
    (error: unknown) => logFailure(services, filing, error),
  );
  return ending;
};

/**
 * Writes the evidence of a filing that is due, from its record alone: the request, the documents that are still kept,
 * and who and when. The authority's answer is in it if it could be stored, and else lost.
 * @returns whether it is written
 */
export const mendEvidence = async (
  services: Services,
  filing: Filing,
  staysDue: boolean,
): Promise<boolean> => {
  try {
    await withDeadline(MEND_MS, async () => {
      const entries = await services.stores.filings.listEntries(filing.id);
      const known = { answers: [], entries, files: [] };
      await write(services, filing, { known, staysDue, ending: Promise.resolve(true) });
    });
    return true;
  } catch (error) {
    logFailure(services, filing, error);
    return false;
  }
};

const logFailure = ({ log }: Services, { id, requestId }: Filing, error: unknown) =>
  log.error('evidence could not be written', { requestId, filing: id, error: error as Error });

/** The manifest comes last: where there is one, its parts are there, and the record says what it says. */
const write = async (
  services: Services,
  filing: Filing,
  { known, staysDue, ending }: { known: Known; staysDue: boolean; ending: Promise<boolean> },
): Promise<void> => {
  const { evidence, filings } = services.stores;
  const folder = evidence.evidenceFolder(filing);
  const [isEnded, earlier, request, answers, documents] = await Promise.all([
    ending,
    evidence.getEvidence(folder + MANIFEST),
    putRequest(services, filing, folder, known.request),
    known.answers.length > 0 ? putAnswers(services, folder, known.answers) : storedAnswers(services, folder),
    putDocuments(services, folder, filing.documents ?? [], known.files),
  ]);
  if (!isEnded) return;
  const manifest = manifestOf(filing, known.entries, {
    // What an earlier manifest says of an answer, such as its status, is more than what is stored shows.
    parts: [
      ...(request ? [request] : []),
      ...(earlier && known.answers.length === 0 ? [] : answers),
      ...documents.parts,
    ],
    missing: [...(request ? [] : [REQUEST]), ...documents.missing],
    earlier: earlier && readManifest(earlier),
  });
  const text = Buffer.from(JSON.stringify(manifest, null, 2));
  await evidence.putEvidence(folder + MANIFEST, text, 'application/json');
  if (filing.evidenceDue) await filings.noteEvidence(filing.id, filing.evidenceDue, staysDue);
};

/** Stores bytes, and says what was stored. */
const put = async (
  { stores: { evidence } }: Services,
  folder: string,
  bytes: Uint8Array,
  { name, kind, contentType, ...more }: Omit<Part, 'size' | 'sha256'>,
): Promise<Part> => {
  await evidence.putEvidence(folder + name, bytes, contentType);
  return { name, kind, contentType, size: bytes.byteLength, sha256: sha256Of(bytes), ...more };
};

const putRequest = async (
  services: Services,
  filing: Filing,
  folder: string,
  known: unknown,
): Promise<Part | undefined> => {
  const request =
    known === undefined ? await keptRequest(services, filing) : Buffer.from(JSON.stringify(known));
  if (!request) return undefined;
  return put(services, folder, request, {
    name: REQUEST,
    kind: 'request',
    contentType: 'application/json',
  });
};

const putAnswers = (services: Services, folder: string, answers: Answer[]): Promise<Part[]> =>
  Promise.all(
    answers.map(({ status, contentType, headers, body }, index) =>
      put(services, folder, body, {
        name: `${ANSWER}${index + 1}`,
        kind: 'answer',
        contentType: contentType || 'application/octet-stream',
        status,
        headers: Object.fromEntries(
          HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
        ),
      }),
    ),
  );

/** Answers that were stored when the manifest could not be. */
const storedAnswers = async ({ stores: { evidence } }: Services, folder: string): Promise<Part[]> => {
  const keys = await evidence.listEvidence(folder + ANSWER);
  return Promise.all(
    keys.map(async (key) => {
      const bytes = (await evidence.getEvidence(key))!;
      return {
        name: key.slice(folder.length),
        kind: 'answer' as const,
        contentType: 'application/octet-stream',
        size: bytes.byteLength,
        sha256: sha256Of(bytes),
      };
    }),
  );
};

/** By their content, so that the same document has one name, whoever stores it. */
const nameOf = ({ name, sha256 = '' }: KeptDocument) => `document-${sha256.slice(0, 12)}-${name}`;

/** Copies the documents within S3; one that is not kept there is stored from memory, as long as it is. */
const putDocuments = async (
  services: Services,
  folder: string,
  documents: KeptDocument[],
  files: DeliveredFile[],
): Promise<{ parts: Part[]; missing: string[] }> => {
  const { evidence } = services.stores;
  const parts = await Promise.all(
    documents.map(async (document, place): Promise<Part | undefined> => {
      const { key, contentType, size, sha256 } = document;
      if (!sha256) return undefined;
      const part = { name: nameOf(document), kind: 'document' as const, contentType, size, sha256 };
      if (key && (await evidence.copyToEvidence(key, folder + part.name))) return part;
      const bytes = await files[place]?.bytes();
      return bytes && put(services, folder, bytes, part);
    }),
  );
  return {
    parts: parts.filter((part) => part !== undefined),
    missing: documents.filter((_, place) => !parts[place]).map(nameOf),
  };
};
