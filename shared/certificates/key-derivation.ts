import { createHmac, pbkdf2Sync } from 'node:crypto';
import { children, integer, type Node, octets, oid, oidName } from './asn1.ts';
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
  /** The file was made with another form of the password, which OpenSSL does not know. */
  isUnusual: boolean;
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

/** A MAC whose key is derived by PBKDF2 (RFC 9579), as OpenSSL from 3.4 and Java from 26 write it. */
const PBMAC1 = '1.2.840.113549.1.5.14';

/** Verifies the password with the file's MAC. @throws P12Error when it is not the file's password */
export function verifyP12Password(mac: Node, content: Buffer, password: string): VerifiedPassword {
  const [digestInfo, salt, iterations] = children(mac);
  const [algorithm, expected] = children(digestInfo);
  const macAlgorithm = oid(children(algorithm)[0]);
  const digest = oidName(children(algorithm)[0]);
  const size = DIGESTS[digest]?.size;
  if (macAlgorithm !== PBMAC1 && !size) throw new P12Error('unsupported');

  let microsecondsLeft = MAX_MICROSECONDS;
  for (const form of macAlgorithm === PBMAC1 ? textsOf(password).map(usualForm) : formsOf(password)) {
    const verified = { ...form, microsecondsLeft };
    let computed: Buffer;
    if (macAlgorithm === PBMAC1) computed = pbmac1(verified, children(algorithm)[1], content);
    else {
      const derivation = { digest, salt: octets(salt), iterations: iterations ? integer(iterations) : 1 };
      const key = pkcs12Key(verified, derivation, { purpose: 3, length: size! });
      computed = createHmac(digest, key).update(content).digest();
    }
    if (computed.equals(octets(expected))) return verified;
    const took = microsecondsLeft - verified.microsecondsLeft;
    microsecondsLeft = verified.microsecondsLeft;
    // There is no time for another form.
    if (microsecondsLeft < took) break;
  }
  throw new P12Error('password');
}

/** A form of a password, as `VerifiedPassword` describes it. */
type PasswordForm = Omit<VerifiedPassword, 'microsecondsLeft'>;

/**
 * A password as it was typed, and with its accents composed and decomposed (Unicode Standard Annex 15): the same keys give one
 * or the other on different systems, and PKCS#12 does not say which one a file has.
 */
const textsOf = (password: string): string[] => [
  ...new Set([password, password.normalize('NFC'), password.normalize('NFD')]),
];

const bmpOf = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le').swap16();

const usualForm = (text: string): PasswordForm => ({ text, bmp: bmpOf(text), isUnusual: false });

/**
 * Forms of a password with which a file may have been made: each character as the standard says, and each byte as OpenSSL 1.0
 * did. A file without password has an empty password or none, without the final zero.
 */
function formsOf(password: string): PasswordForm[] {
  const texts = textsOf(password);
  const usual = texts.map(usualForm);
  if (password === '') return [...usual, { text: '', bmp: Buffer.alloc(0), isUnusual: true }];
  const byBytes = texts
    .map((text) => ({ text, bmp: bmpOf(Buffer.from(text).toString('latin1')), isUnusual: true }))
    .filter(({ bmp }, place) => !bmp.equals(usual[place]!.bmp));
  return [...usual, ...byBytes];
}

/** The MAC of a content by PBMAC1. @throws P12Error for an algorithm that is not supported */
function pbmac1(password: VerifiedPassword, parameters: Node | undefined, content: Buffer): Buffer {
  const [derivation, scheme] = children(parameters);
  const [kdf, kdfParameters] = children(derivation);
  const digest = oidName(children(scheme)[0]).replace('hmacWithSHA', 'sha');
  const { salt, rounds, prf, keyLength } = pbkdf2Of(kdfParameters);
  if (oidName(kdf) !== 'pkcs5PBKDF2' || !DIGESTS[prf] || !DIGESTS[digest] || keyLength === undefined)
    throw new P12Error('unsupported');
  consumePbkdf2(password, { rounds, keyLength, digest: prf });
  const key = pbkdf2Sync(password.text, salt, rounds, keyLength, prf);
  return createHmac(digest, key).update(content).digest();
}

/** Parameters of PBKDF2 (RFC 8018, A.2), which may say the length of the key, in octets. */
export function pbkdf2Of(parameters: Node | undefined) {
  const [salt, iterations, ...optional] = children(parameters);
  const prf = optional.find((node) => Array.isArray(node.value));
  const length = optional.find((node) => !Array.isArray(node.value));
  return {
    salt: octets(salt),
    rounds: integer(iterations),
    prf: prf ? oidName(children(prf)[0]).replace('hmacWithSHA', 'sha') : 'sha1',
    ...(length && { keyLength: integer(length) }),
  };
}

/** Subtracts the time of PBKDF2. @param digest a known one @throws P12Error when there is not enough */
export function consumePbkdf2(
  password: VerifiedPassword,
  { rounds, keyLength, digest }: { rounds: number; keyLength: number; digest: string },
): void {
  const { size, nativeRound } = DIGESTS[digest]!;
  consumeRounds(password, rounds * Math.ceil(keyLength / size), nativeRound);
}

/**
 * Subtracts the time of rounds from the file's remaining time.
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

/** Subtracts time from the file's remaining time. @throws P12Error with the reason when there is not enough */
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
