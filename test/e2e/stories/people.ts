import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { readOutputs } from '../../../local/deployment.ts';
import { emulatorAt, mailsTo } from '../../../local/emulators/emulator-at.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { linkIn, newClient, page } from '../../support/callers/people.ts';
import { codeOf } from '../../support/callers/totp.ts';
import { deployed } from '../../support/deployed.ts';
import { ASKED, type Gateway, signIn } from '../../support/gateway.ts';
import { anonymous, filer, root, sendRaw, storeTestCertificate } from './caller.ts';
import { succeeded } from './operations.ts';

const passwords = `${deployed.baseUrl}/password`;

/** Whether this stage's mails to a new client can be read, to follow the link in them. */
const canReadMails =
  deployed.emulator !== undefined && (await emulatorAt(deployed.emulator)).mails !== undefined;

/** Operations that can only be reached through the link in a mail. The mails that users choose are sent in the morning. */
export const BY_MAIL = [
  ...['GET /mails/unsubscribe', 'POST /mails/unsubscribe'],
  ...(canReadMails ? [] : ['POST /password']),
];

/** Tests certificates, client companies and pages. */
export const peopleStories = (): void => {
  describe('a certificate', () => {
    test('is made, uploaded as a P12, listed and deleted', async (context) => {
      const { caller } = await filer(context);
      expect((await caller.get('/office/configuration/certificates')).status).toBe(200);
      const secret = await storeTestCertificate(caller);
      const secrets = async () =>
        (await caller.get('/certificate')).body.data.data.map(
          (one: { cert_secret: string }) => one.cert_secret,
        );
      expect(await secrets()).toContain(secret);
      const watched = await caller.call('PUT', `/certificate/${secret}/notifications`, {
        json: { authorities: ['dehu'] },
      });
      expect(watched.body.data).toEqual({ authorities: ['dehu'] });
      expect((await caller.delete(`/certificate/${secret}`)).status).toBe(200);
      expect(await secrets()).not.toContain(secret);
    });
  });

  describe('a client company', () => {
    test('is sent a link by mail, makes its password once, and signs in to its own company only', async (context) => {
      const { caller, certificates } = await filer(context);
      const { MailSender } = await readOutputs(deployed.stage);
      context.skip(!MailSender, 'the stage has no sender of mails');
      const wanted = newClient({ alternativo: ['avisos@example.com'].filter(() => canReadMails) });
      const saved = await caller.post('/customer', wanted);
      // The message would differ if the mail could not be sent.
      expect(saved).toMatchObject({ status: 200, body: { message: 'OK' } });
      const { id } = saved.body.data;
      if (canReadMails) {
        const client = await invited(wanted);
        const { body } = await client.get('/customer');
        expect(body.data.data.map((one: { id: number }) => one.id)).toEqual([id]);
        expect((await client.get('/certificate')).body.data.data).toEqual([]);
        expect((await client.post('/customer', newClient())).status).toBe(403);
        // The account's certificate does not belong to the client company.
        expect(await client.acting(certificates.tgss!).get('/seg-social/idc')).toMatchObject({
          status: 422,
          body: { errors: { 'X-Cert-Secret': ['X-Cert-Secret: El certificado no existe.'] } },
        });
        const off = await caller.call('PUT', `/customer/${id}/activate`, { json: { active: false } });
        expect(off).toMatchObject({ status: 200, body: { data: { id, active: 0 } } });
        expect((await client.get('/customer')).status).toBe(403);
        expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
        expect((await client.get('/customer')).status).toBe(401);
      } else expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
    });

    test('is saved from a sheet without an e-mail, and twice only once', async (context) => {
      const { caller } = await filer(context);
      const content = Buffer.from('Empresa;CIF;Régimen;CCC\nTalleres;A58818501;0111;28999901151').toString(
        'base64',
      );
      const send = () => caller.post('/office/companies', { file: { name: 'empresas.csv', content } });
      const first = await send();
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      const [{ customerID }] = first.body.data.companies;
      expect((await send()).body.data.companies).toMatchObject([{ customerID, state: 'unchanged' }]);
      expect((await caller.delete(`/customer/${customerID}`)).status).toBe(200);
    });

    test.for(['/api/v4', '/api/web/v3'])(
      'of %s is saved, found, switched off and deleted',
      async (version, context) => {
        const { caller } = await filer(context);
        const versioned = caller.movedTo(root + version);
        const password = 'contraseña nueva';
        const wanted = newClient({ not_notify: 1 });
        const access = { ...wanted.access, password, password_confirmation: password };
        const saved = await versioned.post('/customer', { ...wanted, access });
        expect(saved.status).toBe(200);
        const { id } = saved.body.data;
        const listed = await versioned.get('/customer', { search: wanted.access.email });
        expect(listed.body.data.data.map((one: { id: number }) => one.id)).toEqual([id]);
        const off = await versioned.call('PUT', `/customer/${id}/activate`, { json: { active: false } });
        expect(off.status).toBe(200);
        expect((await versioned.delete(`/customer/${id}`)).status).toBe(200);
        expect((await versioned.get('/customer', { search: wanted.access.email })).body.data.data).toEqual(
          [],
        );
      },
    );

    test('is changed and read, found by its new name, and loses an account', async (context) => {
      const { caller } = await filer(context);
      const { profile, ...wanted } = newClient({ not_notify: 1 });
      const second = { regimen: '0111', cuenta: '28000000198', alias: 'Obra' };
      const accounts = [...profile.account, second];
      const saved = await caller.post('/customer', { ...wanted, profile: { ...profile, account: accounts } });
      const { id, profile: kept } = saved.body.data;
      const name = `Calzados ${profile.dni}`;
      expect((await caller.call('PATCH', `/customer/${id}`, { json: { name } })).status).toBe(200);
      const removed = await caller.delete(`/customer/${id}/accounts/${kept.account[1].id}`);
      expect(removed.status, JSON.stringify(removed.body)).toBe(200);
      const { body } = await caller.get(`/customer/${id}`);
      expect(body.data).toMatchObject({ name, profile: { account: [{ cuenta: '28000000097' }] } });
      const found = async () =>
        (await caller.get('/search', { q: name })).body.data.companies.map((one: { id: number }) => one.id);
      await expect.poll(found, ASKED).toEqual([id]);
      expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
    });

    test('has a workforce, which is compared with what the authorities have', async (context) => {
      const { caller, certificates } = await filer(context);
      const saved = await caller.post('/customer', newClient({ not_notify: 1 }));
      const { id, profile } = saved.body.data;
      const [{ regimen, cuenta: ccc }] = profile.account;
      const rows = [{ regimen, ccc, dni: '99999001R', fecha_alta: '2026-01-07' }];
      const sent = await caller.call('PUT', `/workforce/${id}`, { json: { rows } });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      const shown = await caller.get(`/workforce/${id}`);
      expect(shown.body.data.data).toMatchObject(rows);
      const begun = await caller
        .acting(certificates.tgss!)
        .post('/reconciliations', { customerID: id, cert_secret_sepe: certificates.sepe });
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      const one = `/reconciliations/${begun.body.data.reconciliation.id}`;
      const state = async () => (await caller.get(one)).body.data.reconciliation.state;
      await expect.poll(state, { timeout: 240_000, interval: 2_000 }).toBe('ended');
      expect((await caller.get(`${one}/result`, { format: 'csv' })).status).toBe(200);
      const listed = await caller.get('/reconciliations', { company: id });
      expect(listed.body.data.data).toMatchObject([{ customerID: id, state: 'ended' }]);
      expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
    });
  });

  test('what an account does with itself is listed for its owners', async (context) => {
    const { caller } = await filer(context);
    const saved = await caller.post('/customer', newClient({ not_notify: 1 }));
    const { id } = saved.body.data;
    const { status, body } = await caller.get('/audit', { kind: 'company' });
    expect(status).toBe(200);
    // Other stories save companies at the same time.
    expect(
      body.data.data.filter(({ object }: { object: { id: string } | null }) => object?.id === String(id)),
    ).toMatchObject([{ operation: 'saveClient', outcome: 'done' }]);
    expect((await caller.delete(`/customer/${id}`)).status).toBe(200);
  });

  describe('the people of an account', () => {
    test('may what their role says, from their invitation until they are removed', async (context) => {
      const { caller, certificates } = await filer(context);
      const { MailSender } = await readOutputs(deployed.stage);
      const people: Record<string, { id: string; user?: Gateway }> = {};
      for (const role of ['files', 'reads']) {
        const { name, access } = newClient();
        const { status, body } = await caller.post('/users', { name, email: access.email, role });
        expect(status).toBe(200);
        const user = canReadMails && MailSender ? await personOf(access.email) : undefined;
        people[role] = { id: body.data.id, ...(user && { user }) };
      }
      const listed = (await caller.get('/users')).body.data;
      expect(listed.map(({ role }: { role: string }) => role)).toEqual(
        expect.arrayContaining(['owner', 'files', 'reads']),
      );
      const draft = { content: '{"regimen":"0111"}' };
      expect((await caller.call('PUT', '/drafts/registerEmployee', { json: draft })).status).toBe(200);
      expect((await caller.get('/drafts')).body.data).toMatchObject([{ id: 'registerEmployee', ...draft }]);
      expect((await caller.delete('/drafts/registerEmployee')).status).toBe(200);
      const { files, reads } = people as Record<string, { id: string; user?: Gateway }>;
      if (files!.user && reads!.user) {
        const [ask, file] = [reads!.user, files!.user].map((user) => user.acting(certificates.tgss!));
        const requests = requestsAt(seed, demoData());
        const question = { json: requests['GET /seg-social/idc']!.request };
        const dry = { json: { ...requests['PUT /seg-social/cno']!.request, test: 1 } };
        await caller.post('/sandbox/reset', {});
        for (const who of [ask!, file!])
          expect((await who.call('GET', '/seg-social/idc', question)).status).toBe(200);
        expect((await file!.call('PUT', '/seg-social/cno', dry)).status).toBe(200);
        expect((await ask!.call('PUT', '/seg-social/cno', dry)).body).toMatchObject({
          status: 403,
          message: expect.stringContaining('necesita el rol files'),
        });
        for (const who of [ask!, file!])
          expect((await who.post('/customer', newClient())).body).toMatchObject({
            status: 403,
            message: expect.stringContaining('necesita el rol owner'),
          });
      }
      const { name: own } = (await caller.get('/auth')).body.data;
      expect((await caller.call('PATCH', '/auth', { json: { name: own } })).body.data.name).toBe(own);
      const name = 'Lucía Martín';
      if (reads!.user) {
        const renamed = await reads!.user.call('PATCH', '/auth', { json: { name } });
        expect(renamed.body.data.name).toBe(name);
      }
      const changed = await caller.call('PATCH', `/users/${files!.id}`, { json: { role: 'reads' } });
      expect(changed.body.data.role).toBe('reads');
      expect((await caller.delete(`/users/${files!.id}/second-factor`)).status).toBe(200);
      for (const { id, user } of [files!, reads!]) {
        expect((await caller.delete(`/users/${id}`)).status).toBe(200);
        if (user) expect((await user.get('/auth')).status).toBe(401);
      }
      const preview = await caller.call('PUT', '/users/preview', { json: { preview: 'optional' } });
      expect(preview.body.data).toEqual({ preview: 'optional' });
      const demanded = await caller.call('PATCH', '/users', { json: { second_factor_required: false } });
      expect(demanded.body.data).toEqual({ second_factor_required: false });
    });

    test('sign in with a code once they have a second factor', async (context) => {
      const { caller } = await filer(context);
      const password = 'contraseña nueva';
      const { access, ...wanted } = newClient({ not_notify: 1 });
      const signsIn = { email: access.email, password };
      const saved = await caller.post('/customer', {
        ...wanted,
        access: { ...signsIn, password_confirmation: password },
      });
      expect(saved.status).toBe(200);
      const { token } = await signIn(deployed.baseUrl, signsIn);
      const person = caller.with({ Authorization: `Bearer ${token}` });
      const path = '/auth/second-factor';
      const { secret } = (await person.post(path, {})).body.data;
      const on = await person.call('PUT', path, { json: { code: codeOf(secret), password } });
      expect(on.body.data.recovery_codes).toHaveLength(10);
      const without = await anonymous.post('/auth/login', signsIn);
      expect(without).toMatchObject({ status: 401, body: { errors: { code: [expect.any(String)] } } });
      const code = codeOf(secret, 1);
      expect((await anonymous.post('/auth/login', { ...signsIn, code })).status).toBe(200);
      const again = await anonymous.post('/auth/login', { ...signsIn, code });
      expect(again.status).toBe(401);
      const off = { json: { code: on.body.data.recovery_codes[0] } };
      expect((await person.call('DELETE', path, off)).status).toBe(200);
      // If the company has lost its codes, the office removes its second factor.
      const reset = await caller.delete(`/users/clients/${saved.body.data.id}/second-factor`);
      expect(reset.body.data).toEqual({ clientId: saved.body.data.id, second_factor: false });
      const chosen = await person.call('PUT', '/mails', { json: { digest: true } });
      expect(chosen.body.data).toMatchObject({ email: access.email, digest: true, unknown: false });
      expect((await person.get('/mails')).body.data).toEqual(chosen.body.data);
      expect((await caller.delete(`/customer/${saved.body.data.id}`)).status).toBe(200);
    });
  });

  describe('webhooks', () => {
    test('receive what happens, and a test', async (context) => {
      const { caller } = await filer(context);
      // A host name that cannot exist: the test shows that delivery was tried.
      const wanted = { url: 'https://receptor.invalid/', types: ['certificate.*'] };
      const { id } = (await caller.post('/webhooks', wanted)).body.data;
      const of = `/webhooks/${id}`;
      const changed = await caller.call('PATCH', of, { json: { description: 'Historia' } });
      expect(changed.body.data).toMatchObject({ description: 'Historia', active: true });
      expect((await caller.post(`${of}/secret`, {})).body.data.secret).toMatch(/^whsec_/);
      expect((await caller.delete(`${of}/secret`)).status).toBe(200);
      const { delivery } = (await caller.post(`${of}/test`, {})).body.data;
      await expect
        .poll(async () => (await caller.get(`${of}/deliveries`)).body.data.data[0]?.id, {
          timeout: 120_000,
          interval: 2_000,
        })
        .toBe(delivery);
      expect((await caller.post(`${of}/deliveries/${delivery}/resend`, {})).status).toBe(200);
      const since = new Date().toISOString();
      expect((await caller.post(`${of}/resend`, { since })).body.data.resent).toBe(0);
      expect((await caller.get('/webhooks')).body.data).toContainEqual({
        ...changed.body.data,
        // There is no receiver.
        failing_since: expect.any(String),
      });
      expect((await caller.delete(of)).status).toBe(200);
    });
  });

  describe('a page', () => {
    test('for passwords is shown, and asks for a link without saying which e-mails exist', async () => {
      const shown = await sendRaw('GET', '/api/v4/password');
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const asked = await sendRaw('POST', '/api/v4/password/forgotten', form, 'email=nadie%40example.com');
      expect(asked.status).toBe(200);
    });

    test('that ends mails says so of a link that is not whole', async () => {
      const { status, text } = await sendRaw('GET', '/api/v4/mails/unsubscribe?token=x');
      expect([status, text]).toEqual([410, expect.stringContaining('El enlace no vale')]);
    });

    test('of the reference is shown, with its scripts and styles', async () => {
      expect((await sendRaw('GET', '/api/v4/docs')).status).toBe(200);
      const { status, text } = await sendRaw('GET', '/api/v4/docs/operaciones');
      expect(status).toBe(200);
      const files = [...text.matchAll(/(?:src|href)="\/api(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
      expect(files).toHaveLength(2);
      for (const path of files) expect((await sendRaw('GET', `/api${path}`)).status).toBe(200);
    });
  });
};

/** Follows the link in the mail to a new user of the account. @returns the user, signed in */
const personOf = async (email: string) => {
  const link = await linkIn((await mailsTo(deployed.emulator!, email)).at(0));
  const token = new URL(link).searchParams.get('token') ?? '';
  const password = 'contraseña nueva';
  const made = await page('POST', passwords, { token, password, password_confirmation: password });
  expect(made.status).toBe(200);
  return signIn(deployed.baseUrl, { email, password });
};

/** Follows the link in the mail of a new client to its password. @returns the client, signed in */
const invited = async ({ name, access }: ReturnType<typeof newClient>) => {
  const link = await linkIn((await mailsTo(deployed.emulator!, access.email)).at(0));
  const notices = (await mailsTo(deployed.emulator!, 'avisos@example.com')).filter(({ text }) =>
    text.includes(name),
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).not.toContain('token=');

  const shown = await page('GET', link);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer');

  const token = new URL(link).searchParams.get('token') ?? '';
  const short = await page('POST', passwords, { token, password: 'abc', password_confirmation: 'abd' });
  expect(short.status).toBe(422);
  expect(short.html).toContain('al menos 12 caracteres');
  expect(short.html).toContain('no coinciden');
  const password = 'contraseña nueva';
  const made = await page('POST', passwords, { token, password, password_confirmation: password });
  expect(made.status).toBe(200);
  succeeded.add('POST /password');
  expect((await page('GET', link)).status).toBe(410);
  const again = await page('POST', passwords, { token, password, password_confirmation: password });
  expect(again.status).toBe(410);
  return signIn(deployed.baseUrl, { email: access.email.toUpperCase(), password });
};
