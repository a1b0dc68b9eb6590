import { createHmac } from 'node:crypto';
import { children, integer, type Node, octets, oidName } from './asn1.ts';
import { digestRounds } from './digest-rounds.ts';
import { P12Error } from './p12-error.ts';

/** Verification of a P12's password, and derivation of keys from it. */

/**
 * Most processor time for the keys of one file, in microseconds, as it was measured on one core of x86 at 3 GHz; the
 * format would allow days. With what else a file may cost it stays below a second on a slower core of ARM. It is enough
 * for 600,000 iterations of SHA-1 for the MAC, RC2 and 3DES, as in files of Firefox
 * (https://github.com/openwall/john/issues/4752); others have 1 to 10,000 iterations.
 */
const MAX_MICROSECONDS = 750_000;

/** A password that the MAC has confirmed, and the time that the file may still use. */
export interface VerifiedPassword {
  text: string;
  /** The password as PKCS#12 derivation takes it: UTF-16, big-endian, with a final zero. */
  bmp: Buffer;
  microsecondsLeft: number;
}

interface Digest {
  /** Octets of the digest. */
  size: number;
  /** Octets of the blocks in PKCS#12 derivation. */
  block: number;
  /** Microseconds of a round in `pkcs12Key`. */
  round: number;
  /** Microseconds of a round of PBKDF2 in OpenSSL. */
  nativeRound: number;
}

/** Digests, by node-forge's names. */
export const DIGESTS: Record<string, Digest | undefined> = {
  sha1: { size: 20, block: 64, round: 0.27, nativeRound: 0.2 },
  sha256: { size: 32, block: 64, round: 0.35, nativeRound: 0.25 },
  sha384: { size: 48, block: 128, round: 2, nativeRound: 0.95 },
  sha512: { size: 64, block: 128, round: 2, nativeRound: 0.95 },
};

/** Microseconds of a round of PKCS#12 derivation, with SHA-1, in OpenSSL. */
export const NATIVE_PKCS12_ROUND = 0.12;

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
    microsecondsLeft: MAX_MICROSECONDS,
  };
  // A file without password has either an empty password or none, which is written without the final zero.
  for (const bmp of password === '' ? [verified.bmp, Buffer.alloc(0)] : [verified.bmp]) {
    verified.bmp = bmp;
    const key = pkcs12Key(
      verified,
      { digest, salt: octets(salt), iterations: iterations ? integer(iterations) : 1 },
      { purpose: 3, length: size },
    );
    if (createHmac(digest, key).update(content).digest().equals(octets(expected))) return verified;
  }
  throw new P12Error('password');
}

/**
 * Subtracts the time of rounds from what the file may still use.
 * @param microseconds of each round
 * @throws P12Error when there is not enough
 */
export function consumeRounds(password: VerifiedPassword, rounds: number, microseconds: number): void {
  // Without a round the key would not depend on the password (RFC 7292, B.2).
  if (!(rounds > 0)) throw new Error('An iteration count was expected.');
  consumeTime(
    password,
    rounds * microseconds,
    'El fichero pide demasiadas iteraciones para derivar su clave.',
  );
}

/** Subtracts time from what the file may still use. @throws P12Error with the reason when there is not enough */
export function consumeTime(password: VerifiedPassword, microseconds: number, reason: string): void {
  password.microsecondsLeft -= microseconds;
  if (password.microsecondsLeft < 0) throw new P12Error('unsupported', reason);
}

/** PKCS#12 key derivation (RFC 7292, appendix B.2). `purpose`: 1 key, 2 initialisation vector, 3 MAC. */
export function pkcs12Key(
  password: VerifiedPassword,
  { digest, salt, iterations }: { digest: string; salt: Buffer; iterations: number },
  { purpose, length }: { purpose: 1 | 2 | 3; length: number },
): Buffer {
  const { size, block, round } = DIGESTS[digest]!;
  const repeated = (source: Buffer) => Buffer.alloc(block * Math.ceil(source.length / block), source);
  const input = Buffer.concat([repeated(salt), repeated(password.bmp)]);
  const derived: Buffer[] = [];
  while (derived.length * size < length) {
    consumeRounds(password, iterations, round);
    const output = digestRounds(digest, Buffer.concat([Buffer.alloc(block, purpose), input]), iterations);
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
