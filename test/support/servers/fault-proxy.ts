import { createServer } from 'node:https';
import { Agent, request } from 'undici';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import type { startAuthorities } from '../authorities.ts';

/** What comes back in place of the answer to something that was to file; `cut` is a connection that ends. */
export type Fault = { status: number; headers?: Record<string, string>; body: string } | 'cut';

/**
 * Stands between the gateway and the stand-in authorities. Every request goes on as it is; the answer to one that was to
 * file, whether it was accepted or refused there, is replaced by `fault`.
 */
export const startFaultProxy = async ({
  sandbox,
  pki,
  submitted,
}: Awaited<ReturnType<typeof startAuthorities>>) => {
  const connect = { ca: pki.authority.certificate, key: pki.client.key, cert: pki.client.chain };
  const agent = new Agent({ connect });
  const proxy = {
    url: '',
    fault: 'cut' as Fault,
    close: async () => {
      await Promise.all([shut(server), agent.destroy()]);
    },
  };
  const server = createServer({ key: pki.server.key, cert: pki.server.chain }, async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const before = await submitted();
    const { host: _, connection: __, ...headers } = incoming.headers;
    const answer = await request(`${sandbox.url}${incoming.url}`, {
      method: incoming.method as 'GET',
      headers,
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      dispatcher: agent,
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    if ((await submitted()) === before) {
      outgoing.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(body);
    } else if (proxy.fault === 'cut') {
      incoming.socket.destroy();
    } else {
      const type = { 'content-type': 'text/html; charset=ISO-8859-1' };
      outgoing
        .writeHead(proxy.fault.status, { ...type, ...proxy.fault.headers })
        .end(proxy.fault.body, 'latin1');
    }
  });
  const port = await listen(server);
  proxy.url = `https://${HOST}:${port}`;
  return proxy;
};
