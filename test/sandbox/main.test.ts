import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../../sandbox/main.ts');

test('the process prints its addresses, keeps its certificates, and ends on SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  try {
    const first = await run(folder);
    const second = await run(folder);
    expect(second.ca).toBe(first.ca);
    expect((await stat(join(folder, 'ca.key'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Starts the process with its certificates in a folder, calls it and ends it. */
async function run(folder: string): Promise<{ ca: string }> {
  const child = spawn(process.execPath, [MAIN, '--pki', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
    const { url, controlUrl } = JSON.parse(String(line)) as { url: string; controlUrl: string };
    const { body } = await request(`${controlUrl}/health`);
    expect(await body.json()).toEqual({ ok: true });
    const ca = await readFile(join(folder, 'ca.pem'), 'utf8');
    const dispatcher = new Agent({ connect: { ca } });
    expect((await request(url, { dispatcher })).statusCode).toBe(403);
    await dispatcher.destroy();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    return { ca };
  } finally {
    child.kill('SIGKILL');
  }
}
