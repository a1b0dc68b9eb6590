import { refused, theAuthority, unknownOutcome } from '../../kernel/authority-errors.ts';
import { failed, succeeded } from '../../kernel/envelope.ts';
import { type AuthorityName, passingOf, ServiceError } from '../../kernel/errors.ts';
import { type FilingEntry, messageOf, type Reply } from '../../kernel/reply.ts';
import { spanishTime } from '../../kernel/spanish-time.ts';
import { type Filing, type FilingState, type KeptDocument, MAX_INLINE } from '../../stores/filings/filing.ts';
import { waitingForAws } from '../../stores/limits.ts';
import { Replayed } from '../answer.ts';
import { takeStored } from '../documents.ts';
import type { Services } from '../services.ts';
import type { Actor, DeliveredFile } from '../stages.ts';

/** How an operation ended. */
export type Ending = { value: Reply<unknown> } | { error: unknown };

/** Most messages that a filing's row holds: of a file of many contracts, each entry has its own. */
const MOST_MESSAGES = 20;

/**
 * The record's text of an answer: its message, and for a failure of known effect the authority's messages or else
 * ours.
 */
export const messagesOf = (
  authority: AuthorityName,
  outcome: Reply<unknown> | ServiceError,
): Pick<Filing, 'message' | 'messages' | 'refusal' | 'passing'> => {
  if (!(outcome instanceof ServiceError)) return { message: messageOf(outcome) };
  const { message, errors, effect } = outcome;
  if (effect === 'unknown') return { message };
  const words = errors[authority];
  // The gateway's own findings have no effect either, but are not the authority's words.
  const isRefusal = effect === 'none' && words !== undefined;
  const passing = passingOf(outcome);
  return {
    message,
    messages: (words ?? [message]).slice(0, MOST_MESSAGES),
    ...(isRefusal && { refusal: true }),
    ...(passing && { passing }),
  };
};

/** The result of each of several records. */
export const entriesOf = (outcome: Ending): FilingEntry[] => {
  if ('value' in outcome) return outcome.value.filed?.entries ?? [];
  return outcome.error instanceof ServiceError ? outcome.error.entries : [];
};

/** The caller's answer. After a filing has succeeded, a later defect is no failure. */
export const answerOf = (
  filing: Filing,
  state: FilingState,
  outcome: Ending,
): Reply<unknown> | ServiceError => {
  if ('value' in outcome) return outcome.value;
  const { error } = outcome;
  if (state === 'unknown') return unknownOutcome(filing.authority, error, filing.id);
  if (error instanceof ServiceError && (state !== 'accepted' || error.effect === 'accepted')) return error;
  if (state === 'accepted')
    return {
      message:
        'La operación se ha realizado, pero después se ha producido un error y no se pueden entregar sus ' +
        `documentos. Trámite: ${filing.id}.`,
    };
  throw error;
};

/** In a stored answer: the place of a document in its filing's list, from 0. */
const PLACE = 'document';

/** The documents of a filing as its record lists them. */
const documentsOf = (files: DeliveredFile[]): KeptDocument[] =>
  files.map(({ file: { name, contentType }, size, sha256, key }) => ({
    name,
    contentType,
    size,
    ...(sha256 && { sha256 }),
    ...(key && { key }),
  }));

/** An answer as it is stored: documents by their place, never their content. */
const storedBody = (body: unknown, files: DeliveredFile[]): string => {
  const places = new Map<unknown, number>(files.map(({ file }, place) => [file, place]));
  return JSON.stringify(body, (_, value) => {
    const place = places.get(value);
    if (place === undefined) return value;
    const { name, contentType } = value as { name: string; contentType: string };
    return { contentType, name, content: '', [PLACE]: place };
  });
};

/** Longest time, in milliseconds, to wait for documents and answer to be stored while a caller waits. */
const STORING_MS = 2_000;
/** The same when no caller waits. */
const STORING_LATER_MS = 20_000;

/** Waits until the documents of a filing are stored, but not for long: the filing must end whatever S3 does. */
export const storeDocuments = ({ async }: Pick<Filing, 'async'>, files: DeliveredFile[]): Promise<void> =>
  within(
    async ? STORING_LATER_MS : STORING_MS,
    files.map(({ stored }) => stored()),
  );

/**
 * Members of a filing's record with its answer and messages, and the keys of its documents, which may still be being
 * stored. A large answer goes to S3; if it is not stored in time, the record has none.
 */
export const storeAnswer = async (
  { stores: { documents }, log }: Services,
  filing: Pick<Filing, 'id' | 'accountId' | 'async' | 'authority' | 'warnings'>,
  { outcome, files }: { outcome: Reply<unknown> | ServiceError; files: DeliveredFile[] },
): Promise<
  Pick<
    Filing,
    'status' | 'answer' | 'answerKey' | 'documents' | 'warnings' | keyof ReturnType<typeof messagesOf>
  >
> => {
  const [status, body] =
    outcome instanceof ServiceError ? [outcome.status, failed(outcome)] : [200, succeeded(outcome)];
  const text = storedBody(body, files);
  const isInline = Buffer.byteLength(text) <= MAX_INLINE;
  let answerKey: string | undefined;
  const writeAnswer = async () => {
    const key = `answers/${filing.accountId}/${filing.id}.json`;
    try {
      await documents.putDocument(key, Buffer.from(text), 'application/json');
      answerKey = key;
    } catch (error) {
      log.error('failed to store an answer', { filing: filing.id, error: error as Error });
    }
  };
  if (!isInline) await within(filing.async ? STORING_LATER_MS : STORING_MS, [writeAnswer()]);
  return {
    status,
    ...messagesOf(filing.authority, outcome),
    ...warningsWith(filing, outcome),
    ...(files.length > 0 && { documents: documentsOf(files) }),
    ...(isInline ? { answer: text } : answerKey !== undefined && { answerKey }),
  };
};

/** The warnings of a filing's record, together with the warnings of its answer; none if the answer has none. */
const warningsWith = (
  { warnings = [] }: Pick<Filing, 'warnings'>,
  outcome: Reply<unknown> | ServiceError,
): Pick<Filing, 'warnings'> => {
  const found = outcome instanceof ServiceError ? [] : (outcome.warnings ?? []);
  return found.length > 0 ? { warnings: [...new Set([...found, ...warnings])] } : {};
};

/** Waits for all of these, but at most so many milliseconds. */
const within = async (milliseconds: number, all: Promise<unknown>[]): Promise<void> => {
  const timer = Promise.withResolvers<void>();
  const timeout = setTimeout(timer.resolve, waitingForAws(milliseconds));
  await Promise.race([Promise.all(all), timer.promise]);
  clearTimeout(timeout);
};

/**
 * Removes the keys of documents that could not be stored after all from the record of an ended filing.
 * @returns when this is done for all documents whose fate is known by now
 */
export const noteLost = async (
  { stores: { filings }, log }: Services,
  { id }: Pick<Filing, 'id'>,
  { recorded = [], files }: { recorded?: KeptDocument[] | undefined; files: DeliveredFile[] },
): Promise<void> => {
  const note = async (place: number, { stored, size, file: { name } }: DeliveredFile, key: string) => {
    if ((await stored()) !== undefined) return;
    await filings.noteLost(id, place, { name, size, key }).catch((error: Error) => {
      log.error('failed to record that a document is not stored', { filing: id, error });
    });
  };
  const known: Promise<void>[] = [];
  for (const [place, file] of files.entries()) {
    const key = recorded[place]?.key;
    if (key === undefined) continue;
    file.noted = note(place, file, key);
    if (file.key === undefined) known.push(file.noted);
  }
  await Promise.all(known);
};

/** The stored answer of a filing, documents by their place; `undefined` where it has none. */
export const storedAnswer = async (
  { stores: { documents } }: Services,
  { answer, answerKey }: Filing,
): Promise<string | undefined> => {
  if (answer !== undefined) return answer;
  const bytes = answerKey && (await documents.getDocument(answerKey));
  return bytes ? Buffer.from(bytes).toString('utf8') : undefined;
};

/**
 * The stored answer of a filing, with its documents if they still exist. If the answer itself no longer exists, it
 * is made from the record.
 */
export const replay = async (
  services: Services,
  actor: Pick<Actor, 'requestId' | 'trace'>,
  filing: Filing,
): Promise<Replayed> => {
  const answer = await storedAnswer(services, filing).catch((error: Error) => {
    services.log.error('an answer could not be read', {
      requestId: actor.requestId,
      filing: filing.id,
      error,
    });
    return undefined;
  });
  if (answer === undefined) return fromRecord(services, filing);
  const files = (filing.documents ?? []).map((document) => takeStored(services, actor, document).file);
  const body = JSON.parse(answer, (_, value) => {
    const place = value?.[PLACE];
    if (typeof place !== 'number' || value.content !== '') return value;
    const { [PLACE]: __, ...file } = value;
    return files[place] ?? file;
  });
  return new Replayed(filing.status ?? 200, body);
};

/** The answer of an accepted or refused filing, made from its record. */
const fromRecord = async ({ stores: { filings } }: Services, filing: Filing): Promise<Replayed> => {
  const { id, authority, state, documents = [] } = filing;
  if (state === 'refused') {
    const error = refused(authority, filing.messages ?? []);
    return new Replayed(error.status, failed(error));
  }
  const entries = await filings.listEntries(id);
  const message =
    `La operación se realizó, pero la respuesta que se dio no se conserva. Trámite: ${id}.` +
    (documents.length > 0
      ? ` Sus documentos están en el trámite: ${documents.map(({ name }) => name).join(', ')}.`
      : '');
  const success = entries.every((entry) => entry.state === 'accepted');
  return new Replayed(200, succeeded({ message, success }));
};

/** The answer of a filing that a person has declared filed. Nothing is asked or sent. */
export const declaredFiled = async (
  { stores: { accounts } }: Services,
  { id, authority }: Filing,
  { userId, at }: NonNullable<Filing['stated']>,
): Promise<Replayed> => {
  const user = await accounts.findUser(userId);
  const message =
    `${user?.email ?? `El usuario ${userId}`} declaró el ${spanishTime(new Date(at))} que ya consta ` +
    `en ${theAuthority(authority)}, así que no se ha vuelto a enviar. Si después se anuló por otro medio, declare primero que no consta. ` +
    `Trámite: ${id}.`;
  return new Replayed(200, succeeded({ message }));
};
