import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT } from '../../local/run-folder.ts';
import { demo } from '../support/deployed.ts';

test('a command without a stage uses the local stack if the environment sets nothing', async () => {
  // A project as it is after `npm run local`, whose stack is the one of these tests.
  const project = mkdtempSync(join(tmpdir(), 'pasarela-project-'));
  for (const name of readdirSync(PROJECT).filter((one) => one !== '.local'))
    symlinkSync(join(PROJECT, name), join(project, name));
  symlinkSync(dirname(dirname(demo.authorities.ca)), join(project, '.local'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_')));

  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      ...['--preserve-symlinks', '--preserve-symlinks-main'],
      ...[join(project, 'commands/accounts.ts'), 'list'],
    ],
    { env },
  );
  expect(stderr).toBe(`On the stack that runs on this machine, ${demo.emulator}.\n`);
  expect(stdout).toContain(`\t${demo.email}\t`);
});
