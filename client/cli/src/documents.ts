import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileObject } from '../../src/types.ts';
import { line } from './text.ts';

/** Saves documents of answers as files. */

/** File extensions by content type. A name with another extension gets the right one, so that the file opens. */
const ENDS: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/xml': 'xml',
  'application/json': 'json',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/x-pkcs12': 'p12',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/xml': 'xml',
};

/** Names that mean devices to Windows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const MOST_CHARACTERS = 100;

/**
 * A safe file name for a document, from the last part of its name: it leads to no other folder, hides no file, and is no
 * option of a command. @param mark distinguishes it from other documents with this name
 */
export const fileName = (
  { name, contentType }: Pick<FileObject, 'name' | 'contentType'>,
  mark?: string,
): string => {
  const last = line(name.normalize('NFC')).split(/[/\\]/).at(-1)!;
  const safe = last.replace(/[<>:"|?*]/g, '_').replace(/^[.\-\s]+|[.\s]+$/g, '');
  const [, stem = '', end = ''] = /^(.*?)(?:\.([A-Za-z0-9]{1,8}))?$/s.exec(safe)!;
  const known = ENDS[line(contentType).split(';')[0]!.trim().toLowerCase()];
  const short = [...stem].slice(0, MOST_CHARACTERS).join('').trim() || 'documento';
  const marked = `${DEVICES.test(short.split('.')[0]!) ? '_' : ''}${short}${mark === undefined ? '' : `-${line(mark).replace(/[^\w-]/g, '_')}`}`;
  const ending = known ?? end;
  return ending === '' ? marked : `${marked}.${ending}`;
};

/** Writes a new file. If the name is taken, it gets a number, so nothing is overwritten. @returns its path */
export const saveAs = (folder: string, name: string, bytes: Uint8Array): string => {
  mkdirSync(folder, { recursive: true });
  const [, stem = '', end = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name)!;
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${end}`);
    try {
      // Documents have personal data, so only their owner can read them.
      writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number >= MOST_COPIES) throw error;
    }
  }
};
const MOST_COPIES = 1_000;

const isDocument = (value: object): value is FileObject =>
  'contentType' in value && 'content' in value && 'name' in value && typeof value.content === 'string';

/** The result of saving the documents of an answer. */
export interface Kept {
  /** The data, with a path instead of each document's content. */
  data: unknown;
  paths: string[];
  /** Messages about documents that could not be saved. */
  failures: string[];
}

/** Saves the documents in an answer. */
export const keepDocuments = async (
  data: unknown,
  {
    folder,
    mark,
    bytes,
  }: { folder: string; mark?: string | undefined; bytes: (file: FileObject) => Promise<Uint8Array> },
): Promise<Kept> => {
  const paths: string[] = [];
  const failures: string[] = [];
  const replaced = async (value: unknown): Promise<unknown> => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const all: unknown[] = [];
      for (const one of value) all.push(await replaced(one));
      return all;
    }
    if (isDocument(value)) {
      const { content: _, url: __, ...rest } = value;
      try {
        const path = saveAs(folder, fileName(value, mark), await bytes(value));
        paths.push(path);
        return { ...rest, path };
      } catch (error) {
        failures.push(`${line(value.name)}: ${line((error as Error).message)}`);
        return rest;
      }
    }
    const members: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) members.push([name, await replaced(inner)]);
    return Object.fromEntries(members);
  };
  return { data: await replaced(data), paths, failures };
};
