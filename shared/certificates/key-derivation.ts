import { createHmac, hash } from 'node:crypto';
import { children, integer, type Node, named, octets } from './asn1.ts';
import { P12Error } from './p12-error.ts';

/** The password of a P12: that it is the right one, and the keys that are derived from it. */

/**
 * Rounds of key derivation that one file may ask for, in all: about three seconds at worst, where the format allows
 * days. What Firefox writes needs 2,250,000, with its 600,000 iterations of SHA-1 for the MAC, RC2 and 3DES
 * (https://github.com/openwall/john/issues/4752); others write 1 to 10,000 iterations.
 */
const MAX_ROUNDS = 2_500_000;

/** What a round costs when OpenSSL does it: 0.13 µs, with SHA-512 0.4, against 1.2 µs for one of `pkcs12Key`. */
export const NATIVE_COST = 1 / 4;

/** A password that the MAC has confirmed, and the rounds that may still be spent with it. */
export interface Lock {
  password: string;
  /** The password as PKCS#12 derivation takes it: UTF-16 in network order, with a final zero. */
  bmp: Buffer;
  left: number;
}

/** Digests, by node-forge's names, with the size in octets of the block that PKCS#12 derivation works in. */
export const DIGESTS: Record<string, { size: number; block: number } | undefined> = {
  sha1: { size: 20, block: 64 },
  sha256: { size: 32, block: 64 },
  sha384: { size: 48, block: 128 },
  sha512: { size: 64, block: 128 },
};

/** Checks the password against the file's MAC. @throws P12Error when it is another one */
export function unlock(mac: Node, content: Buffer, password: string): Lock {
  const [digestInfo, salt, iterations] = children(mac);
  const [algorithm, expected] = children(digestInfo);
  const digest = named(children(algorithm)[0]);
  const size = DIGESTS[digest]?.size;
  if (!size) throw new P12Error('unsupported');

  const lock = { password, bmp: Buffer.from(`${password}\0`, 'utf16le').swap16(), left: MAX_ROUNDS };
  // No password is written as the empty one or as none at all, without the final zero.
  for (const bmp of password === '' ? [lock.bmp, Buffer.alloc(0)] : [lock.bmp]) {
    lock.bmp = bmp;
    const key = pkcs12Key(lock, digest, octets(salt), 3, iterations ? integer(iterations) : 1, size);
    if (createHmac(digest, key).update(content).digest().equals(octets(expected))) return lock;
  }
  throw new P12Error('password');
}

/** Takes rounds off what the file may still ask for. @throws P12Error when it asks for more */
export function spend(lock: Lock, rounds: number): void {
  // Without a round the key would not depend on the password (RFC 7292, B.2).
  if (!(rounds > 0)) throw new Error('An iteration count was expected.');
  lock.left -= rounds;
  if (lock.left < 0) {
    throw new P12Error('unsupported', 'El fichero pide demasiadas iteraciones para derivar su clave.');
  }
}

/** PKCS#12 key derivation (RFC 7292, appendix B.2). `purpose`: 1 a key, 2 an initialisation vector, 3 a MAC. */
export function pkcs12Key(
  lock: Lock,
  digest: string,
  salt: Buffer,
  purpose: number,
  iterations: number,
  length: number,
): Buffer {
  const { size, block } = DIGESTS[digest]!;
  const fill = (source: Buffer) => Buffer.alloc(block * Math.ceil(source.length / block), source);
  const input = Buffer.concat([fill(salt), fill(lock.bmp)]);
  const derived: Buffer[] = [];
  while (derived.length * size < length) {
    spend(lock, iterations);
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
