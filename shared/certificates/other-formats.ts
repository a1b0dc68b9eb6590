import { X509Certificate } from 'node:crypto';
import { children, oidName, parse } from './asn1.ts';

/** Recognises the files that people upload in place of a P12. */

const EXPORT =
  'Expórtelo otra vez con su clave privada, en .p12 o .pfx (en Windows, «Exportar la clave privada»).';
const ONLY_CERTIFICATE = `Es solo el certificado, sin la clave privada, y así no se puede firmar. ${EXPORT}`;
const ONLY_CHAIN = `Es una lista de certificados (.p7b), sin la clave privada, y así no se puede firmar. ${EXPORT}`;
const ONLY_KEY = 'Es solo la clave privada, sin el certificado. Reúna los dos en un fichero .p12 o .pfx.';
const KEY_AND_CERTIFICATE =
  'Tiene el certificado y la clave en formato PEM. Conviértalo en P12: openssl pkcs12 -export -in fichero.pem -out certificado.p12';
const JAVA =
  'Es un almacén de Java (JKS). Conviértalo en P12: keytool -importkeystore -srckeystore fichero.jks -destkeystore certificado.p12 -deststoretype PKCS12';
const ZIP = 'Es un fichero comprimido (zip). Descomprímalo y suba el fichero .p12 o .pfx que contiene.';

/** The first bytes of formats: JKS and JCEKS (`sun.security.provider.JavaKeyStore`), and zip. */
const BEGINNINGS: readonly [bytes: Buffer, message: string][] = [
  [Buffer.from('feedfeed', 'hex'), JAVA],
  [Buffer.from('cececece', 'hex'), JAVA],
  [Buffer.from('PK\x03\x04', 'latin1'), ZIP],
];

/** What a file is that is not a P12, and what to do with it. Spanish; `undefined` if it is not recognised. */
export const otherFormat = (bytes: Buffer): string | undefined => {
  const [, message] = BEGINNINGS.find(([beginning]) => bytes.indexOf(beginning) === 0) ?? [];
  return message ?? inPem(bytes.toString('latin1')) ?? inDer(bytes);
};

/** What a text with PEM blocks contains (RFC 7468). Other text may stand before and between them. */
const inPem = (text: string): string | undefined => {
  const labels = [...text.matchAll(/^-----BEGIN ([A-Z0-9 ]+)-----/gm)].map(([, label = '']) => label);
  const [hasKey, hasCertificate] = [/PRIVATE KEY$/, /CERTIFICATE$/].map((kind) =>
    labels.some((label) => kind.test(label)),
  );
  if (hasKey) return hasCertificate ? KEY_AND_CERTIFICATE : ONLY_KEY;
  if (hasCertificate) return ONLY_CERTIFICATE;
  return labels.some((label) => /^(?:PKCS7|CMS)$/.test(label)) ? ONLY_CHAIN : undefined;
};

/** What a single ASN.1 value is: a certificate, a list of certificates (RFC 2315), or a private key (RFC 5958, 8017 or 5915). */
const inDer = (bytes: Buffer): string | undefined => {
  try {
    const [first, ...others] = children(parse(bytes));
    if (isObjectIdentifier(first)) return oidName(first) === 'signedData' ? ONLY_CHAIN : undefined;
    // A key begins with its version, and an encrypted one with its algorithm; a P12 has the version 3.
    const version = typeof first?.value === 'string' ? Buffer.from(first.value, 'latin1') : undefined;
    if (version && version.length === 1 && version[0]! <= 1 && others.length > 1) return ONLY_KEY;
    new X509Certificate(bytes);
    return ONLY_CERTIFICATE;
  } catch {
    return undefined;
  }
};

const OBJECT_IDENTIFIER = 6;
const isObjectIdentifier = (node: { type: number } | undefined): boolean => node?.type === OBJECT_IDENTIFIER;
