import { createDecipheriv, createPrivateKey, type KeyObject, pbkdf2Sync, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { children, integer, type Node, octets, oidName, parse, serialise } from './asn1.ts';
import {
  consumePbkdf2,
  consumeRounds,
  consumeTime,
  DIGESTS,
  NATIVE_PKCS12_ROUND,
  pbkdf2Of,
  pkcs12Key,
  type VerifiedPassword,
  verifyP12Password,
} from './key-derivation.ts';
import { P12Error } from './p12-error.ts';

/** The container of a P12 (RFC 7292, section 4). */

/** The contents of a file, in no particular order. */
export interface Contents {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

const KEY_BAGS = new Set(['keyBag', 'pkcs8ShroudedKeyBag']);

/** Most keys of a file, and most certificates: a browser may have several holders, with their issuers. */
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

/** How something is encrypted; `keyLength` in octets. */
interface Encryption {
  /** As OpenSSL names it, or `rc2`. */
  cipher: string;
  keyLength: number;
  salt: Buffer;
  rounds: number;
  /** PBES2 (RFC 8018) contains the vector and the digest of its PBKDF2. PKCS#12 derives the vector, and uses SHA-1. */
  pbes2?: { iv: Buffer; digest: string };
}

const PBES2_CIPHERS: Record<string, [cipher: string, keyLength: number] | undefined> = {
  'aes128-CBC': ['aes-128-cbc', 16],
  'aes192-CBC': ['aes-192-cbc', 24],
  'aes256-CBC': ['aes-256-cbc', 32],
  'des-EDE3-CBC': ['des-ede3-cbc', 24],
};

const PKCS12_CIPHERS: typeof PBES2_CIPHERS = {
  'pbeWithSHAAnd3-KeyTripleDES-CBC': ['des-ede3-cbc', 24],
  'pbeWithSHAAnd128BitRC2-CBC': ['rc2', 16],
  'pbewithSHAAnd40BitRC2-CBC': ['rc2', 5],
};

/** Reads how something is encrypted. @throws P12Error for an algorithm that is not supported */
function encryptionOf(algorithm: Node | undefined): Encryption {
  const [type, parameters] = children(algorithm);
  const pbes2 = oidName(type) === 'pkcs5PBES2';
  const [derivation, scheme] = pbes2 ? children(parameters) : [];
  const [kdf, kdfParameters] = pbes2 ? children(derivation) : [];
  const [cipherType, iv] = pbes2 ? children(scheme) : [type];

  const cipher = (pbes2 ? PBES2_CIPHERS : PKCS12_CIPHERS)[oidName(cipherType)];
  const { salt, rounds, prf: digest } = pbkdf2Of(pbes2 ? kdfParameters : parameters);
  if (!cipher || (pbes2 && oidName(kdf) !== 'pkcs5PBKDF2') || !DIGESTS[digest])
    throw new P12Error('unsupported');
  return {
    cipher: cipher[0],
    keyLength: cipher[1],
    salt,
    rounds,
    ...(pbes2 && { pbes2: { iv: octets(iv), digest } }),
  };
}

/** @throws P12Error when the contents have another password than the file */
function decrypt(password: VerifiedPassword, encryption: Encryption, ciphertext: Buffer): Buffer {
  const { cipher, keyLength, salt, rounds, pbes2 } = encryption;
  let key: Buffer;
  let iv: Buffer;
  if (pbes2) {
    consumePbkdf2(password, { rounds, keyLength, digest: pbes2.digest });
    key = pbkdf2Sync(password.text, salt, rounds, keyLength, pbes2.digest);
    iv = pbes2.iv;
  } else {
    const derivation = { digest: 'sha1', salt, iterations: rounds };
    key = pkcs12Key(password, derivation, { purpose: 1, length: keyLength });
    iv = pkcs12Key(password, derivation, { purpose: 2, length: 8 });
  }
  try {
    return cipher === 'rc2'
      ? decryptRc2({ key, iv }, ciphertext)
      : decryptNative(cipher, { key, iv }, ciphertext);
  } catch (cause) {
    // The MAC was right, so the contents have another password than the file (openssl's -twopass).
    throw new P12Error('password', undefined, cause);
  }
}

/** A key and its initialisation vector. */
interface KeyAndIv {
  key: Buffer;
  iv: Buffer;
}

function decryptNative(cipher: string, { key, iv }: KeyAndIv, ciphertext: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function decryptRc2({ key, iv }: KeyAndIv, ciphertext: Buffer): Buffer {
  const decipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  decipher.start(iv.toString('latin1'));
  decipher.update(forge.util.createBuffer(ciphertext.toString('latin1')));
  if (!decipher.finish()) throw new Error('Bad padding.');
  return Buffer.from(decipher.output.getBytes(), 'latin1');
}
