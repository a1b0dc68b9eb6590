import { createHash, createVerify, type X509Certificate } from 'node:crypto';
import { canonical } from '../../dehu/canonical.ts';
import { attribute, certificateIn, DIGESTS, EXCLUSIVE, SIGNATURES } from '../../dehu/signature.ts';
import { childrenOf, find, localName, read, readXml } from '../../sepe/xml.ts';

/** Verifies the signed acknowledgement of a notification, for itself. */

/** The service's own error. */
export class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The number in an acknowledgement that this certificate signed. @throws Refused */
export function codeSigned(text: string, certificate: X509Certificate): string {
  const must = (holds: unknown): void => {
    if (!holds) throw new Refused(106, 'La firma del acuse no es válida');
  };
  const root = readXml(text);
  const data = find(root, 'ProsaSignatureData');
  const signature = find(root, 'Signature');
  must(localName(root) === 'ProsaSignature' && data && signature);
  const info = find(signature, 'SignedInfo');
  const reference = find(info, 'Reference');
  must(info && reference && attribute(reference, 'URI') === `#${attribute(data, 'Id')}`);
  const methods = [
    attribute(find(info, 'CanonicalizationMethod'), 'Algorithm'),
    ...childrenOf(find(reference, 'Transforms')!).map((one) => attribute(one, 'Algorithm')),
  ];
  must(methods.length === 2 && methods.every((one) => one === EXCLUSIVE));
  const digest = DIGESTS[attribute(find(reference, 'DigestMethod'), 'Algorithm')];
  const algorithm = SIGNATURES[attribute(find(info, 'SignatureMethod'), 'Algorithm')];
  must(digest && algorithm);
  const own = certificateIn(read(signature, 'KeyInfo', 'X509Data', 'X509Certificate'));
  must(own.fingerprint256 === certificate.fingerprint256);
  const expected = createHash(digest!).update(canonical(data!)).digest('base64');
  must(read(reference, 'DigestValue') === expected);
  const value = Buffer.from(read(signature, 'SignatureValue'), 'base64');
  must(createVerify(algorithm!).update(canonical(info!)).verify(own.publicKey, value));
  return read(data, 'ACUSE_FIRMA', 'CODIGO');
}
