import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'pasarela-tests-';

/** Compiled code is kept from run to run, so that not every process compiles the AWS SDK and the CDK. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/**
 * Gives all temporary files of this run a folder of their own, and removes it at the end: also what failed tests, ended
 * processes and libraries leave behind. It comes first among what sets projects up.
 */
export default function setup(): (() => void) | undefined {
  // Another project of this run has made it.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // When the run is interrupted, nothing is torn down.
  process.once('exit', remove);
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove();
  };
}
