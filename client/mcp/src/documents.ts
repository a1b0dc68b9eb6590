import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A safe file name that leads to no other folder. Its random part ensures that nothing is overwritten. */
const nameOf = (name: string): string =>
  `${randomBytes(4).toString('hex')}-${basename(name)
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .slice(-80)}`;

/** Writes a document that only this user can read, and returns its path. */
export const keep = async (folder: string, name: string, bytes: Uint8Array): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, nameOf(name));
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  return path;
};
