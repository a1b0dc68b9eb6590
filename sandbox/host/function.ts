/** Hosts the stand-ins inside a function's own process. */

import type { IncomingMessage } from 'node:http';
import { HOST, listen } from '../loopback.ts';
import { createCertificateAuthority, issueServer } from '../pki/pki.ts';
import { authorityServer } from '../server.ts';
import { readClientAuthority } from '../worlds/client-authority.ts';
import { type RehearsedOutage, readOutage } from '../worlds/outage.ts';
import { s3Client } from '../worlds/s3-store.ts';
import { stageWorlds } from '../worlds/stage-worlds.ts';

type Handler = (...call: never[]) => Promise<unknown>;

/** Handlers of a function's module: for requests, and for queued work. */
type Handlers = Partial<Record<'handler' | 'consumer', Handler>>;

/** The account whose world a request is for. The gateway names it on a sandbox stage. */
const accountOf = ({ headers }: IncomingMessage): string => {
  const account = headers['x-sandbox-account'];
  if (typeof account !== 'string' || !/^[\w-]{1,64}$/.test(account))
    throw new Error('a request to the stand-ins names no account');
  return account;
};

/** Milliseconds until a function notices that operators have begun or ended the rehearsal of an outage. */
const OUTAGE_MS = 5_000;

/**
 * Starts the stand-ins on the loopback address, sets their addresses in this process, and then loads the function
 * that asks them. Each account is answered from its own world, which is kept in the bucket named by
 * `SANDBOX_BUCKET`.
 * @param load imports the module of the function
 * @returns the module's handlers
 */
export const hosted = async (load: () => Promise<Handlers>): Promise<Handlers> => {
  const bucket = process.env.SANDBOX_BUCKET;
  if (!bucket) throw new Error('environment variable SANDBOX_BUCKET is not set');
  const worlds = stageWorlds(bucket);
  const s3 = s3Client();
  // Only this process connects to its stand-ins, so it can issue their server certificate itself.
  const own = await createCertificateAuthority();
  const server = await issueServer(own);
  // No client has a certificate of this issuer, so none is accepted until the real issuer is known.
  const rehearsed: { outage: RehearsedOutage | undefined; readAt: number } = { outage: undefined, readAt: 0 };
  const outage = (request?: IncomingMessage) =>
    rehearsed.outage && request?.headers['x-sandbox-authority'] === rehearsed.outage.authority
      ? rehearsed.outage.scenario
      : undefined;
  const authorities = authorityServer({ pki: { authority: own, server }, worlds, accountOf, outage });
  const url = `https://${HOST}:${await listen(authorities)}`;
  // The server must not keep the process alive.
  authorities.unref();
  Object.assign(process.env, {
    TGSS_URL: url,
    SEPE_URL: url,
    AEAT_URL: url,
    DEHU_URL: url,
    AUTHORITY_CA: own.certificate,
    OWN_STAND_INS: 'true',
  });

  let isIssuerKnown = false;
  /** The first certificate may be issued long after this process began. */
  const learnIssuer = async () => {
    const ca = await readClientAuthority(s3, bucket);
    if (!ca) return;
    authorities.setSecureContext({ key: server.key, cert: server.chain, ca });
    isIssuerKnown = true;
  };

  /** Reads the rehearsed outage. If that fails, a known outage still ends at its time. */
  const learnOutage = async () => {
    const now = new Date();
    if (rehearsed.outage && rehearsed.outage.until <= now.getTime()) rehearsed.outage = undefined;
    if (now.getTime() - rehearsed.readAt >= OUTAGE_MS) {
      rehearsed.readAt = now.getTime();
      rehearsed.outage = await readOutage(s3, bucket, now);
    }
  };

  const within =
    (handler: Handler): Handler =>
    async (...call) => {
      if (!isIssuerKnown) await learnIssuer().catch(log('failed to read the issuer of certificates'));
      await learnOutage().catch(log('failed to read the rehearsed outage'));
      process.env.REHEARSED_OUTAGE = rehearsed.outage?.authority ?? '';
      try {
        return await handler(...call);
      } finally {
        // The process is frozen after the call, so nothing may be left running.
        await worlds.writeCounts().catch(log('failed to write counts'));
      }
    };
  const { handler, consumer } = await load();
  return { ...(handler && { handler: within(handler) }), ...(consumer && { consumer: within(consumer) }) };
};

/** Logs a failure, which does not stop the function from answering. */
const log = (message: string) => (error: unknown) =>
  console.error(JSON.stringify({ level: 'error', message, error: String(error) }));
