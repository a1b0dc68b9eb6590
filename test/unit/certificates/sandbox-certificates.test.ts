import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import {
  deriveCertificateAuthority,
  issueClient,
  issueServer,
  type Subject,
} from '../../../sandbox/pki/pki.ts';
import type { Holder } from '../../../shared/certificates/holder.ts';
import { readP12 } from '../../../shared/certificates/p12.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import {
  authority,
  DAY,
  handshake,
  NOW,
  ORGANISATION,
  PERSON,
  refusal,
  representative,
  sha256,
} from '../../support/tls/p12.ts';

describe('certificates of the sandbox', () => {
  const surname = 'NÚÑEZ GARCÍA';
  it.each<[string, Subject, Holder, string]>([
    [
      'person',
      { person: PERSON },
      { dni: PERSON.nif, givenName: PERSON.givenName, surname },
      'NÚÑEZ GARCÍA BEGOÑA - 12345678Z',
    ],
    [
      'representative',
      { person: PERSON, organisation: ORGANISATION },
      { dni: PERSON.nif, givenName: PERSON.givenName, surname, organisation: ORGANISATION },
      '12345678Z BEGOÑA NÚÑEZ (R: B12345674)',
    ],
    [
      'seal',
      { organisation: ORGANISATION },
      { dni: '', givenName: '', surname: '', organisation: ORGANISATION },
      ORGANISATION.name,
    ],
  ])('a %s can be read again', async (_, subject, holder, name) => {
    const issued = await issueClient(authority, subject);
    const leaf = new X509Certificate(issued.certificate);
    for (const encryption of ['modern', 'legacy'] as const) {
      const credential = readP12(toP12(issued, 'secreta', { encryption }), 'secreta', NOW);
      expect(credential).toEqual({
        key: issued.key,
        chain: issued.chain,
        fingerprint: sha256(leaf.raw),
        name,
        issuer: /CN=(.*)/.exec(leaf.issuer)![1],
        holder,
        notBefore: leaf.validFromDate,
        notAfter: leaf.validToDate,
      });
    }
    const years = (leaf.validToDate.getTime() - NOW.getTime()) / (365 * DAY);
    expect(years).toBeCloseTo(2, 2);
  });

  it('the certificates authenticate a client and a server to each other', async () => {
    const server = await issueServer(authority);
    const credential = readP12(toP12(representative, 'secreta', { encryption: 'legacy' }), 'secreta', NOW);
    const seen = await handshake(credential, authority.certificate, server, authority);
    expect(seen).toBe(credential.name);
  });

  it('the certificates are refused from the moment they expire', async () => {
    const notAfter = new Date(NOW.getTime() - DAY);
    const issued = await issueClient(authority, { person: PERSON }, { notAfter });
    expect(refusal(toP12(issued, 'x'), 'x')?.reason).toBe('expired');
    expect(refusal(toP12(issued, 'x'), 'x', new Date(notAfter.getTime() - DAY))).toBeUndefined();
  });

  it('passwords must be ASCII where node-forge gets others wrong', () => {
    expect(() => toP12(representative, 'contraseña')).toThrow(RangeError);
    const legacy = toP12(representative, 'contraseña€', { encryption: 'legacy' });
    expect(readP12(legacy, 'contraseña€', NOW).holder.dni).toBe(PERSON.nif);
  });

  describe('a certificate authority whose key is derived from a secret', () => {
    const secret = 'k'.repeat(64);

    it('its certificates are accepted by those who derived the authority from the same secret, and by no one else', async () => {
      const [one, again] = [deriveCertificateAuthority(secret), deriveCertificateAuthority(secret)];
      expect(again.key).toBe(one.key);
      const [client, server] = [await issueClient(one, { person: PERSON }), await issueServer(again)];
      expect(await handshake(client, again.certificate, server, one)).toContain(PERSON.nif);
      const isIssuedBy = (by: string) =>
        new X509Certificate(client.certificate).verify(new X509Certificate(by).publicKey);
      expect(isIssuedBy(again.certificate)).toBe(true);
      expect(isIssuedBy(deriveCertificateAuthority(`${secret}k`).certificate)).toBe(false);
    });

    it('the authority is always the same for a secret, so that certificates outlive a deployment', () => {
      const { certificate } = deriveCertificateAuthority(secret);
      expect(new X509Certificate(certificate).publicKey.export({ format: 'jwk' }).x).toBe(
        'w0u7nqGZUKHbEaKTu3e4VnUu0ELxZ64nQ1jHvhmvEiA',
      );
    });

    it('the authority needs a secret that no one can guess', () => {
      expect(() => deriveCertificateAuthority('k'.repeat(31))).toThrow(RangeError);
    });

    it.skipIf(!hasOpenssl)(
      'OpenSSL accepts the certificates of the authority in its strict mode',
      async () => {
        const one = deriveCertificateAuthority(secret);
        const { certificate } = await issueClient(one, { person: PERSON, organisation: ORGANISATION });
        const file = (name: string, text: string) => {
          const path = join(mkdtempSync(join(tmpdir(), 'ca-')), name);
          writeFileSync(path, text);
          return path;
        };
        const [ca, leaf] = [file('ca.pem', one.certificate), file('leaf.pem', certificate)];
        const verify = ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', ca, leaf];
        expect(execFileSync('openssl', verify, { encoding: 'utf8' })).toContain('OK');
      },
    );
  });
});
