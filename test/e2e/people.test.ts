import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../infra/local/emulators/emulator.ts';
import { emulatorAt, mailsTo as mailsAt } from '../../infra/local/emulators/emulator-at.ts';
import { demo } from '../support/deployed.ts';
import { fromElsewhere, Gateway, signIn, withinOneMinute } from '../support/gateway.ts';
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from '../support/programs/chromium.ts';

/** Mails that the emulator took for an address, oldest first. */
const mailsTo = (address: string) => mailsAt(demo.emulator, address);
const { openable } = await emulatorAt(demo.emulator);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await signIn(demo.baseUrl, demo);
});

const linkIn = (mail: Mail | undefined): string => {
  const link = /https?:\/\/\S+password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error('the mail has no link');
  return openable(link);
};

let number = 0;
/** A company nobody has saved yet. */
const newClient = (more: Record<string, unknown> = {}) => {
  number++;
  const tag = `${Date.now()}${number}`;
  return {
    name: `Talleres ${tag}`,
    access: { email: `talleres-${tag}@example.com` },
    profile: {
      dni: `B${tag.slice(-8)}`,
      razon_social: `Talleres ${tag} SL`,
      account: [{ regimen: '0111', cuenta: '28000000097', alias: 'Madrid' }],
    },
    ...more,
  };
};

const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});

const page = async (method: string, address: string, fields?: Record<string, string>) => {
  const response = await fetch(address, {
    method,
    ...(fields && form(fields)),
    headers: { ...fromElsewhere(), ...(fields && form(fields).headers) },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

describe('a client company with access', () => {
  test('receives a link, makes its password once, and signs in to its own company only', async () => {
    const wanted = newClient({ alternativo: ['avisos@example.com'] });
    const saved = await gateway.post('/customer', wanted);
    expect(saved).toMatchObject({ status: 200, body: { message: 'OK' } });
    const link = linkIn((await mailsTo(wanted.access.email)).at(0));
    const told = (await mailsTo('avisos@example.com')).filter(({ text }) => text.includes(wanted.name));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toContain('token=');

    const shown = await page('GET', link);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');

    const token = new URL(link).searchParams.get('token') ?? '';
    const address = link.split('?')[0] ?? '';
    const short = await page('POST', address, { token, password: 'abc', password_confirmation: 'abd' });
    expect(short.status).toBe(422);
    expect(short.html).toContain('al menos 12 caracteres');
    expect(short.html).toContain('no coinciden');
    const password = 'contraseña nueva';
    const made = await page('POST', address, { token, password, password_confirmation: password });
    expect(made.status).toBe(200);
    expect((await page('GET', link)).status).toBe(410);
    expect((await page('POST', address, { token, password, password_confirmation: password })).status).toBe(
      410,
    );

    const client = await signIn(demo.baseUrl, { email: wanted.access.email.toUpperCase(), password });
    const { body } = await client.get('/customer');
    expect(body.data.data.map(({ id }: { id: number }) => id)).toEqual([saved.body.data.id]);
    expect((await client.get('/certificate')).body.data.data).toEqual([]);
    expect((await client.post('/customer', newClient())).status).toBe(403);
    expect(
      await client.acting(demo.certificates.tgss).get('/seg-social/idc', {
        regimen: demo.company.regimen,
        ccc: demo.company.ccc,
        nss: demo.worker.nss,
        startDate: demo.worker.fecha_alta,
      }),
    ).toMatchObject({
      status: 422,
      body: { errors: { 'X-Cert-Secret': ['X-Cert-Secret: El certificado no existe.'] } },
    });

    const off = await gateway.call('PUT', `/customer/${saved.body.data.id}/activate`, {
      json: { active: false },
    });
    expect(off).toMatchObject({ status: 200, body: { data: { id: saved.body.data.id, active: 0 } } });
    expect((await client.get('/customer')).status).toBe(403);
    expect((await gateway.delete(`/customer/${saved.body.data.id}`)).status).toBe(200);
    expect((await client.get('/customer')).status).toBe(401);
  });

  test('is not told when it must not be', async () => {
    for (const more of [{ not_notify: 1 }, { sub_activa: 0 }]) {
      const wanted = newClient(more);
      expect((await gateway.post('/customer', wanted)).status).toBe(200);
      expect(await mailsTo(wanted.access.email)).toEqual([]);
    }
  });

  test('that forgot its password asks for a link; nobody learns which e-mails exist', async () => {
    const password = 'la primera';
    const email = newClient().access.email;
    const wanted = { ...newClient(), access: { email, password, password_confirmation: password } };
    expect((await gateway.post('/customer', wanted)).status).toBe(200);
    const before = await signIn(demo.baseUrl, { email, password });
    const asking = `${demo.baseUrl}/password/forgotten`;
    // One mail a minute.
    await withinOneMinute(20);
    const known = await page('POST', asking, { email });
    const unknown = await page('POST', asking, { email: 'nadie@example.com' });
    expect(known.html).toBe(unknown.html);
    await page('POST', asking, { email });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(await mailsTo('nadie@example.com')).toEqual([]);

    const link = linkIn(mails[0]);
    const token = new URL(link).searchParams.get('token') ?? '';
    const other = { password: 'la segunda de todas', password_confirmation: 'la segunda de todas' };
    expect((await page('POST', `${demo.baseUrl}/password`, { token, ...other })).status).toBe(200);
    expect((await before.get('/auth')).status).toBe(401);
    await signIn(demo.baseUrl, { email, password: 'la segunda de todas' });
    const old = await new Gateway(demo.baseUrl, fromElsewhere()).post('/auth/login', { email, password });
    expect(old.status).toBe(401);
  });

  test('what a caller sends never becomes markup', async () => {
    const { html } = await page(
      'GET',
      `${demo.baseUrl}/password?token=${encodeURIComponent('"><script>x</script>')}`,
    );
    expect(html).not.toContain('<script>');
  });
});

describe.skipIf(!hasChromium)('in a browser, without scripts', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  });
  afterAll(() => browser?.close());

  test('the link leads to a password', async () => {
    const wanted = newClient();
    await gateway.post('/customer', wanted);
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-ES' });
    const tab = await context.newPage();
    await tab.goto(linkIn((await mailsTo(wanted.access.email)).at(0)));
    expect(await tab.locator('h1').textContent()).toBe('Cree su contraseña');
    await tab.getByLabel('Contraseña', { exact: true }).fill('ni corta ni común');
    await tab.getByLabel('Repita la contraseña').fill('otra cosa');
    await tab.getByRole('button').click();
    expect(await tab.getByRole('alert').textContent()).toContain('no coinciden');
    await tab.getByLabel('Contraseña', { exact: true }).fill('ni corta ni común');
    await tab.getByLabel('Repita la contraseña').fill('ni corta ni común');
    await tab.getByRole('button').click();
    expect(await tab.getByRole('status').textContent()).toContain('Ya puede iniciar sesión');
    await signIn(demo.baseUrl, { email: wanted.access.email, password: 'ni corta ni común' });
    await context.close();
  });
});
