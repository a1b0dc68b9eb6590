import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient, type Subject } from '../../sandbox/pki/pki.ts';
import { demo, type Service } from './demo.ts';
import type { Gateway } from './gateway.ts';

/** Of all certificates with an RSA key that are issued here: a key for each would take as long as many calls. */
let key: string | undefined;

/**
 * Issues a certificate that the authorities of a service accept, stores it, and answers its `cert_secret`.
 * @param service the one under test unless said otherwise
 */
export const storeNewCertificate = async (
  caller: Gateway,
  subject: Subject,
  fields: Record<string, string> = {},
  service: Service = demo,
): Promise<string> => {
  const { status, body } = await caller.upload(await issueP12(subject, service), {
    password: 'clave',
    ...fields,
  });
  expect(status).toBe(200);
  return body.data.cert_secret;
};

/** Issues a certificate that the authorities of a service accept, as a file with the password `clave`. */
export const issueP12 = async (
  subject: Subject,
  service: Service = demo,
  { type, ...options }: Parameters<typeof issueClient>[2] = {},
): Promise<Buffer> => {
  const folder = dirname(service.authorities.ca);
  const [certificate, ofAuthority] = await Promise.all(
    ['ca.pem', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const issued = await issueClient({ certificate: certificate!, key: ofAuthority! }, subject, {
    ...(type === 'ec' ? { type } : { key }),
    ...options,
  });
  if (type !== 'ec') key = issued.key;
  return toP12(issued, 'clave', { rounds: 1 });
};
