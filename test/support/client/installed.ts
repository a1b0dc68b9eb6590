import { execFile } from 'node:child_process';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = join(import.meta.dirname, '../../..');

const run = promisify(execFile);

/**
 * An empty project into which a package was installed from its tarball, as an integrator does.
 * @param source folder of the package, such as `client`
 * @param packed options of packing
 * @returns the folder
 */
export const projectWith = async (
  source: 'client' | 'client/cli' | 'client/mcp',
  packed: string[] = [],
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'with-client-'));
  const pack = [join(PROJECT, source, 'build/pack.ts'), '--to', folder, ...packed];
  await run(process.execPath, pack, { cwd: PROJECT });
  const [tarball] = await readdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, `./${tarball}`], { cwd: folder });
  return folder;
};
