/** A time-stamping authority (RFC 3161) made with the `openssl` command, behind an HTTP server on the loopback address. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

const CONFIG = `
[tsa]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
[authority]
basicConstraints = critical,CA:TRUE
[signer]
basicConstraints = CA:FALSE
extendedKeyUsage = critical,timeStamping
[req]
prompt = no
distinguished_name = subject
[subject]
CN = pruebas
`;

/** A misbehaviour in place of a valid time-stamp. `none` means no answer at all. */
export type Misbehaviour =
  | 'none'
  | 'down'
  | 'page'
  | 'large'
  | 'another'
  | 'replayed'
  | 'altered'
  | 'refused';

/** Starts a time-stamping authority. Every method throws when openssl fails. */
export const startTimeStampAuthority = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'time-stamps-'));
  // Asynchronously: blocking this process would make its servers close connections that their clients believe to be open.
  const openssl = async (...args: string[]) =>
    (await promisify(execFile)('openssl', args, { cwd: folder, encoding: 'buffer' })).stdout;
  writeFileSync(join(folder, 'config'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01\n');
  for (const name of ['authority', 'signer']) {
    await openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', `${name}.key`);
    const request = ['-new', '-key', `${name}.key`, '-config', 'config', '-subj', `/CN=${name}`];
    await openssl('req', ...request, '-out', `${name}.csr`);
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-days', '30', '-out', `${name}.crt`],
      ...['-extfile', 'config', '-extensions', name],
      ...(name === 'authority'
        ? ['-signkey', 'authority.key']
        : ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial']),
    );
  }
  let last: Promise<unknown> = Promise.resolve();
  /** The response to a query, both in DER. Queries are answered one at a time, because files and serial number are shared. */
  const reply = (query: Uint8Array): Promise<Buffer> => {
    const response = last.then(() => replyNow(query));
    last = response.catch(() => {});
    return response;
  };
  const replyNow = async (query: Uint8Array): Promise<Buffer> => {
    writeFileSync(join(folder, 'query'), query);
    await openssl(
      ...['ts', '-reply', '-queryfile', 'query', '-config', 'config', '-section', 'tsa'],
      ...['-signer', 'signer.crt', '-inkey', 'signer.key', '-out', 'response'],
    );
    return readFileSync(join(folder, 'response'));
  };
  let misbehaviour: Misbehaviour | undefined;
  let first: Buffer | undefined;
  const queries: Buffer[] = [];
  const answerTo = async (query: Buffer): Promise<Uint8Array> => {
    const good = await reply(query);
    first ??= good;
    switch (misbehaviour) {
      case 'page':
        return Buffer.from('<html>Inicie sesión</html>');
      case 'large':
        return Buffer.concat([good, Buffer.alloc(1024 * 1024)]);
      case 'another': {
        writeFileSync(join(folder, 'other'), 'other');
        return reply(await openssl('ts', '-query', '-data', 'other', '-sha256', '-cert'));
      }
      case 'replayed':
        return first;
      case 'altered': {
        // Flips a bit of the signature, which comes last.
        const altered = Buffer.from(good);
        altered[altered.length - 5]! ^= 1;
        return altered;
      }
      case 'refused':
        return reply(Buffer.from('no query'));
      default:
        return good;
    }
  };
  const server = createServer(async (request, response) => {
    const query = await buffer(request);
    queries.push(query);
    if (misbehaviour === 'none') return;
    response.writeHead(misbehaviour === 'down' ? 503 : 200, {
      'Content-Type': 'application/timestamp-reply',
    });
    response.end(await answerTo(query));
  });
  const port = await listen(server);
  return {
    address: `http://${HOST}:${port}/tsa`,
    /** The queries that arrived. */
    queries,
    misbehave: (how: Misbehaviour | undefined) => {
      misbehaviour = how;
    },
    /** Output of `openssl ts -verify` for a response about these bytes, with this authority trusted. */
    verify: async (bytes: Uint8Array, response: Uint8Array): Promise<string> => {
      writeFileSync(join(folder, 'data'), bytes);
      writeFileSync(join(folder, 'token.tsr'), response);
      const output = await openssl(
        ...['ts', '-verify', '-data', 'data', '-in', 'token.tsr', '-CAfile', 'authority.crt'],
      );
      return output.toString();
    },
    close: async () => {
      await shut(server);
      rmSync(folder, { recursive: true });
    },
  };
};
