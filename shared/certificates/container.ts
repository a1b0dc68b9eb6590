import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { children, integer, type Node, named, octets, parse, serialise } from './asn1.ts';
import { decrypt, encryptionOf } from './encryption.ts';
import { type Lock, NATIVE_COST, spend, unlock } from './key-derivation.ts';
import { P12Error } from './p12-error.ts';

/** The container of a P12 (RFC 7292, section 4). */

/** What a file holds, in no particular order. */
export interface Contents {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

/** Opens a file with its password. @throws P12Error, and plain errors for what is no P12 */
export function unpack(bytes: Buffer, password: string): Contents {
  const [version, authenticatedSafe, mac] = children(parse(bytes));
  if (integer(version) !== 3) throw new Error('Version 3 was expected.');
  const [integrity, content] = children(authenticatedSafe);
  if (named(integrity) !== 'data') throw new P12Error('unsupported');
  // Without it a wrong password cannot be told from a damaged file, nor a file from one that was tampered with.
  if (!mac) throw new P12Error('unsupported', 'El fichero no lleva código de integridad (MAC).');
  const safe = octets(children(content)[0]);
  const lock = unlock(mac, safe, password);

  const keys: KeyObject[] = [];
  const certificates = new Map<string, X509Certificate>();
  for (const bag of children(parse(safe)).flatMap((info) => bagsOf(lock, info))) {
    const [type, value] = children(bag);
    const [body] = children(value);
    if (named(type) === 'keyBag') keys.push(toKey(serialise(body!)));
    if (named(type) === 'pkcs8ShroudedKeyBag') keys.push(toKey(...openKey(lock, body!)));
    if (named(type) === 'certBag') {
      const [format, certificate] = children(body);
      if (named(format) !== 'x509Certificate') continue;
      const x509 = new X509Certificate(octets(children(certificate)[0]));
      certificates.set(x509.fingerprint256, x509);
    }
  }
  return { keys, certificates: [...certificates.values()] };
}

function bagsOf(lock: Lock, contentInfo: Node): Node[] {
  const [type, content] = children(contentInfo);
  const [body] = children(content);
  if (named(type) === 'data') return children(parse(octets(body)));
  if (named(type) !== 'encryptedData') throw new P12Error('unsupported');
  const [, encrypted] = children(body);
  const [, algorithm, ciphertext] = children(encrypted);
  return children(parse(decrypt(lock, encryptionOf(algorithm), octets(ciphertext))));
}

/**
 * An encrypted PKCS#8 key, for `toKey`. OpenSSL opens it by itself and derives far quicker than `pkcs12Key`, which
 * counts in Firefox's files; it knows neither RC2 nor, here, the other way of writing no password.
 */
function openKey(lock: Lock, encryptedKey: Node): [der: Buffer, passphrase?: string] {
  const [algorithm, ciphertext] = children(encryptedKey);
  const encryption = encryptionOf(algorithm);
  if (!encryption.pbes2 && (encryption.cipher === 'rc2' || lock.bmp.length === 0)) {
    return [decrypt(lock, encryption, octets(ciphertext))];
  }
  // The key is at most two digests long, and PKCS#12 derives the vector besides.
  spend(lock, 3 * encryption.rounds * NATIVE_COST);
  return [serialise(encryptedKey), lock.password];
}

function toKey(der: Buffer, passphrase?: string): KeyObject {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase });
  } catch (cause) {
    const isClosed = (cause as NodeJS.ErrnoException).code === 'ERR_OSSL_BAD_DECRYPT';
    throw new P12Error(isClosed ? 'password' : 'no-private-key', undefined, cause);
  }
}
