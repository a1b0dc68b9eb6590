import { createHash, createVerify, X509Certificate } from 'node:crypto';
import type { XmlElement } from '@rgrove/parse-xml';
import { childrenOf, find, localName, namespaceOf, read } from '../sepe/xml.ts';
import { canonical } from './canonical.ts';

/** Verifies WS-Security (X.509 token profile 1.0) as DEHú does, independently of the gateway's code. */

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const WSU = `${WSS}wssecurity-utility-1.0.xsd`;
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** SHA-1 is refused. */
const SIGNATURES: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
};
const DIGESTS: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** Longest validity of a message, and largest clock difference, in milliseconds. */
const LONGEST = 5 * 60_000;
const CLOCKS_DIFFER = 60_000;

/** Thrown with the reason why a message is refused. */
export class BadSignature extends Error {}

const must = (holds: unknown, why: string): void => {
  if (!holds) throw new BadSignature(why);
};

const attribute = (element: XmlElement | undefined, name: string): string => {
  const found = Object.entries(element?.attributes ?? {}).find(([key]) => key.replace(/^.*:/, '') === name);
  return found?.[1] ?? '';
};

const everyElement = (element: XmlElement): XmlElement[] => [
  element,
  ...childrenOf(element).flatMap(everyElement),
];

/**
 * Checks token, time stamp and signature of an envelope.
 * @param now the real time
 * @returns the certificate that signed it
 * @throws BadSignature
 */
export function verify(envelope: XmlElement, now: Date): X509Certificate {
  const security = find(envelope, 'Header', 'Security');
  must(security && namespaceOf(security) === `${WSS}wssecurity-secext-1.0.xsd`, 'no Security');
  const body = find(envelope, 'Body');
  const stamp = find(security, 'Timestamp');
  const token = find(security, 'BinarySecurityToken');
  const signature = find(security, 'Signature');
  must(body && stamp && token && signature && namespaceOf(signature) === DS, 'an element is missing');
  const ids = everyElement(envelope).map((each) => attribute(each, 'Id'));
  const named = ids.filter((id) => id !== '');
  must(new Set(named).size === named.length, 'two elements of one Id');

  checkStamp(stamp!, now);
  must(attribute(token, 'ValueType') === `${WSS}x509-token-profile-1.0#X509v3`, 'ValueType');
  must(attribute(token, 'EncodingType') === `${WSS}soap-message-security-1.0#Base64Binary`, 'EncodingType');
  const certificate = certificateIn(token!.text);

  const pointed = attribute(find(signature, 'KeyInfo', 'SecurityTokenReference', 'Reference'), 'URI');
  must(pointed === `#${attribute(token, 'Id')}`, 'KeyInfo');

  const signed = [stamp!, body!];
  const hasId = ({ attributes }: XmlElement) => Object.keys(attributes).some((name) => name.endsWith(':Id'));
  must(signed.every(hasId), 'no wsu:Id');
  checkSigned(signature!, signed, certificate);
  return certificate;
}

/**
 * Checks that a signature of this certificate is over these elements, and no others.
 * @throws BadSignature
 */
export function checkSigned(signature: XmlElement, signed: XmlElement[], certificate: X509Certificate): void {
  const signedInfo = find(signature, 'SignedInfo');
  must(signedInfo, 'no SignedInfo');
  must(attribute(find(signedInfo, 'CanonicalizationMethod'), 'Algorithm') === EXCLUSIVE, 'canonicalization');
  const algorithm = SIGNATURES[attribute(find(signedInfo, 'SignatureMethod'), 'Algorithm')];
  must(algorithm, 'algorithm of the signature');
  const references = childrenOf(signedInfo!).filter((each) => localName(each) === 'Reference');
  must(references.length === signed.length, 'number of references');
  for (const element of signed) {
    const uri = `#${attribute(element, 'Id')}`;
    checkReference(
      references.find((each) => attribute(each, 'URI') === uri),
      element,
    );
  }
  const value = Buffer.from(read(signature, 'SignatureValue'), 'base64');
  const isRight = createVerify(algorithm!)
    .update(canonical(signedInfo!))
    .verify(certificate.publicKey, value);
  must(isRight, 'signature');
}

/** The certificate of a base64 text. @throws BadSignature */
export const certificateIn = (base64: string): X509Certificate => {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new BadSignature('certificate');
  }
};

/** Checks that the message was created now, is valid for five minutes at most, and has times without fractions of a second. */
function checkStamp(stamp: XmlElement, now: Date): void {
  must(namespaceOf(stamp) === WSU, 'namespace of the Timestamp');
  const [created, expires] = ['Created', 'Expires'].map((name) => {
    const text = read(stamp, name);
    must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text), `form of ${name}`);
    return Date.parse(text);
  });
  must(expires! > created! && expires! - created! <= LONGEST, 'life of the message');
  must(created! <= now.getTime() + CLOCKS_DIFFER, 'created later than now');
  must(expires! > now.getTime(), 'expired');
}

function checkReference(reference: XmlElement | undefined, element: XmlElement): void {
  must(reference, `not signed: ${localName(element)}`);
  const found = find(reference, 'Transforms');
  const transforms = found ? childrenOf(found).map((each) => attribute(each, 'Algorithm')) : [];
  must(transforms.length === 1 && transforms[0] === EXCLUSIVE, 'transforms');
  const digest = DIGESTS[attribute(find(reference, 'DigestMethod'), 'Algorithm')];
  must(digest, 'algorithm of a digest');
  const expected = createHash(digest!).update(canonical(element)).digest('base64');
  must(read(reference, 'DigestValue') === expected, `digest of ${localName(element)}`);
}
