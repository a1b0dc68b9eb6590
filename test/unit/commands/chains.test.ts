import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAtChain } from '../../../commands/doctor/chains.ts';
import { lookAtTrusted } from '../../../commands/doctor/trusted.ts';
import type { TlsSettings } from '../../../shared/authorities/channel/tls.ts';
import { hasOpenssl, Workbench } from '../../support/openssl.ts';
import { serve, serveWithOpenssl } from '../../support/tls/mutual-tls.ts';

/** What an operator reads about the chain of an authority's certificate, with servers that send each kind of chain. */

const bench = new Workbench();
afterAll(() => bench.close());

const NOW = new Date();

describe.skipIf(!hasOpenssl)('the check of the chain of an authority', () => {
  let root: string;
  let between: string;
  let old: string;
  let server: { key: string; certificate: string };
  let ofOld: { key: string; certificate: string };
  beforeAll(() => {
    for (const name of ['root', 'between', 'server', 'old', 'of-old']) bench.key(name, 'ec');
    const authority = true;
    bench.certificate('root', { subject: { commonName: 'Raíz nueva' }, authority });
    bench.certificate('between', { subject: { commonName: 'Intermedia' }, authority, issuer: 'root' });
    bench.certificate('server', { subject: { commonName: 'localhost' }, issuer: 'between' });
    bench.certificate('old', { subject: { organizationName: 'Raíz vieja' }, authority });
    bench.certificate('of-old', { subject: { commonName: 'localhost' }, issuer: 'old' });
    [root, between, old] = ['root', 'between', 'old'].map((name) => bench.pem(name).certificate) as [
      string,
      string,
      string,
    ];
    server = bench.pem('server');
    ofOld = bench.pem('of-old');
  });

  /** The finding about a server that sends these certificates after its own. */
  const findingOf = async (
    { key, certificate }: { key: string; certificate: string },
    sent: string[],
    settings: TlsSettings,
    { now = NOW, trusted = [] as { name: string; pem: string }[] } = {},
  ) => {
    const options = { key, cert: [certificate, ...sent].join('\n'), requestCert: false };
    const { baseUrl, seen } = await serve(() => {}, options);
    const finding = await lookAtChain(new URL(baseUrl), now, settings, trusted);
    expect(seen).toEqual([]);
    return finding;
  };

  const DAY = String.raw`\d{4}-\d\d-\d\d`;
  const SHOWN = String.raw`^localhost:\d+: TLSv1\.3, localhost until ${DAY}, issued by `;

  test('the check passes with a complete chain, and says subject, issuer and root', async () => {
    expect(await findingOf(server, [between], { roots: root })).toEqual({
      state: 'ok',
      text: expect.stringMatching(
        new RegExp(
          `${SHOWN}Intermedia\\. Node does not have its root Raíz nueva: its rootsFile has it\\. Root: Raíz nueva\\.$`,
        ),
      ),
    });
  });

  test('the check names the intermediate that the server leaves out, if nothing else has it', async () => {
    expect(await findingOf(server, [], { roots: root })).toEqual({
      state: 'problem',
      text: expect.stringMatching(
        new RegExp(
          `${SHOWN}Intermedia\\. It is refused \\(UNABLE_TO_VERIFY_LEAF_SIGNATURE\\): Intermedia, which issued localhost, is missing\\. .*rootsFile\\.$`,
        ),
      ),
    });
  });

  test('the check passes without the intermediate if the settings of the stage have it, and says so', async () => {
    expect(await findingOf(server, [], { roots: `${root}\n${between}` })).toEqual({
      state: 'ok',
      text: expect.stringMatching(
        /It does not send Intermedia: its rootsFile has it\..* Root: Raíz nueva\.$/,
      ),
    });
  });

  test('the check passes without intermediate and with a root that Node lacks, if the gateway has both', async () => {
    const before = getCACertificates();
    setDefaultCACertificates([...before, root, between]);
    const trusted = [root, between].map((pem) => ({ name: 'ours', pem }));
    const finding = await findingOf(server, [], {}, { trusted }).finally(() =>
      setDefaultCACertificates(before),
    );
    expect(finding).toEqual({
      state: 'ok',
      text: expect.stringMatching(
        new RegExp(
          `It does not send Intermedia: the gateway has it until ${DAY}\\. Node does not have its root Raíz nueva: the gateway has it until ${DAY}\\.`,
        ),
      ),
    });
  });

  test.each([
    ['that it sends', () => [old]],
    ['that it does not send', () => []],
  ])('the check names an old root %s, which is no longer trusted', async (_, sent) => {
    const { state, text } = await findingOf(ofOld, sent(), { roots: root });
    expect(state).toBe('problem');
    expect(text).toMatch(
      sent().length > 0
        ? new RegExp(
            `issued by Raíz vieja\\. It is refused .*: its root Raíz vieja \\(until ${DAY}\\) is not trusted\\.`,
          )
        : /Raíz vieja, which issued localhost, is missing\./,
    );
  });

  test('the check says when a certificate of the chain has ended', async () => {
    const later = new Date(NOW.getTime() + 40 * 24 * 60 * 60 * 1000);
    const { state, text } = await findingOf(ofOld, [old], {}, { now: later });
    expect(state).toBe('problem');
    expect(text).toMatch(new RegExp(`: localhost ended on ${DAY}\\.`));
  });

  test('the check says that a certificate is of another name', async () => {
    const settings = { roots: root, serverName: 'other.example' };
    expect(await findingOf(server, [between], settings)).toEqual({
      state: 'problem',
      text: expect.stringMatching(/It is refused: its certificate is of another name\. .*serverName\.$/),
    });
  });

  test('the check cannot see the chain of a server that first wants a certificate', async () => {
    const { baseUrl, stop } = await serveWithOpenssl('-tls1_2');
    expect(await lookAtChain(new URL(baseUrl), NOW, {})).toEqual({
      state: 'unchecked',
      text: expect.stringMatching(/asks for a certificate before its chain can be seen/),
    });
    await stop();
  });

  test('the check says that no one answers', async () => {
    expect(await lookAtChain(new URL('https://localhost:1'), NOW, {})).toEqual({
      state: 'problem',
      text: expect.stringMatching(/^localhost:1 cannot be reached by TLS: /),
    });
  });
});

test.each([
  [
    '2026-11-29',
    'ok',
    /^Certificates that the gateway itself trusts: 6\. First to end: AC Componentes Informáticos \(2028-06-24\)\.$/,
  ],
  ['2028-01-01', 'problem', /end soon: AC Componentes Informáticos \(2028-06-24\)\. Look which issuer/],
  ['2029-08-01', 'problem', /end soon: AC Componentes .*, AC RAIZ FNMT-RCM \(2030-01-01\)\./],
])('the check of the certificates that the gateway trusts finds on %s: %s', (day, state, text) => {
  expect(lookAtTrusted(new Date(day))).toEqual({ state, text: expect.stringMatching(text) });
});
