import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient, type KeyType, type Subject } from '../../sandbox/pki/pki.ts';
import { demo, type Service } from './demo.ts';
import type { Gateway } from './gateway.ts';

/** One key for each type, shared by all certificates that are issued here: making a key takes long. */
const keys: { [Type in KeyType]?: string } = {};

/**
 * Issues a certificate that the authorities of a service accept, stores it, and returns its `cert_secret`.
 * @param service by default the service under test
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
