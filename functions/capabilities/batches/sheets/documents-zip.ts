import { Zip, ZipPassThrough } from 'fflate';
import type { ZippedDocument } from './types.ts';

/** A fixed instant that a zip can hold; the documents contain their own dates. */
const ZIP_TIME = new Date(2000, 0, 1);

/** Documents that are read concurrently. */
const SIDE_BY_SIDE = 16;
/** The file that names missing documents, if there are any. */
const MISSING = 'faltan.txt';
const MISSING_TEXT = 'Documentos que no se conservan. Su trámite dice qué se presentó.';

/** A document for a zip; `undefined` if it is not kept. */
export interface ToZip {
  path: string;
  bytes(): Promise<Uint8Array | undefined>;
}

/**
 * All documents of a file as one zip. Several are read concurrently, and written in their order. They are compressed already. A
 * text file names the missing ones.
 */
export async function* zipDocuments(documents: ToZip[]): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (path: string, bytes: Uint8Array) => {
    const entry = new ZipPassThrough(path);
    entry.mtime = ZIP_TIME;
    zip.add(entry);
    entry.push(bytes, true);
  };
  const missing: string[] = [];
  const left = documents.values();
  const reading: { path: string; read: Promise<Uint8Array | undefined> }[] = [];
  const readNext = () => {
    const { value } = left.next();
    if (!value) return;
    const read = value.bytes();
    // A failure is handled when the document is awaited in its turn.
    read.catch(() => {});
    reading.push({ path: value.path, read });
  };
  for (let place = 0; place < SIDE_BY_SIDE; place++) readNext();
  for (let one = reading.shift(); one; one = reading.shift()) {
    const bytes = await one.read;
    if (bytes) add(one.path, bytes);
    else missing.push(one.path);
    yield* chunks;
    chunks = [];
    readNext();
  }
  if (missing.length > 0) add(MISSING, Buffer.from([MISSING_TEXT, '', ...missing, ''].join('\r\n')));
  zip.end();
  yield* chunks;
}

/**
 * Path of each document in a zip: a folder for its company, and in it one for its worker. Paths are valid on all systems and
 * unique regardless of case. The same documents in the same order get the same paths.
 */
export const documentPaths = (): ((document: ZippedDocument) => string) => {
  const taken = new Set<string>();
  return ({ company, worker, name }) => {
    const folder = [company, ...(worker === undefined ? [] : [worker])]
      .map((part) => safeName(part))
      .join('/');
    const [, base = '', ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(safeName(name)) ?? [];
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${base}${count === 1 ? '' : ` (${count})`}${ending}`;
      const compared = path.normalize('NFKC').toLowerCase();
      if (taken.has(compared)) continue;
      taken.add(compared);
      return path;
    }
  };
};

/** Characters that a name cannot have on some system, and characters that disguise it. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** The most characters of a part of a path. Three parts together are shorter than the shortest limit of a system. */
const MOST = 70;

/** A name for a file or folder, without separators of paths. */
const safeName = (name: string): string => {
  const plain = Array.from(name.toWellFormed().normalize('NFC').replace(UNSAFE, '_'));
  const [, base = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(plain.join('')) ?? [];
  const short = Array.from(base).slice(0, MOST).join('') + ending;
  const trimmed = short.replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return 'sin nombre';
  return RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
};
