import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { outcomeOf, type startAuthorities } from '../../support/authorities.ts';
import { requestOf, requestsOf } from '../../support/requests.ts';
import { startProxy } from '../../support/servers/proxy.ts';
import { operationsAtAuthorities as operations, submissions } from '../../support/stand-in/counted.ts';
import { useAuthorities } from '../../support/stand-in/use-authorities.ts';

/** What replaces the answer to a filing; `cut` closes the connection. */
type Fault = { status: number; headers?: Record<string, string>; body: string } | 'cut';

/**
 * A proxy between the gateway and the stand-ins. It forwards every request unchanged, and replaces the answer to a filing,
 * whether accepted or refused, with `fault`.
 */
const startFaultProxy = async ({ sandbox, pki, submitted }: Awaited<ReturnType<typeof startAuthorities>>) => {
  const { url, close } = await startProxy(
    async (incoming, outgoing, sendOn) => {
      const body = await buffer(incoming);
      const before = await submitted();
      const { status, headers, bytes } = await sendOn(body);
      if ((await submitted()) === before) outgoing.writeHead(status, headers).end(bytes);
      else if (proxy.fault === 'cut') incoming.socket.destroy();
      else {
        const type = { 'content-type': 'text/html; charset=ISO-8859-1' };
        outgoing
          .writeHead(proxy.fault.status, { ...type, ...proxy.fault.headers })
          .end(proxy.fault.body, 'latin1');
      }
    },
    {
      to: sandbox.url,
      tls: pki.server,
      connect: { ca: pki.authority.certificate, key: pki.client.key, cert: pki.client.chain },
    },
  );
  const proxy = { url, close, fault: 'cut' as Fault };
  return proxy;
};

/** If a filing took effect and the authority's answer does not show it, the caller's answer is never a refusal. */

type Fields = Record<string, unknown>;

const authorities = useAuthorities();
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
beforeAll(async () => {
  proxy = await startFaultProxy(authorities);
});
afterAll(() => proxy.close());

const page = (content: string) => `<html><body>${content}</body></html>`;

const FAULTS: Record<string, Fault> = {
  'a 403': { status: 403, body: page('<div class="cuerpo_noautorizado"><p>No autorizado</p></div>') },
  'a 401': { status: 401, body: page('<p>Unauthorized</p>') },
  'a page to log in': {
    status: 200,
    body: page(
      '<div id="avisos"><div><p>Su sesión ha caducado. Identifíquese de nuevo.</p></div></div>' +
        '<form name="login" method="post" action="/login"><input name="usuario"/><input type="password" name="clave"/></form>',
    ),
  },
  'a way to the page to log in': { status: 302, headers: { location: '/login' }, body: '' },
};

const requests = requestsOf(demoData());

test('the list has all submissions', () => {
  expect(submissions.length).toBeGreaterThan(20);
});

const run = (name: string, request: Fields, how: Parameters<typeof authorities.run>[2] = {}) =>
  outcomeOf(authorities.run(operations.get(name)!, request, how));

/** The request of an operation. The requests that must come before it are made first. */
const prepared = async (name: string): Promise<Fields> => {
  const { request, after = [] } = requestOf(requests, name);
  for (const [earlier, sent] of after) expect(await run(earlier, sent)).toMatchObject({ status: 200 });
  return request;
};

describe.each(submissions)('the submission %s', (name) => {
  test.each(Object.entries(FAULTS))(
    'the submission with %s as its answer is not reported as refused',
    async (_, fault) => {
      const request = await prepared(name);
      const before = await authorities.filed();
      proxy.fault = fault;
      const { status, message, errors } = await run(name, request, { baseUrl: proxy.url });
      expect(await authorities.filed()).toBeGreaterThan(before);
      // Either a look-up proved that it took effect, or the caller must check.
      if (status !== 200)
        expect({ status, message, errors }).toMatchObject({
          status: 502,
          message: expect.stringContaining('compruébela'),
        });
    },
  );
});

const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const partTime = { jornadaType: 'S', jornadaHour: '0020', jornadaMin: '00' };

/** Pairs of a filing and a similar later one that gets no answer. */
const ALIKE: [what: string, name: string, earlier: Fields, later: Fields][] = [
  [
    'a registration with another coefficient',
    'POST /seg-social/alta',
    { coeficiente: '500' },
    { coeficiente: '250' },
  ],
  ['a termination for another cause', 'POST /seg-social/baja', { situacion: '51' }, { situacion: '54' }],
  ['the same CNO from another date on', 'PUT /seg-social/cno', {}, { fecha_real: dayBefore }],
  [
    'the same group from another date on',
    'PUT /seg-social/contribution-group',
    {},
    { fecha_real: dayBefore },
  ],
  [
    'another contract of the same worker and day',
    'POST /sepe/contrata',
    {},
    { codContract: '200', ...partTime },
  ],
  ['a contract in another occupation', 'POST /sepe/contrata', {}, { occupation: '5120' }],
];

test.each(ALIKE)(
  'a similar filing from before does not count as the one without an answer: %s',
  async (_, name, earlier, later) => {
    const request = await prepared(name);
    expect(await run(name, { ...request, ...earlier })).toMatchObject({ status: 200 });
    const filed = await authorities.filed();
    proxy.fault = 'cut';
    const how = { baseUrl: proxy.url, scenario: 'refused' };
    const { status } = await run(name, { ...request, ...later }, how);
    expect(await authorities.filed()).toBe(filed);
    expect(status).not.toBe(200);
  },
);

test.each(ALIKE)(
  'a filing without an answer is found if it took effect, beside a similar one: %s',
  async (_, name, __, later) => {
    const request = await prepared(name);
    const filed = await authorities.filed();
    proxy.fault = 'cut';
    const outcome = await run(name, { ...request, ...later }, { baseUrl: proxy.url });
    expect(outcome).toMatchObject({ status: 200 });
    expect(await authorities.filed()).toBe(filed + 1);
  },
);
