import { describe, expect, test } from 'vitest';
import { lookAtTls } from '../../../infra/commands/doctor/addresses.ts';
import { blind, examine, mend, ok, type Patient, together } from '../../../infra/commands/doctor/check.ts';
import { CA, OTHER_CA, serve, serveWithOpenssl } from '../../support/tls/mutual-tls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date();

/** An address of a server that asks nobody for a certificate. */
const plainServer = async (options = {}) =>
  new URL((await serve(() => {}, { requestCert: false, ...options })).baseUrl);

describe('TLS of an address', () => {
  test('of today, with a certificate that is good for a while', async () => {
    const url = await plainServer();
    expect(await lookAtTls(url, { now, ca: CA, isOurs: true })).toEqual({
      state: 'ok',
      says: expect.stringMatching(
        new RegExp(`^${url.host}: TLSv1\\.3, certificate until \\d{4}-\\d\\d-\\d\\d\\.$`),
      ),
    });
  });

  test('a certificate that ends within a month is to be renewed', async () => {
    // It is issued for two years.
    const later = new Date(now.getTime() + (2 * 365 - 29) * DAY_MS);
    const url = await plainServer();
    expect(await lookAtTls(url, { now: later, ca: CA, isOurs: true })).toMatchObject({
      state: 'mend',
      says: expect.stringContaining('Renew the certificate'),
    });
  });

  test('an address that takes TLS 1.1 is told, although it takes a later one, too', async () => {
    const url = await plainServer({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await lookAtTls(url, { now, ca: CA, isOurs: true })).toMatchObject({
      state: 'mend',
      says: expect.stringContaining('takes TLS 1.1'),
    });
  });

  test.each([
    ['where nobody answers', async () => new URL('https://localhost:1'), CA],
    ['where another one answers', plainServer, OTHER_CA],
  ])('%s: it cannot be reached', async (_, address, ca) => {
    expect(await lookAtTls(await address(), { now, ca, isOurs: false })).toMatchObject({
      state: 'mend',
      says: expect.stringContaining('cannot be reached by TLS'),
    });
  });

  test('an authority that talks to nobody without a certificate is there', async () => {
    const { baseUrl, stop } = await serveWithOpenssl('-tls1_2');
    expect(await lookAtTls(new URL(baseUrl), { now, ca: CA, isOurs: false })).toEqual({
      state: 'ok',
      says: expect.stringMatching(/asks for a certificate/),
    });
    await stop();
  });
});

describe('what checks find', () => {
  const failing = (name: string) => async () => {
    throw Object.assign(new Error('no'), { name });
  };

  test('a check that may not look says so; one that finds nothing is to be mended', async () => {
    const results = await examine({} as Patient, {
      fine: async () => ok('well'),
      forbidden: failing('AccessDeniedException'),
      gone: failing('ResourceNotFoundException'),
    });
    expect(results).toEqual([
      { name: 'fine', state: 'ok', says: 'well' },
      { name: 'forbidden', state: 'blind', says: expect.stringContaining('AccessDeniedException: no') },
      { name: 'gone', state: 'mend', says: expect.stringContaining('ResourceNotFoundException: no') },
    ]);
  });

  test('of several like things, all that must be mended is told', () => {
    expect(together([ok('a'), mend('B.'), blind('c'), mend('D.')], 'good')).toEqual(mend('B. D.'));
    expect(together([ok('a'), blind('c')], 'good')).toEqual(blind('c'));
    expect(together([ok('a'), ok('b')], 'good')).toEqual(ok('good'));
  });
});
