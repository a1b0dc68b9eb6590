/**
 * `npm run lint:workflows`: checks all workflows in `.github/workflows/` against the schema of GitHub Actions that
 * check-jsonschema contains. It needs no secret and sends nothing to GitHub. It fails on errors.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { showError } from '../../local/programs/progress.ts';
import { installPython } from '../../local/python/environment.ts';
import { LOCAL, PROJECT } from '../../local/run-folder.ts';

try {
  mkdirSync(LOCAL, { recursive: true });
  const python = await installPython('check-jsonschema', LOCAL, {
    log: join(LOCAL, 'install-check-jsonschema.log'),
  });
  const workflows = globSync('.github/workflows/*.yml', { cwd: PROJECT });
  const schema = ['--builtin-schema', 'vendor.github-workflows'];
  execFileSync(python, ['-m', 'check_jsonschema', ...schema, ...workflows], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
} catch (error) {
  // The linter has already printed what it found.
  if (!(error instanceof Error && 'status' in error)) showError(error);
  process.exitCode = 1;
}
