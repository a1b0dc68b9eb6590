import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

/** Length from which a password cannot be guessed by trying; a shorter one is locked after a few wrong attempts. */
export const LONG_PASSWORD = 12;

/** Whether a password has fewer characters than that, such as the four that the interface allows a client company. */
export const isShort = (password: string): boolean => [...password].length < LONG_PASSWORD;

/** OWASP's recommendation for scrypt with 32 MiB: N 2^15, r 8, p 3. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;

const hash = async (password: string, salt: Buffer): Promise<string> => {
  const derived = await derive(password.normalize('NFKC'), salt, LENGTH, COST);
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${derived.toString('base64url')}`;
};

/** The hash of a password, with a new salt and the parameters, so that the parameters can be raised later. */
export const hashPassword = (password: string): Promise<string> => hash(password, randomBytes(16));

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password is the hashed one. Without a hash (unknown user) it does the same work and returns false, so
 * that the time does not show which users exist.
 */
export const verifyPassword = async (password: string, stored: string | undefined): Promise<boolean> => {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'));
  const [, N, r, p, salt, expected] = (stored ?? (await dummyHash)).split('$');
  const expectedHash = Buffer.from(expected ?? '', 'base64url');
  const derived = await derive(
    password.normalize('NFKC'),
    Buffer.from(salt ?? '', 'base64url'),
    expectedHash.length,
    {
      N: Number(N),
      r: Number(r),
      p: Number(p),
      maxmem: COST.maxmem,
    },
  );
  return timingSafeEqual(derived, expectedHash) && stored !== undefined;
};

/** A random password that cannot be guessed, for accounts that operators make. */
export const generatePassword = (): string => randomBytes(18).toString('base64url');
