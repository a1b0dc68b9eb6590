import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CertificateAuthority, createCertificateAuthority, type Issued, issueServer } from './pki.ts';

/** Certificates and keys of the HTTPS server. */
export interface SandboxPki {
  /** The certificate authority whose client certificates are accepted. */
  authority: Pick<CertificateAuthority, 'certificate'>;
  server: Pick<Issued, 'key' | 'chain'>;
}

const MONTH = 30 * 24 * 60 * 60_000;

/**
 * The certificates of a folder: `ca.pem` and `ca.key`, `server.pem` (with its chain) and `server.key`. Missing and soon
 * expiring ones are created. Only the owner can read the keys. With `ca.key`, client certificates can be issued.
 * @param given the certificate authority for the folder; by default a new one
 */
export async function openPkiFolder(folder: string, given?: CertificateAuthority): Promise<SandboxPki> {
  await mkdir(folder, { recursive: true });
  const found = await readPair(folder, 'ca');
  const stored = given === undefined || found?.key === given.key ? found : undefined;
  const authority = stored ?? given ?? (await createCertificateAuthority());
  if (!stored) await writePair(folder, 'ca', authority);

  const server = stored && (await readPair(folder, 'server'));
  if (server) return { authority, server: { key: server.key, chain: server.certificate } };
  const { key, chain } = await issueServer(authority);
  await writePair(folder, 'server', { key, certificate: chain });
  return { authority, server: { key, chain } };
}

async function readPair(folder: string, name: string): Promise<CertificateAuthority | undefined> {
  try {
    const [certificate, key] = await Promise.all(
      ['pem', 'key'].map((ending) => readFile(join(folder, `${name}.${ending}`), 'utf8')),
    );
    const { validToDate } = new X509Certificate(certificate!);
    return validToDate.getTime() > Date.now() + MONTH ? { certificate: certificate!, key: key! } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the key first, so that there is never a certificate without its key. */
async function writePair(
  folder: string,
  name: string,
  { certificate, key }: CertificateAuthority,
): Promise<void> {
  await writeFile(join(folder, `${name}.key`), key, { mode: 0o600 });
  await writeFile(join(folder, `${name}.pem`), certificate);
}
