import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueClient, issueServer, type Subject, toP12 } from '../../../sandbox/pki.ts';
import type { Holder } from '../../../shared/certificates/holder.ts';
import { readP12 } from '../../../shared/certificates/p12.ts';
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
  ])('a %s is read back', async (_, subject, holder, name) => {
    const issued = await issueClient(authority, subject);
    const leaf = new X509Certificate(issued.certificate);
    for (const encryption of ['modern', 'legacy'] as const) {
      const credential = readP12(toP12(issued, 'secreta', encryption), 'secreta', NOW);
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

  it('authenticate a client and a server to each other', async () => {
    const server = await issueServer(authority);
    const credential = readP12(toP12(representative, 'secreta', 'legacy'), 'secreta', NOW);
    const seen = await handshake(credential, authority.certificate, server, authority);
    expect(seen).toBe(credential.name);
  });

  it('are refused from the moment they expire', async () => {
    const notAfter = new Date(NOW.getTime() - DAY);
    const issued = await issueClient(authority, { person: PERSON }, { notAfter });
    expect(refusal(toP12(issued, 'x'), 'x')?.reason).toBe('expired');
    expect(refusal(toP12(issued, 'x'), 'x', new Date(notAfter.getTime() - DAY))).toBeUndefined();
  });

  it('must have ASCII passwords where node-forge gets others wrong', () => {
    expect(() => toP12(representative, 'contraseña')).toThrow(RangeError);
    const legacy = toP12(representative, 'contraseña€', 'legacy');
    expect(readP12(legacy, 'contraseña€', NOW).holder.dni).toBe(PERSON.nif);
  });
});
