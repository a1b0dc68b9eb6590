import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsAt } from '../../reference/requests.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { createCertificateAuthority, issueClient } from '../../sandbox/pki/pki.ts';
import { seed } from '../../sandbox/seed.ts';
import { newClient } from '../support/callers/people.ts';
import { codeOf } from '../support/callers/totp.ts';
import { demo, newTenant } from '../support/deployed.ts';
import type { Gateway } from '../support/gateway.ts';
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from '../support/programs/chromium.ts';
import { enterPanel, isForAll, openPage, openPanel, PATIENT, settled } from '../support/programs/panel.ts';
import { startReceiver } from '../support/servers/deliveries.ts';

/** What an office has of its own: companies, certificates, people and programs, in a browser on the deployed stack. */

const requests = requestsAt(seed, demo);

let gateway: Gateway;
let login: { email: string; password: string };
let p12: { file: { content: string }; password: string };
const client = newClient({ not_notify: 1 });
const { razon_social: companyName } = client.profile;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

/** An office with a client company, whose certificate expires in ten days. */
const begin = async () => {
  const { gateway: caller, ...tenant } = await newTenant();
  [gateway, login] = [caller, tenant];
  receiver = await startReceiver();
  const world = (await gateway.get('/sandbox')).body.data;
  p12 = (await gateway.post('/sandbox/certificate', { nif: world.holders[0].nif })).body.data;
  const companyId = String((await gateway.post('/customer', client)).body.data.id);
  const expiring = await issueClient(
    await createCertificateAuthority(),
    { person: { nif: '99999999R', givenName: 'ANA', firstSurname: 'RUIZ' } },
    { notAfter: new Date(Date.now() + 10 * 86_400_000) },
  );
  const fields = { password: 'clave', clientId: companyId };
  expect((await gateway.upload(await toP12(expiring, 'clave', { rounds: 1 }), fields)).status).toBe(200);
};

describe.skipIf(!hasChromium)('an office', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await begin();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
    page = await openPanel(browser, problems);
    await enterPanel(page, login);
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.close();
  });

  const region = (name: string) => page.getByRole('region', { name });
  /** Opens what asks once more, and does it. */
  const confirm = async (name: string) => {
    await page.getByText(`${name}…`, { exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  test('sees on the first page whose certificate expires, and how the authorities are', async () => {
    await settled(page);
    const expiring = region('Certificados que caducan');
    await expiring.getByText(new RegExp(`en (9|10) días.*${companyName}`)).waitFor();
    await region('Organismos').getByText('Responde').first().waitFor();
    await region('Notificaciones sin abrir').getByText('No se busca con ningún certificado.').waitFor();
    await isForAll(page);
  });

  test('invites a person, gives another role, and removes the person after asking', async () => {
    const email = `nueva-${client.access.email}`;
    const users = async () =>
      (await gateway.get('/users')).body.data.map((one: { email: string; role: string }) => [
        one.email,
        one.role,
      ]);
    await openPage(page, 'Personas');
    await page.getByLabel('Nombre').fill('Luisa Pérez');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Invitar' }).click();
    await page.getByText(`Se ha enviado un correo a ${email}`).waitFor();
    const one = page.getByRole('listitem').filter({ hasText: email });
    await one.getByText('Cambiar', { exact: true }).click();
    await one.getByLabel('Qué puede hacer').selectOption('reads');
    await one.getByRole('button', { name: 'Guardar' }).click();
    await expect.poll(users, PATIENT).toContainEqual([email, 'reads']);
    await isForAll(page);
    await confirm('Quitar de la cuenta');
    await expect.poll(async () => (await users()).length, PATIENT).toBe(1);
  });

  test('demands of who files a dry run before', async () => {
    await page.getByLabel('Antes de presentar').selectOption('required');
    await region('Qué se exige a quien usa la cuenta').getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('status').filter({ hasText: 'Una prueba que haya pasado' }).waitFor();
    expect((await gateway.get('/auth')).body.data.preview).toBe('required');
  });

  test('makes a token, and a webhook with a new secret, and sees its deliveries', async () => {
    await openPage(page, 'Desarrolladores');
    await page.getByText('Crear un token', { exact: true }).first().click();
    await page.getByLabel('Nombre del programa').fill('Nóminas');
    await page.getByLabel('Qué puede hacer, como mucho').selectOption('reads');
    await page.getByLabel('Cuánto vale').selectOption('30');
    await page.getByRole('button', { name: 'Crear un token' }).click();
    await page.getByText('El token. Guárdelo ahora').waitFor();
    const tokens = async () => (await gateway.get('/auth/tokens')).body.data;
    expect(await tokens()).toMatchObject([{ name: 'Nóminas', role: 'reads' }]);

    await page.getByText('Crear un webhook', { exact: true }).first().click();
    await page.getByLabel('Dirección del receptor (https)').fill(receiver.url);
    await page.getByLabel('Trámites').check();
    await page.getByRole('button', { name: 'Crear un webhook' }).click();
    await page.getByText('El secreto con el que se firma. Guárdelo').waitFor();
    const webhooks = async () => (await gateway.get('/webhooks')).body.data;
    const [{ id, types }] = await webhooks();
    expect(types).toEqual(['tramite.*']);
    await isForAll(page);
    await confirm('Cambiar el secreto');
    await page.getByText('El secreto nuevo. Guárdelo').waitFor();
    await page.getByRole('button', { name: 'Probar' }).click();
    const deliveries = async () => (await gateway.get(`/webhooks/${id}/deliveries`)).body.data.data;
    await expect
      .poll(deliveries, { timeout: 300_000 })
      .toMatchObject([{ state: 'delivered', event: { type: 'webhook.test' } }]);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('webhook.test').waitFor();
    await page.getByText('Entregada').waitFor();
    await isForAll(page);
  });

  test('cancels a batch after asking', async () => {
    const body = requests['PUT /seg-social/cno']!.request;
    const { file, password } = p12;
    await gateway.upload(Buffer.from(file.content, 'base64'), { password });
    const { cert_secret } = (await gateway.get('/certificate')).body.data.data[0];
    const made = await gateway.acting(cert_secret).post('/batches', {
      name: 'Ocupaciones',
      rows: [{ operation: 'updateCno', body }],
    });
    const { id } = made.body.data.batch;
    await expect
      .poll(async () => (await gateway.get(`/batches/${id}`)).body.data.batch.state, { timeout: 300_000 })
      .toBe('previewed');
    await openPage(page, 'Hoy');
    await region('Lotes por confirmar').getByText('por Nóminas').waitFor();
    await isForAll(page);
    await region('Lotes por confirmar').getByRole('link', { name: 'Ocupaciones' }).click();
    await page.getByText('Cancelar el lote…').waitFor();
    await confirm('Cancelar el lote');
    await page.getByRole('status').filter({ hasText: 'Cancelado' }).waitFor();
    expect((await gateway.get(`/batches/${id}`)).body.data.batch.state).toBe('cancelled');
  });

  test('switches the own second factor on, and is asked for its code from then on', async () => {
    await openPage(page, 'Personas');
    await page.getByText('Mi segundo factor: desactivado').click();
    await page.getByRole('button', { name: 'Activarlo' }).click();
    const secret = (await page.locator('details.box pre').first().textContent())!;
    await isForAll(page);
    // Of half a minute before, so that the one of now is left for signing in.
    await page.getByLabel('Código de su aplicación').fill(codeOf(secret, -1));
    await page.getByRole('button', { name: 'Activar', exact: true }).click();
    await page.getByText('Guarde estos códigos de recuperación').waitFor();
    await page.getByRole('button', { name: 'Salir' }).click();
    await enterPanel(page, login);
    await page.getByLabel('Código de su aplicación').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^(Hoy|Personas)$/ }).waitFor();
    expect(problems).toEqual([]);
  });
});
