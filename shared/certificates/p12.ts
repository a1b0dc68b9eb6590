import { createHash } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { chainOf } from './chain.ts';
import { type Contents, unpack } from './container.ts';
import { type Holder, identify, isSameHolder } from './holder.ts';
import { P12Error } from './p12-error.ts';

/**
 * Reads the P12/PFX files in which certificates are uploaded: what TLS needs of them, and whom they belong to.
 *
 * The format is PKCS#12 (RFC 7292), in every age of it: neither OpenSSL 3 nor Node reads the RC2 of old exports, and
 * node-forge reads neither EC keys nor, under modern encryption, passwords beyond ASCII. So node-forge parses the
 * ASN.1 and deciphers RC2, and node:crypto does the rest.
 */

/** A certificate with its private key, as `tls.connect` takes them, good for TLS at the instant it was read. */
export interface Credential {
  /** PKCS#8 PEM, not encrypted. */
  key: string;
  /** PEM: the holder's certificate first, then as many of its issuers as the file brings, in order. */
  chain: string;
  /** SHA-256 of the holder's certificate in DER, 64 hexadecimal digits in lower case. */
  fingerprint: string;
  /** Common name of the certificate. */
  name: string;
  holder: Holder;
  notBefore: Date;
  notAfter: Date;
}

/**
 * Opens a P12 with its password, `''` when it has none. Of several certificates it takes the one of the private key;
 * of several keys of one holder, the certificate that is valid longest. A certificate that is not valid yet is taken.
 *
 * Its time is bounded by `MAX_ROUNDS` and by the size of the file, which the caller limits.
 * @throws P12Error, and nothing else whatever the bytes are
 */
export function readP12(bytes: Uint8Array, password: string, now: Date): Credential {
  try {
    return toCredential(unpack(Buffer.from(bytes), password), now);
  } catch (error) {
    throw error instanceof P12Error ? error : new P12Error('not-a-p12', undefined, error);
  }
}

function toCredential({ keys, certificates }: Contents, now: Date): Credential {
  if (keys.length === 0) throw new P12Error('no-private-key');
  const own = certificates
    // A damaged one may have dates that are none.
    .filter(
      ({ validFromDate, validToDate }) => !Number.isNaN(validFromDate.getTime() + validToDate.getTime()),
    )
    .filter((certificate) => keys.some((key) => certificate.checkPrivateKey(key)))
    .toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime());
  const [leaf, ...others] = own.filter((certificate) => certificate.validToDate >= now);
  if (!leaf) throw own[0] ? expired(own[0].validToDate) : new P12Error('no-certificate');

  // Firefox's "back up all" writes every certificate of a user into one file, and filing in the name of another
  // company is the worst that this gateway can do: nothing is guessed.
  const identity = identify(leaf.raw);
  if (others.some((other) => !isSameHolder(identify(other.raw), identity))) {
    throw new P12Error('several-holders');
  }

  const key = keys
    .find((candidate) => leaf.checkPrivateKey(candidate))!
    .export({ type: 'pkcs8', format: 'pem' }) as string;
  const chain = chainOf(leaf, certificates).join('');
  try {
    // Better refused here than at the first connection to an authority.
    createSecureContext({ key, cert: chain });
  } catch (cause) {
    throw new P12Error('too-weak', undefined, cause);
  }
  return {
    key,
    chain,
    fingerprint: createHash('sha256').update(leaf.raw).digest('hex'),
    ...identity,
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
  };
}

function expired(since: Date): P12Error {
  const date = since.toLocaleDateString('es-ES', {
    timeZone: 'Europe/Madrid',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  return new P12Error('expired', `El certificado caducó el ${date}.`);
}
