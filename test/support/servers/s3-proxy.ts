import { buffer } from 'node:stream/consumers';
import { startProxy } from './proxy.ts';

/**
 * Stands between the service and the emulator's S3. Requests go on as they are, or fail, or are held until they may go
 * on.
 * @param tls key and certificate, to be reached over TLS
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
    /** Behaviour for requests from now on. */
    mode: 'well' as 'well' | 'failing' | 'held',
    /** First part of the keys to which that happens, such as `answers`; to all of them without it. */
    only: undefined as string | undefined,
    /** Requests that reached it, such as `PUT documents`: method and first part of the key. */
    seen: [] as string[],
    /** Forwards requests from now on, including held ones. */
    release: () => {
      proxy.mode = 'well';
      goOn(false);
    },
    /** Fails held requests, and all from now on. */
    refuse: () => {
      proxy.mode = 'failing';
      goOn(true);
    },
  };
  return proxy;
};
