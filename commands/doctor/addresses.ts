import { connect, type TLSSocket } from 'node:tls';
import { TLS_ADVICE, TLS_SEEN } from '../../infra/authorities/tls.ts';
import { type TlsFault, tlsFaultOf } from '../../shared/authorities/channel/failure.ts';
import { secureOptions, type TlsSettings } from '../../shared/authorities/channel/tls.ts';
import { type Finding, ok, problem } from './check.ts';

/** Timeout of a connection or an answer, in milliseconds. */
export const ANSWER_MS = 10_000;

/** Days before expiry from which a certificate counts as a problem. AWS renews its own 60 days before. */
const EXPIRING_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Result of a TLS handshake. */
interface Seen {
  /** TLS version, such as `TLSv1.3`. */
  protocol: string;
  /** Expiry of the server's certificate. */
  ends: Date;
}

interface Offered {
  /** Whether to offer only TLS 1.1 and older, which a server should reject. */
  old?: boolean;
  settings?: TlsSettings | undefined;
}

/**
 * Makes a TLS handshake without a request.
 * @throws Error if it fails
 */
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

/** A TLS fault at an authority as a finding, with the advice. */
export const faulty = (host: string, fault: TlsFault): Finding =>
  problem(`${host}: ${TLS_SEEN[fault]}. ${TLS_ADVICE[fault]}.`);

/** Checks an address from this machine: only TLS 1.2 or later, and a certificate that does not expire soon. */
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
    // The server answered: it asks for a client certificate.
    if (!isOurs && /^ERR_SSL_.*ALERT/.test(code)) return ok(`${host} asks for a certificate.`);
    return problem(
      `${host} cannot be reached by TLS: ${message}.${isOurs ? '' : ' If it answers elsewhere, check this network; otherwise wait, and see GET /status.'}`,
    );
  }
  const day = seen.ends.toISOString().slice(0, 10);
  const text = `${host}: ${seen.protocol}, certificate until ${day}.`;
  if (!isOurs) return ok(text);
  if (seen.ends.getTime() - now.getTime() < EXPIRING_DAYS * DAY_MS)
    return problem(`${text} Renew the certificate: find out in ACM why it was not renewed automatically.`);
  const takesOld = await handshake(url, { old: true, settings }).then(
    () => true,
    () => false,
  );
  return takesOld
    ? problem(
        `${host} accepts TLS 1.1. Give the API a domain with a security policy of TLS 1.2 or later, and no other address.`,
      )
    : ok(text);
};
