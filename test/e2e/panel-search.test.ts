import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsAt } from '../../reference/requests.ts';
import { seed } from '../../sandbox/seed.ts';
import { newClient } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import { ASKED, type Gateway } from '../support/gateway.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import {
  enteredPanel,
  findWith,
  isForAll,
  newOffice,
  openPage,
  PATIENT,
  settled,
  workOn,
} from '../support/programs/panel.ts';

/** Tests how an office with many companies finds a worker, a company and their documents, in a browser on the deployed stack. */

const requests = requestsAt(seed, demo);
const [hired] = seed.demo.newWorkers;
/** More companies than one page of the interface has. */
const COMPANIES = 60;

let gateway: Gateway;
let login: { email: string; password: string };
const companies = Array.from({ length: COMPANIES }, () => newClient({ not_notify: 1 }));
const last = companies.at(-1)!;

const begin = async () => {
  const office = await newOffice();
  [gateway, login] = [office.gateway, office.login];
  for (const company of companies) expect((await gateway.post('/customer', company)).status).toBe(200);
  const { request } = requests['POST /seg-social/alta']!;
  const filed = await office.acting.post('/seg-social/alta', request);
  expect(filed.status, JSON.stringify(filed.body)).toBe(200);
};

describe.skipIf(!hasChromium)('an office of many companies', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    await begin();
    ({ browser, page } = await enteredPanel(login, problems));
  });
  afterAll(() => browser?.close());
  const region = (name: string) => page.getByRole('region', { name });

  test('the office finds a worker by surname with the keyboard, and reaches the TA and the IDC in two clicks', async () => {
    // Another function writes the search index, some time after the filing.
    const found = async () => (await gateway.get('/search', { q: hired!.surname })).body.data.workers.length;
    await expect.poll(found, ASKED).toBeGreaterThan(0);
    await findWith(page, hired!.surname.toLowerCase(), hired!.dni);
    await page.getByRole('heading', { level: 1, name: new RegExp(hired!.surname, 'i') }).waitFor();
    // What is known of the worker, and a form from there with the worker filled in.
    await region('Situación')
      .getByText(/^(?:De alta desde|Alta prevista)/)
      .waitFor();
    const act = region('Situación').getByRole('link', { name: 'Dar de baja' });
    expect(await act.getAttribute('href')).toContain(`dni=${hired!.dni}`);
    for (const name of ['TA', 'IDC']) {
      await region('Pedir un documento').getByRole('button', { name, exact: true }).click();
      const download = page.waitForEvent('download', PATIENT);
      await page.getByRole('button', { name: `Pedir: ${name}` }).click();
      expect((await download).suggestedFilename()).toMatch(
        new RegExp(`^${name}_${hired!.surname}.*_\\d{4}-\\d{2}-\\d{2}\\.pdf$`, 'i'),
      );
      // The document is kept, also for later visits.
      await region('Documentos')
        .getByRole('button', { name: new RegExp(`^${name}_`) })
        .first()
        .waitFor();
    }
    await isForAll(page);
  });

  test('the office chooses a company beyond the first page by typing', async () => {
    await workOn(page, last.name);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Empresa', exact: true }).inputValue(), PATIENT)
      .toBe(last.name);
    await isForAll(page);
    await workOn(page);
  });

  test('the office adds a company, changes it, gives it a second account and finds it by that account', async () => {
    await openPage(page, 'Empresas');
    await page.getByText(`${COMPANIES} empresas`).waitFor();
    await isForAll(page);
    await page.getByText('Añadir una empresa').click();
    await page.getByLabel('Nombre o razón social').fill('Bar El Puerto');
    await page.getByLabel('CIF o NIF').fill('B-76543214');
    await page.getByLabel('Cuenta de cotización').fill('28 9999011 51');
    const email = page.getByLabel('E-mail de la empresa');
    await email.fill(`puerto-${'x'.repeat(50)}@example.com`);
    await page.getByRole('button', { name: 'Añadir la empresa' }).click();
    // Where it is, and not by the name that programs use.
    await page
      .locator('.field', { has: email })
      .getByText('Debe tener como máximo 50 caracteres.', { exact: true })
      .waitFor();
    expect(await page.getByText('access.email').count()).toBe(0);
    await isForAll(page);
    await email.fill(`puerto-${last.access.email}`);
    await page.getByRole('button', { name: 'Añadir la empresa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bar El Puerto' }).waitFor();
    await settled(page);

    await page.getByText('Cambiar los datos').click();
    await page.getByLabel('Dirección').fill('Calle Mayor 1');
    await page.getByRole('button', { name: 'Guardar los datos' }).click();
    await region('Datos').getByText('Calle Mayor 1').waitFor();

    await page.getByText('Añadir una cuenta').click();
    await region('Cuentas de cotización').getByLabel('Cuenta de cotización').fill('28/9999012/52');
    await page.getByRole('button', { name: 'Añadir la cuenta' }).click();
    await region('Cuentas de cotización').getByText('28 9999012 52').waitFor();
    await isForAll(page);

    await openPage(page, 'Hoy');
    await findWith(page, '28 9999012 52', 'Bar El Puerto');
    await page.getByRole('heading', { level: 1, name: 'Bar El Puerto' }).waitFor();
  });

  test('the office pastes companies without e-mails, and sees by row what was not saved', async () => {
    await openPage(page, 'Empresas');
    await page.getByText('Añadir las de una hoja').click();
    const { regimen, ccc } = seed.demo.accounts.general;
    const rows = [
      ['Empresa', 'CIF', 'Régimen', 'CCC'],
      ['Ferretería Sol', 'A58818501', regimen, ccc],
      ['Sin cuenta', 'A28017895', regimen, ''],
    ];
    await page
      .getByLabel('O pegue aquí las filas, con sus cabeceras')
      .fill(rows.map((row) => row.join('\t')).join('\n'));
    await page.getByRole('button', { name: 'Usar estas filas' }).click();
    await page.getByRole('button', { name: 'Guardar las empresas' }).click();
    await page.getByText('Guardado: 1 empresa nueva.').waitFor();
    await page
      .getByRole('row', { name: /^3 Sin cuenta/ })
      .getByText(/^Cuenta: /)
      .waitFor();
    await isForAll(page);
    await page.getByLabel('Buscar por nombre').fill('Ferretería');
    await page.getByRole('link', { name: 'Ferretería Sol' }).click();
    await region('Datos').getByText('No consta').waitFor();
  });

  test('the pages of the panel showed no error', () => {
    expect(problems).toEqual([]);
  });
});
