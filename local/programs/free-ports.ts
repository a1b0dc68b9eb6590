import { createServer } from 'node:net';

/** The only address on which local services listen. */
export const LOOPBACK = '127.0.0.1';

const tryPort = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, LOOPBACK, () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => resolve(found));
    });
  });

/** A port that is free now: the preferred one if possible, otherwise any. */
export const freePort = async (preferred?: number): Promise<number> => {
  const port = (preferred && (await tryPort(preferred))) || (await tryPort(0));
  if (!port) throw new Error('no free port');
  return port;
};
