import { buffer } from 'node:stream/consumers';
import type { startAuthorities } from '../authorities.ts';
import { startProxy } from './proxy.ts';

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
  const { url, close } = await startProxy(
    async (incoming, outgoing, sendOn) => {
      const body = await buffer(incoming);
      const before = await submitted();
      const { status, headers, bytes } = await sendOn(body);
      if ((await submitted()) === before) outgoing.writeHead(status, headers).end(bytes);
      else if (proxy.fault === 'cut') incoming.socket.destroy();
      else {
        const type = { 'content-type': 'text/html; charset=ISO-8859-1' };
        outgoing
          .writeHead(proxy.fault.status, { ...type, ...proxy.fault.headers })
          .end(proxy.fault.body, 'latin1');
      }
    },
    {
      to: sandbox.url,
      tls: pki.server,
      connect: { ca: pki.authority.certificate, key: pki.client.key, cert: pki.client.chain },
    },
  );
  const proxy = { url, close, fault: 'cut' as Fault };
  return proxy;
};
