import { buffer } from 'node:stream/consumers';
import { startProxy } from './proxy.ts';

/**
 * A proxy between the service and the emulator's S3. It forwards requests, refuses them, or holds them until they are released.
 * @param tls key and certificate, to serve over TLS
 */
export const startS3Proxy = async (emulator: string, tls?: { key: string; chain: string }) => {
  let held: ((fails: boolean) => void)[] = [];
  const goOn = (fails: boolean) => {
    for (const one of held) one(fails);
    held = [];
  };
  const { url, close } = await startProxy(
    async (incoming, outgoing, sendOn) => {
      const folder = incoming.url?.split('/')[2];
      proxy.seen.push(`${incoming.method} ${folder}`);
      const body = await buffer(incoming);
      // Wait for the whole body: a large one may still be arriving when held requests are released.
      const mode = proxy.only === undefined || proxy.only === folder ? proxy.mode : 'well';
      const fails =
        mode === 'held' ? await new Promise<boolean>((resolve) => held.push(resolve)) : mode === 'failing';
      if (fails) return outgoing.writeHead(500).end();
      const { status, headers, bytes } = await sendOn(body);
      return outgoing.writeHead(status, headers).end(bytes);
    },
    { to: emulator, keepsHost: true, ...(tls && { tls }) },
  );
  const proxy = {
    url,
    close,
    /** How requests are treated from now on. */
    mode: 'well' as 'well' | 'failing' | 'held',
    /** The first part of the keys to which `mode` applies, such as `answers`; without it, to all keys. */
    only: undefined as string | undefined,
    /** Requests that arrived, such as `PUT documents`: method and first part of the key. */
    seen: [] as string[],
    /** Forwards all requests from now on, including held ones. */
    release: () => {
      proxy.mode = 'well';
      goOn(false);
    },
    /** Fails all requests from now on, including held ones. */
    refuse: () => {
      proxy.mode = 'failing';
      goOn(true);
    },
  };
  return proxy;
};
