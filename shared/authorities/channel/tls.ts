import { getCACertificates, type SecureContextOptions, setDefaultCACertificates } from 'node:tls';
import { TRUSTED } from './trusted.ts';

/** A version of TLS that may be used. */
export type TlsVersion = 'TLSv1.2' | 'TLSv1.3';

/** How TLS with an authority is, where it is not the usual: 1.2 or later, Node's roots and ours. */
export interface TlsSettings {
  minVersion?: TlsVersion | undefined;
  maxVersion?: TlsVersion | undefined;
  /** The name that is asked for (SNI), and that the certificate must have. Without it, the host of the address. */
  serverName?: string | undefined;
  /** PEM: certificates that are trusted in addition, such as a root, or an issuer that the authority does not send. */
  roots?: string | undefined;
}

let hasOwn = false;

/**
 * Adds our certificates to those that Node trusts, once in a process, and for all its connections. A list of its own (`ca`)
 * would cost each connection 8 ms of CPU and 1 MB in place of 0.2 ms, because all roots are read again.
 */
const addOwn = (): void => {
  if (hasOwn) return;
  hasOwn = true;
  setDefaultCACertificates([...getCACertificates(), ...TRUSTED.map(({ pem }) => pem)]);
};

/**
 * The settings as Node takes them.
 * @param ca PEM: the only root under which the server's certificate is accepted, if it is given
 */
export const secureOptions = (
  { minVersion, maxVersion, roots }: TlsSettings,
  ca?: string,
): SecureContextOptions => {
  if (!ca) addOwn();
  return {
    minVersion: minVersion ?? 'TLSv1.2',
    ...(maxVersion && { maxVersion }),
    ...(ca ? { ca } : roots && { ca: [...getCACertificates(), roots] }),
  };
};
