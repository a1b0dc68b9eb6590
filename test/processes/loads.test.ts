import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { bundle } from '../../infra/bundle.ts';
import { entryOf } from '../../infra/entry.ts';
import { demo, caller as gateway } from '../support/demo.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { startServing } from '../support/servers/children.ts';

/** Which files a deployed function loads, and when. */

const REPORT_LOADS = join(import.meta.dirname, '../support/bundles/tell-loads.ts');

const bundles = new Map<string, Promise<string>>();
const bundleOf = (name: string): Promise<string> => {
  const made = bundles.get(name) ?? bundle(name, entryOf(name));
  bundles.set(name, made);
  return made;
};

/** Starts a process of a function. When it ends, its log lines and the files that it loaded can be read. */
const start = async (name: string) => {
  const folder = await bundleOf(name);
  const { child, baseUrl, end } = await startServing('function-process.ts', [join(folder, 'handler.mjs')], {
    execArgv: ['--import', REPORT_LOADS],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines: { message?: string; loaded?: string; operation?: string }[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(JSON.parse(line)));
  const stop = async () => {
    await end();
    return lines;
  };
  return { own: gateway.movedTo(baseUrl), stop };
};

const requests = requestsOf(demo);

test.each([
  ['seg-social', 'POST /seg-social/alta', 'tgss'],
  ['sepe', 'POST /sepe/contrata', 'sepe'],
] as const)(
  'the function %s has loaded all that it needs before the step that files, with the first %s of a process',
  async (name, operation, authority) => {
    await atAuthorities(demo.authorities.control).reset();
    const { own, stop } = await start(name);
    const [method, path] = operation.split(' ') as [string, string];
    const { request } = requests[operation]!;
    const { status } = await own.acting(demo.certificates[authority]).call(method, path, { json: request });
    expect(status).toBe(200);
    const lines = await stop();
    const files = lines.flatMap(({ loaded }) => loaded ?? []);
    expect(files.filter((file) => file.startsWith('authority-port-'))).toHaveLength(1);
    const commits = lines.findIndex(({ message }) => message === 'commit begins');
    const answered = lines.findIndex(({ message }) => message === 'request');
    expect(commits).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(commits);
    expect(lines.slice(commits).flatMap(({ loaded }) => loaded ?? [])).toEqual([]);
  },
);

test('a question whose answer holds its document never loads S3', async () => {
  const { own, stop } = await start('seg-social');
  const { request } = requests['GET /seg-social/idc']!;
  const { status } = await own
    .acting(demo.certificates.tgss)
    .call('GET', '/seg-social/idc', { json: request });
  expect(status).toBe(200);
  const files = (await stop()).flatMap(({ loaded }) => loaded ?? []);
  expect(files.some((file) => file.startsWith('get-contribution-data-'))).toBe(true);
  expect(files.filter((file) => file.startsWith('sdk-'))).toEqual([]);
});
