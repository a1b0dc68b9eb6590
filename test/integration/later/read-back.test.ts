import { describe, expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { aCompany, anEmail } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { idOf, signIn } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** An asynchronous dry run reports what it read in the same way as a synchronous one. */

const { service, requests } = await ownService();
const queues = await startWorkQueues(service.services);
const gateway = service.caller.acting(
  await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo),
);
const record = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;

test.each([
  ['PUT', '/seg-social/cno', { worker: { name: expect.stringMatching(/^\p{Lu}+ \p{Lu}/u) } }],
  ['POST', '/sepe/certifica', { message: expect.stringMatching(/Se han leído estos importes\..* €/) }],
])(
  'a dry run of %s %s that is made later has the same message and warnings as one at once',
  async (method, path, expected) => {
    const json = { ...requests[`${method} ${path}`]!.request, test: 1 };
    const later = idOf(await gateway.with({ Prefer: 'respond-async' }).call(method, path, { json }));
    expect(await queues.makeAll()).toEqual([]);
    const atOnce = idOf(await gateway.call(method, path, { json }));
    for (const id of [later, atOnce])
      expect(await record(id)).toMatchObject({ state: 'dryRun', result: 'passed', ...expected });
  },
);

describe('a client company of the office', () => {
  /** A signed-in client company with its own certificate. */
  const signedIn = async () => {
    const access = { email: anEmail(), password: 'una contraseña', password_confirmation: 'una contraseña' };
    const made = await service.caller.post('/customer', aCompany({ access, sub_activa: 1, not_notify: 1 }));
    expect(made.status).toBe(200);
    const own = await signIn(service.demo.baseUrl, { email: access.email, password: access.password });
    return own.acting(await storeNewCertificate(own, { person: seed.demo.holder }, {}, service.demo));
  };

  test('the company files later what it files at once, also for an account that its record does not have', async () => {
    const company = await signedIn();
    const { request } = requests['PUT /seg-social/cno']!;
    const sent = await company
      .with({ Prefer: 'respond-async' })
      .call('PUT', '/seg-social/cno', { json: request });
    expect(sent.status).toBe(202);
    expect(await queues.makeAll()).toEqual([]);
    expect((await company.get(`/tramites/${idOf(sent)}`)).body.data).toMatchObject({ state: 'accepted' });
  });

  test('the company does not learn by a dry run that is made later what others of the office know of a worker', async () => {
    const { request } = requests['PUT /seg-social/cno']!;
    // The office has filed something about this worker, and so knows the name.
    const known = idOf(await gateway.call('PUT', '/seg-social/cno', { json: { ...request, cno: '2105' } }));
    expect((await record(known)).worker.name).toEqual(expect.any(String));
    const company = await signedIn();
    // For an account that the authority refuses, so that the authority itself shows no name.
    const json = { ...request, ccc: '28999999999', test: 1 };
    const later = await company.with({ Prefer: 'respond-async' }).call('PUT', '/seg-social/cno', { json });
    expect(await queues.makeAll()).toEqual([]);
    const { data } = (await company.get(`/tramites/${idOf(later)}`)).body;
    expect(data).toMatchObject({ state: 'dryRun', worker: { name: null } });
    expect(JSON.stringify(data)).not.toMatch(/cliente|La cuenta de cotización es de/);
  });
});
