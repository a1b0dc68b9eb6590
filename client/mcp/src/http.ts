import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type Session, serverOf } from './server.ts';

const HOST = '127.0.0.1';
/** Path of the server. */
const PATH = '/mcp';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves streamable HTTP to programs of this machine only. Requests of web pages from other origins and for other host names
 * are refused, and so are requests without the secret, because other users of the machine can reach the port.
 * @returns the server and its address
 */
export const serveHttp = async (
  session: Session,
  { port, secret }: { port: number; secret: string },
): Promise<{ server: Server; url: string }> => {
  const isOurs = localhostHostValidation();
  const isFromHere = localhostOriginValidation();
  const wanted = digest(`Bearer ${secret}`);
  const handle = toNodeHandler(createMcpHandler(() => serverOf(session)));
  const server = createServer((request, response) => {
    if (!isOurs(request, response) || !isFromHere(request, response)) return;
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
      return;
    }
    if (request.url?.split('?')[0] !== PATH) {
      response.writeHead(404).end();
      return;
    }
    void handle(request as never, response as never);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve));
  const { port: bound } = server.address() as { port: number };
  return { server, url: `http://${HOST}:${bound}${PATH}` };
};
