import { describe, expect, test } from 'vitest';
import { deployed } from '../../support/deployed.ts';
import { fromElsewhere } from '../../support/gateway.ts';
import { actorOf, anonymous, root, StoryCaller, sendRaw } from './caller.ts';
import { operations } from './operations.ts';

const MIB = 1024 * 1024;

/** All operations, with their path variables filled in. */
const filled = operations.map((placed) => ({ ...placed, path: placed.address.replace(/\{\w+\}/g, '0') }));

/** Tests the layer between callers and functions, and how requests are parsed: addresses, methods, sizes and characters. */
export const httpStories = (): void => {
  describe('without a token', () => {
    test.each(
      filled.filter(({ operation }) => !(operation.kind === 'resource' && operation.access === 'anonymous')),
    )('$method $path is refused', async ({ method, path }) => {
      const { status, headers } = await new StoryCaller(root, fromElsewhere()).call(method, path);
      expect(status).toBe(401);
      // API Gateway renames the header in this way.
      expect(headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
    });

    test.each([
      ['none', {}],
      ['not a bearer', { Authorization: 'Basic eDp5' }],
      ['made up', { Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AAAA' }],
    ])('a token that is %s is answered like any other bad one', async (_, headers) => {
      const { status, body } = await anonymous.with(headers).get('/auth');
      expect(status).toBe(401);
      expect(body.message).toBe((await anonymous.get('/auth')).body.message);
    });
  });

  describe('addresses and methods', () => {
    test('an unknown address is 404', async (context) => {
      const { caller } = await actorOf(context);
      for (const path of ['/nada', '/seg-social/nada', '/certificate/a/b'])
        expect(await caller.get(path)).toMatchObject({ status: 404, body: { success: false, data: [] } });
    });

    test('a known one with another method is 405, with those that it has', async (context) => {
      const { caller } = await actorOf(context);
      const { status, headers } = await caller.call('PUT', '/seg-social/idc');
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('GET, OPTIONS');
    });

    test('HEAD is answered like GET where anybody may read, and its answer has no body', async () => {
      const known = await sendRaw('HEAD', '/api/v4/openapi.json');
      expect([known.status, known.text]).toEqual([200, '']);
      const other = await sendRaw('HEAD', '/api/v4/seg-social/idc');
      expect([other.status, other.headers.get('allow'), other.text]).toEqual([405, 'GET, OPTIONS', '']);
      const unknown = await sendRaw('HEAD', '/api/v4/nada');
      expect([unknown.status, unknown.text]).toEqual([404, '']);
    });

    test('the root says where the reference is', async () => {
      const { status, body } = await anonymous.get('');
      expect({ status, docs: body.data.docs }).toEqual({
        status: 200,
        docs: expect.stringMatching(/\/api\/v4\/docs$/),
      });
    });

    test('browsers may ask and read', async () => {
      const preflight = await anonymous.call('OPTIONS', '/seg-social/alta', {
        headers: { Origin: 'https://nominas.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Cert-Secret');
      const answer = await anonymous.get('/status');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Ratelimit-Remaining');
    });

    test('the reference describes every operation and needs no token', async () => {
      const { status, body } = await anonymous.get('/openapi.json');
      expect(status).toBe(200);
      expect(body.openapi).toMatch(/^3\.1/);
      for (const { method, address, operation } of operations)
        expect(body.paths[address]?.[method.toLowerCase()]?.summary).toBe(operation.summary);
    });
  });

  describe('bodies', () => {
    const login = (body: string | Buffer | undefined, type?: string) =>
      sendRaw('POST', '/api/v4/auth/login', type ? { 'Content-Type': type } : {}, body);

    test.each<[string, string | Buffer | undefined, string | undefined, number]>([
      ['broken JSON', '{"email":', 'application/json', 400],
      ['a list', '[]', 'application/json', 400],
      ['Latin-1', Buffer.from('{"email":"peña@example.com"}', 'latin1'), 'application/json', 400],
      ['a form', 'email=x', 'application/x-www-form-urlencoded', 415],
      ['257 KiB', JSON.stringify({ email: 'x'.repeat(257 * 1024) }), 'application/json', 413],
      ['5 MB', JSON.stringify({ email: 'x'.repeat(5 * MIB) }), 'application/json', 413],
      ['too deep', `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'application/json', 400],
      ['JSON with a charset', '{}', 'application/json; charset=utf-8', 422],
      ['nothing', undefined, undefined, 422],
    ])('%s', async (_, body, type, expected) => {
      const { status, text } = await login(body, type);
      expect(status).toBe(expected);
      expect(JSON.parse(text)).toMatchObject({ success: false, status: expected, data: [] });
    });

    // API Gateway itself refuses this, possibly without the envelope.
    test('11 MB', async () => {
      const { status } = await login(JSON.stringify({ email: 'x'.repeat(11 * MIB) }), 'application/json');
      expect(status).toBe(413);
    });

    test('all failing fields and headers come at once', async (context) => {
      const { caller } = await actorOf(context);
      const { status, body } = await caller.post('/seg-social/alta', { test: 1, fecha_real: '2026-02-30' });
      expect(status).toBe(422);
      expect(Object.keys(body.errors).sort()).toEqual(
        [
          'X-Cert-Secret',
          'ccc',
          'cno',
          'dni',
          'fecha_real',
          'grupo_cotizacion',
          'identificacion',
          'nss',
          'regimen',
          'tipo_contrato',
        ].sort(),
      );
    });

    test('a mistyped field stops a submission, also a dry one', async (context) => {
      const { caller, certificates } = await actorOf(context);
      context.skip(!certificates.tgss, 'no certificate for TGSS was given (--as)');
      const { body } = await caller
        .acting(certificates.tgss!)
        .post('/seg-social/alta', { coeficente: 500, test: 1 });
      expect(body.errors.coeficente).toEqual(['coeficente: Campo desconocido. ¿Quiso decir coeficiente?']);
    });
  });

  describe('queries and headers', () => {
    const TEXT = '| { } ; %';

    test('encoded, any character arrives; as it is, it is no error of ours', async () => {
      const name = encodeURIComponent(TEXT);
      const encoded = await sendRaw('GET', `/api/v4/status?mi_referencia=${name}`);
      expect(encoded.status).toBe(200);
      expect(encoded.headers.get('x-ignored-fields')).toBe('mi_referencia');
      // API Gateway itself may refuse this.
      const { status } = await sendRaw('GET', '/api/v4/status?mi_referencia=a|b{c};d%');
      expect([200, 400]).toContain(status);
    });

    test('a name that is unknown is named in the answer', async (context) => {
      const { caller } = await actorOf(context);
      const { status, headers } = await caller.get('/auth', { mi_referencia: 'A-17' });
      expect([status, headers.get('x-ignored-fields')]).toEqual([200, 'mi_referencia']);
    });

    // API Gateway accepts 10,240 bytes. How larger headers are refused is up to it.
    test('headers over 10 KB are no error of ours', async () => {
      const { status } = await sendRaw('GET', '/api/v4/status', { 'X-Large': 'x'.repeat(11 * 1024) });
      expect(status === 200 || (status >= 400 && status < 500), String(status)).toBe(true);
    });
  });

  describe('a session', () => {
    test('works until it is signed out', async (context) => {
      const { caller, email, password } = await actorOf(context);
      const { body } = await anonymous.post('/auth/login', { email, password });
      const other = anonymous.with({ Authorization: `Bearer ${body.data.access_token}` });
      expect((await other.get('/auth')).body.data).toMatchObject({
        email,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      expect((await other.get('/auth/logout')).status).toBe(200);
      expect((await other.get('/auth')).status).toBe(401);
      expect((await caller.get('/auth')).status).toBe(200);
    });

    test('of a program has a token, until that is revoked', async (context) => {
      context.skip(!deployed.standIns, 'it makes a token, and nothing may be made here');
      const { caller } = await actorOf(context);
      const { body } = await caller.post('/auth/tokens', { name: 'historia', days: 1 });
      const { access_token: token, id } = body.data;
      const program = anonymous.with({ Authorization: `Bearer ${token}` });
      expect((await program.get('/auth')).status).toBe(200);
      const listed = (await caller.get('/auth/tokens')).body.data as { id: string }[];
      expect(listed.map((one) => one.id)).toContain(id);
      expect((await caller.delete(`/auth/tokens/${id}`)).status).toBe(200);
      expect((await program.get('/auth')).status).toBe(401);
    });
  });
};
