import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { TlsFault } from '../../shared/authorities/channel/failure.ts';
import type { AuthorityTls } from '../../shared/authorities/sites.ts';
import { byAuthority } from '../../shared/kernel/errors.ts';

/** TLS settings for the authorities: how a stage describes them, and how an operator reads their faults. */

const version = z.enum(['TLSv1.2', 'TLSv1.3']);

const ofOneAuthority = z
  .strictObject({
    minVersion: version,
    maxVersion: version,
    /** The server name to ask for and verify, if it differs from the host of the authority's address. */
    serverName: z.hostname(),
    /** Path to a PEM file, relative to the project's root. */
    rootsFile: z.string(),
  })
  .partial()
  .refine(({ minVersion = 'TLSv1.2', maxVersion = 'TLSv1.3' }) => minVersion <= maxVersion, {
    path: ['maxVersion'],
    error: 'is lower than minVersion',
  });

/** The setting `authorityTls` of `cdk.json`, by authority. */
export const authorityTlsDescription = z.strictObject(byAuthority(() => ofOneAuthority)).partial();

/**
 * Reads the files that the TLS settings name.
 * @param ca PEM that is trusted for all authorities; it counts towards `MOST_TLS_BYTES`
 * @throws Error that names a file that is no PEM, or that makes the settings too large
 */
export const readAuthorityTls = (
  described: z.output<typeof authorityTlsDescription>,
  ca: string,
): AuthorityTls => {
  const read = Object.entries(described).map(
    ([authority, { rootsFile, ...tls }]) =>
      [authority, { ...tls, ...(rootsFile && { roots: readPem(rootsFile) }) }] as const,
  );
  const tls: AuthorityTls = Object.fromEntries(read);
  if (ca.length + JSON.stringify(tls).length > MOST_TLS_BYTES)
    throw new Error(`the settings of TLS of all authorities are larger than ${MOST_TLS_BYTES} bytes`);
  return tls;
};

/**
 * Largest size of the TLS settings and roots of all authorities together, in bytes. Lambda gives a function 4 KB for
 * all its environment variables, and the other variables need the rest.
 */
export const MOST_TLS_BYTES = 1728;

/** @throws Error if the file is no certificate, or too large */
export const readPem = (file: string | undefined): string => {
  if (!file) return '';
  const pem = readFileSync(file, 'utf8').trim();
  if (!pem.startsWith('-----BEGIN CERTIFICATE-----')) throw new Error(`${file} is not a certificate in PEM`);
  if (pem.length > MOST_TLS_BYTES) throw new Error(`${file} is larger than ${MOST_TLS_BYTES} bytes`);
  return pem;
};

/** TLS faults in words, for an operator. */
export const TLS_SEEN: Record<TlsFault, string> = {
  chain: 'the chain of its certificate is incomplete, or ends with a root that is not trusted',
  name: 'its certificate is of another name',
  protocol: 'its versions of TLS are too old, or outside of those that the stage takes',
  renegotiation:
    'it cannot ask for the certificate under this version of TLS, or its renegotiation is not safe',
};

/** How an operator corrects each TLS fault. */
export const TLS_ADVICE: Record<TlsFault, string> = {
  chain:
    'Compare its issuer with what the authority publishes, and add the certificate that is missing: rootsFile',
  name: 'Look whether its address is right; else set the name that it has: serverName',
  protocol: 'Set minVersion and maxVersion; below TLS 1.2 nothing is taken',
  renegotiation: 'Set maxVersion to TLSv1.2; if it is so already, the authority must change its server',
};
