import { createHash, createHmac, pbkdf2Sync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket, connect as tlsConnect } from 'node:tls';
import forge from 'node-forge';
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type Issued,
  issueClient,
} from '../../../sandbox/pki/pki.ts';
import { type Node, parse, serialise } from '../../../shared/certificates/asn1.ts';
import { type Credential, readP12 } from '../../../shared/certificates/p12.ts';
import { P12Error } from '../../../shared/certificates/p12-error.ts';

/** P12 files, and functions to take them apart and change them. */

export const NOW = new Date();
export const DAY = 24 * 60 * 60_000;
export const PERSON = {
  nif: '12345678Z',
  givenName: 'BEGOÑA',
  firstSurname: 'NÚÑEZ',
  secondSurname: 'GARCÍA',
};
export const ORGANISATION = { cif: 'B12345674', name: 'CAÑAS Y BARRO, S.L.' };

export const sha256 = (der: Buffer) => createHash('sha256').update(der).digest('hex');

/** The certificates of a chain in PEM. */
export const certificatesOf = (chain: string) =>
  (chain.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  );

/** The error for which a file is refused; `undefined` if it is accepted. */
export function refusal(bytes: Uint8Array, password: string, now = NOW): P12Error | undefined {
  try {
    readP12(bytes, password, now);
    return undefined;
  } catch (error) {
    if (error instanceof P12Error) return error;
    throw error;
  }
}

/** The common name that the server sees over mutual TLS, with both sides verified. */
export async function handshake(
  client: Pick<Credential, 'key' | 'chain'>,
  clientAuthority: string,
  server: Issued,
  authority: CertificateAuthority,
): Promise<string> {
  const listener = createServer({
    key: server.key,
    cert: server.chain,
    ca: clientAuthority,
    requestCert: true,
    rejectUnauthorized: true,
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const accepted = once(listener, 'secureConnection') as Promise<[TLSSocket]>;
  const socket = tlsConnect({
    host: '127.0.0.1',
    port,
    key: client.key,
    cert: client.chain,
    ca: authority.certificate,
  });
  try {
    const [[peer]] = await Promise.all([accepted, once(socket, 'secureConnect')]);
    return peer.getPeerCertificate().subject.CN as string;
  } finally {
    socket.destroy();
    listener.close();
  }
}

export const child = (node: Node, ...path: number[]): Node =>
  path.reduce((parent, index) => (parent.value as Node[])[index]!, node);

/** The bytes that the MAC of a P12 covers: its AuthenticatedSafe. */
export const contentOf = (p12: Buffer): Buffer =>
  Buffer.from(child(parse(p12), 1, 1, 0).value as string, 'latin1');

const { create, oidToDer, Class, Type } = forge.asn1;
const sequence = (...value: Node[]) => create(Class.UNIVERSAL, Type.SEQUENCE, true, value);
const octets = (value: Buffer) => create(Class.UNIVERSAL, Type.OCTETSTRING, false, value.toString('latin1'));
const oid = (name: string) =>
  create(Class.UNIVERSAL, Type.OID, false, oidToDer(forge.pki.oids[name] ?? name).getBytes());
const integer = (value: number) =>
  create(Class.UNIVERSAL, Type.INTEGER, false, forge.asn1.integerToDer(value).getBytes());

/** A P12 around this content. */
const withMac = (content: Buffer, ...macData: Node[]): Buffer => {
  const data = create(Class.CONTEXT_SPECIFIC, 0, true, [octets(content)]);
  return serialise(sequence(integer(3), sequence(oid('data'), data), sequence(...macData)));
};

/** A P12 around this content, with a MAC of one iteration. With the password `null`, the terminating zero is missing, too. */
export function seal(content: Buffer, password: string | null): Buffer {
  const salt = new forge.util.ByteStringBuffer('saltsalt');
  const key = forge.pkcs12.generateKey(password, salt, 3, 1, 20).getBytes();
  const mac = createHmac('sha1', Buffer.from(key, 'latin1')).update(content).digest();
  const digest = sequence(sequence(oid('sha1')), octets(mac));
  return withMac(content, digest, octets(Buffer.from('saltsalt')), integer(1));
}

/** A P12 around this content, with a MAC by PBMAC1 (RFC 9579). Without the key's length it is invalid. */
export function sealPbmac1(
  content: Buffer,
  password: string,
  { prf = 'sha256', digest = 'sha256', rounds = 2048, hasLength = true, kdf = 'pkcs5PBKDF2' } = {},
): Buffer {
  const salt = Buffer.from('saltsalt');
  const keyLength = 32;
  const key = pbkdf2Sync(password, salt, rounds, keyLength, prf);
  const mac = createHmac(digest, key).update(content).digest();
  const hmac = (name: string) =>
    sequence(oid(name.replace('sha', 'hmacWithSHA')), create(Class.UNIVERSAL, Type.NULL, false, ''));
  const length = hasLength ? [integer(keyLength)] : [];
  const derivation = sequence(oid(kdf), sequence(octets(salt), integer(rounds), ...length, hmac(prf)));
  const algorithm = sequence(oid('1.2.840.113549.1.5.14'), sequence(derivation, hmac(digest)));
  return withMac(content, sequence(algorithm, octets(mac)), octets(Buffer.from('NOT USED')), integer(1));
}

/** The same structure with other iteration counts in place of 2048, wherever it is not encrypted. */
export function withIterations(node: Node, iterations: string): Node {
  if (Array.isArray(node.value)) for (const inner of node.value) withIterations(inner, iterations);
  else if (node.type === forge.asn1.Type.INTEGER && node.value === '\x08\x00') node.value = iterations;
  return node;
}

/** BER with indefinite lengths and with strings in two pieces, as Windows and Firefox write the container. */
export function toBer(node: Node): Buffer {
  const [end, open] = [Buffer.from([0, 0]), 0x80];
  if (Array.isArray(node.value)) {
    return Buffer.concat([
      Buffer.from([node.tagClass | node.type | 0x20, open]),
      ...node.value.map(toBer),
      end,
    ]);
  }
  const isString = node.type === forge.asn1.Type.OCTETSTRING && node.tagClass === forge.asn1.Class.UNIVERSAL;
  if (!isString || node.value.length < 2) return serialise(node);
  const half = node.value.length >> 1;
  const pieces = [node.value.slice(0, half), node.value.slice(half)].map((value) =>
    serialise(forge.asn1.create(node.tagClass, node.type, false, value)),
  );
  return Buffer.concat([Buffer.from([0x24, open]), ...pieces, end]);
}

/** The certificate authority of these certificates. */
export const authority = await createCertificateAuthority();
/** The certificate of a person for an organisation. */
export const representative = await issueClient(authority, { person: PERSON, organisation: ORGANISATION });
