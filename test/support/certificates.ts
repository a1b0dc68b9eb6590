import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient, type KeyType, type Subject } from '../../sandbox/pki/pki.ts';
import { demo, type Service } from './demo.ts';
import type { Gateway } from './gateway.ts';

/** Of all certificates that are issued here, by their type: a key for each would take as long as many calls. */
const keys: { [Type in KeyType]?: string } = {};

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
  { type = 'rsa', ...options }: { notAfter?: Date; type?: KeyType } = {},
): Promise<Buffer> => {
  const folder = dirname(service.authorities.ca);
  const [certificate, ofAuthority] = await Promise.all(
    ['ca.pem', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const issued = await issueClient({ certificate: certificate!, key: ofAuthority! }, subject, {
    type,
    key: keys[type],
    ...options,
  });
  keys[type] = issued.key;
  return toP12(issued, 'clave', { rounds: 1 });
};
