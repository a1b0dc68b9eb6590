import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, vi } from 'vitest';
import {
  createCertificateAuthority,
  type Issued,
  issueClient,
  issueServer,
} from '../../../sandbox/pki/pki.ts';
import { type Answer, connect } from '../../../shared/authorities/channel/channel.ts';
import { type Credential, closeConnections } from '../../../shared/authorities/channel/connections.ts';
import { ChannelFailure } from '../../../shared/authorities/channel/failure.ts';
import type { ServiceError } from '../../../shared/kernel/errors.ts';

/** Servers on this machine that request client certificates, and clients that have certificates. */

const [authority, stranger] = await Promise.all([
  createCertificateAuthority('Authority'),
  createCertificateAuthority('Stranger'),
]);
const issue = (from: typeof authority, name: string) =>
  issueClient(from, { organisation: { cif: 'B12345674', name } });
const [server, ofJuan, ofAna, ofRogue] = await Promise.all([
  issueServer(authority, ['localhost']),
  issue(authority, 'juan'),
  issue(authority, 'ana'),
  issue(stranger, 'rogue'),
]);

/** The key and the certificate of these servers. */
export const ofServer = server;
/** The root of these servers' certificates. */
export const CA = authority.certificate;
/** A root that issued none of these servers' certificates. */
export const OTHER_CA = stranger.certificate;
/** Certificates that the servers accept. The variable's name is the common name. */
export const juan = ofJuan;
export const ana = ofAna;
/** A certificate from another root, which the servers do not accept. */
export const rogue = ofRogue;
/** A key with the certificate of another key. */
export const mixed: Issued = { ...ana, key: juan.key };

export const credentialOf = ({ key, chain }: Issued, version = 'v1'): Credential => ({ version, key, chain });

/** Milliseconds that nothing here exceeds, even on a busy machine. */
const LONG = 120_000;
/** Waits until a check passes. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: LONG });

/** A deadline for requests, in epoch milliseconds. */
export const soon = (milliseconds = LONG) => Date.now() + milliseconds;

/** A channel to a server, with a client certificate. */
export const open = (baseUrl: string, who = juan, version = 'v1', ca = CA) =>
  connect({ baseUrl, ca, credential: credentialOf(who, version) });

export const get = (path: string) => ({ method: 'GET', path }) as const;

/** The error with which a promise rejects. Callers of ports get a ServiceError. */
export const errorOf = async (ending: Promise<unknown>): Promise<ServiceError> => {
  const error = await ending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  return error as ServiceError;
};

/** The failure with which a request ends. */
export const failureOf = async (sending: Promise<Answer>): Promise<ChannelFailure> => {
  const failure: Error = await errorOf(sending);
  expect(failure).toBeInstanceOf(ChannelFailure);
  return failure as ChannelFailure;
};

const servers: Server[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await closeConnections();
  for (const listening of servers.splice(0)) {
    listening.closeAllConnections();
    listening.close();
  }
});

/** A server that runs until the end of the test. `seen` has the requests that reached it, and `sockets` its connections. */
export const serve = async (
  handler: (request: IncomingMessage, response: ServerResponse, body: string) => void,
  options: ServerOptions = {},
) => {
  const seen: string[] = [];
  const listening = createServer(
    { key: server.key, cert: server.chain, ca: CA, requestCert: true, rejectUnauthorized: true, ...options },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url}`);
        handler(request, response, Buffer.concat(chunks).toString());
      });
    },
  );
  // Longer than any test, so that connections are closed only by tests.
  listening.keepAliveTimeout = 3 * LONG;
  servers.push(listening);
  const sockets: TLSSocket[] = [];
  listening.on('secureConnection', (socket) => sockets.push(socket));
  listening.on('tlsClientError', () => {});
  listening.listen(0, 'localhost');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { baseUrl: `https://localhost:${port}`, port, seen, sockets, listening };
};

/** A server that answers with the common name of the client's certificate. */
export const serveNames = (options: ServerOptions = {}) =>
  serve((request, response) => {
    response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN);
  }, options);

/** The text of an answer. */
export const textOf = ({ body }: Answer): string => Buffer.from(body).toString();

/**
 * OpenSSL's own server. When it does not accept a certificate, it says why in a TLS alert; Node's server just closes the
 * connection.
 */
export const serveWithOpenssl = async (version: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-tls-'));
  for (const [name, text] of Object.entries({ key: server.key, cert: server.certificate, ca: CA })) {
    writeFileSync(join(folder, name), text);
  }
  const { port } = await serve(() => {});
  await new Promise((closed) => servers.pop()!.close(closed));
  const files = ['-key', 'key', '-cert', 'cert', '-CAfile', 'ca'];
  const args = [
    ...['s_server', '-accept', String(port), ...files, '-Verify', '1', '-verify_return_error', '-www'],
    version,
  ];
  const process = spawn('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  // It prints other lines before it listens.
  for await (const chunk of process.stdout) if (String(chunk).includes('ACCEPT')) break;
  return {
    baseUrl: `https://localhost:${port}`,
    stop: async () => {
      process.kill();
      await once(process, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
};
