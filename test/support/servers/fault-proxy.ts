import { buffer } from 'node:stream/consumers';
import type { startAuthorities } from '../authorities.ts';
import { startProxy } from './proxy.ts';

/** Replacement for the answer to a filing; `cut` closes the connection. */
export type Fault = { status: number; headers?: Record<string, string>; body: string } | 'cut';

/**
 * A proxy between the gateway and the stand-ins. It forwards every request unchanged, and replaces the answer to a
 * filing, accepted or refused, by `fault`.
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
