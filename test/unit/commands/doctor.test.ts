import { describe, expect, test, vi } from 'vitest';
import { lookAtTls } from '../../../commands/doctor/addresses.ts';
import { entrancesTo, lookAtAuthority } from '../../../commands/doctor/authorities.ts';
import { lookAtCalendar } from '../../../commands/doctor/calendar.ts';
import {
  type DeployedStage,
  examine,
  type Finding,
  ok,
  printResults,
  problem,
  together,
  unchecked,
} from '../../../commands/doctor/check.ts';
import { OUTSIDE } from '../../../commands/doctor/outside.ts';
import type { TlsSettings } from '../../../shared/authorities/channel/tls.ts';
import { hasApache, startApache } from '../../support/tls/apache.ts';
import { CA, OTHER_CA, serve, serveWithOpenssl } from '../../support/tls/mutual-tls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date();

/** The address of a server that does not ask for a certificate. */
const plainServer = async (options = {}) =>
  new URL((await serve((_, response) => response.end(), { requestCert: false, ...options })).baseUrl);

describe('the check of the calendar', () => {
  const source = 'BOE';
  const years = {
    2026: { holidays: [], source },
    2027: { holidays: [], source, isProvisional: true as const },
  };
  test.each([
    ['2026-11-30T22:59:59Z', 'ok', /^Holidays from their resolutions: 2026\.$/],
    [
      '2026-11-30T23:00:00Z',
      'problem',
      /^The holidays of 2027 are provisional: .* shared\/kernel\/working-days\.ts\.$/,
    ],
    ['2027-03-01T09:00:00Z', 'problem', /^The holidays of 2027 are provisional/],
    ['2027-12-01T09:00:00Z', 'problem', /2027 are provisional.* 2028 are missing/],
  ])('the check at %s finds: %s', (at, state, text) => {
    expect(lookAtCalendar(new Date(at), years)).toEqual({ state, text: expect.stringMatching(text) });
  });
});

describe('the check of an address by TLS', () => {
  test('the check passes with present TLS and a certificate that stays valid for a while', async () => {
    const url = await plainServer();
    expect(await lookAtTls(url, { now, settings: { roots: CA }, isOurs: true })).toEqual({
      state: 'ok',
      text: expect.stringMatching(
        new RegExp(`^${url.host}: TLSv1\\.3, certificate until \\d{4}-\\d\\d-\\d\\d\\.$`),
      ),
    });
  });

  test('the check says that a certificate which expires within a month must be renewed', async () => {
    // The certificate is issued for two years.
    const later = new Date(now.getTime() + (2 * 365 - 29) * DAY_MS);
    const url = await plainServer();
    expect(await lookAtTls(url, { now: later, settings: { roots: CA }, isOurs: true })).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('Renew the certificate'),
    });
  });

  test('the check reports an address that accepts TLS 1.1, although it accepts a later one, too', async () => {
    const url = await plainServer({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await lookAtTls(url, { now, settings: { roots: CA }, isOurs: true })).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('accepts TLS 1.1'),
    });
  });

  test.each([
    ['where no one answers', async () => new URL('https://localhost:1'), CA],
    ['where another one answers', plainServer, OTHER_CA],
  ])('the check says that the address cannot be reached: %s', async (_, address, roots) => {
    expect(await lookAtTls(await address(), { now, settings: { roots }, isOurs: true })).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('cannot be reached by TLS'),
    });
  });

  test('the check passes with an authority that refuses callers without a certificate', async () => {
    const { baseUrl, stop } = await serveWithOpenssl('-tls1_2');
    expect(await lookAtTls(new URL(baseUrl), { now, settings: { roots: CA }, isOurs: false })).toEqual({
      state: 'ok',
      text: expect.stringMatching(/asks for a certificate/),
    });
    await stop();
  });
});

describe('the check of an authority', () => {
  test('the check passes if the authority accepts TLS as the stage sets it', async () => {
    const url = await plainServer();
    expect(await lookAtAuthority(url, now, { roots: CA, maxVersion: 'TLSv1.2' })).toEqual({
      state: 'ok',
      text: expect.stringMatching(/: TLSv1\.2, certificate until /),
    });
    expect(await lookAtAuthority(new URL('https://localhost:1'), now, {})).toEqual({
      state: 'problem',
      text: expect.stringMatching(/cannot be reached by TLS: .*ECONNREFUSED.*\. .*check this network/),
    });
  });

  test('the check uses the settings of the stage if a certificate is required', () => {
    const tls = { serverName: 'x.example', maxVersion: 'TLSv1.2' };
    const variables = {
      TGSS_URL: 'https://tgss.example',
      SEPE_URL: 'https://www.sepe.es',
      AEAT_URL: '',
      DEHU_URL: '',
      AUTHORITY_CA: CA,
      AUTHORITY_TLS: JSON.stringify({ tgss: tls, sepe: tls }),
    };
    const sent = { maxVersion: 'TLSv1.2', roots: CA };
    const entrances = (authority: 'tgss' | 'sepe' | 'aeat') =>
      entrancesTo(authority, variables).map(({ url, settings }) => [url.origin, settings]);
    expect(entrances('tgss')).toEqual([['https://tgss.example', { ...sent, serverName: 'x.example' }]]);
    expect(entrancesTo('tgss', variables)[0]!.url.pathname).toBe('/Xhtml');
    // SEPE's application is on another host than its address, and the server name applies to the address only.
    expect(entrances('sepe')).toEqual([
      ['https://www.sepe.es', { ...sent, serverName: 'x.example' }],
      ['https://www.sepe.es:444', sent],
    ]);
    expect(entrances('aeat')).toEqual([]);
  });

  test.each<[string, object, TlsSettings, RegExp]>([
    ['an incomplete chain', {}, { roots: OTHER_CA }, /chain .* is incomplete.* rootsFile\.$/],
    ['another name', {}, { roots: CA, serverName: 'other.example' }, /of another name.* serverName\.$/],
    [
      'too old a version',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      { roots: CA },
      /too old.* minVersion and maxVersion/,
    ],
  ])('the check names what is wrong, and what to set: %s', async (_, options, settings, words) => {
    expect(await lookAtAuthority(await plainServer(options), now, settings)).toEqual({
      state: 'problem',
      text: expect.stringMatching(words),
    });
  });

  test.skipIf(!hasApache)(
    'the check names an authority that cannot ask for a certificate under TLS 1.3',
    async () => {
      const apache = await startApache();
      try {
        const url = new URL('/private/page', apache.baseUrl);
        const settings = { roots: apache.ca };
        expect(await lookAtAuthority(url, now, settings)).toEqual({
          state: 'problem',
          text: expect.stringMatching(/cannot ask for the certificate.* Set maxVersion to TLSv1\.2/),
        });
        expect(await lookAtAuthority(url, now, { ...settings, maxVersion: 'TLSv1.2' })).toMatchObject({
          state: 'ok',
        });
      } finally {
        await apache.stop();
      }
    },
  );
});

describe('the result of checks', () => {
  const failing = (name: string) => async () => {
    throw Object.assign(new Error('no'), { name });
  };

  test('the result distinguishes a check without rights from one that finds nothing, which is a problem', async () => {
    const results = await examine({} as DeployedStage, {
      fine: async () => ok('well'),
      forbidden: failing('AccessDeniedException'),
      gone: failing('ResourceNotFoundException'),
    });
    expect(results).toEqual([
      { name: 'fine', state: 'ok', text: 'well' },
      { name: 'forbidden', state: 'unchecked', text: expect.stringContaining('AccessDeniedException: no') },
      { name: 'gone', state: 'problem', text: expect.stringContaining('ResourceNotFoundException: no') },
    ]);
  });

  test('the result names all problems of several equal checks', () => {
    expect(together([ok('a'), problem('B.'), unchecked('c'), problem('D.')], 'good')).toEqual(
      problem('B. D.'),
    );
    expect(together([ok('a'), unchecked('c')], 'good')).toEqual(unchecked('c'));
    expect(together([ok('a'), ok('b')], 'good')).toEqual(ok('good'));
  });

  test('the result is shown in lines, and lets the process exit with 1 only if there is a problem', () => {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
    const exitCodeAfter = (...findings: Finding[]) => {
      process.exitCode = 0;
      printResults(findings.map((finding) => ({ name: 'tables', ...finding })));
      const { exitCode } = process;
      process.exitCode = 0;
      return exitCode;
    };
    expect(exitCodeAfter(ok('All.'), unchecked('No.'))).toBe(0);
    expect(exitCodeAfter(ok('All.'), problem('Do it.'))).toBe(1);
    vi.restoreAllMocks();
    expect(written.at(-1)).toMatch(/^tables +PROBLEM +Do it\.\n$/);
  });
});

test('an address of the API that does not answer is named with its reason, and not reported as a deleted stack', async () => {
  const address = 'http://127.0.0.1:1/api';
  const deployed = { address, now: () => now, isEmulated: true } as DeployedStage;
  const { address: answers, clock } = OUTSIDE;
  expect(await examine(deployed, { address: answers!, clock: clock! })).toEqual([
    {
      name: 'address',
      state: 'problem',
      text: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/api does not answer \(.+\)\. .*--url/),
    },
    { name: 'clock', state: 'unchecked', text: `${address} does not answer.` },
  ]);
});
