/**
 * Reads the P12/PFX files in which certificates are uploaded: what TLS needs of them, and whom they belong to.
 *
 * The format is PKCS#12 (RFC 7292), in every age of it: neither OpenSSL 3 nor Node reads the RC2 of old exports, and
 * node-forge reads neither EC keys nor, under modern encryption, passwords beyond ASCII. So node-forge parses the
 * ASN.1 and deciphers RC2, and node:crypto does the rest.
 */

import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  hash,
  type KeyObject,
  pbkdf2Sync,
  X509Certificate,
} from 'node:crypto';
import { createSecureContext } from 'node:tls';
import forge from 'node-forge';

/** Whom a certificate was issued to. What it does not say is the empty string. */
export interface Holder {
  /** NIF, NIE or passport number of the person, in capitals, without prefix; a seal has none. */
  dni: string;
  givenName: string;
  /** Both surnames, separated by a space. */
  surname: string;
  /** The organisation that the person represents or belongs to, or whose seal it is. */
  organisation?: { cif: string; name: string };
}

/** A certificate with its private key, as `tls.connect` takes them, good for TLS at the instant it was read. */
export interface Credential {
  /** PKCS#8 PEM, not encrypted. */
  key: string;
  /** PEM: the holder's certificate first, then as many of its issuers as the file brings, in order. */
  chain: string;
  /** SHA-256 of the holder's certificate in DER, 64 hexadecimal digits in lower case. */
  fingerprint: string;
  /** Common name of the certificate. */
  name: string;
  holder: Holder;
  notBefore: Date;
  notAfter: Date;
}

const MESSAGES = {
  password: 'La contraseña no es la del certificado.',
  'not-a-p12': 'El fichero no es un certificado P12 o PFX, o está dañado.',
  'no-private-key': 'El fichero no contiene una clave privada que se pueda leer.',
  'no-certificate': 'El fichero no contiene el certificado de su clave privada.',
  'several-holders': 'El fichero contiene certificados de varios titulares; exporte solo uno.',
  expired: 'El certificado está caducado.',
  'too-weak': 'TLS no acepta la clave del certificado; si es RSA, debe tener 2048 bits o más.',
  unsupported: 'El fichero está protegido con un algoritmo que no se admite.',
};

/** Why a file cannot serve. The message is for the integrator, in Spanish. */
export class P12Error extends Error {
  readonly reason: keyof typeof MESSAGES;

  constructor(reason: keyof typeof MESSAGES, message: string = MESSAGES[reason], cause?: unknown) {
    super(message, { cause });
    this.name = 'P12Error';
    this.reason = reason;
  }
}

/**
 * Opens a P12 with its password, `''` when it has none. Of several certificates it takes the one of the private key;
 * of several keys of one holder, the certificate that is valid longest. A certificate that is not valid yet is taken.
 *
 * Its time is bounded by `MAX_ROUNDS` and by the size of the file, which the caller limits.
 * @throws P12Error, and nothing else whatever the bytes are
 */
export function readP12(bytes: Uint8Array, password: string, now: Date): Credential {
  try {
    return toCredential(unpack(Buffer.from(bytes), password), now);
  } catch (error) {
    throw error instanceof P12Error ? error : new P12Error('not-a-p12', undefined, error);
  }
}

interface Contents {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

function toCredential({ keys, certificates }: Contents, now: Date): Credential {
  if (keys.length === 0) throw new P12Error('no-private-key');
  const own = certificates
    // A damaged one may have dates that are none.
    .filter(
      ({ validFromDate, validToDate }) => !Number.isNaN(validFromDate.getTime() + validToDate.getTime()),
    )
    .filter((certificate) => keys.some((key) => certificate.checkPrivateKey(key)))
    .toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime());
  const [leaf, ...others] = own.filter((certificate) => certificate.validToDate >= now);
  if (!leaf) throw own[0] ? expired(own[0].validToDate) : new P12Error('no-certificate');

  // Firefox's "back up all" writes every certificate of a user into one file, and filing in the name of another
  // company is the worst that this gateway can do: nothing is guessed.
  const identity = identify(leaf.raw);
  if (others.some((other) => !isSameHolder(identify(other.raw), identity))) {
    throw new P12Error('several-holders');
  }

  const key = keys
    .find((candidate) => leaf.checkPrivateKey(candidate))!
    .export({ type: 'pkcs8', format: 'pem' }) as string;
  const chain = chainOf(leaf, certificates).join('');
  try {
    // Better refused here than at the first connection to an authority.
    createSecureContext({ key, cert: chain });
  } catch (cause) {
    throw new P12Error('too-weak', undefined, cause);
  }
  return {
    key,
    chain,
    fingerprint: createHash('sha256').update(leaf.raw).digest('hex'),
    ...identity,
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
  };
}

type Identity = Pick<Credential, 'name' | 'holder'>;

function isSameHolder(a: Identity, b: Identity): boolean {
  const id = ({ name, holder: { dni, organisation } }: Identity) =>
    dni || organisation ? `${dni} ${organisation?.cif}` : name;
  return id(a) === id(b);
}

function expired(since: Date): P12Error {
  const date = since.toLocaleDateString('es-ES', {
    timeZone: 'Europe/Madrid',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  return new P12Error('expired', `El certificado caducó el ${date}.`);
}

function chainOf(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  for (;;) {
    const last = chain.at(-1)!;
    const issuer = certificates.find(
      (other) => !chain.includes(other) && last.checkIssued(other) && last.verify(other.publicKey),
    );
    if (!issuer) return chain;
    chain.push(issuer);
  }
}

// --- ASN.1. These throw plain errors on another structure than the expected one; `readP12` says what that means.

type Node = forge.asn1.Asn1;

const parse = (der: Buffer): Node => forge.asn1.fromDer(der.toString('latin1'));

const serialise = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');

function children(node: Node | undefined): Node[] {
  if (!Array.isArray(node?.value)) throw new Error('A constructed ASN.1 value was expected.');
  return node.value;
}

/** Content of a string of octets; BER may cut it in pieces, as Windows and Firefox do. */
function octets(node: Node | undefined): Buffer {
  if (typeof node?.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(children(node).map(octets));
}

/** A non-negative integer, `Infinity` when it is too large. */
const integer = (node: Node | undefined): number =>
  octets(node).reduce((value, octet) => value * 256 + octet, 0);

/** An object identifier, dotted. */
const oid = (node: Node | undefined): string => forge.asn1.derToOid(octets(node).toString('latin1'));

/** An object identifier by node-forge's name for it, and dotted when it has none. */
const named = (node: Node | undefined): string => forge.pki.oids[oid(node)] ?? oid(node);

// --- The container (RFC 7292, section 4)

function unpack(bytes: Buffer, password: string): Contents {
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

// --- The password

/**
 * Rounds of key derivation that one file may ask for, in all: about three seconds at worst, where the format allows
 * days. What Firefox writes needs 2,250,000, with its 600,000 iterations of SHA-1 for the MAC, RC2 and 3DES
 * (https://github.com/openwall/john/issues/4752); others write 1 to 10,000 iterations.
 */
const MAX_ROUNDS = 2_500_000;

/** What a round costs when OpenSSL does it: 0.13 µs, with SHA-512 0.4, against 1.2 µs for one of `pkcs12Key`. */
const NATIVE_COST = 1 / 4;

/** A password that the MAC has confirmed, and the rounds that may still be spent with it. */
interface Lock {
  password: string;
  /** The password as PKCS#12 derivation takes it: UTF-16 in network order, with a final zero. */
  bmp: Buffer;
  left: number;
}

/** Digests, by node-forge's names, with the size in octets of the block that PKCS#12 derivation works in. */
const DIGESTS: Record<string, { size: number; block: number } | undefined> = {
  sha1: { size: 20, block: 64 },
  sha256: { size: 32, block: 64 },
  sha384: { size: 48, block: 128 },
  sha512: { size: 64, block: 128 },
};

function unlock(mac: Node, content: Buffer, password: string): Lock {
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

function spend(lock: Lock, rounds: number): void {
  // Without a round the key would not depend on the password (RFC 7292, B.2).
  if (!(rounds > 0)) throw new Error('An iteration count was expected.');
  lock.left -= rounds;
  if (lock.left < 0) {
    throw new P12Error('unsupported', 'El fichero pide demasiadas iteraciones para derivar su clave.');
  }
}

/** PKCS#12 key derivation (RFC 7292, appendix B.2). `purpose`: 1 a key, 2 an initialisation vector, 3 a MAC. */
function pkcs12Key(
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

/** How something is encrypted; `keyLength` in octets. */
interface Encryption {
  /** As OpenSSL names it, or `rc2`. */
  cipher: string;
  keyLength: number;
  salt: Buffer;
  rounds: number;
  /** PBES2 (RFC 8018) states the vector and the digest of its PBKDF2; PKCS#12 derives the one and has SHA-1. */
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

function encryptionOf(algorithm: Node | undefined): Encryption {
  const [type, parameters] = children(algorithm);
  const pbes2 = named(type) === 'pkcs5PBES2';
  const [derivation, scheme] = pbes2 ? children(parameters) : [];
  const [kdf, kdfParameters] = pbes2 ? children(derivation) : [];
  const [cipherType, iv] = pbes2 ? children(scheme) : [type];

  const cipher = (pbes2 ? PBES2_CIPHERS : PKCS12_CIPHERS)[named(cipherType)];
  const [salt, iterations, ...optional] = children(pbes2 ? kdfParameters : parameters);
  // An optional key length may stand before the pseudo-random function.
  const prf = optional.find((node) => Array.isArray(node.value));
  const digest = prf ? named(children(prf)[0]).replace('hmacWithSHA', 'sha') : 'sha1';
  if (!cipher || (pbes2 && named(kdf) !== 'pkcs5PBKDF2') || !DIGESTS[digest])
    throw new P12Error('unsupported');
  return {
    cipher: cipher[0],
    keyLength: cipher[1],
    salt: octets(salt),
    rounds: integer(iterations),
    ...(pbes2 && { pbes2: { iv: octets(iv), digest } }),
  };
}

function decrypt(lock: Lock, encryption: Encryption, ciphertext: Buffer): Buffer {
  const { cipher, keyLength, salt, rounds, pbes2 } = encryption;
  let key: Buffer;
  let iv: Buffer;
  if (pbes2) {
    spend(lock, rounds * NATIVE_COST);
    key = pbkdf2Sync(lock.password, salt, rounds, keyLength, pbes2.digest);
    iv = pbes2.iv;
  } else {
    key = pkcs12Key(lock, 'sha1', salt, 1, rounds, keyLength);
    iv = pkcs12Key(lock, 'sha1', salt, 2, rounds, 8);
  }
  try {
    return cipher === 'rc2' ? decryptRc2(key, iv, ciphertext) : decryptNative(cipher, key, iv, ciphertext);
  } catch (cause) {
    // The MAC was right, so that the contents have another password than the file (openssl's -twopass).
    throw new P12Error('password', undefined, cause);
  }
}

function decryptNative(cipher: string, key: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function decryptRc2(key: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
  const decipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8);
  decipher.start(iv.toString('latin1'));
  decipher.update(forge.util.createBuffer(ciphertext.toString('latin1')));
  if (!decipher.finish()) throw new Error('Bad padding.');
  return Buffer.from(decipher.output.getBytes(), 'latin1');
}

// --- The holder

/** Attributes of a distinguished name by dotted identifier; of a repeated one the last, which is the most specific. */
type Attributes = Record<string, string | undefined>;

const NIF = /\b[\dXYZKLM]\d{7}[A-Z]\b/;
const CIF = /\b[ABCDEFGHJNPQRSUVW]\d{7}[\dA-J]\b/;

/**
 * Reads common name and holder of a certificate in DER. Spanish authorities follow ETSI EN 319 412-1 in the subject
 * (`serialNumber=IDCES-<NIF>`, `organizationIdentifier=VATES-<CIF>`). FNMT repeats them in the alternative name, with
 * or without those prefixes and with each surname apart, in attributes of its own (1.3.6.1.4.1.5734.1). In old
 * certificates the common name may be all there is.
 */
function identify(certificate: Buffer): Identity {
  const [tbs] = children(parse(certificate));
  const fields = children(tbs);
  // Serial number, algorithm, issuer, validity, subject; all but version 1 state their version before.
  const subject = attributesOf(fields.filter((field) => !isTagged(field, 0))[4]);
  const fnmt = alternativeName(fields.find((field) => isTagged(field, 3)));
  const { '2.5.4.3': name = '', '2.5.4.5': serial, '2.5.4.97': organisationId } = subject;

  const own = (arc: number) => fnmt[`1.3.6.1.4.1.5734.1.${arc}`];
  const dni = firstOf(personId, own(4), serial, name) ?? '';
  const cif = firstOf(organisationTaxId, own(7), organisationId, serial, name) ?? '';
  // Public employees have the NIF after the surnames.
  const surname = subject['2.5.4.4']?.replace(/ - \w+$/, '');
  return {
    name,
    holder: {
      dni,
      givenName: own(1) || subject['2.5.4.42'] || '',
      surname: [own(2), own(3)].filter(Boolean).join(' ') || surname || '',
      ...(cif && { organisation: { cif, name: own(6) || subject['2.5.4.10'] || '' } }),
    },
  };
}

function firstOf(read: (value: string) => string | undefined, ...values: (string | undefined)[]) {
  return values.map((value) => value && read(value.toUpperCase())).find(Boolean);
}

/** A passport has no form of its own, so that anything is taken behind a prefix that says that it names a person. */
function personId(value: string): string | undefined {
  const prefixed = /^(?:IDC|PAS|PNO|TIN|TAX)[A-Z]{2}-(.+)$/.exec(value)?.[1];
  return prefixed && !CIF.test(prefixed) ? prefixed : value.match(NIF)?.[0];
}

function organisationTaxId(value: string): string | undefined {
  return /^VAT[A-Z]{2}-(.+)$/.exec(value)?.[1] ?? value.match(CIF)?.[0];
}

const isTagged = (node: Node, tag: number): boolean =>
  node.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && node.type === tag;

/** The attributes of the directory names in the subject alternative name, of those extensions. */
function alternativeName(extensions: Node | undefined): Attributes {
  const list = extensions ? children(children(extensions)[0]) : [];
  const extension = list.find((candidate) => oid(children(candidate)[0]) === '2.5.29.17');
  if (!extension) return {};
  const names = children(parse(octets(children(extension).at(-1))));
  const directories = names.filter((name) => isTagged(name, 4));
  return Object.assign({}, ...directories.map((name) => attributesOf(children(name)[0])));
}

function attributesOf(name: Node | undefined): Attributes {
  const attributes = children(name).flatMap(children);
  return Object.fromEntries(
    attributes.map((attribute) => {
      const [type, value] = children(attribute);
      return [oid(type), text(value)];
    }),
  );
}

/** node-forge has decoded BMPString; of the other types only UTF8String is not Latin-1 or less. */
function text(node: Node | undefined): string {
  const value = typeof node?.value === 'string' ? node.value : '';
  const isUtf8 = node?.type === forge.asn1.Type.UTF8;
  return (isUtf8 ? Buffer.from(value, 'latin1').toString('utf8') : value).normalize('NFC').trim();
}
