import { type Document, type FileObject, sha256Of } from '../kernel/document.ts';
import { documentsTooLarge } from '../kernel/errors.ts';
import { LINK_SECONDS } from '../stores/documents.ts';
import type { KeptDocument } from '../stores/filings/filing.ts';
import type { Services } from './services.ts';
import type { DeliveredFile, Received, Running, Trace } from './stages.ts';

/**
 * Documents on their way to the caller. While an operation runs, their file objects have no content; they are completed
 * when the answer is written, since only then it is known which of them fit.
 */

/**
 * Largest answer, in bytes of the JSON that the function returns. Lambda takes 6 MB (6,291,556), and headers and links
 * need room too.
 */
export const MAX_ANSWER = 5_900_000;
/** Room for a link, in bytes: the credentials of a function are in it. */
const LINK = 4_000;

/** Whether an answer of this body can be delivered, as Lambda counts: the body is a text within JSON. */
export const fits = (body: string): boolean =>
  body.length <= MAX_ANSWER && sizeWithinJson(body) <= MAX_ANSWER;

const sizeWithinJson = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Bytes that a document takes in Base64. */
const sizeInBase64 = (bytes: number): number => 4 * Math.ceil(bytes / 3);

/**
 * Takes a document of an authority for the answer. Those that belong to a record are stored, beginning now and without a
 * wait. Those of readings can be asked for again, and are stored only where they need a link.
 */
export const takeDocument = (services: Services, running: Running, document: Document): FileObject => {
  const { contentType, name, bytes } = document;
  const { operation, requestId, trace } = running;
  const isKept = operation.kind === 'submission' || trace.filingId !== undefined;
  const key = isKept ? keyOf(services, running, { name, of: requestId }) : undefined;
  const taken: DeliveredFile = {
    file: { contentType, name, content: '' },
    size: bytes.byteLength,
    sha256: isKept ? sha256Of(bytes) : undefined,
    bytes: async () => bytes,
    stored: once(async () => {
      taken.key = key ?? keyOf(services, running, { name, of: sha256Of(bytes) });
      if (!(await isStored(services, taken.key, { requestId, document }))) taken.key = undefined;
      return taken.key;
    }),
    ...(key && { key }),
  };
  trace.files.push(taken);
  if (isKept) void taken.stored();
  return taken.file;
};

/**
 * @param of the request, for a document that belongs to its record. Other documents are stored by the digest of
 * their content, so a document that is asked for again and again on a day is one object.
 */
const keyOf = (
  { stores: { documents } }: Services,
  { caller, operation, now }: Running,
  { name, of }: { name: string; of: string },
): string =>
  documents.documentKey({
    accountId: caller?.accountId ?? '',
    operation: operation.path.replace(/\W+/g, '-').replace(/^-/, ''),
    now,
    of,
    name,
  });

/** Stores a document. A failure is only logged, since the caller gets the document itself. */
const isStored = async (
  { stores: { documents }, log }: Services,
  key: string,
  { requestId, document: { bytes, contentType } }: { requestId: string; document: Document },
): Promise<boolean> => {
  try {
    await documents.putDocument(key, bytes, contentType);
    return true;
  } catch (error) {
    log.error('failed to store a document', { requestId, error: error as Error });
    return false;
  }
};

/** A document that an earlier request obtained, for the answer. */
export const takeStored = (
  { stores: { documents } }: Services,
  { trace }: Pick<Received, 'trace'>,
  { name, contentType, size, key }: KeptDocument,
): DeliveredFile => {
  const taken: DeliveredFile = {
    file: { contentType, name, content: '' },
    size,
    bytes: once(async () => (key === undefined ? undefined : documents.getDocument(key))),
    stored: once(async () => (key !== undefined && (await documents.hasDocument(key)) ? key : undefined)),
  };
  trace.files.push(taken);
  return taken;
};

/** Whether a document still exists. The bytes that a small one needs for its answer are read at the same time. */
export const isKept = async ({ size, bytes, stored }: DeliveredFile): Promise<boolean> =>
  (await (sizeInBase64(size) <= MAX_ANSWER ? bytes() : stored())) !== undefined;

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** The members of an answer that its documents may change. */
export interface Body {
  success: boolean;
  message: string;
  data?: unknown;
}

/**
 * Completes the file objects of an answer with their content, and the largest ones with a link, until the answer
 * fits. This waits for S3 only if a link is needed; the message then begins with a notice about it. If a document
 * cannot be delivered, the message says how to get it, and the answer to a question is then no success.
 * @param body the answer, with the file objects of the request
 * @throws ServiceError 413 if a link is needed and the caller of a question wants none
 */
export const completeFiles = async <Answer extends Body>(
  services: Services,
  { requestId, trace }: Pick<Received, 'requestId' | 'trace'>,
  body: Answer,
): Promise<Answer> => {
  const byFile = new Map<unknown, DeliveredFile>(trace.files.map((one) => [one.file, one]));
  const used = new Set<DeliveredFile>();
  const withoutFiles = JSON.stringify(body, (_, value) => {
    const one = byFile.get(value);
    if (one) used.add(one);
    return value;
  });
  if (used.size === 0) return body;
  let total = sizeWithinJson(withoutFiles);
  for (const { size } of used) total += sizeInBase64(size);
  const linked = new Set<DeliveredFile>();
  for (const one of [...used].toSorted((a, b) => b.size - a.size)) {
    if (total <= MAX_ANSWER) break;
    linked.add(one);
    total += LINK - sizeInBase64(one.size);
  }
  if (linked.size > 0 && trace.documentsInline)
    throw documentsTooLarge([...linked].map(({ file }) => file.name));
  const completed = await Promise.all(
    [...used].map((one) =>
      (linked.has(one) ? link(services, one) : embed(one)).catch((error: unknown) => {
        services.log.error('a document could not be delivered', {
          requestId,
          error: error as Error,
        });
        return false;
      }),
    ),
  );
  const missing = [...used].filter((_, index) => !completed[index]);
  const isLinked = (one: DeliveredFile) => linked.has(one) && !missing.includes(one);
  const answered = { ...body, message: withLinks(body.message, trace, [...used].filter(isLinked)) };
  if (missing.length === 0) return linked.size > 0 ? answered : body;
  const isFiled = trace.filingId !== undefined;
  const first =
    answered.message !== 'OK' ? [answered.message] : isFiled ? ['La operación se ha realizado.'] : [];
  const message = [...first, ...missing.map((one) => howToGet(trace, one))].join(' ');
  return { ...body, message, ...(!isFiled && { success: false, maintenance: false }) };
};

/**
 * A message that says first where the documents are: programs that know `content` only show it in place of an empty file.
 * Only the code of an authority's message stays before that.
 */
const withLinks = (message: string, { files, filingId }: Trace, linked: DeliveredFile[]): string => {
  if (linked.length === 0) return message;
  const names = linked.map(({ file }) => file.name).join(', ');
  const [where, valid] =
    linked.length === 1
      ? ['El documento está en el enlace', 'que vale']
      : ['Los documentos están en los enlaces', 'que valen'];
  const again = linked.map((one) => `GET /tramites/${filingId}/documents/${files.indexOf(one) + 1}`);
  const [, code = '', text = ''] = /^(\d+ - )?(.*)$/s.exec(message) ?? [];
  return [
    `${code}${where} (url de ${names}), ${valid} ${LINK_SECONDS / 60} minutos.`,
    ...(filingId === undefined ? [] : [`Un enlace nuevo: ${again.join(', ')}.`]),
    ...(text === 'OK' ? [] : [text]),
  ].join(' ');
};

const embed = async ({ file, bytes }: DeliveredFile): Promise<boolean> => {
  const content = await bytes();
  if (!content) return false;
  file.content = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
  return true;
};

const link = async ({ stores: { documents } }: Services, one: DeliveredFile): Promise<boolean> => {
  const { file, size } = one;
  file.size = size;
  const key = await one.stored();
  await one.noted;
  if (key === undefined) return false;
  file.url = await documents.linkTo(key, file);
  return true;
};

const howToGet = ({ files, filingId }: Trace, one: DeliveredFile): string => {
  const failed = `No se ha podido entregar el documento ${one.file.name}.`;
  if (filingId === undefined) return `${failed} Repita la consulta más tarde.`;
  const address = `/tramites/${filingId}/documents/${files.indexOf(one) + 1}`;
  return `${failed} Pídalo más tarde con GET ${address}; si allí no está, pida un duplicado al organismo.`;
};
