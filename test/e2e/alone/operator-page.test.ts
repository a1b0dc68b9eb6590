import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { codeOf } from '../../support/callers/totp.ts';
import { switchOnSecondFactor } from '../../support/callers/users.ts';
import { demo, newTenant, operate } from '../../support/deployed.ts';
import type { Gateway } from '../../support/gateway.ts';
import { hasChromium, launchChromium } from '../../support/programs/chromium.ts';
import { enterPanel, isForAll, openPage, openPanel, PATIENT, settled } from '../../support/programs/panel.ts';

/** The operator's page in a browser: a filing with an unknown outcome, and a pause of SEPE that affects another account. */

const requests = requestsAt(seed, demo);
const MESSAGE = 'El SEPE ha cambiado una página y lo estamos comprobando.';

let login: { email: string; password: string };
let secret: string;
/** Another account, which files. */
let acting: Gateway;
let unknownId: string;

const beginDay = async () => {
  const own = await newTenant();
  login = { email: own.email, password: own.password };
  const user = (await stores.accounts.findUserByEmail(login.email))!;
  await operate('accounts', 'operator', '--id', user.accountId, '--as', 'on');
  secret = await switchOnSecondFactor(user);
  const { gateway } = await newTenant();
  const world = (await gateway.get('/sandbox')).body.data;
  const made = await gateway.post('/sandbox/certificate', { nif: world.holders[0].nif });
  const { file, password } = made.body.data;
  const saved = await gateway.upload(Buffer.from(file.content, 'base64'), { password });
  acting = gateway.acting(saved.body.data.cert_secret);
  const lost = await acting
    .with({ 'X-Sandbox-Scenario': 'lost-answer' })
    .post('/seg-social/pract-no-remun', requests['POST /seg-social/pract-no-remun']!.request);
  expect(lost.status).toBe(502);
  unknownId = lost.headers.get('x-tramite-id')!;
};

/** The other account files a contract. */
const contract = async () => {
  const { status, body } = await acting.post('/sepe/contrata', requests['POST /sepe/contrata']!.request);
  return { status, message: body.message };
};

describe.skipIf(!hasChromium)('the operator’s page', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await beginDay();
    browser = await launchChromium();
    page = await openPanel(browser, problems);
  });
  afterAll(async () => {
    await browser?.close();
    await operate('authorities', 'resume', 'sepe');
  });

  test('the page is in the menu of an operator, and of no one else', async () => {
    const tab = await openPanel(browser, problems);
    await enterPanel(tab, demo);
    await tab.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
    expect(await tab.getByRole('link', { name: 'Operador' }).count()).toBe(0);
    await tab.close();
    await enterPanel(page, login);
    await page.getByLabel('Código de su aplicación').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await openPage(page, 'Operador');
  });

  test('the page shows the unknown outcome with its account and age, alarms with what to do, counts and accounts', async () => {
    const unknown = page.getByRole('region', { name: 'No se sabe si se presentó' });
    // The list is updated a moment after the filing.
    const listed = async () => {
      await openPage(page, 'Hoy');
      await openPage(page, 'Operador');
      return unknown.getByText(unknownId, { exact: true }).count();
    };
    await expect.poll(listed, PATIENT).toBe(1);
    await unknown.getByRole('listitem').filter({ hasText: unknownId }).getByText('0 h').waitFor();
    const alarms = page.getByRole('region', { name: 'Alarmas' });
    await alarms.getByText(/^Las que no avisan/).click();
    await alarms.getByText('OldestUnknown').first().waitFor();
    await page.getByRole('region', { name: 'Cuentas' }).getByText('sin realizar').first().waitFor();
    await page.getByRole('region', { name: 'Trámites' }).getByText('No se sabe').first().waitFor();
    await settled(page);
    await isForAll(page);
  });

  test('the page pauses SEPE for all accounts with a reason and a confirmation, and resumes it', async () => {
    const sepe = page.getByRole('listitem', { name: 'SEPE' });
    await sepe.getByText('Poner SEPE en pausa').click();
    await sepe.getByLabel('Qué leerán quienes llaman').fill(MESSAGE);
    await sepe.getByLabel('Por qué, para el equipo').fill('Contrat@ responde con otra página.');
    await sepe.getByRole('button', { name: 'Continuar' }).click();
    await sepe.getByText('Ninguna cuenta podrá presentar').waitFor();
    await isForAll(page);
    // Nothing happens before the pause is confirmed.
    expect((await acting.get('/status')).body.data.authorities[1]).toMatchObject({ state: 'up' });
    await sepe.getByRole('button', { name: 'Sí, poner SEPE en pausa' }).click();
    await sepe.getByText('En pausa', { exact: true }).waitFor();
    await expect.poll(contract, PATIENT).toEqual({
      status: 503,
      message: `El servicio del SEPE está en pausa: ${MESSAGE}`,
    });
    await isForAll(page);
    await sepe.getByRole('button', { name: 'Reanudar SEPE' }).click();
    await sepe.getByText('Responde', { exact: true }).waitFor();
    await expect.poll(contract, PATIENT).toMatchObject({ status: 200 });
    await page.getByText('Últimas pausas y reanudaciones').click();
    await page.getByText(/^Pausa de SEPE: Nóminas/).waitFor();
    await page.getByText('Contrat@ responde con otra página.').waitFor();
    expect(problems).toEqual([]);
  });
});
