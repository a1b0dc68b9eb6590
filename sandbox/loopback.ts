import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The only address on which servers of this project listen. */
export const HOST = '127.0.0.1';

/**
 * In ms, and longer than any client keeps an idle connection, so that the server never closes one first: a request that is sent
 * at that moment would fail.
 */
const KEEP_ALIVE = 75_000;

/** Starts a server on the loopback address. @param port 0 takes any free one @returns the port */
export const listen = async (server: Server, port = 0): Promise<number> => {
  server.keepAliveTimeout = KEEP_ALIVE;
  server.listen(port, HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Ends a server and its connections. */
export const shut = async (server: Server): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};
