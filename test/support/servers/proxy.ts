import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { Agent, type Dispatcher, request } from 'undici';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** The answer of the server behind a proxy. */
export interface Forwarded {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/**
 * Forwards a request unchanged.
 * @param how.to address of the server
 * @param how.keepsHost whether to keep the request's `host` header, which AWS signatures cover
 */
export const forward = async (
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  { to, dispatcher, keepsHost }: { to: string; dispatcher: Dispatcher; keepsHost?: boolean },
): Promise<Forwarded> => {
  const { connection: _, expect: __, host, ...sent } = headers;
  const answer = await request(`${to}${url}`, {
    method: method as 'GET',
    headers: { ...sent, ...(keepsHost && { host }) },
    body: body.length > 0 ? body : null,
    dispatcher,
  });
  const bytes = await buffer(answer.body);
  const { 'transfer-encoding': isInParts, connection: ___, ...answered } = answer.headers;
  return {
    status: answer.statusCode,
    headers: {
      ...(answered as Record<string, string>),
      ...(isInParts && { 'content-length': String(bytes.length) }),
    },
    bytes,
  };
};

/** Answers as DynamoDB does when it refuses a call. */
export const refuseAsDynamo = (outgoing: ServerResponse, type: string, more: object): void => {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...more });
  outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
};

/**
 * Starts a proxy in front of another server.
 * @param answer answers a request, with or without forwarding it; if it fails, the connection is closed
 * @param how.tls key and certificate, to serve over TLS
 * @param how.connect TLS options for the connection to the other server
 */
export const startProxy = async (
  answer: (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    sendOn: (body: Buffer) => Promise<Forwarded>,
  ) => Promise<unknown>,
  {
    tls,
    connect = {},
    ...how
  }: {
    to: string;
    keepsHost?: boolean;
    tls?: { key: string; chain: string };
    connect?: Agent.Options['connect'];
  },
) => {
  const dispatcher = new Agent({ connect });
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing, (body) => forward(incoming, body, { ...how, dispatcher })).catch(() =>
      outgoing.destroy(),
    );
  };
  const server = tls ? createTlsServer({ key: tls.key, cert: tls.chain }, listener) : createServer(listener);
  return {
    url: `${tls ? 'https' : 'http'}://${HOST}:${await listen(server)}`,
    close: async () => {
      await Promise.all([shut(server), dispatcher.destroy()]);
    },
  };
};
