import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../../shared/authorities/channel/channel.ts';
import { closeConnections } from '../../../../shared/authorities/channel/connections.ts';
import type { TlsSettings } from '../../../../shared/authorities/channel/tls.ts';
import { hasApache, startApache } from '../../../support/tls/apache.ts';
import { CA, credentialOf, failureOf, get, juan, soon, textOf } from '../../../support/tls/mutual-tls.ts';

/** A portal that asks for the certificate only when a path that needs one is requested, as Apache does. */

describe.skipIf(!hasApache)(
  'a certificate that is requested late (needs Apache: apt-get install apache2-bin)',
  () => {
    let apache: Awaited<ReturnType<typeof startApache>>;
    beforeAll(async () => {
      apache = await startApache();
    });
    afterAll(() => apache.stop());
    beforeEach(() => closeConnections());

    const channel = (tls: TlsSettings) =>
      connect({ baseUrl: apache.baseUrl, tls: { roots: CA, ...tls }, credential: credentialOf(juan) });

    it('the certificate is not shown under TLS 1.3, and the failure says that the server cannot ask for it', async () => {
      const failure = await failureOf(channel({}).send(get('/private/page'), soon()));
      expect(failure).toMatchObject({
        tls: 'renegotiation',
        kind: 'certificate',
        sent: true,
        authorityAtFault: false,
      });
      const answer = await channel({}).send(get('/public/page'), soon());
      expect(answer.status).toBe(200);
      // A page that is missing, or forbidden for another reason, is an answer.
      expect((await channel({}).send(get('/public/other'), soon())).status).toBe(404);
    });

    it.each([
      ['a question', get('/private/page')],
      ['a form', { method: 'POST', path: '/private/page', body: 'a=b'.repeat(20_000) } as const],
    ])('the certificate is shown by renegotiation under TLS 1.2: %s', async (_, request) => {
      const answer = await channel({ maxVersion: 'TLSv1.2' }).send(request, soon());
      expect([answer.status, answer.headers['x-subject']]).toEqual([200, 'juan']);
      expect(textOf(answer)).toBe('private');
    });

    it('the certificate is shown again by a connection that resumes a TLS session', async () => {
      const late = channel({ maxVersion: 'TLSv1.2' });
      for (const path of ['/public/page', '/private/page', '/private/page']) {
        const { status, headers } = await late.send({ ...get(path), commits: true }, soon());
        expect([path, status, headers['x-subject']]).toEqual([
          path,
          200,
          path.startsWith('/private') ? 'juan' : '(null)',
        ]);
      }
      await closeConnections();
      expect((await late.send(get('/private/page'), soon())).headers['x-subject']).toBe('juan');
    });
  },
);
