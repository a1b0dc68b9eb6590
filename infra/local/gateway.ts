import http from 'node:http';

/**
 * Calls let through at once. The emulator gives each call in flight a process of its own for the function and one for
 * the authorizer, and never lets a call wait: 300 at once take 18 GB and a minute, and a third of them time out. Eight
 * at a time, the same 300 are answered in three seconds.
 */
const CALLS_AT_ONCE = 8;

/** Headers that concern one connection, not the message. */
const OF_THE_CONNECTION = ['connection', 'keep-alive'];

const forward = (rawHeaders: string[]): string[] => {
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    if (!OF_THE_CONNECTION.includes(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
};

/**
 * Stands before the emulator as API Gateway's own address does: gives the API a short address, and lets calls wait
 * where the emulator would not.
 * @param api address of the API at the emulator, without stage
 */
export const createGateway = (api: URL): http.Server => {
  // The agent is the queue: what finds no free connection waits in it.
  const agent = new http.Agent({ maxSockets: CALLS_AT_ONCE });

  return http.createServer((request, response) => {
    const call = http.request({
      agent,
      host: api.hostname,
      port: api.port,
      method: request.method,
      path: api.pathname + request.url,
      headers: forward(request.rawHeaders),
    });
    call.on('response', (answer) => {
      if (response.destroyed) return answer.resume();
      response.writeHead(answer.statusCode!, forward(answer.rawHeaders));
      answer.pipe(response);
      // What nobody reads any longer must be read all the same, or its place is never free again.
      response.on('close', () => answer.resume());
    });
    call.on('error', (error) => {
      if (response.headersSent) return response.destroy();
      response.writeHead(502, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: `The emulator gave no answer: ${error.message}` }));
    });
    // A caller that leaves before its call is sent gives up its place. A call under way goes on, as in the cloud.
    response.on('close', () => {
      if (!call.socket || !request.complete) call.destroy();
    });
    request.pipe(call);
  });
};
