import { hash } from 'node:crypto';

/**
 * Digests of digests, as often as PKCS #12 wants them: 600,000 times in a file of Firefox. A call of `hash` takes 1.2 µs,
 * most of it to cross into OpenSSL and back, and no function of Node makes many at once. So SHA-1 and SHA-256 (FIPS 180-4)
 * are computed here, which takes a fifth of that. Tests compare both with OpenSSL.
 */

/** Digest of the digest of … of `value`, so many times; `digest` as OpenSSL names it. */
export const digestRounds = (digest: string, value: Buffer, rounds: number): Buffer => {
  const compress = COMPRESS[digest];
  let output = hash(digest, value, 'buffer');
  if (!compress || rounds < 2) {
    for (let round = 1; round < rounds; round++) output = hash(digest, output, 'buffer');
    return output;
  }
  const state = new Int32Array(output.length / 4);
  for (let word = 0; word < state.length; word++) state[word] = output.readInt32BE(4 * word);
  for (let round = 1; round < rounds; round++) compress(state);
  for (let word = 0; word < state.length; word++) output.writeInt32BE(state[word]!, 4 * word);
  return output;
};

/** A digest is one block: its words, a bit that ends it, and its length in bits. */
const blockOf = (schedule: Int32Array, state: Int32Array): void => {
  schedule.set(state);
  schedule.fill(0, state.length, 15);
  schedule[state.length] = 0x80000000 | 0;
  schedule[15] = state.length * 32;
};

const SCHEDULE_1 = new Int32Array(80);

/** Puts the SHA-1 of `state` into `state`. */
const sha1 = (state: Int32Array): void => {
  const w = SCHEDULE_1;
  blockOf(w, state);
  for (let t = 16; t < 80; t++) {
    const x = w[t - 3]! ^ w[t - 8]! ^ w[t - 14]! ^ w[t - 16]!;
    w[t] = (x << 1) | (x >>> 31);
  }
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  let e = 0xc3d2e1f0 | 0;
  for (let t = 0; t < 20; t++) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (~b & d)) + e + 0x5a827999 + w[t]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let t = 20; t < 40; t++) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0x6ed9eba1 + w[t]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let t = 40; t < 60; t++) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (b & d) | (c & d)) + e + 0x8f1bbcdc + w[t]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let t = 60; t < 80; t++) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0xca62c1d6 + w[t]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] = (0x67452301 + a) | 0;
  state[1] = (0xefcdab89 + b) | 0;
  state[2] = (0x98badcfe + c) | 0;
  state[3] = (0x10325476 + d) | 0;
  state[4] = (0xc3d2e1f0 + e) | 0;
};

/** The first 32 bits of the fractions of the cube roots (`roots` 3) or square roots of the first primes. */
const fractions = (count: number, root: number): Int32Array => {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
};

const K = fractions(64, 3);
const H = fractions(8, 2);
const SCHEDULE_256 = new Int32Array(64);

/** Puts the SHA-256 of `state` into `state`. */
const sha256 = (state: Int32Array): void => {
  const w = SCHEDULE_256;
  blockOf(w, state);
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
  }
  let a = H[0]!;
  let b = H[1]!;
  let c = H[2]!;
  let d = H[3]!;
  let e = H[4]!;
  let f = H[5]!;
  let g = H[6]!;
  let h = H[7]!;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + ((b & c) ^ (b & d) ^ (c & d))) | 0;
  }
  state[0] = H[0]! + a;
  state[1] = H[1]! + b;
  state[2] = H[2]! + c;
  state[3] = H[3]! + d;
  state[4] = H[4]! + e;
  state[5] = H[5]! + f;
  state[6] = H[6]! + g;
  state[7] = H[7]! + h;
};

const COMPRESS: Record<string, ((state: Int32Array) => void) | undefined> = { sha1, sha256 };
