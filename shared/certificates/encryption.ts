import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import forge from 'node-forge';
import { children, type Node, octets, oidName } from './asn1.ts';
import { consumePbkdf2, DIGESTS, pbkdf2Of, pkcs12Key, type VerifiedPassword } from './key-derivation.ts';
import { P12Error } from './p12-error.ts';

/** How something is encrypted; `keyLength` in octets. */
export interface Encryption {
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
export function encryptionOf(algorithm: Node | undefined): Encryption {
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
export function decrypt(password: VerifiedPassword, encryption: Encryption, ciphertext: Buffer): Buffer {
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
