import { Zip, ZipPassThrough } from 'fflate';
import type { ZippedDocument } from './types.ts';

/** Any instant that a zip can hold; the documents have their own dates. */
const ZIP_TIME = new Date(2000, 0, 1);

/** All documents of a file as one zip, read and written one after another. They are compressed already. */
export async function* zipDocuments(
  documents: Iterable<{ path: string; bytes(): Promise<Uint8Array> }>,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const { path, bytes } of documents) {
    const entry = new ZipPassThrough(path);
    entry.mtime = ZIP_TIME;
    zip.add(entry);
    entry.push(await bytes(), true);
    yield* chunks;
    chunks = [];
  }
  zip.end();
  yield* chunks;
}

/**
 * Where each document of a zip is: in a folder of its company, and there of its worker. Paths are safe on all systems,
 * and each is given once, without regard to capitals. The same documents in the same order get the same paths.
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

/** Characters that a name cannot have on some system, and those that hide how it reads. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Names of devices on Windows, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Characters of a part of a path: three of them are shorter than the shortest limit of a system. */
const MOST = 70;

/** A name for a file or folder, without parts of a path. */
const safeName = (name: string): string => {
  const plain = Array.from(name.toWellFormed().normalize('NFC').replace(UNSAFE, '_'));
  const [, base = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(plain.join('')) ?? [];
  const short = Array.from(base).slice(0, MOST).join('') + ending;
  const trimmed = short.replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return 'sin nombre';
  return RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
};
