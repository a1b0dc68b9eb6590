import { createHash } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';

/** Any instant that a zip can hold, always the same; the manifest has the times that count. */
const ZIP_TIME = new Date(2000, 0, 1);

/**
 * One zip of several files, uncompressed. The same files always give the same bytes, so that the hash of a zip can be
 * compared with that of one obtained years before.
 * @returns the zip and its SHA-256, 64 hexadecimal digits
 */
export const zipOf = (files: { name: string; bytes: Uint8Array }[]): { zip: Uint8Array; sha256: string } => {
  const entries: Zippable = Object.fromEntries(
    files.map(({ name, bytes }) => [name, [bytes, { level: 0, mtime: ZIP_TIME }]]),
  );
  const zip = zipSync(entries);
  return { zip, sha256: createHash('sha256').update(zip).digest('hex') };
};
