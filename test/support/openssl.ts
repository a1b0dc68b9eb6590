/**
 * P12 files made by the `openssl` command in a temporary folder, so that the reader is tested with files of another program
 * than the libraries on which it is built.
 */

import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether OpenSSL 3 is installed. Without it, tests that need it are skipped. */
export const hasOpenssl = ((): boolean => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3');
  } catch {
    return false;
  }
})();

/**
 * Arguments of `p12` for the encryption of OpenSSL 1 and of exports of its time: RC2 with 40 bits and 3DES, and a MAC with
 * SHA-1.
 */
export const LEGACY = [
  '-legacy',
  '-certpbe',
  'PBE-SHA1-RC2-40',
  '-keypbe',
  'PBE-SHA1-3DES',
  '-macalg',
  'sha1',
];

interface CertificateOptions {
  /** Attributes of the subject, by short name or dotted identifier. */
  subject: Record<string, string>;
  /** Attributes, in ASCII, of a directory name as the subject alternative name. */
  alternativeName?: Record<string, string>;
  /** Name of the certificate that signs; by default it signs itself. */
  issuer?: string;
  /** Whether it may sign other certificates. */
  authority?: boolean;
  /** Days from now for which it is valid; negative for an expired certificate. */
  days?: number;
  /** Type of the subject's strings: `utf8` or UTF-16 (`bmp`). */
  strings?: 'utf8' | 'bmp';
}

/** Keys and certificates by name, as files of one folder. Every method throws when openssl fails. */
export class Workbench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pasarela-p12-'));

  /** Makes the key `name`. */
  key(name: string, kind: 'rsa:2048' | 'rsa:1024' | 'ec'): void {
    const [algorithm, bits] = kind.split(':');
    const option = bits ? `rsa_keygen_bits:${bits}` : 'ec_paramgen_curve:P-256';
    this.#run(['genpkey', '-algorithm', algorithm!, '-pkeyopt', option, '-out', `${name}.key`]);
  }

  /** Makes a certificate `name`, for the key of that name or for another one. */
  certificate(name: string, options: CertificateOptions, key = name): void {
    const { subject, alternativeName, issuer, authority = false, days = 30, strings = 'utf8' } = options;
    // OpenSSL drops a prefix up to the first dot. With the prefix a section can repeat attributes and name them by number.
    const section = (attributes: Record<string, string>) =>
      Object.entries(attributes).map(([type, value]) => `0.${type} = ${value}`);
    const config = [
      '[req]',
      'prompt = no',
      'utf8 = yes',
      `string_mask = ${strings === 'bmp' ? 'MASK:0x800' : 'utf8only'}`,
      'distinguished_name = subject',
      '[subject]',
      ...section(subject),
      '[extensions]',
      `basicConstraints = CA:${authority ? 'TRUE' : 'FALSE'}`,
      ...(alternativeName ? ['subjectAltName = email:a@b.es, dirName:alternative'] : []),
      '[alternative]',
      ...section(alternativeName ?? {}),
    ];
    writeFileSync(join(this.#folder, 'config'), config.join('\n'));
    this.#run(['req', '-new', '-key', `${key}.key`, '-config', 'config', '-out', 'request']);
    this.#run([
      ...['x509', '-req', '-in', 'request', '-days', String(days), '-out', `${name}.crt`],
      ...['-extfile', 'config', '-extensions', 'extensions'],
      ...(issuer
        ? ['-CA', `${issuer}.crt`, '-CAkey', `${issuer}.key`, '-CAcreateserial']
        : ['-signkey', `${key}.key`]),
    ]);
  }

  /** The key and the certificate of that name, in PEM. */
  pem(name: string): { key: string; certificate: string } {
    const [key, certificate] = [`${name}.key`, `${name}.crt`].map((file) =>
      readFileSync(join(this.#folder, file), 'utf8'),
    );
    return { key: key!, certificate: certificate! };
  }

  /** The certificate of that name, in DER. */
  der(name: string): Buffer {
    return new X509Certificate(readFileSync(join(this.#folder, `${name}.crt`))).raw;
  }

  /**
   * Packs certificates with the key of the first one, or with another key. Without further options it encrypts as OpenSSL 3
   * does by default: PBES2 with AES-256 and PBKDF2, and a MAC with SHA-256.
   */
  p12(certificates: string[], password: string, args: string[] = [], key = certificates[0]!): Buffer {
    const pems = certificates.map((name) => readFileSync(join(this.#folder, `${name}.crt`)));
    writeFileSync(join(this.#folder, 'certificates'), Buffer.concat(pems));
    const keyArgs = args.includes('-nokeys') ? [] : ['-inkey', `${key}.key`];
    return this.#run([
      ...['pkcs12', '-export', '-in', 'certificates', ...keyArgs],
      ...['-passout', `pass:${password}`, ...args],
    ]);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #run(args: string[]): Buffer {
    return execFileSync('openssl', args, { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}
