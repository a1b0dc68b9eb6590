import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'pasarela-tests-';

/** Cache of compiled code, so that not every process compiles the AWS SDK and the CDK. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/**
 * Creates a folder for all temporary files of this run, and removes it at the end with everything that failed tests, ended
 * processes and libraries leave behind. It must be the first of a project's setup files.
 */
export default function setup(): (() => void) | undefined {
  // Another project of this run has already created it.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // If the run is interrupted, no teardown runs.
  process.once('exit', remove);
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove();
  };
}
