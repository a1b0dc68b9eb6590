import type { KeyObject, X509Certificate } from 'node:crypto';

/** Most issuers in a chain. Those of Spain have one or two. */
const MAX_ISSUERS = 6;
/** Most signatures that are verified, which takes up to 3 ms each: certificates of the same name are all candidates. */
const MAX_VERIFIED = 20;

/** A certificate and those of its issuers that are in `certificates`, in order. */
export function chainOf(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  let verified = 0;
  const issuerOf = (last: X509Certificate) =>
    certificates.find(
      (other) =>
        !chain.includes(other) &&
        last.checkIssued(other) &&
        isUsual(other.publicKey) &&
        verified++ < MAX_VERIFIED &&
        last.verify(other.publicKey),
    );
  while (chain.length <= MAX_ISSUERS) {
    const issuer = issuerOf(chain.at(-1)!);
    if (!issuer) break;
    chain.push(issuer);
  }
  return chain;
}

const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const MAX_RSA_BITS = 8192;
/** Public exponents are 3 or 65537; with one as long as the key, verifying would take as long as signing. */
const MAX_EXPONENT = 2n ** 32n;

/** Whether a key is of a kind and size in use: RSA, or on a curve that TLS 1.2 and the authorities know. */
export function isUsual({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') return modulusLength <= MAX_RSA_BITS && publicExponent <= MAX_EXPONENT;
  return asymmetricKeyType === 'ec' && CURVES.has(namedCurve);
}
