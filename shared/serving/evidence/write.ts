import { setImmediate as turn } from 'node:timers/promises';
import type { Answer } from '../../authorities/channel/answer.ts';
import type { FilingEntry } from '../../kernel/filing-entry.ts';
import type { Filing, FilingState, KeptDocument } from '../../stores/filings/filing.ts';
import type { End } from '../../stores/filings/move.ts';
import { withDeadline } from '../../stores/limits.ts';
import { MAX_WHOLE } from '../../stores/s3/put-bytes.ts';
import { endFiling } from '../filing/end-record.ts';
import { keptRequest } from '../filing/recorded.ts';
import { dueAfterTakes } from '../filing/times.ts';
import type { Services } from '../services.ts';
import type { DeliveredFile } from '../stages.ts';
import {
  ANSWER,
  MANIFEST,
  type Manifest,
  manifestOf,
  type Part,
  REQUEST,
  readManifest,
  sha256Of,
} from './manifest.ts';

/** Longest time, in milliseconds, that evidence may take of a request; what is not written by then the schedule mends. */
const REQUEST_MS = 2_000;
/** The same, of the schedule. */
const MEND_MS = 15_000;

/** Headers of an answer that are kept: what its bytes are and when they were sent. Others may name a session. */
const HEADERS = ['content-type', 'content-encoding', 'content-disposition', 'content-language', 'date'];

/** What is known of a filing and is not in its record. */
export interface Known {
  /** The request as the operation received it; absent where only the record has it. */
  request?: unknown;
  /** The authority's answers to the steps that filed. Nothing else keeps them. */
  answers: Answer[];
  entries: FilingEntry[];
  /** The documents of the record that are still in memory, in the order of the record. */
  files: DeliveredFile[];
}

/** How a filing ends of which something was sent, and what proves it. */
interface ProvenEnd extends End {
  /** The states that it may be in. */
  from: FilingState[];
  now: Date;
  /** When the schedule looks the filing up, of an unknown outcome. */
  lookUpAt?: Date | undefined;
  known: Known;
  /** It has no evidence yet: all of it goes out together with the record's end. */
  isFirst?: boolean;
  /** An answer waits, so that the evidence is there is noted without it: the schedule notes it if this function does not. */
  isAwaited?: boolean;
}

/**
 * Ends a filing of which something was sent, and writes its evidence at the same time. That the evidence cannot be written, or not
 * in time, fails nothing: the record shows from the same write on that it is due, and the schedule mends it.
 * @returns false when the filing was in another state than `from`; then its evidence is somebody else's
 * @throws what `endFiling` throws
 */
export const endWithEvidence = async (
  services: Services,
  filing: Filing,
  { from, state, facts, now, lookUpAt, known, isFirst = false, isAwaited = false }: ProvenEnd,
): Promise<boolean> => {
  const evidenceDue = now.toISOString();
  const ending = endFiling(services, filing, {
    ...{ from, state, facts: { ...facts, evidenceDue }, now },
    dueAt: lookUpAt ?? dueAfterTakes(filing, filing.takes ?? 0, now),
  });
  const ended = { ...filing, ...facts, state, endedAt: evidenceDue, evidenceDue };
  const staysDue = lookUpAt !== undefined;
  await withDeadline(REQUEST_MS, async () => {
    const isWritten = isFirst && (await writeAtOnce(services, ended, { known, ending }));
    if (!isWritten) await write(services, ended, { known, ending });
    if (!(await ending)) return;
    const noting = services.stores.filings.noteEvidence(filing.id, evidenceDue, staysDue);
    if (!isAwaited) await noting;
    else {
      noting.catch(() => {});
      // It has been sent then, should the function be frozen as soon as the answer is there.
      await turn();
    }
  }).catch((error: unknown) => logFailure(services, filing, error));
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
      await write(services, filing, { known, ending: Promise.resolve(true) });
      if (filing.evidenceDue)
        await services.stores.filings.noteEvidence(filing.id, filing.evidenceDue, staysDue);
    });
    return true;
  } catch (error) {
    logFailure(services, filing, error);
    return false;
  }
};

const logFailure = ({ log }: Services, { id, requestId }: Filing, error: unknown) =>
  log.error('evidence could not be written', { requestId, filing: id, error: error as Error });

/** A part, and the bytes of which it consists. */
interface NewPart {
  part: Part;
  bytes: Uint8Array;
}

/**
 * Writes evidence where there is none, together with the end of the record: parts and manifest. As long as the record shows
 * that it is due, no one relies on it.
 * @returns false when not all of it is written
 */
const writeAtOnce = async (
  services: Services,
  filing: Filing,
  { known, ending }: { known: Known; ending: Promise<boolean> },
): Promise<boolean> => {
  const { request, answers, entries, files } = known;
  const { evidence } = services.stores;
  const documents = filing.documents ?? [];
  const isSmall = ({ size }: KeptDocument) => size <= MAX_WHOLE;
  if (request === undefined || documents.length !== files.length || !documents.every(isSmall)) return false;
  const folder = evidence.evidenceFolder(filing);
  const ofDocuments = await Promise.all(
    documents.map(async (document, place): Promise<NewPart | undefined> => {
      const bytes = await files[place]?.bytes();
      return bytes && document.sha256 !== undefined
        ? { part: documentPart({ ...document, sha256: document.sha256 }), bytes }
        : undefined;
    }),
  );
  const all = [requestPart(request), ...answers.map(answerPart), ...ofDocuments];
  const parts = all.filter((one) => one !== undefined);
  if (parts.length < all.length) return false;
  const manifest = manifestOf(filing, entries, {
    parts: parts.map(({ part }) => part),
    missing: [],
    earlier: undefined,
  });
  const [isEnded, ...results] = await Promise.allSettled([
    ending,
    ...parts.map((one) => put(services, folder, one)),
    evidence.putEvidence(folder + MANIFEST, bytesOf(manifest), {
      contentType: 'application/json',
      isFirst: true,
    }),
  ]);
  // Nothing else of it is this function's then.
  if (isEnded.status === 'rejected' || !isEnded.value) return true;
  return results.every((result) => result.status === 'fulfilled' && result.value !== false);
};

const bytesOf = (manifest: Manifest): Buffer => Buffer.from(JSON.stringify(manifest, null, 2));

/**
 * Writes evidence, whatever there is of it. The manifest comes last, and names only what is there and says what the
 * record says.
 */
const write = async (
  services: Services,
  filing: Filing,
  { known, ending }: { known: Known; ending: Promise<boolean> },
): Promise<void> => {
  const { evidence } = services.stores;
  const folder = evidence.evidenceFolder(filing);
  const [isEnded, before, keys, request, answers, documents] = await Promise.all([
    ending,
    evidence.getEvidence(folder + MANIFEST),
    evidence.listEvidence(folder),
    putRequest(services, filing, known.request),
    Promise.all(known.answers.map((answer, index) => put(services, folder, answerPart(answer, index)))),
    putDocuments(services, filing, known.files),
  ]);
  if (!isEnded) return;
  // A manifest that was written at the same time as its parts may name one that never came.
  const stored = new Set(keys.map((key) => key.slice(folder.length)));
  const named = before && readManifest(before);
  const earlier = named && { ...named, parts: named.parts.filter(({ name }) => stored.has(name)) };
  // Answers that were stored when the manifest could not be. What it says of one is more than what is stored shows.
  const unnamed = [...stored].filter(
    (name) => name.startsWith(ANSWER) && !earlier?.parts.some((part) => part.name === name),
  );
  const manifest = manifestOf(filing, known.entries, {
    parts: [
      ...(request ? [request] : []),
      ...(known.answers.length > 0 ? answers : await storedAnswers(services, folder, unnamed)),
      ...documents.parts,
    ],
    missing: [...(request ? [] : [REQUEST]), ...documents.missing],
    earlier,
  });
  await evidence.putEvidence(folder + MANIFEST, bytesOf(manifest), { contentType: 'application/json' });
};

/** Stores a part. */
const put = async (
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

const REQUEST_PART = { name: REQUEST, kind: 'request', contentType: 'application/json' } as const;

const requestPart = (request: unknown): NewPart => partOf(Buffer.from(JSON.stringify(request)), REQUEST_PART);

const putRequest = async (services: Services, filing: Filing, known: unknown): Promise<Part | undefined> => {
  const folder = services.stores.evidence.evidenceFolder(filing);
  if (known !== undefined) return put(services, folder, requestPart(known));
  const kept = await keptRequest(services, filing);
  return kept && put(services, folder, partOf(kept, REQUEST_PART));
};

const answerPart = ({ status, contentType, headers, body }: Answer, index: number): NewPart =>
  partOf(body, {
    name: `${ANSWER}${index + 1}`,
    kind: 'answer',
    contentType: contentType || 'application/octet-stream',
    status,
    headers: Object.fromEntries(
      HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    ),
  });

const storedAnswers = (
  { stores: { evidence } }: Services,
  folder: string,
  names: string[],
): Promise<Part[]> =>
  Promise.all(
    names.map(async (name) => {
      const bytes = (await evidence.getEvidence(folder + name))!;
      return partOf(bytes, { name, kind: 'answer', contentType: 'application/octet-stream' }).part;
    }),
  );

/** By their content, so that the same document has one name, whoever stores it. */
const nameOf = ({ name, sha256 = '' }: KeptDocument) => `document-${sha256.slice(0, 12)}-${name}`;

const documentPart = (document: KeptDocument & { sha256: string }): Part => {
  const { contentType, size, sha256 } = document;
  return { name: nameOf(document), kind: 'document', contentType, size, sha256 };
};

/** Copies the documents within S3; one that is not kept there is stored from memory, as long as it is. */
const putDocuments = async (
  services: Services,
  filing: Filing,
  files: DeliveredFile[],
): Promise<{ parts: Part[]; missing: string[] }> => {
  const { evidence } = services.stores;
  const folder = evidence.evidenceFolder(filing);
  const { documents = [] } = filing;
  const parts = await Promise.all(
    documents.map(async (document, place): Promise<Part | undefined> => {
      const { key, sha256 } = document;
      if (!sha256) return undefined;
      const part = documentPart({ ...document, sha256 });
      if (key && (await evidence.copyToEvidence(key, folder + part.name))) return part;
      const bytes = await files[place]?.bytes();
      return bytes && put(services, folder, { part, bytes });
    }),
  );
  return {
    parts: parts.filter((part) => part !== undefined),
    missing: documents.filter((_, place) => !parts[place]).map(nameOf),
  };
};
