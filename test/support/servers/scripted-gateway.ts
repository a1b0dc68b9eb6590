import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** A request that arrived. */
interface Seen {
  method: string;
  /** Including the query. */
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  json: any;
}

/** An answer: status, payload, headers and further members of the envelope; or an action on the connection. */
export type Scripted =
  | { status?: number; data?: unknown; headers?: Record<string, string>; body?: Record<string, unknown> }
  | ((response: ServerResponse) => void);

/** A server that gives the test's answers in the gateway's envelope, until the end of the test. */
export const scriptedGateway = async (answer: (request: Seen, time: number) => Scripted) => {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const isJson = request.headers['content-type'] === 'application/json';
    const { method = '', url = '', headers } = request;
    seen.push({ method, path: url, headers, text, json: isJson ? JSON.parse(text) : undefined });
    const scripted = answer(seen.at(-1)!, seen.length);
    if (typeof scripted === 'function') return scripted(response);
    const { status = 200, data = [], headers: more, body } = scripted;
    const envelope = { success: status < 400, message: status < 400 ? 'OK' : 'No.', status, data, ...body };
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-Request-Id': `request-${seen.length}`,
      ...more,
    });
    response.end(JSON.stringify(envelope));
  });
  const port = await listen(server);
  onTestFinished(() => shut(server));
  return { seen, baseUrl: `http://${HOST}:${port}/api/v4`, origin: `http://${HOST}:${port}` };
};
