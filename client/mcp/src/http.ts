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
/** Where the server answers. */
const PATH = '/mcp';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves streamable HTTP to programs of this machine only: pages of other origins and other names of this host are refused, and
 * so is who does not send the secret, because other users of the machine reach the port, too.
 * @returns the server, and the address
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
