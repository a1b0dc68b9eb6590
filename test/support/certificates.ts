import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient, type Subject } from '../../sandbox/pki/pki.ts';
import { demo } from './demo.ts';
import type { Gateway } from './gateway.ts';

/** Issues a certificate that the authorities of the stack accept, stores it, and answers its `cert_secret`. */
export const storeNewCertificate = async (
  caller: Gateway,
  subject: Subject,
  fields: Record<string, string> = {},
): Promise<string> => {
  const folder = dirname(demo.authorities.ca);
  const [certificate, key] = await Promise.all(
    ['ca.pem', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const issued = await issueClient({ certificate: certificate!, key: key! }, subject);
  const { status, body } = await caller.upload(toP12(issued, 'clave'), { password: 'clave', ...fields });
  expect(status).toBe(200);
  return body.data.cert_secret;
};
