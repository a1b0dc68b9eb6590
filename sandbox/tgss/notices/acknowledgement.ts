import type { X509Certificate } from 'node:crypto';
import type { XmlElement } from '@rgrove/parse-xml';
import { BadSignature, certificateIn, checkSigned } from '../../dehu/signature.ts';
import { find, localName, read, readXml } from '../../sepe/xml.ts';

/** Verifies the signed acknowledgement of a notification, independently of the gateway's code. */

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
  const root = readXml(text);
  const data = find(root, 'ProsaSignatureData');
  const signature = find(root, 'Signature');
  const isSigned =
    localName(root) === 'ProsaSignature' && data && signature && isBy(certificate, signature, data);
  if (!isSigned) throw new Refused(106, 'La firma del acuse no es válida');
  return read(data, 'ACUSE_FIRMA', 'CODIGO');
}

const isBy = (certificate: X509Certificate, signature: XmlElement, data: XmlElement): boolean => {
  try {
    const own = certificateIn(read(signature, 'KeyInfo', 'X509Data', 'X509Certificate'));
    checkSigned(signature, [data], own);
    return own.fingerprint256 === certificate.fingerprint256;
  } catch (error) {
    if (error instanceof BadSignature) return false;
    throw error;
  }
};
