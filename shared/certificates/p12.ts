import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { madridDay, slashedDate } from '../kernel/spanish-time.ts';
import { textFault } from '../kernel/text.ts';
import { type Contents, unpack } from './container.ts';
import { type Holder, type Identity, identify, isSameHolder } from './holder.ts';
import { otherFormat } from './other-formats.ts';
import { P12Error } from './p12-error.ts';

/** Most issuers in a chain. Those of Spain have one or two. */
const MAX_ISSUERS = 6;
/** Most signatures that are verified, which takes up to 3 ms each: certificates of the same name are all candidates. */
const MAX_VERIFIED = 20;

/** A certificate and its issuers in `certificates`, in order. */
function chainOf(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  let verified = 0;
  const issuerOf = (last: X509Certificate) =>
    certificates.find(
      (other) =>
        !chain.includes(other) &&
        last.checkIssued(other) &&
        isUsual(other.publicKey) &&
        verified++ < MAX_VERIFIED &&
        last.verify(other.publicKey),
    );
  while (chain.length <= MAX_ISSUERS) {
    const issuer = issuerOf(chain.at(-1)!);
    if (!issuer) break;
    chain.push(issuer);
  }
  return chain;
}

const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const MAX_RSA_BITS = 8192;
/** Public exponents are 3 or 65537; with one as long as the key, verifying would take as long as signing. */
const MAX_EXPONENT = 2n ** 32n;

/** Whether a key is of a kind and size in use: RSA, or on a curve that TLS 1.2 and the authorities know. */
function isUsual({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') return modulusLength <= MAX_RSA_BITS && publicExponent <= MAX_EXPONENT;
  return asymmetricKeyType === 'ec' && CURVES.has(namedCurve);
}

/**
 * Reads the P12/PFX files in which certificates are uploaded: what TLS needs, and who the holder is.
 *
 * The format is PKCS#12 (RFC 7292), with all algorithms that were used in exports. OpenSSL 3 and Node cannot read the
 * RC2 of old exports. node-forge cannot read EC keys nor, with modern encryption, passwords beyond ASCII. So node-forge
 * parses the ASN.1 and decrypts RC2, and node:crypto does the rest.
 */

/** A certificate with its private key, in the form that `tls.connect` takes; valid for TLS when it was read. */
export interface Credential {
  /** PKCS#8 PEM, not encrypted. */
  key: string;
  /** PEM: the holder's certificate first, then its issuers that the file contains, in order. */
  chain: string;
  /** SHA-256 of the holder's certificate in DER, 64 hexadecimal digits in lower case. */
  fingerprint: string;
  /** Common name of the certificate. */
  name: string;
  /** Common name of its issuer; `''` if it has none. */
  issuer: string;
  holder: Holder;
  notBefore: Date;
  notAfter: Date;
}

/**
 * Opens a P12 with its password, `''` if it has none. Of several certificates it takes the one of the private key; of
 * several keys of one holder, the one whose certificate is valid longest. One that is not valid yet is taken where no
 * other is valid.
 *
 * Whatever the bytes are, it takes less than a second: the time to derive and read keys, and the numbers of keys,
 * certificates and verified signatures are limited, each before it costs anything; the caller limits the size.
 * @throws P12Error, and nothing else, for any bytes
 */
export function readP12(bytes: Uint8Array, password: string, now: Date): Credential {
  try {
    return toCredential(unpack(Buffer.from(bytes), password), now);
  } catch (error) {
    throw error instanceof P12Error
      ? error
      : new P12Error('not-a-p12', otherFormat(Buffer.from(bytes)), error);
  }
}

const UNUSUAL_KEY =
  'La clave del certificado debe ser RSA, de 8192 bits como máximo, o de curva P-256, P-384 o P-521.';

function toCredential({ keys: all, certificates }: Contents, now: Date): Credential {
  if (all.length === 0) throw new P12Error('no-private-key');
  const keys = all.filter(isUsual);
  if (keys.length === 0) throw new P12Error('unsupported', UNUSUAL_KEY);
  const withKey = certificates
    // A damaged certificate may have invalid dates.
    .filter(
      ({ validFromDate, validToDate }) => !Number.isNaN(validFromDate.getTime() + validToDate.getTime()),
    )
    .filter((certificate) => keys.some((key) => certificate.checkPrivateKey(key)))
    .toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime());
  const lasting = withKey.filter((certificate) => certificate.validToDate >= now);
  const leaf = lasting.find((certificate) => certificate.validFromDate <= now) ?? lasting[0];
  if (!leaf) throw withKey[0] ? expired(withKey[0].validToDate) : new P12Error('no-certificate');

  // Firefox's "back up all" writes all certificates of a user to one file. Filing in the name of another company is
  // the worst error of this gateway, so it does not guess which holder is meant.
  const identity = identify(leaf.raw);
  if (lasting.some((other) => !isSameHolder(identify(other.raw), identity))) {
    throw new P12Error('several-holders');
  }

  if (namesOf(identity).some((name) => name.length > MAX_NAME || textFault(name, 'line', false)))
    throw new P12Error('names');

  const key = keys
    .find((candidate) => leaf.checkPrivateKey(candidate))!
    .export({ type: 'pkcs8', format: 'pem' }) as string;
  const chain = chainOf(leaf, certificates).join('');
  try {
    // Checks now what would otherwise fail at the first connection to an authority.
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

/** Characters of a name in a certificate: X.520 allows 64 for most. They are kept, and shown in lists. */
const MAX_NAME = 128;

function namesOf({ name, issuer, holder: { dni, givenName, surname, organisation } }: Identity): string[] {
  return [name, issuer, dni, givenName, surname, organisation?.cif ?? '', organisation?.name ?? ''];
}

function expired(since: Date): P12Error {
  return new P12Error('expired', `El certificado caducó el ${slashedDate(madridDay(since))}.`);
}
