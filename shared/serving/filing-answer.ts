import { failed, succeeded } from '../envelope.ts';
import { ServiceError, unknownOutcome } from '../errors.ts';
import type { Reply } from '../operation.ts';
import {
  type Filing,
  type FilingEntry,
  type FilingState,
  type KeptDocument,
  MAX_INLINE,
} from '../stores/filings/record.ts';
import { Replayed } from './answer.ts';
import type { KeptFile } from './call.ts';
import type { Services } from './services.ts';

/** How an operation ended. */
export type Outcome = { value: Reply<unknown> } | { error: unknown };

/** Most messages that a filing's row holds: of a file of many contracts, each entry has its own. */
const MOST_MESSAGES = 20;

/** The authority's messages for the record, else ours. */
export const messagesFor = ({ authority }: Filing, { errors, message }: ServiceError): string[] =>
  (errors[authority] ?? [message]).slice(0, MOST_MESSAGES);

/** What became of each of several things. */
export const entriesOf = (outcome: Outcome): FilingEntry[] => {
  if ('value' in outcome) return outcome.value.filed?.entries ?? [];
  return outcome.error instanceof ServiceError ? outcome.error.entries : [];
};

/** What the caller is told. Of what was filed, a defect afterwards is no failure. */
export const answerOf = (
  filing: Filing,
  state: FilingState,
  outcome: Outcome,
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
const documentsOf = (files: KeptFile[]): KeptDocument[] =>
  files.map(({ file: { name, contentType }, size, sha256, key }) => ({
    name,
    contentType,
    size,
    sha256,
    ...(key && { key }),
  }));

/** An answer as it is stored: documents by their place, never their content. */
const storedBody = (body: unknown, files: KeptFile[]): string => {
  const places = new Map<unknown, number>(files.map(({ file }, place) => [file, place]));
  return JSON.stringify(body, (_, value) => {
    const place = places.get(value);
    if (place === undefined) return value;
    const { name, contentType } = value as { name: string; contentType: string };
    return { contentType, name, content: '', [PLACE]: place };
  });
};

/** Members of a filing's record that hold its answer; a large one goes to S3. */
export const storeAnswer = async (
  { stores: { documents } }: Services,
  filing: Pick<Filing, 'id' | 'accountId'>,
  outcome: Reply<unknown> | ServiceError,
  files: KeptFile[],
): Promise<Pick<Filing, 'status' | 'answer' | 'answerKey' | 'documents'>> => {
  const [status, body] =
    outcome instanceof ServiceError ? [outcome.status, failed(outcome)] : [200, succeeded(outcome)];
  const answer = storedBody(body, files);
  const kept = { status, ...(files.length > 0 && { documents: documentsOf(files) }) };
  if (Buffer.byteLength(answer) <= MAX_INLINE) return { ...kept, answer };
  const answerKey = `answers/${filing.accountId}/${filing.id}.json`;
  await documents.putDocument(answerKey, Buffer.from(answer), 'application/json');
  return { ...kept, answerKey };
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

/** The answer of a filing given again, with its documents where they are still kept. */
export const replay = async (services: Services, filing: Filing): Promise<Replayed | undefined> => {
  const answer = await storedAnswer(services, filing);
  if (answer === undefined) return undefined;
  const contents = await Promise.all(
    (filing.documents ?? []).map(async ({ key }) => {
      const bytes = key && (await services.stores.documents.getDocument(key));
      return bytes ? Buffer.from(bytes).toString('base64') : '';
    }),
  );
  const body = JSON.stringify(
    JSON.parse(answer, (_, value) => {
      const place = value?.[PLACE];
      if (typeof place !== 'number' || value.content !== '') return value;
      const { [PLACE]: __, ...file } = value;
      return { ...file, content: contents[place] ?? '' };
    }),
  );
  return new Replayed(filing.status ?? 200, body);
};
