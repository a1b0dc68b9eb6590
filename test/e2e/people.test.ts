import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn, newClient, page } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import { fromElsewhere, Gateway, signIn, withinOneMinute } from '../support/gateway.ts';
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from '../support/programs/chromium.ts';
import { mailsTo, needsMails } from '../support/servers/mails.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await signIn(demo.baseUrl, demo);
});

describe('a client company with access', () => {
  needsMails();
  test('is not notified when it must not be', async () => {
    for (const more of [{ not_notify: 1 }, { sub_activa: 0 }]) {
      const wanted = newClient(more);
      expect((await gateway.post('/customer', wanted)).status).toBe(200);
      expect(await mailsTo(wanted.access.email)).toEqual([]);
    }
  });

  test('that forgot its password asks for a link; no one learns which e-mails exist', async () => {
    const password = 'la primera';
    const email = newClient().access.email;
    const wanted = { ...newClient(), access: { email, password, password_confirmation: password } };
    expect((await gateway.post('/customer', wanted)).status).toBe(200);
    const before = await signIn(demo.baseUrl, { email, password });
    const asking = `${demo.baseUrl}/password/forgotten`;
    let mails: Awaited<ReturnType<typeof mailsTo>> = [];
    let asked = 0;
    // A busy machine may not send one in the time of the answer: then a person asks again, a minute later.
    for (; mails.length === 0 && asked < 5; asked++) {
      if (asked > 0) await sleep(60_000);
      // One mail a minute.
      await withinOneMinute(40);
      const known = await page('POST', asking, { email });
      const unknown = await page('POST', asking, { email: 'nadie@example.com' });
      expect(known.html).toBe(unknown.html);
      await page('POST', asking, { email });
      mails = await mailsTo(email);
    }
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.length).toBeLessThanOrEqual(asked);
    expect(await mailsTo('nadie@example.com')).toEqual([]);

    const link = await linkIn(mails.at(-1));
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
  needsMails();
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
    await tab.goto(await linkIn((await mailsTo(wanted.access.email)).at(0)));
    expect(await tab.locator('h1').textContent()).toBe('Cree su contraseña');
    await tab.getByLabel('Contraseña', { exact: true }).fill('ni corta ni común');
    await tab.getByLabel('Repita la contraseña').fill('otra cosa');
    await tab.getByRole('button').click();
    expect(await tab.getByRole('alert').textContent()).toContain('no coinciden');
    await tab.getByLabel('Contraseña', { exact: true }).fill('ni corta ni común');
    await tab.getByLabel('Repita la contraseña').fill('ni corta ni común');
    await tab.getByRole('button').click();
    expect(await tab.getByRole('status').textContent()).toContain('Ya puede iniciar sesión');
    await tab.getByRole('link', { name: 'Entrar en el panel' }).click();
    expect(tab.url()).toBe(demo.panelUrl);
    await signIn(demo.baseUrl, { email: wanted.access.email, password: 'ni corta ni común' });
    await context.close();
  });
});
