import { getCACertificates, type SecureContextOptions } from 'node:tls';

/** A version of TLS that may be used. */
export type TlsVersion = 'TLSv1.2' | 'TLSv1.3';

/** How TLS with an authority is, where it is not the usual: 1.2 or later, and the roots that Node has. */
export interface TlsSettings {
  minVersion?: TlsVersion | undefined;
  maxVersion?: TlsVersion | undefined;
  /** The name that is asked for (SNI), and that the certificate must have. Without it, the host of the address. */
  serverName?: string | undefined;
  /** PEM: certificates that are trusted in addition, such as a root, or an issuer that the authority does not send. */
  roots?: string | undefined;
}

/** The settings as Node takes them. */
export const secureOptions = ({ minVersion, maxVersion, roots }: TlsSettings): SecureContextOptions => ({
  minVersion: minVersion ?? 'TLSv1.2',
  ...(maxVersion && { maxVersion }),
  ...(roots && { ca: [...getCACertificates(), roots] }),
});
