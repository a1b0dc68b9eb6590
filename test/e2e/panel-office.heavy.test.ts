import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsAt } from '../../reference/requests.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { createCertificateAuthority, issueClient } from '../../sandbox/pki/pki.ts';
import { seed } from '../../sandbox/seed.ts';
import { newClient } from '../support/callers/people.ts';
import { codeOf } from '../support/callers/totp.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { ASKED, type Gateway } from '../support/gateway.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import {
  enteredPanel,
  enterPanel,
  isForAll,
  openPage,
  PATIENT,
  scanned,
  settled,
  withheld,
  workOn,
} from '../support/programs/panel.ts';
import { startReceiver } from '../support/webhooks/deliveries.ts';

/** Tests how an office manages its companies, certificates, users and programs, in a browser on the deployed stack. */

const requests = requestsAt(seed, demo);
const [hired] = demo.newWorkers;

let gateway: Gateway;
let login: { email: string; password: string };
let holder: string;
let p12: { file: { content: string }; password: string };
const client = newClient({ not_notify: 1 });
const { razon_social: companyName } = client.profile;
let companyId: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

/** An office with a client company, whose certificate expires in ten days, and a contract that is due for one of its workers. */
const begin = async () => {
  const { gateway: caller, ...tenant } = await newTenant();
  [gateway, login] = [caller, tenant];
  receiver = await startReceiver();
  const world = (await gateway.get('/sandbox')).body.data;
  holder = world.holders[0].nif;
  p12 = (await gateway.post('/sandbox/certificate', { nif: holder })).body.data;
  companyId = String((await gateway.post('/customer', client)).body.data.id);
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
    ({ browser, page } = await enteredPanel(login, problems));
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.close();
  });

  const region = (name: string) => page.getByRole('region', { name });
  /** Presses a button that asks for confirmation, and confirms. */
  const confirm = async (name: string) => {
    await page.getByText(`${name}…`, { exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };
  const dehuOpened = async () =>
    (await gateway.get('/sandbox/counts')).body.data.accepted['dehu.acceso'] ?? 0;

  test('an office sees on the first page whose certificate expires, and the health of the authorities', async () => {
    await settled(page);
    const expiring = region('Certificados que caducan');
    await expiring.getByText(new RegExp(`en (9|10) días.*${companyName}`)).waitFor();
    await region('Organismos').getByText('Responde').first().waitFor();
    await region('Notificaciones sin abrir').getByText('No se busca con ningún certificado.').waitFor();
    await isForAll(page);
  });

  test('an office saves a certificate by dropping it, and has its notifications looked for', async () => {
    await openPage(page, 'Certificados');
    await page.getByText(`De ${companyName}`).waitFor();
    const dropped = await page.evaluateHandle(`{
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob('${p12.file.content}'), (one) => one.charCodeAt(0));
      data.items.add(new File([bytes], 'ana.p12'));
      data;
    }`);
    await page.locator('form.drop').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByText('ana.p12').waitFor();
    await isForAll(page);
    await page.getByLabel('Contraseña del fichero').fill(p12.password);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('status').filter({ hasText: 'Guardado' }).waitFor();
    const own = page
      .getByRole('listitem')
      .filter({ hasText: `${holder} · sirve para: Todos los organismos` });
    const watched = async () => (await gateway.get('/certificate')).body.data.data[0]?.watches.toSorted();
    // The list is reloaded late, and what is chosen meanwhile must be added to the first choice.
    await withheld(page, /\/certificate\?/, async () => {
      await own.getByLabel('DEHú').click();
      await expect.poll(watched, ASKED).toEqual(['dehu']);
      await own.getByLabel('Agencia Tributaria').click();
      await expect.poll(watched, ASKED).toEqual(['aeat', 'dehu']);
    });
    await own.getByLabel('Agencia Tributaria').click();
    await expect.poll(watched, ASKED).toEqual(['dehu']);
    await expect.poll(() => own.getByLabel('DEHú').isChecked(), PATIENT).toBe(true);
    await isForAll(page);
  });

  test('an office sees a notification with its days, which stays unopened until a person opens it', async () => {
    const { cert_secret } = (await gateway.get('/certificate')).body.data.data[0];
    // New notifications are looked for twice a day. This test does not wait for that time, and asks for them itself.
    const listed = await gateway
      .acting(cert_secret)
      .get('/dehu/notifications-pending', { page: 1, limit: 50 });
    expect(listed.status).toBe(200);
    const due = async () =>
      (await gateway.get('/obligations')).body.data.data.filter(
        ({ rule }: { rule: { id: string } }) => rule.id === 'notificacion-dehu',
      ).length;
    await expect.poll(due, ASKED).toBeGreaterThan(0);
    const before = await due();
    await openPage(page, 'Hoy');
    const notices = region('Notificaciones sin abrir');
    await notices
      .getByText(/Ábrala hasta el .*\((hoy|mañana|en \d+ días)\)/)
      .first()
      .waitFor();
    expect(await notices.getByText('No se busca con ningún certificado.').count()).toBe(0);
    // The tax agency's came when looking there was switched on.
    const ofDehu = notices.getByRole('listitem').filter({ hasText: 'DEHú ·' });
    expect(await ofDehu.count()).toBe(before);
    await isForAll(page);
    expect(await dehuOpened()).toBe(0);

    await ofDehu
      .getByRole('link', { name: /^Abrirla/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Hoy' }).waitFor();
    await page.getByRole('button', { name: 'Probar sin presentar' }).click();
    await page.getByRole('heading', { name: 'Esto es lo que se presentará' }).waitFor();
    await isForAll(page);
    expect(await dehuOpened()).toBe(0);
    const box = region('Esto es lo que se presentará');
    await box.getByText(/^De .* para .*, desde el/).waitFor();
    await box.getByRole('button', { name: 'Abrirla y darse por notificado' }).click();
    await page.getByRole('heading', { level: 1, name: 'Presentado' }).waitFor();
    expect(await dehuOpened()).toBe(1);
    await expect.poll(due, ASKED).toBe(before - 1);
  });

  test('an office does what is due from where it is shown, with account and worker filled in, and keeps the evidence', async () => {
    const { cert_secret } = (await gateway.get('/certificate')).body.data.data[0];
    const { nss, dni, identificacion } = hired!;
    const alta = { ...requests['POST /seg-social/alta']!.request, nss, dni, identificacion };
    const filed = await gateway.acting(cert_secret).post('/seg-social/alta', alta);
    expect(filed.status).toBe(200);
    const id = filed.headers.get('x-tramite-id')!;
    const isDue = async () => (await gateway.get('/obligations', { worker: dni })).body.data.data.length;
    await expect.poll(isDue, ASKED).toBeGreaterThan(0);
    await openPage(page, 'Hoy');
    const contract = page
      .getByRole('listitem')
      .filter({ hasText: dni })
      .filter({ hasText: 'Comunicar el contrato' });
    await contract.getByText('Qué es y qué hacer').click();
    expect(await contract.textContent()).not.toMatch(/POST|GET/);
    await contract.getByRole('link', { name: /^Hacerlo/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Comunicar un contrato' }).waitFor();
    const value = (label: RegExp) => page.getByLabel(label).first().inputValue();
    expect(await value(/^Número del documento de identidad/)).toBe(dni);
    expect(await value(/^Código de cuenta de cotización/)).toBe(demo.company.ccc);

    await expect.poll(async () => (await gateway.get(`/tramites/${id}/evidence`)).status, ASKED).toBe(200);
    await page.goto(`${demo.panelUrl}#/tramites/${id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar las evidencias' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  });

  test('an office sees on the page of a company only what belongs to that company', async () => {
    await openPage(page, 'Hoy');
    await page.getByText(hired!.dni).first().waitFor();
    // The other company's data disappear even before its own have arrived.
    await withheld(page, new RegExp(`[?&](company|clientId)=${companyId}`), async () => {
      await workOn(page, client.name);
      await page.getByRole('heading', { level: 1, name: /^Hoy: Talleres/ }).waitFor();
      expect(await page.getByText(hired!.dni).count()).toBe(0);
    });
    await region('Certificados que caducan').getByText('ANA RUIZ').waitFor();
    await region('Organismos').waitFor();
    expect(await region('Notificaciones sin abrir').count()).toBe(0);
    expect(await page.getByText(hired!.dni).count()).toBe(0);
    await workOn(page);
    await page.getByText(hired!.dni).first().waitFor();
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
    await one.getByText('Invitación pendiente').waitFor();
    await one.getByRole('button', { name: /^Reenviar/ }).click();
    await one.getByText(`Se ha enviado otro enlace a ${email}`).waitFor();
    await one.getByText('Cambiar', { exact: true }).click();
    await one.getByLabel('Qué puede hacer').selectOption('reads');
    await one.getByRole('button', { name: 'Guardar' }).click();
    await expect.poll(users, ASKED).toContainEqual([email, 'reads']);
    await isForAll(page);
    await confirm('Quitar de la cuenta');
    await expect.poll(async () => (await users()).length, ASKED).toBe(1);
  });

  test('an office can demand a dry run before each filing', async () => {
    await page.getByLabel('Antes de presentar').selectOption('required');
    await region('Qué se exige a quien usa la cuenta').getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('status').filter({ hasText: 'Un simulacro correcto' }).waitFor();
    expect((await gateway.get('/auth')).body.data.preview).toBe('required');
  });

  test('an office makes a token and a webhook with a new secret, sees the deliveries and events, and ends both', async () => {
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
    await confirm('Retirar los secretos anteriores');
    await isForAll(page);
    await page.getByRole('button', { name: 'Probar' }).click();
    const deliveries = async () => (await gateway.get(`/webhooks/${id}/deliveries`)).body.data.data;
    await expect
      .poll(deliveries, ASKED)
      .toMatchObject([{ state: 'delivered', event: { type: 'webhook.test' } }]);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('webhook.test').waitFor();
    await page.getByText('Entregada').waitFor();
    await isForAll(page);

    await page.getByRole('link', { name: 'Todos los webhooks' }).click();
    await page.getByLabel('De qué').selectOption('tramite');
    const events = region('Avisos');
    await events.getByRole('link', { name: 'tramite.accepted' }).first().waitFor();
    await settled(page);
    expect(await events.getByText('certificate.uploaded').count()).toBe(0);
    const limits = region('Límites de este minuto');
    const most = limits.getByRole('row').filter({ hasText: 'Consultas, cada operación' });
    // A new minute may have begun since the last request, in which nothing is counted yet.
    const counted = async () => {
      await gateway.get('/webhooks');
      await limits.getByRole('button', { name: 'Actualizar' }).click();
      await settled(page);
      return most.textContent();
    };
    await expect.poll(counted, ASKED).toMatch(/GET \//);
    await isForAll(page);
    await confirm('Eliminar el webhook');
    await expect.poll(webhooks, ASKED).toEqual([]);
    await confirm('Revocar Nóminas');
    await expect.poll(tokens, ASKED).toEqual([]);
  });

  test('cancels a batch after asking', async () => {
    const body = requests['PUT /seg-social/cno']!.request;
    const { cert_secret } = (await gateway.get('/certificate')).body.data.data[0];
    const made = await gateway.acting(cert_secret).post('/batches', {
      name: 'Ocupaciones',
      rows: [{ operation: 'updateCno', body }],
    });
    const { id } = made.body.data.batch;
    await expect
      .poll(async () => (await gateway.get(`/batches/${id}`)).body.data.batch.state, ASKED)
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

  test('a person switches the own second factor on, and must give its code from then on', async () => {
    await openPage(page, 'Ajustes');
    await page.getByText('Mi segundo factor: desactivado').click();
    await page.getByRole('button', { name: 'Activarlo' }).click();
    const secret = (await page.locator('details.box pre').first().textContent())!;
    await isForAll(page);
    const uri = await page.getByRole('link', { name: 'ábrala en este dispositivo' }).getAttribute('href');
    expect(uri).toContain(secret);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const picture = await page.getByRole('img', { name: 'Código QR' }).screenshot();
      expect(await scanned(browser, picture)).toBe(uri);
    }
    await page.emulateMedia({ colorScheme: null });
    // The code of the previous half minute is used, so that the current one is left for signing in.
    await page.getByLabel('Código de su aplicación').fill(codeOf(secret, -1));
    await page.getByLabel('Su contraseña').fill(login.password);
    await page.getByRole('button', { name: 'Activar', exact: true }).click();
    await page.getByText('Guarde estos códigos de recuperación').waitFor();
    await page.getByRole('button', { name: 'Salir' }).click();
    await enterPanel(page, login);
    await page.getByLabel('Código de su aplicación').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^(Hoy|Ajustes)$/ }).waitFor();
    expect(problems).toEqual([]);
  });
});
