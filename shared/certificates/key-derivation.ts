import { createHmac, hash } from 'node:crypto';
import { children, integer, type Node, octets, oidName } from './asn1.ts';
import { P12Error } from './p12-error.ts';

/** Verification of a P12's password, and derivation of keys from it. */

/**
 * Most rounds of key derivation for one file, in all. They take about three seconds; the format would allow days. A file
 * of Firefox needs 2,250,000, with 600,000 iterations of SHA-1 for the MAC, RC2 and 3DES
 * (https://github.com/openwall/john/issues/4752); others have 1 to 10,000 iterations.
 */
const MAX_ROUNDS = 2_500_000;

/** Time of a round in OpenSSL, compared with one in `pkcs12Key`: 0.13 µs (with SHA-512 0.4), compared with 1.2 µs. */
export const NATIVE_COST = 1 / 4;

/** A password that the MAC has confirmed, and the rounds that the file may still use. */
export interface VerifiedPassword {
  text: string;
  /** The password as PKCS#12 derivation takes it: UTF-16, big-endian, with a final zero. */
  bmp: Buffer;
  roundsLeft: number;
}

/** Digests, by node-forge's names: size of the digest, and of the blocks in PKCS#12 derivation, in octets. */
export const DIGESTS: Record<string, { size: number; block: number } | undefined> = {
  sha1: { size: 20, block: 64 },
  sha256: { size: 32, block: 64 },
  sha384: { size: 48, block: 128 },
  sha512: { size: 64, block: 128 },
};

/** Verifies the password with the file's MAC. @throws P12Error when it is not the file's password */
export function verifyP12Password(mac: Node, content: Buffer, password: string): VerifiedPassword {
  const [digestInfo, salt, iterations] = children(mac);
  const [algorithm, expected] = children(digestInfo);
  const digest = oidName(children(algorithm)[0]);
  const size = DIGESTS[digest]?.size;
  if (!size) throw new P12Error('unsupported');

  const verified = {
    text: password,
    bmp: Buffer.from(`${password}\0`, 'utf16le').swap16(),
    roundsLeft: MAX_ROUNDS,
  };
  // A file without password has either an empty password or none, which is written without the final zero.
  for (const bmp of password === '' ? [verified.bmp, Buffer.alloc(0)] : [verified.bmp]) {
    verified.bmp = bmp;
    const key = pkcs12Key(verified, digest, octets(salt), 3, iterations ? integer(iterations) : 1, size);
    if (createHmac(digest, key).update(content).digest().equals(octets(expected))) return verified;
  }
  throw new P12Error('password');
}

/** Subtracts rounds from those that the file may still use. @throws P12Error when there are not enough */
export function consumeRounds(password: VerifiedPassword, rounds: number): void {
  // Without a round the key would not depend on the password (RFC 7292, B.2).
  if (!(rounds > 0)) throw new Error('An iteration count was expected.');
  password.roundsLeft -= rounds;
  if (password.roundsLeft < 0) {
    throw new P12Error('unsupported', 'El fichero pide demasiadas iteraciones para derivar su clave.');
  }
}

/** PKCS#12 key derivation (RFC 7292, appendix B.2). `purpose`: 1 key, 2 initialisation vector, 3 MAC. */
export function pkcs12Key(
  password: VerifiedPassword,
  digest: string,
  salt: Buffer,
  purpose: number,
  iterations: number,
  length: number,
): Buffer {
  const { size, block } = DIGESTS[digest]!;
  const repeated = (source: Buffer) => Buffer.alloc(block * Math.ceil(source.length / block), source);
  const input = Buffer.concat([repeated(salt), repeated(password.bmp)]);
  const derived: Buffer[] = [];
  while (derived.length * size < length) {
    consumeRounds(password, iterations);
    let output = Buffer.concat([Buffer.alloc(block, purpose), input]);
    for (let round = 0; round < iterations; round++) output = hash(digest, output, 'buffer');
    derived.push(output);

    const increment = BigInt(`0x${Buffer.alloc(block, output).toString('hex')}`) + 1n;
    for (let at = 0; at < input.length; at += block) {
      const sum = BigInt(`0x${input.toString('hex', at, at + block)}`) + increment;
      const hex = BigInt.asUintN(8 * block, sum).toString(16);
      input.write(hex.padStart(2 * block, '0'), at, 'hex');
    }
  }
  return Buffer.concat(derived).subarray(0, length);
}
