import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Agent, request } from 'undici';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/**
 * Stands between the service and the emulator's S3. Requests go on as they are, or fail, or are held until they may go
 * on.
 * @param tls key and certificate, to be reached over TLS
 */
export const startS3Proxy = async (emulator: string, tls?: { key: string; chain: string }) => {
  const agent = new Agent();
  let held: ((fails: boolean) => void)[] = [];
  const goOn = (fails: boolean) => {
    for (const one of held) one(fails);
    held = [];
  };
  const proxy = {
    url: '',
    /** What becomes of requests from now on. */
    mode: 'well' as 'well' | 'failing' | 'held',
    /** First part of the keys to which that happens, such as `answers`; to all of them without it. */
    only: undefined as string | undefined,
    /** Requests that reached it, such as `PUT documents`: method and first part of the key. */
    seen: [] as string[],
    /** All goes well from now on, also what was held. */
    release: () => {
      proxy.mode = 'well';
      goOn(false);
    },
    /** What was held fails, and all from now on. */
    refuse: () => {
      proxy.mode = 'failing';
      goOn(true);
    },
    close: async () => {
      await Promise.all([shut(server), agent.destroy()]);
    },
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const folder = incoming.url?.split('/')[2];
    proxy.seen.push(`${incoming.method} ${folder}`);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    // Not before it is all there: a large one may still come when what is held is let go.
    const mode = proxy.only === undefined || proxy.only === folder ? proxy.mode : 'well';
    const fails =
      mode === 'held' ? await new Promise<boolean>((resolve) => held.push(resolve)) : mode === 'failing';
    if (fails) return outgoing.writeHead(500).end();
    // With its own `host`, which is part of what is signed.
    const { connection: _, expect: __, ...headers } = incoming.headers;
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(emulator + incoming.url, {
      method: incoming.method as 'GET',
      headers,
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      dispatcher: agent,
    });
    outgoing.writeHead(statusCode, answered as Record<string, string>);
    return outgoing.end(Buffer.from(await body.arrayBuffer()));
  };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = tls ? createTlsServer({ key: tls.key, cert: tls.chain }, listener) : createServer(listener);
  const port = await listen(server);
  proxy.url = `${tls ? 'https' : 'http'}://${HOST}:${port}`;
  return proxy;
};
