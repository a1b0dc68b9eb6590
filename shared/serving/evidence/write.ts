import { setImmediate as turn } from 'node:timers/promises';
import type { Answer } from '../../authorities/channel/channel.ts';
import { timeStampAuthority } from '../../kernel/config.ts';
import type { FilingEntry } from '../../kernel/reply.ts';
import type { Filing, FilingState, KeptDocument } from '../../stores/filings/filing.ts';
import type { End, Ending } from '../../stores/filings/move.ts';
import type { UserName } from '../../stores/identity/users.ts';
import { withDeadline } from '../../stores/limits.ts';
import { MAX_WHOLE } from '../../stores/s3/bytes.ts';
import { storedAnswer } from '../filing/answer.ts';
import { endFiling } from '../filing/end-record.ts';
import { keptRequest } from '../filing/recorded.ts';
import { dueAfterTakes } from '../filing/times.ts';
import type { Services } from '../services.ts';
import type { DeliveredFile } from '../stages.ts';
import {
  ANSWER,
  answerPart,
  documentName,
  documentPart,
  MANIFEST,
  type Manifest,
  manifestOf,
  type NewPart,
  type Part,
  type Proof,
  proofParts,
  put,
  QUERY,
  REQUEST,
  readManifest,
  replyPart,
  requestPart,
  storedAnswers,
} from './manifest.ts';

/** Longest time, in milliseconds, that writing evidence may take of a request. The schedule writes the rest. */
const REQUEST_MS = 2_000;
/** The same, of the schedule. */
const MEND_MS = 15_000;

/** Knowledge about a filing that is not in its record. */
export interface Known {
  /** The request as the operation received it; absent where only the record has it. */
  request?: unknown;
  /** The authority's answers to the steps that filed. Nothing else keeps them. */
  answers: Answer[];
  entries: FilingEntry[];
  /** The look-up that proved it. It is stored nowhere else. */
  proof?: Proof | undefined;
  /** The documents of the record that are still in memory, in the order of the record. */
  files: DeliveredFile[];
  /** The user who filed it, as read with the session; absent where only the record names the user. */
  by?: UserName | undefined;
}

/** The end of a filing that was sent, and its proof. */
interface ProvenEnd extends End, Pick<Ending, 'furtherActs' | 'notAccepted'> {
  /** The states that it may be in. */
  from: FilingState[];
  now: Date;
  /** When the schedule looks the filing up, of an unknown outcome. */
  lookUpAt?: Date | undefined;
  known: Known;
  /** It has no evidence yet: all of it goes out together with the record's end. */
  isFirst?: boolean;
  /**
   * A caller is waiting, so the evidence is marked as written without awaiting it. If this function does not, the
   * schedule does.
   */
  isAwaited?: boolean;
}

/**
 * Ends a filing that was sent, and writes its evidence at the same time. A failure to write the evidence in time
 * fails nothing: the same write marks it as due in the record, and the schedule writes it.
 * @returns false when the filing was in another state than `from`; then another function writes its evidence
 * @throws errors of `endFiling`
 */
export const endWithEvidence = async (
  services: Services,
  filing: Filing,
  { from, state, facts, now, lookUpAt, known, isFirst = false, isAwaited = false, ...ofActs }: ProvenEnd,
): Promise<boolean> => {
  const evidenceDue = now.toISOString();
  const ending = endFiling(services, filing, {
    from,
    state,
    facts: { ...facts, evidenceDue },
    now,
    ...ofActs,
    dueAt: lookUpAt ?? dueAfterTakes(filing, filing.takes ?? 0, now),
  });
  const ended = { ...filing, ...facts, state, endedAt: evidenceDue, evidenceDue };
  const staysDue = lookUpAt !== undefined;
  await withDeadline(REQUEST_MS, async () => {
    const isWritten = isFirst && (await writeAtOnce(services, ended, { known, ending }));
    if (!isWritten) await write(services, ended, { known, ending });
    if (!(await ending)) return;
    const noting = noteWritten(services, ended, staysDue);
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
export const completeEvidence = async (
  services: Services,
  filing: Filing,
  staysDue: boolean,
): Promise<boolean> => {
  try {
    await withDeadline(MEND_MS, async () => {
      const entries = await services.stores.filings.listEntries(filing.id);
      const known = { answers: [], entries, files: [] };
      await write(services, filing, { known, ending: Promise.resolve(true) });
      if (filing.evidenceDue) await noteWritten(services, filing, staysDue);
    });
    return true;
  } catch (error) {
    logFailure(services, filing, error);
    return false;
  }
};

const logFailure = ({ log }: Services, { id, requestId }: Filing, error: unknown) =>
  log.error('evidence could not be written', { requestId, filing: id, error: error as Error });

/**
 * Writes missing evidence together with the end of the record: parts and manifest. While the record marks it as due,
 * no one relies on it.
 * @returns false when not all of it is written
 */
const writeAtOnce = async (
  services: Services,
  filing: Filing,
  { known, ending }: { known: Known; ending: Promise<boolean> },
): Promise<boolean> => {
  const { request, answers, entries, files, by } = known;
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
  const all = [requestPart(bytesOf(request)), ...answers.map(answerPart), ...ofDocuments];
  const parts = all.filter((one) => one !== undefined);
  if (parts.length < all.length) return false;
  const manifest = manifestOf(filing, entries, {
    parts: parts.map(({ part }) => part),
    missing: [],
    earlier: undefined,
    by,
  });
  const [isEnded, ...results] = await Promise.allSettled([
    ending,
    ...parts.map((one) => put(services, folder, one)),
    evidence.putEvidence(folder + MANIFEST, manifestBytes(manifest), {
      contentType: 'application/json',
      isFirst: true,
    }),
  ]);
  // Nothing else of it is this function's then.
  if (isEnded.status === 'rejected' || !isEnded.value) return true;
  return results.every((result) => result.status === 'fulfilled' && result.value !== false);
};

const bytesOf = (request: unknown): Buffer => Buffer.from(JSON.stringify(request));

const manifestBytes = (manifest: Manifest): Buffer => Buffer.from(JSON.stringify(manifest, null, 2));

/** Writes the evidence that exists. The manifest comes last, names only stored parts, and agrees with the record. */
const write = async (
  services: Services,
  filing: Filing,
  { known, ending }: { known: Known; ending: Promise<boolean> },
): Promise<void> => {
  const { evidence } = services.stores;
  const folder = evidence.evidenceFolder(filing);
  const proof = known.proof && proofParts(known.proof);
  const putAll = (all: NewPart[]) => Promise.all(all.map((one) => put(services, folder, one)));
  const [isEnded, before, keys, request, answers, queries, replies, documents, by] = await Promise.all([
    ending,
    evidence.getEvidence(folder + MANIFEST),
    evidence.listEvidence(folder),
    putRequest(services, filing, known.request),
    putAll(known.answers.map(answerPart)),
    putAll(proof?.parts ?? []),
    replyOf(services, filing).then(putAll),
    putDocuments(services, filing, known.files),
    known.by ?? services.stores.accounts.findUser(filing.userId),
  ]);
  if (!isEnded) return;
  // A manifest written at the same time as its parts may name a part that was never stored.
  const stored = new Set(keys.map((key) => key.slice(folder.length)));
  const last = before && readManifest(before);
  const earlier = last && { ...last, parts: last.parts.filter(({ name }) => stored.has(name)) };
  // Answers that were stored before the manifest could be. A manifest's description of an answer has more than the
  // answer itself.
  const named = new Set([...answers, ...queries, ...(earlier?.parts ?? [])].map(({ name }) => name));
  const unnamed = [...stored].filter(
    (name) => (name.startsWith(ANSWER) || name.startsWith(QUERY)) && !named.has(name),
  );
  const manifest = manifestOf(filing, known.entries, {
    parts: [
      ...(request ? [request] : []),
      ...answers,
      ...queries,
      ...(await storedAnswers(services, folder, unnamed)),
      ...replies,
      ...documents.parts,
    ],
    lookUp: proof?.lookUp,
    missing: [...(request ? [] : [REQUEST]), ...documents.missing],
    earlier,
    by,
  });
  await evidence.putEvidence(folder + MANIFEST, manifestBytes(manifest), { contentType: 'application/json' });
};

const putRequest = async (services: Services, filing: Filing, known: unknown): Promise<Part | undefined> => {
  const folder = services.stores.evidence.evidenceFolder(filing);
  const bytes = known === undefined ? await keptRequest(services, filing) : bytesOf(known);
  return bytes && put(services, folder, requestPart(bytes));
};

/** The answer to a request that sent nothing. */
const replyOf = async (services: Services, filing: Filing): Promise<NewPart[]> => {
  const answer = filing.state === 'ended' ? await storedAnswer(services, filing) : undefined;
  return answer === undefined ? [] : [replyPart(answer)];
};

/** Copies the documents within S3; a document that is missing there is stored from memory, if it is still there. */
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
    missing: documents.filter((_, place) => !parts[place]).map(documentName),
  };
};

/**
 * Marks the evidence of a filing with `evidenceDue` as written. On a stage with time-stamps, its stamp is due then.
 */
const noteWritten = (
  { stores: { filings }, now }: Services,
  filing: Filing,
  staysDue: boolean,
): Promise<void> => {
  const { id, evidenceDue = '' } = filing;
  return timeStampAuthority() === undefined
    ? filings.noteEvidence(id, evidenceDue, staysDue)
    : filings.noteUnstamped(filing, evidenceDue, staysDue ? undefined : dueAfterTakes(filing, 0, now()));
};
