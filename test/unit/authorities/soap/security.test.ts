import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { BadSignature, verify } from '../../../../sandbox/dehu/signature.ts';
import { createCertificateAuthority, issueClient } from '../../../../sandbox/pki/pki.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { readXml } from '../../../../sandbox/sepe/xml.ts';
import { pending } from '../../../../shared/authorities/dehu/listing.ts';
import { type Step, written } from '../../../../shared/authorities/exchange.ts';
import { escapeText } from '../../../../shared/authorities/sepe/documents/xml.ts';
import { actorOf, signedEnvelope } from '../../../../shared/authorities/soap/security.ts';

const NOW = new Date('2026-11-23T10:00:00.456Z');
const BODY =
  '<Localiza xmlns="http://administracion.gob.es/punto-unico-notificaciones/localiza"><nifTitular>B99990017</nifTitular></Localiza>';

let credential: { version: string; key: string; chain: string };
let company: typeof credential;
beforeAll(async () => {
  const authority = await createCertificateAuthority();
  const person = seed.demo.holder;
  const [own, ofCompany] = await Promise.all([
    issueClient(authority, { person }),
    issueClient(authority, { person, organisation: seed.demo.company }),
  ]);
  credential = { version: '1', ...own };
  company = { version: '2', ...ofCompany };
});

const signed = (body = BODY) => signedEnvelope(body, credential, NOW);
/** Verified by the stand-in's code, which shares nothing with the gateway. */
const check = (envelope: string, at = NOW): X509Certificate => verify(readXml(envelope), at);

describe('a signed message', () => {
  test('a signed message is accepted by the stand-in, as signed by the certificate', () => {
    expect(check(signed()).subject).toContain(seed.demo.holder.nif);
  });

  test('a message is signed correctly whatever its body is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        // XML cannot contain control characters.
        const clean = escapeText(text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, ''));
        const body = `<a:x xmlns:a="urn:a" xmlns="urn:b" z="1" a:b="&lt;&quot;&#9;"><y>${clean}</y><a:y/></a:x>`;
        expect(() => check(signed(body))).not.toThrow();
      }),
      { numRuns: 30 },
    );
  });

  test('a signed message is valid for five minutes, without fractions of a second', () => {
    const [created, expires] = [...signed().matchAll(/<wsu:(?:Created|Expires)>([^<]+)</g)].map(
      ([, at]) => at,
    );
    expect([created, expires]).toEqual(['2026-11-23T10:00:00Z', '2026-11-23T10:05:00Z']);
    expect(() => check(signed(), new Date('2026-11-23T10:04:59Z'))).not.toThrow();
    expect(() => check(signed(), new Date('2026-11-23T10:05:00Z'))).toThrow(BadSignature);
    expect(() => check(signed(), new Date('2026-11-23T09:58:00Z'))).toThrow(BadSignature);
  });

  test('a message signed by another key than that of the certificate is refused', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => check(signedEnvelope(BODY, { ...credential, key }, NOW))).toThrow(BadSignature);
  });
});

test('a message that a certificate cannot sign is not sent, also if it would file', () => {
  const step: Step = {
    method: 'POST',
    path: '/',
    commits: true,
    sealed: (own) => signedEnvelope(BODY, { ...own, key: 'no key' }, NOW),
  };
  expect(() => written(step, credential)).toThrow(
    expect.objectContaining({ kind: 'certificate', sent: false, authorityAtFault: false }),
  );
});

describe('a change in a signed message', () => {
  test.each([
    ['the body', /B99990017/, 'B99990025'],
    ['the namespace of the body', 'notificaciones/localiza"', 'notificaciones/otra"'],
    ['when it was made', '10:00:00Z', '10:00:01Z'],
    ['how long it is good', '10:05:00Z', '10:05:01Z'],
    ['the digest', /<ds:DigestValue>./, '<ds:DigestValue>_'],
    ['the signature', /<ds:SignatureValue>....../, '<ds:SignatureValue>AAAAAA'],
    ['the algorithm of the signature', /xmldsig-more#rsa-sha256/, 'xmldsig#rsa-sha1'],
    ['the algorithm of a digest', /xmlenc#sha256/, 'xmldsig#sha1'],
    [
      'the canonical form',
      /CanonicalizationMethod Algorithm="[^"]*"/,
      'CanonicalizationMethod Algorithm="urn:x"',
    ],
    ['a reference', /<ds:Reference.*?<\/ds:Reference>/s, ''],
    ['the token', /#X509v3" wsu/, '#X509v1" wsu'],
    ['which token is meant', /wsse:Reference URI="#X509/, 'wsse:Reference URI="#X508'],
    ['the time stamp', /<wsu:Timestamp.*<\/wsu:Timestamp>/s, ''],
    [
      'the body by another with its id',
      /<soapenv:Body[^>]*>/,
      (tag: string) => `${tag}<x/></soapenv:Body>${tag}`,
    ],
  ] as [string, RegExp | string, string][])('a change of %s is noticed', (_, from, to) => {
    const envelope = signed();
    const changed = envelope.replace(from, to);
    expect(changed).not.toBe(envelope);
    expect(() => check(changed)).toThrow(BadSignature);
  });
});

test('a missing part of a signed message is noticed', () => {
  const envelope = signed();
  const names = [...envelope.matchAll(/<([\w-]+:[\w-]+)/g)].map(([, name]) => name!);
  const parts = new Set(names.slice(names.indexOf('wsse:Security'), names.indexOf('soapenv:Body') + 1));
  expect(parts).toContain('ds:Transforms');
  for (const name of parts) {
    const without = envelope.replace(new RegExp(`<${name}(?:[^>]*/>|[ >].*?</${name}>)`, 's'), '');
    expect(without).not.toBe(envelope);
    expect(() => check(without), name).toThrow(BadSignature);
  }
});

describe('the actor that a signed message names', () => {
  test('the actor is a person, or the company that a certificate represents', () => {
    const { nif, givenName, firstSurname, secondSurname } = seed.demo.holder;
    expect(actorOf(credential)).toEqual({ nif, name: [givenName, firstSurname, secondSurname].join(' ') });
    expect(actorOf(company).nif).toBe(seed.demo.company.cif);
  });
});

const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0;

/** XML Security Library, which shares no code with our signing. */
describe.skipIf(!hasXmlsec)('the program xmlsec1', () => {
  const verified = (envelope: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-xmlsec-'));
    try {
      const [message, certificate] = [join(folder, 'message.xml'), join(folder, 'certificate.pem')];
      writeFileSync(message, envelope);
      writeFileSync(certificate, credential.chain);
      const ids = ['Body', 'Timestamp'].flatMap((name) => [
        '--id-attr:Id',
        `${name === 'Body' ? 'http://schemas.xmlsoap.org/soap/envelope/' : WSU}:${name}`,
      ]);
      execFileSync('xmlsec1', ['--verify', '--pubkey-cert-pem', certificate, ...ids, message], {
        stdio: 'pipe',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('the program verifies the signature of a request to DEHú, and finds a change', () => {
    const first = pending.script({ holder: 'B99990017' }).next().value as Step;
    const envelope = String(written(first, credential).body);
    expect(() => verified(envelope)).not.toThrow();
    for (const [from, to] of [
      ['B99990017', 'B99990025'],
      [/(?<=Expires>)\d{4}/, '2099'],
      [/(?<=SignatureValue>)..../, 'AAAA'],
    ] as const) {
      const changed = envelope.replace(from, to);
      expect(changed).not.toBe(envelope);
      expect(() => verified(changed)).toThrow(/xmlsec1/);
    }
  });
});

const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
