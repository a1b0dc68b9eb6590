import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn, newClient } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import { type Gateway, signIn } from '../support/gateway.ts';
import { hasChromium, launchChromium } from '../support/programs/chromium.ts';
import { mailsTo, needsMails } from '../support/servers/mails.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await signIn(demo.baseUrl, demo);
});

describe.skipIf(!hasChromium)('the mailed link in a browser without scripts', () => {
  needsMails();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('the link leads to a new password', async () => {
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
