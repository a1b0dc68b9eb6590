import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';

const SUPPORT = join(import.meta.dirname, '../support/emulator.ts');
const PROGRAM = `const { useEmulator } = await import(process.argv[1]);
console.log((await useEmulator()).endpoint);`;

test('the emulator of a run ends with the run, also if the run is killed', async () => {
  const { AWS_ENDPOINT_URL: _, ...env } = process.env;
  const run = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, SUPPORT], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [endpoint] = await once(createInterface({ input: run.stdout }), 'line');
  const isReady = () =>
    fetch(`${endpoint}/_ministack/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await isReady()).toBe(true);
  run.kill('SIGKILL');
  await vi.waitFor(async () => expect(await isReady()).toBe(false), { timeout: 120_000, interval: 100 });
});
