import { randomUUID, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { identify } from '../../certificates/holder.ts';
import type { Credential } from '../channel/connections.ts';
import type { Step } from '../exchange.ts';

/**
 * SOAP 1.1 with WS-Security (X.509 token profile 1.0): a token with the certificate, and a signature over body and time
 * stamp. DEHú refuses SHA-1. And a document that is signed itself.
 */

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const WSSE = `${WSS}wssecurity-secext-1.0.xsd`;
const WSU = `${WSS}wssecurity-utility-1.0.xsd`;
const X509_V3 = `${WSS}x509-token-profile-1.0#X509v3`;
const BASE64 = `${WSS}soap-message-security-1.0#Base64Binary`;
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** How long a message counts as fresh, in milliseconds: what programs in use send. */
const FRESH_MS = 5 * 60_000;

/** An instant in UTC without milliseconds, with which the service cannot deal. */
const instant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/**
 * A signed envelope.
 * @param body the one element of the body, with its namespace
 * @throws Error where the certificate has no RSA key
 */
export const signedEnvelope = (body: string, { key, chain }: Credential, now: Date): string => {
  const certificate = new X509Certificate(chain);
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  const [stamp, content, token] = ['TS', 'B', 'X509'].map((prefix) => `${prefix}-${randomUUID()}`);
  const envelope =
    `<soapenv:Envelope xmlns:soapenv="${SOAP}"><soapenv:Header>` +
    `<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" soapenv:mustUnderstand="1">` +
    `<wsu:Timestamp wsu:Id="${stamp}"><wsu:Created>${instant(now.getTime())}</wsu:Created>` +
    `<wsu:Expires>${instant(now.getTime() + FRESH_MS)}</wsu:Expires></wsu:Timestamp>` +
    `<wsse:BinarySecurityToken EncodingType="${BASE64}" ValueType="${X509_V3}" wsu:Id="${token}">` +
    `${certificate.raw.toString('base64')}</wsse:BinarySecurityToken></wsse:Security></soapenv:Header>` +
    `<soapenv:Body xmlns:wsu="${WSU}" wsu:Id="${content}">${body}</soapenv:Body></soapenv:Envelope>`;
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
    idMode: 'wssecurity',
    getKeyInfoContent: () =>
      `<wsse:SecurityTokenReference><wsse:Reference URI="#${token}" ValueType="${X509_V3}"/>` +
      '</wsse:SecurityTokenReference>',
  });
  for (const name of ['Timestamp', 'Body'])
    signed.addReference({
      xpath: `//*[local-name(.)='${name}' and namespace-uri(.)='${name === 'Body' ? SOAP : WSU}']`,
      transforms: [EXCLUSIVE],
      digestAlgorithm: SHA256,
    });
  signed.computeSignature(envelope, {
    prefix: 'ds',
    location: { reference: "//*[local-name(.)='Security']", action: 'append' },
    existingPrefixes: { wsse: WSSE },
  });
  return signed.getSignedXml();
};

/**
 * The signed call of an operation.
 * @param body the one element of the body, with its namespace, which may depend on the certificate
 */
export const signedCall = (
  { path, action }: { path: string; action: string },
  body: (credential: Credential) => string,
): Step => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
  sealed: (credential) => signedEnvelope(body(credential), credential, new Date()),
});

/**
 * A document whose element with an id is signed (XML signature with the certificate in it).
 * @param id of the signed element
 * @param within id of the element to which the signature is added as the last child
 * @param document of an authority, which does not nest too deeply (`isXmlTooDeep`)
 * @throws Error where the certificate has no RSA key, or an element is missing
 */
export const signedDocument = (
  document: string,
  { id, within }: { id: string; within: string },
  { key, chain }: Credential,
): string => {
  const certificate = new X509Certificate(chain);
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  const named = (value: string) => `//*[@*[local-name(.)='Id' or local-name(.)='id']='${value}']`;
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
    getKeyInfoContent: () =>
      `<ds:X509Data><ds:X509Certificate>${certificate.raw.toString('base64')}</ds:X509Certificate></ds:X509Data>`,
  });
  signed.addReference({ xpath: named(id), transforms: [EXCLUSIVE], digestAlgorithm: SHA256 });
  signed.computeSignature(document, {
    prefix: 'ds',
    location: { reference: named(within), action: 'append' },
  });
  return signed.getSignedXml();
};

/**
 * The acting party: the organisation that the certificate represents, otherwise its person. Missing values are `''`.
 */
export const actorOf = ({ chain }: Credential): { nif: string; name: string } => {
  const { name, holder } = identify(new X509Certificate(chain).raw);
  if (holder.organisation) return { nif: holder.organisation.cif, name: holder.organisation.name || name };
  const person = [holder.givenName, holder.surname].filter(Boolean).join(' ');
  return { nif: holder.dni, name: person || name };
};
