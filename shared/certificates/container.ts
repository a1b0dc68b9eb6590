import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { children, integer, type Node, octets, oidName, parse, serialise } from './asn1.ts';
import { decrypt, encryptionOf } from './encryption.ts';
import {
  consumePbkdf2,
  consumeRounds,
  consumeTime,
  NATIVE_PKCS12_ROUND,
  type VerifiedPassword,
  verifyP12Password,
} from './key-derivation.ts';
import { P12Error } from './p12-error.ts';

/** The container of a P12 (RFC 7292, section 4). */

/** What a file holds, in no particular order. */
export interface Contents {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

const KEY_BAGS = new Set(['keyBag', 'pkcs8ShroudedKeyBag']);

/** Most keys of a file, and most certificates: those of all holders that a browser has, with their issuers. */
const MAX_KEYS = 10;
const MAX_CERTIFICATES = 30;

/**
 * Octets of a long key (RSA of 4096 bits has 2,400), and microseconds that OpenSSL may take to read so many: of a key
 * for DSA or DH it computes the public one, whatever its length.
 */
const LONG_KEY = 2_500;
const LONG_KEY_MICROSECONDS = 250_000;

/** Opens a file with its password. @throws P12Error, and plain errors if it is not a P12 */
export function unpack(bytes: Buffer, password: string): Contents {
  const [version, authenticatedSafe, mac] = children(parse(bytes));
  if (integer(version) !== 3) throw new Error('Version 3 was expected.');
  const [integrity, content] = children(authenticatedSafe);
  if (oidName(integrity) !== 'data') throw new P12Error('unsupported');
  // Without a MAC, a wrong password, a damaged file and a manipulated file cannot be distinguished.
  if (!mac) throw new P12Error('unsupported', 'El fichero no lleva código de integridad (MAC).');
  const safe = octets(children(content)[0]);
  const verified = verifyP12Password(mac, safe, password);

  const keys: KeyObject[] = [];
  const certificates = new Map<string, X509Certificate>();
  for (const bag of children(parse(safe)).flatMap((info) => bagsOf(verified, info))) {
    const [type, value] = children(bag);
    const [body] = children(value);
    if (KEY_BAGS.has(oidName(type))) {
      if (keys.length === MAX_KEYS)
        throw new P12Error('unsupported', `El fichero contiene más de ${MAX_KEYS} claves privadas.`);
      const der = serialise(body!);
      const isTooLong = 'El fichero contiene una clave privada demasiado larga.';
      consumeTime(verified, LONG_KEY_MICROSECONDS * (der.length / LONG_KEY) ** 3, isTooLong);
      keys.push(oidName(type) === 'keyBag' ? toKey(der) : toKey(...openKey(verified, body!)));
    }
    if (oidName(type) === 'certBag') {
      const [format, certificate] = children(body);
      if (oidName(format) !== 'x509Certificate') continue;
      const x509 = new X509Certificate(octets(children(certificate)[0]));
      certificates.set(x509.fingerprint256, x509);
      if (certificates.size > MAX_CERTIFICATES)
        throw new P12Error('unsupported', `El fichero contiene más de ${MAX_CERTIFICATES} certificados.`);
    }
  }
  return { keys, certificates: [...certificates.values()] };
}

function bagsOf(password: VerifiedPassword, contentInfo: Node): Node[] {
  const [type, content] = children(contentInfo);
  const [body] = children(content);
  if (oidName(type) === 'data') return children(parse(octets(body)));
  if (oidName(type) !== 'encryptedData') throw new P12Error('unsupported');
  const [, encrypted] = children(body);
  const [, algorithm, ciphertext] = children(encrypted);
  return children(parse(decrypt(password, encryptionOf(algorithm), octets(ciphertext))));
}

/**
 * The arguments of `toKey` for an encrypted PKCS#8 key. If possible the key stays encrypted: OpenSSL decrypts it, and
 * derives keys much faster than `pkcs12Key`, which matters in Firefox's files. OpenSSL has no RC2, and it knows only the
 * usual form of a password (see `formsOf`).
 */
function openKey(password: VerifiedPassword, encryptedKey: Node): [der: Buffer, passphrase?: string] {
  const [algorithm, ciphertext] = children(encryptedKey);
  const encryption = encryptionOf(algorithm);
  if (!encryption.pbes2 && (encryption.cipher === 'rc2' || password.isUnusual)) {
    return [decrypt(password, encryption, octets(ciphertext))];
  }
  if (encryption.pbes2) consumePbkdf2(password, { ...encryption, digest: encryption.pbes2.digest });
  // The key takes two digests, and the vector one.
  else consumeRounds(password, 3 * encryption.rounds, NATIVE_PKCS12_ROUND);
  return [serialise(encryptedKey), password.text];
}

function toKey(der: Buffer, passphrase?: string): KeyObject {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase });
  } catch (cause) {
    const wrongPassword = (cause as NodeJS.ErrnoException).code === 'ERR_OSSL_BAD_DECRYPT';
    throw new P12Error(wrongPassword ? 'password' : 'no-private-key', undefined, cause);
  }
}
