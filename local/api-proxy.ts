import http from 'node:http';
import { arrivesAs } from '../shared/derive/remapped-headers.ts';

/**
 * Number of calls that the emulator receives at the same time. For each call under way it starts a process for the
 * function and one for the authorizer, and it has no queue: 300 calls at the same time take 18 GB and a minute, and
 * a third of them time out. With eight at a time, the same 300 calls take three seconds.
 */
const CONCURRENT_CALLS = 8;

/** Headers that concern one connection, not the message. */
const CONNECTION_HEADERS = ['connection', 'keep-alive'];

/** @param named the name under which a header is passed on */
const passedOn = (rawHeaders: string[], named = (name: string) => name): string[] => {
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    if (!CONNECTION_HEADERS.includes(name.toLowerCase())) headers.push(named(name), value);
  }
  return headers;
};

/**
 * A proxy between callers and the emulator's API Gateway. It gives the API a short address, and it is the queue that
 * the emulator lacks. Headers of answers have the names under which they arrive from AWS.
 * @param api address of the API at the emulator, without stage
 */
export const createApiProxy = (api: URL): http.Server => {
  // The agent is the queue: a call waits in it until a connection is free.
  const agent = new http.Agent({ maxSockets: CONCURRENT_CALLS });

  return http.createServer((request, response) => {
    const call = http.request({
      agent,
      host: api.hostname,
      port: api.port,
      method: request.method,
      path: api.pathname + request.url,
      headers: passedOn(request.rawHeaders),
    });
    call.on('response', (answer) => {
      if (response.destroyed) return answer.resume();
      response.writeHead(answer.statusCode!, passedOn(answer.rawHeaders, arrivesAs));
      answer.pipe(response);
      // If the caller disconnects, read the rest of the answer: otherwise the connection never becomes free.
      response.on('close', () => answer.resume());
    });
    call.on('error', (error) => {
      if (response.headersSent) return response.destroy();
      response.writeHead(502, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: `The emulator gave no answer: ${error.message}` }));
    });
    // If the caller disconnects while the call waits, drop the call. A call under way continues, as it does in AWS.
    response.on('close', () => {
      if (!call.socket || !request.complete) call.destroy();
    });
    request.pipe(call);
  });
};
