import { connect, type TLSSocket } from 'node:tls';
import { TLS_ADVICE, TLS_SEEN } from '../../infra/authorities/tls.ts';
import { type TlsFault, tlsFaultOf } from '../../shared/authorities/channel/failure.ts';
import { secureOptions, type TlsSettings } from '../../shared/authorities/channel/tls.ts';
import { type Finding, ok, problem } from './check.ts';

/** Milliseconds that a connection or an answer may take. */
export const ANSWER_MS = 10_000;

/** Days before its end from which on a certificate must be renewed: AWS renews its own ones 60 days before. */
const EXPIRING_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a TLS connection showed. */
interface Seen {
  /** Such as `TLSv1.3`. */
  protocol: string;
  /** When the server's certificate ends. */
  ends: Date;
}

interface Offered {
  /** Only TLS 1.1 and before, which no one should take. */
  old?: boolean;
  settings?: TlsSettings | undefined;
}

/** Connects, without a request. @throws Error if no connection comes about */
const handshake = ({ hostname, port }: URL, { old, settings = {} }: Offered = {}): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: settings.serverName ?? hostname,
      ...secureOptions(settings),
      timeout: ANSWER_MS,
      ...(old && {
        minVersion: 'TLSv1' as const,
        maxVersion: 'TLSv1.1' as const,
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
    });
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      resolve({ protocol: socket.getProtocol() ?? 'unknown', ends: new Date(valid_to) });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
  });

/** What is wrong with TLS at an authority, and what to do about it. */
export const faulty = (host: string, fault: TlsFault): Finding =>
  problem(`${host}: ${TLS_SEEN[fault]}. ${TLS_ADVICE[fault]}.`);

/** Looks at an address from here: TLS 1.2 or later and nothing older, and a certificate that is good for a while. */
export const lookAtTls = async (
  url: URL,
  { now, settings, isOurs }: { now: Date; settings?: TlsSettings | undefined; isOurs: boolean },
): Promise<Finding> => {
  const { host } = url;
  let seen: Seen;
  try {
    seen = await handshake(url, { settings });
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const fault = tlsFaultOf(code);
    if (fault && !isOurs) return faulty(host, fault);
    // It is there: it says itself that it wants a certificate of the caller's.
    if (!isOurs && /^ERR_SSL_.*ALERT/.test(code)) return ok(`${host} asks for a certificate.`);
    return problem(
      `${host} cannot be reached by TLS: ${message}.${isOurs ? '' : ' If it answers elsewhere, look at this network; else wait, and see GET /status.'}`,
    );
  }
  const day = seen.ends.toISOString().slice(0, 10);
  const text = `${host}: ${seen.protocol}, certificate until ${day}.`;
  if (!isOurs) return ok(text);
  if (seen.ends.getTime() - now.getTime() < EXPIRING_DAYS * DAY_MS)
    return problem(`${text} Renew the certificate: in ACM, look why it is not renewed by itself.`);
  const takesOld = await handshake(url, { old: true, settings }).then(
    () => true,
    () => false,
  );
  return takesOld
    ? problem(
        `${host} takes TLS 1.1. Give the API a domain with a security policy of TLS 1.2 or later, and no other address.`,
      )
    : ok(text);
};
