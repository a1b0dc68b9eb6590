import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type authorityPort,
  type ExchangeRecord,
  MAX_RETRIES,
  type PortOptions,
} from '../../../shared/authorities/authority-port.ts';
import { FAILURES_TO_OPEN, OPEN_SECONDS } from '../../../shared/authorities/channel/breaker.ts';
import { closeConnections } from '../../../shared/authorities/channel/connections.ts';
import type { Step } from '../../../shared/authorities/exchange.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { forbidden } from '../../../shared/kernel/errors.ts';
import { ask, exchange, file } from '../../support/portals/examples.ts';
import { ana, credentialOf, errorOf, juan, mixed, rogue, serve } from '../../support/tls/mutual-tls.ts';
import { portTo } from '../../support/tls/port.ts';

describe('the port to an authority', () => {
  // A server may get the address of an earlier one, also of another file.
  beforeEach(async () => {
    closeBreakers();
    await closeConnections();
  });

  type Replies = Record<string, string | number | ((response: ServerResponse) => void)>;
  type Given = Partial<Pick<PortOptions, 'dry' | 'subject' | 'world' | 'isStaged' | 'health'>> & {
    who?: typeof juan;
    waits?: boolean;
  };

  /**
   * A server that answers by path: with a text, an error page of that status, or the result of the function. Other paths answer
   * `ok`.
   */
  const authorityWith = async (replies: Replies = {}) => {
    const listening = await serve((request, response) => {
      const reply = replies[request.url!.split('?')[0]!] ?? 'ok';
      if (typeof reply === 'function') reply(response);
      else if (typeof reply === 'number') response.writeHead(reply).end('error');
      else response.end(reply);
    });
    const records: ExchangeRecord[] = [];
    const port = ({ who = juan, waits = true, ...more }: Given = {}) =>
      portTo(listening.baseUrl, {
        credential: async () => credentialOf(who),
        headers: { 'X-Sandbox-Scenario': 'slow' },
        ...(!waits && { sleep: async () => {} }),
        log: (record) => records.push(record),
        ...more,
      });
    return { ...listening, port, records };
  };

  const cut = (response: ServerResponse) => response.socket!.destroy();
  const maintenance = (response: ServerResponse) =>
    response.writeHead(503, { 'retry-after': '120' }).end('maintenance');

  it('the port records which form the pages of a reading had, if its exchange says so', async () => {
    const { port, records } = await authorityWith();
    await port().read({ ...ask, shownForm: (answer) => `form of ${answer}` }, '/x');
    await port().read(ask, '/x');
    expect(records.map(({ form }) => form)).toEqual(['form of ok', undefined]);
  });

  it('the port runs a submission and records names and counts, nothing else', async () => {
    const { port, seen, records } = await authorityWith();
    expect(await port().submit(file, '/x')).toEqual({ filed: 'ok', document: 'ok' });
    expect(seen).toEqual(['GET /x/open', 'POST /x/file?nss=280000000097', 'GET /x/document']);
    expect(records).toEqual([
      {
        authority: 'tgss',
        exchange: 'TEST submission',
        attempts: 1,
        steps: 3,
        milliseconds: expect.any(Number),
        outcome: 'result',
      },
    ]);
  });

  it('the port sends the given headers with every request', async () => {
    const scenarios: unknown[] = [];
    const { port } = await authorityWith({
      '/x/open': (response) => {
        scenarios.push(response.req.headers['x-sandbox-scenario']);
        response.end();
      },
    });
    await port().submit(file, '/x');
    expect(scenarios).toEqual(['slow']);
  });

  it('the port never sends a step that commits in a dry run', async () => {
    const { port, seen, records } = await authorityWith();
    expect(await port({ dry: true }).submit(file, '/x')).toBeUndefined();
    expect(await port({ dry: true }).read(ask, '/ask')).toBe('ok');
    expect(seen).toEqual(['GET /x/open', 'GET /ask']);
    expect(records.map(({ outcome }) => outcome)).toEqual(['dry', 'result']);
  });

  it('the port reports in a dry run a refusal that comes before the filing', async () => {
    const { port, seen } = await authorityWith({ '/x/open': 'no:cuenta' });
    expect(await errorOf(port({ dry: true }).submit(file, '/x'))).toMatchObject({
      status: 422,
      errors: { tgss: ['cuenta'] },
    });
    expect(seen).toEqual(['GET /x/open']);
  });

  it.each<[string, Replies[string]]>([
    ['a cut connection', cut],
    ['an error page', 500],
    ['announced maintenance', maintenance],
    ['an answer that cannot be read', 'nonsense'],
    ['a defect in reading the answer', 'defect'],
  ])('the port sends a step that commits once, and after %s the outcome is unknown', async (_, reply) => {
    const { port, seen, records } = await authorityWith({ '/x/file': reply });
    expect(await errorOf(port().submit(file, '/x'))).toMatchObject({ name: 'ServiceError', status: 502 });
    expect(seen).toEqual(['GET /x/open', 'POST /x/file?nss=280000000097']);
    expect(records[0]!.outcome).toBe('unknown');
  });

  it('the port reports a refusal of the filing', async () => {
    const { port } = await authorityWith({ '/x/file': 'no:3053* FECHA REAL ERRONEA' });
    expect(await errorOf(port().submit(file, '/x'))).toMatchObject({
      status: 422,
      errors: { tgss: ['3053* FECHA REAL ERRONEA'] },
    });
  });

  it.each<[string, Replies[string]]>([
    ['cut', cut],
    ['answered with an error page', 500],
  ])('the port does without an optional answer that is %s', async (_, reply) => {
    const { port, records } = await authorityWith({ '/x/document': reply });
    const result = await port().submit(file, '/x');
    expect(result?.filed).toBe('ok');
    expect(result?.document).not.toBe('ok');
    expect(records[0]!.outcome).toBe('result');
  });

  it.each<[string, Replies[string], object, asked?: number]>([
    [
      'an error page',
      500,
      { status: 500, maintenance: true, message: expect.stringContaining('código 500') },
    ],
    ['maintenance', maintenance, { status: 503, maintenance: true, headers: { 'Retry-After': '120' } }],
    // Nothing was filed, so it was repeated like a reading.
    ['a cut connection', cut, { status: 504 }, 3],
    [
      'an answer that cannot be read',
      'nonsense',
      { status: 500, message: expect.stringContaining('No se ha presentado nada') },
    ],
    ['a defect', 'defect', { name: 'TypeError' }],
  ])('the port reports %s before anything was filed', async (_, reply, expected, asked = 1) => {
    const { port, seen } = await authorityWith({ '/x/open': reply });
    expect(await errorOf(port().submit(file, '/x'))).toMatchObject(expected);
    expect(seen).toEqual(Array(asked).fill('GET /x/open'));
  });

  it('the port repeats a reading without an answer, up to the limit', async () => {
    let times = 0;
    const { port, seen, records } = await authorityWith({
      '/late': (response) => (++times < 3 ? cut(response) : response.end('at last')),
      '/never': cut,
    });
    expect(await port().read(ask, '/late')).toBe('at last');
    expect(records[0]).toMatchObject({ attempts: 3, steps: 3, outcome: 'result' });
    expect((await errorOf(port().read(ask, '/never'))).status).toBe(504);
    expect(seen.filter((line) => line === 'GET /never')).toHaveLength(1 + MAX_RETRIES);
  });

  it.each<[string, Replies[string], number]>([
    ['a refusal', 'no:x', 422],
    ['an error page', 500, 500],
    ['nonsense', 'nonsense', 500],
  ])('the port does not read again after %s', async (_, reply, status) => {
    const { port, seen } = await authorityWith({ '/ask': reply });
    expect((await errorOf(port().read(ask, '/ask'))).status).toBe(status);
    expect(seen).toEqual(['GET /ask']);
  });

  it('the port reports that an authority cannot be reached', async () => {
    const { port, listening } = await authorityWith();
    listening.close();
    expect(await errorOf(port().submit(file, '/x'))).toMatchObject({
      status: 503,
      headers: { 'Retry-After': String(OPEN_SECONDS) },
    });
  });

  it('the port sends nothing while the authority is known to be down, and tries again later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const replies: Replies = { '/ask': 500 };
    const { port, seen, records } = await authorityWith(replies);
    for (let time = 0; time < FAILURES_TO_OPEN; time++) await errorOf(port().read(ask, '/ask'));
    const error = await errorOf(port({ who: ana }).submit(file, '/x'));
    expect(error).toMatchObject({ status: 503, maintenance: true });
    expect(error.headers['Retry-After']).toBe(String(OPEN_SECONDS));
    expect(records.at(-1)).toMatchObject({ outcome: 'unavailable', steps: 0 });
    expect(seen).toHaveLength(FAILURES_TO_OPEN);
    vi.setSystemTime(Date.now() + OPEN_SECONDS * 1000);
    replies['/ask'] = 'ok';
    expect(await port().read(ask, '/ask')).toBe('ok');
  });

  it('a subject whose page is always an error does not stop others', async () => {
    const { port, seen } = await authorityWith({ '/worker': 500, '/x/open': 500 });
    for (let time = 0; time < FAILURES_TO_OPEN; time++) {
      const ofWorker = port({ subject: 'one worker' });
      expect((await errorOf(ofWorker.read(ask, '/worker'))).status).toBe(500);
      expect((await errorOf(ofWorker.submit(file, '/x'))).status).toBe(500);
    }
    expect(seen).toHaveLength(2 * FAILURES_TO_OPEN);
    expect(await port({ subject: 'another one' }).read(ask, '/ask')).toBe('ok');
  });

  describe.each<[string, Replies[string]]>([
    ['error pages', 500],
    ['announced maintenance', maintenance],
    ['cut connections', cut],
  ])('failures as %s', (_, reply) => {
    const failAll = async (open: (subject: string) => ReturnType<typeof authorityPort>, path: string) => {
      for (let subject = 0; subject <= FAILURES_TO_OPEN; subject++)
        await errorOf(open(`subject ${subject}`).read(ask, path));
    };

    it('failures that a caller asked for with a scenario stop no one, and are recorded nowhere', async () => {
      const { port, records } = await authorityWith({ '/staged': reply });
      const saw = vi.fn();
      const health = { openUntil: () => undefined, pause: () => undefined, saw };
      const staged = (subject: string) => port({ subject, health, isStaged: true, waits: false });
      // After an answer, a cut connection is the authority's fault and not the certificate's.
      expect(await staged('known').read(ask, '/ask')).toBe('ok');
      await failAll(staged, '/staged');
      expect(records.some(({ opensBreaker }) => opensBreaker)).toBe(false);
      expect(saw).not.toHaveBeenCalled();
      expect(await port({ health }).read(ask, '/ask')).toBe('ok');
      expect(saw.mock.calls).toEqual([['healthy', expect.any(Number)]]);
    });

    it('failures of the authorities of one world stop that world alone', async () => {
      const { port } = await authorityWith({ '/broken': reply });
      const inWorld = (world: string) => (subject: string) => port({ subject, world, waits: false });
      expect(await inWorld('one')('known').read(ask, '/ask')).toBe('ok');
      await failAll(inWorld('one'), '/broken');
      expect((await errorOf(inWorld('one')('known').read(ask, '/ask'))).status).toBe(503);
      expect(await inWorld('other')('known').read(ask, '/ask')).toBe('ok');
    });
  });

  it('the port does not repeat a request with a scenario while the authority is known to be down', async () => {
    const { port, seen } = await authorityWith({ '/ask': maintenance });
    await errorOf(port().read(ask, '/ask'));
    expect((await errorOf(port({ isStaged: true }).read(ask, '/x'))).status).toBe(503);
    expect(seen).toEqual(['GET /ask']);
  });

  it('the port counts a request once, however often it is repeated, and with all its exchanges', async () => {
    const { port, seen } = await authorityWith({ '/never': cut });
    // After an answer, a cut connection is the authority's fault and not the certificate's.
    await port().read(ask, '/ask');
    for (let request = 1; request < FAILURES_TO_OPEN; request++) {
      const one = port({ waits: false });
      for (let time = 0; time < 2; time++) expect((await errorOf(one.read(ask, '/never'))).status).toBe(504);
    }
    const attempts = 1 + (FAILURES_TO_OPEN - 1) * 2 * (1 + MAX_RETRIES);
    expect(seen).toHaveLength(attempts);
    expect((await errorOf(port().read(ask, '/never'))).status).toBe(503);
    expect(seen).toHaveLength(attempts + 1);
    expect((await errorOf(port().read(ask, '/ask'))).status).toBe(503);
  });

  it('the port does not ask for the certificate while the authority is known to be down', async () => {
    const { port, baseUrl } = await authorityWith({ '/ask': maintenance });
    await errorOf(port().read(ask, '/ask'));
    const credential = vi.fn(async () => credentialOf(juan));
    const other = portTo(baseUrl, { credential });
    expect((await errorOf(other.read(ask, '/ask'))).headers).toEqual({ 'Retry-After': '120' });
    expect(credential).not.toHaveBeenCalled();
  });

  it('the port does not count a problem of the caller’s own certificate as a failure of the authority', async () => {
    const { port } = await authorityWith();
    const calls = Array.from({ length: FAILURES_TO_OPEN + 1 }, () =>
      errorOf(port({ who: rogue }).submit(file, '/x')),
    );
    for (const { status } of await Promise.all(calls)) expect([422, 503, 504]).toContain(status);
    expect(await port().read(ask, '/ask')).toBe('ok');
  });

  it('the port reports that a certificate is not accepted', async () => {
    const { port } = await authorityWith();
    const error = await errorOf(port({ who: mixed }).read(ask, '/ask'));
    expect(error).toMatchObject({ status: 422, message: expect.stringContaining('certificado') });
  });

  it('the port passes on the errors of the source of the certificate', async () => {
    const { baseUrl, seen } = await authorityWith();
    const port = portTo(baseUrl, { credential: () => Promise.reject(forbidden('inactivo')) });
    expect(await errorOf(port.submit(file, '/x'))).toMatchObject({ status: 403, message: 'inactivo' });
    expect(seen).toEqual([]);
  });

  it('the port uses its settings of TLS, and the name of the server at its address only', async () => {
    const opened: unknown[] = [];
    const port = portTo('https://one.example', {
      authority: 'sepe',
      siteOf: (path) => (path === '/x/document' ? 'https://other.example' : 'https://one.example'),
      tls: { serverName: 'portal.example', maxVersion: 'TLSv1.2' },
      connect: ({ baseUrl, tls }) => {
        opened.push([baseUrl, tls]);
        const body = Buffer.from('ok');
        return { send: async () => ({ status: 200, contentType: 'text/html', headers: {}, body }) };
      },
    });
    expect(await port.submit(file, '/x')).toMatchObject({ filed: 'ok' });
    expect(opened).toEqual([
      ['https://one.example', { serverName: 'portal.example', maxVersion: 'TLSv1.2' }],
      ['https://other.example', { serverName: undefined, maxVersion: 'TLSv1.2' }],
    ]);
  });

  it('the port says what is wrong with TLS, to the caller and in the log', async () => {
    const { baseUrl, seen } = await authorityWith();
    const records: ExchangeRecord[] = [];
    const port = portTo(baseUrl, {
      ca: undefined,
      bypassesBreaker: true,
      sleep: async () => {},
      log: (record) => records.push(record),
    });
    const { status, message, headers } = await errorOf(port.submit(file, '/x'));
    expect({ status, headers }).toEqual({ status: 503, headers: { 'Retry-After': String(OPEN_SECONDS) } });
    expect(message).toBe(
      'No se puede establecer una conexión segura con la Seguridad Social: no envía la cadena completa de su ' +
        'certificado, o su raíz no es de confianza en este servicio. Debe corregirlo quien administra este servicio. ' +
        'No se ha presentado nada.',
    );
    expect(records).toMatchObject([{ outcome: 'tls-chain', steps: expect.any(Number) }]);
    expect(seen).toEqual([]);
  });

  it('the port returns the result of an accepted filing even if the log fails', async () => {
    const { baseUrl } = await authorityWith();
    const port = portTo(baseUrl, {
      log: () => {
        throw new Error('log');
      },
    });
    expect(await port.submit(file, '/x')).toMatchObject({ filed: 'ok' });
  });

  it('the record of a filing hears of each exchange that files, and of those that were accepted at once', async () => {
    const { baseUrl } = await authorityWith({ '/bad/file': 'no:x' });
    const heard: string[] = [];
    const port = portTo(baseUrl, {
      filing: {
        begin: () => heard.push('begun'),
        send: async (send) => {
          const answer = await send();
          heard.push('sent');
          return answer;
        },
        accept: () => heard.push('accepted'),
        reference: (text) => heard.push(text),
      },
    });
    await port.submit(file, '/x');
    port.reference('26');
    await port.submit({ ...file, answersLater: true }, '/x');
    await port.read(ask, '/ask');
    await port.submit(file, '/bad').catch(() => {});
    expect(heard).toEqual(['begun', 'sent', 'accepted', '26', 'begun', 'sent', 'begun', 'sent']);
  });

  it('a dry run ends before a step that is sent only to file', async () => {
    const { port, seen } = await authorityWith();
    const signs = exchange('submission', function* (path: string) {
      yield { method: 'GET', path: `${path}/list` };
      yield { method: 'GET', path: `${path}/sign`, onlyToFile: true };
      yield { method: 'POST', path: `${path}/file`, commits: true };
    });
    expect(await port({ dry: true }).submit(signs, '/x')).toBeUndefined();
    expect(seen).toEqual(['GET /x/list']);
    await port().submit(signs, '/x');
    expect(seen.slice(1)).toEqual(['GET /x/list', 'GET /x/sign', 'POST /x/file']);
  });

  it('a script that breaks the rules of scripts is stopped, as a defect, before it sends anything', async () => {
    const { port, seen } = await authorityWith();
    const commit: Step = { method: 'POST', path: '/commit', commits: true };
    const readingThatCommits = exchange('reading', function* () {
      yield commit;
    });
    await expect(port().read(readingThatCommits, '')).rejects.toThrow('a reading must not commit');
    const readingOnTheWay = exchange('reading', function* () {
      yield { method: 'GET', path: '/sign', onlyToFile: true };
    });
    await expect(port().read(readingOnTheWay, '')).rejects.toThrow('a reading must not commit');
    const submissionThatDoesNot = exchange('submission', function* (path: string) {
      yield { method: 'GET', path };
    });
    await expect(port().submit(submissionThatDoesNot, '/x')).rejects.toThrow('nothing was committed');
    await expect(port({ dry: true }).submit(submissionThatDoesNot, '/x')).rejects.toThrow(
      'nothing was committed',
    );
    const endless = exchange('reading', function* () {
      for (;;) yield { method: 'GET', path: '/again' };
    });
    expect((await errorOf(port().read(endless, ''))).status).toBe(500);
    expect(seen.filter((line) => line.startsWith('POST'))).toEqual([]);
  });
});
