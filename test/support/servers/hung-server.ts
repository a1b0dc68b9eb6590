import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/**
 * A server that takes the place of AWS until the end of the test, and the variables that direct the SDK to it. It accepts every
 * request and never answers, unless `answer` does.
 */
export const hungAws = async (answer: (response: ServerResponse, time: number) => void = () => {}) => {
  /** Requests that reached it. */
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(response, seen.length);
  });
  const port = await listen(server);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await shut(server);
  });
  const endpoint = `http://${HOST}:${port}`;
  const variables = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'eu-south-2',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return { seen, endpoint };
};
