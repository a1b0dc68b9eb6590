import { execFile } from 'node:child_process';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = join(import.meta.dirname, '../../..');

const run = promisify(execFile);

/** An empty project into which the client was installed from its tarball, as an integrator has it. */
export const projectWithClient = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'with-client-'));
  await run('npm', ['pack', '--workspace', 'client', '--pack-destination', folder], { cwd: PROJECT });
  const [tarball] = await readdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, `./${tarball}`], { cwd: folder });
  return folder;
};
