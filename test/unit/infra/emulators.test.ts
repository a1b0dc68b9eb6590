import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { emulatorAt } from '../../../infra/local/emulators/emulator-at.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers at these paths only. @returns its address */
const serving = async (...paths: string[]): Promise<string> => {
  const server = createServer(({ url }, response) => {
    response.writeHead(paths.includes(url!) ? 200 : 404).end();
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('an emulator is known by where it tells its health; MiniStack does so at both places', async () => {
  const ministack = await serving('/_ministack/health', '/_localstack/health');
  const localstack = await serving('/_localstack/health');
  expect((await emulatorAt(ministack)).name).toBe('MiniStack');
  expect((await emulatorAt(localstack)).name).toBe('LocalStack');
});

test('what is neither, or does not answer, is refused by its address', async () => {
  for (const endpoint of [await serving('/health'), 'http://127.0.0.1:1'])
    await expect(emulatorAt(endpoint)).rejects.toThrow(endpoint);
});
