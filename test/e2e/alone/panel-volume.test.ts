import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { hasChromium, launchChromium } from '../../support/programs/chromium.ts';
import {
  enterPanel,
  isForAll,
  newOffice,
  openPage,
  openPanel,
  PATIENT,
  settled,
  showFigure,
  workOn,
} from '../../support/programs/panel.ts';
import { ownSheet } from '../../support/sheets/own-sheets.ts';
import { type Filled, fillOffice } from '../../support/stores/fill-office.ts';

/**
 * The day of a clerk whose office has 200 client companies and 5,000 trámites, in a browser on the deployed stack. Alone, because
 * what reads changes of tables has all of them to read.
 */

const COMPANIES = 200;
const FILINGS = 5_000;
/** Each has eight trámites, and the first ones a further one. */
const WORKERS = 600;
/** More than the page of today reads at once. */
const LATE = 230;

/** A sheet is tried by the queue, row by row, also on a machine with ten times the load. */
const LONG = { timeout: 1_800_000 };

let login: { email: string; password: string };
let office: Filled;

const begin = async () => {
  vi.stubEnv('LIMITS', JSON.stringify({ clients: 10_000 }));
  const { login: own } = await newOffice();
  login = own;
  const { id: userId, accountId } = (await stores.accounts.findUserByEmail(login.email))!;
  const amounts = { companies: COMPANIES, workers: WORKERS, filings: FILINGS, contracts: LATE };
  office = await fillOffice({ accountId, userId }, amounts, new Date());
};

describe.skipIf(!hasChromium)('an office with 200 companies and 5,000 trámites', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  /** The requests of the page to the interface. */
  let asked: string[] = [];
  const asking = async (name: string, work: () => Promise<unknown>): Promise<string[]> => {
    asked = [];
    const began = performance.now();
    await work();
    await settled(page);
    showFigure(`${name}: ${asked.length} requests, ms`, Math.round(performance.now() - began));
    return asked;
  };
  const to = (address: string) => page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  const rows = () => page.locator('main .list > li');
  const region = (name: string | RegExp) => page.getByRole('region', { name });

  beforeAll(async () => {
    await begin();
    browser = await launchChromium();
    page = await openPanel(browser, problems);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const [, path] = /\/api\/v4(\/.*)$/.exec(pathname) ?? [];
      // The reference is a file, and is kept by the browser.
      if (path && path !== '/openapi.json' && request.method() !== 'OPTIONS') asked.push(path);
    });
  });
  afterAll(() => browser?.close());

  test('the office sees today what is late, and how much is omitted, by few requests', async () => {
    const requests = await asking('Hoy', async () => {
      await enterPanel(page, login);
      await page.getByRole('heading', { name: 'Fuera de plazo (200 o más)' }).waitFor();
      await page.getByRole('heading', { name: 'Organismos' }).waitFor();
    });
    const late = region(/^Fuera de plazo/);
    await late
      .getByText(/^200 contratos que vencieron el /)
      .first()
      .waitFor();
    // The companies that a line has no room for are counted.
    await late.getByText(/ y 1\d\d empresas más · SEPE/).waitFor();
    await region('Más adelante').getByText('Hay más: aquí se ven los 200 primeros.').waitFor();
    const [unknown, refused] = [region('No se sabe si se presentó'), region('Rechazado por el organismo')];
    expect(await unknown.locator('.list > li').count()).toBe(FILINGS / 500);
    expect(await refused.locator('.list > li').count()).toBeGreaterThan(5);
    // One list for each section, one more of what is near, and of two weeks all filings of an operation that was refused.
    const lists = Map.groupBy(requests, (path) => path);
    expect([...lists].map(([path, { length }]) => [path, length]).toSorted()).toEqual([
      ['/auth', 1],
      ['/auth/login', 1],
      ['/batches', 1],
      ['/certificate', 1],
      ['/obligations', 2],
      ['/reconciliations', 1],
      ['/status', 1],
      ['/tramites', 6],
    ]);
    await isForAll(page);
  });

  test('the office finds a worker by surname or number and a company by name, ten of each kind at most', async () => {
    const found = page.getByRole('listbox', { name: 'Buscar' });
    const search = async (typed: string, shown: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      await found.getByRole('option').filter({ hasText: shown }).first().waitFor();
      const names = await found.getByRole('option').allTextContents();
      return names;
    };
    const [worker] = office.workers;
    const company = office.companies[85]!;
    expect(await search('garc', 'García')).toHaveLength(20);
    await page.getByText('Hay más: escriba algo más para ver menos.').waitFor();
    await page.keyboard.press('Escape');
    expect(await search(worker!.document.slice(0, -1), worker!.document)).toHaveLength(1);
    await page.keyboard.press('Escape');
    expect(await search(company.name, company.name)).toHaveLength(1);
    await page.keyboard.press('Escape');
    expect(await search(company.ccc, company.name)).toHaveLength(1);
    await page.keyboard.press('Escape');
  });

  test('the office has the trámites page by page, and finds an old one that is in no index', async () => {
    expect(await asking('Trámites', () => openPage(page, 'Trámites'))).toEqual(['/tramites']);
    expect(await rows().count()).toBe(25);
    const more = await asking('more trámites', async () => {
      await page.getByRole('button', { name: 'Ver más' }).click();
      await expect.poll(() => rows().count(), PATIENT).toBe(50);
    });
    expect(more).toEqual(['/tramites']);

    await page.getByLabel('Estado').selectOption({ label: 'Rechazado' });
    const refused = await asking('refused trámites', async () => {
      await page.getByRole('button', { name: 'Buscar', exact: true }).click();
      await expect.poll(() => rows().filter({ hasText: 'Rechazado' }).count(), PATIENT).toBe(25);
    });
    expect(refused).toEqual(['/tramites']);

    // No index has requests, so the list is read on until it is there.
    const old = office.filings[1_500]!;
    const looked = await asking('an old request', async () => {
      await to(`#/tramites?requestId=${old.requestId}`);
      await page.getByText(old.about!.document!).first().waitFor();
    });
    expect(looked.filter((path) => path === '/tramites')).toHaveLength(4);
    expect(await rows().count()).toBe(1);
    await isForAll(page);
    await to('#/tramites?requestId=99999999-0000-4000-8000-000000000000');
    const none = page.getByText('No hay trámites así.');
    const goOn = page.getByRole('button', { name: 'Seguir buscando' });
    await none.or(goOn).waitFor();
    if (await goOn.isVisible()) await goOn.click();
    await none.waitFor();
  });

  test('the office opens a worker with trámites of a year', async () => {
    const [worker] = office.workers;
    const requests = await asking('a worker', async () => {
      await to(`#/historia/${worker!.document}`);
      await page.getByRole('heading', { level: 1, name: worker!.name }).waitFor();
    });
    await expect.poll(() => region('Historia').getByRole('listitem').count(), PATIENT).toBe(10);
    // Trámites and questions, three lists of what is due, who it is, the company, and its list with the worker.
    expect(requests.toSorted()).toEqual([
      `/customer/${office.companies[0]!.id}`,
      '/obligations',
      '/obligations',
      '/obligations',
      '/search',
      '/tramites',
      '/tramites',
      `/workforce/${office.companies[0]!.id}`,
    ]);
  });

  test('the office pages through all companies and all results of a search, and chooses one by typing', async () => {
    // All of them are read, because they are listed from A to Z over all pages.
    expect(await asking('Empresas', () => openPage(page, 'Empresas'))).toEqual(Array(4).fill('/customer'));
    await page.getByText('200 empresas').waitFor();
    expect(await rows().count()).toBe(50);
    await page.getByText('Página 1 de 4').waitFor();
    const next = page.getByRole('button', { name: 'Siguientes' });
    // The list's own pages are below it, and no part of the menu.
    const [above, below] = await Promise.all([rows().last().boundingBox(), next.boundingBox()]);
    expect(below!.y).toBeGreaterThan(above!.y + above!.height);
    await isForAll(page);
    await next.click();
    await page.getByText('Página 2 de 4').waitFor();

    const search = page.getByLabel('Buscar por nombre, CIF, cuenta o e-mail');
    await search.fill('example.com');
    await page.getByText('Página 1 de 4').waitFor();
    await next.click();
    await page.getByText('Página 2 de 4').waitFor();
    expect(await rows().count()).toBe(50);
    await search.fill('librería');
    await page.getByText('28 empresas · con «librería»', { exact: true }).waitFor();
    await expect.poll(() => rows().count(), PATIENT).toBe(28);

    const company = office.companies[150]!;
    await workOn(page, company.cif);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Empresa', exact: true }).inputValue(), PATIENT)
      .toBe(company.name);
    expect(await asking('trámites of a company', () => openPage(page, 'Trámites'))).toEqual(['/tramites']);
    expect(await rows().count()).toBe(25);
    expect(await rows().filter({ hasText: company.name }).count()).toBe(25);

    const requests = await asking('a company', async () => {
      await to(`#/empresas/${company.id}`);
      await page.getByRole('heading', { level: 1, name: company.name }).waitFor();
    });
    expect(requests.toSorted()).toEqual([
      '/certificate',
      `/customer/${company.id}`,
      '/reconciliations',
      '/tramites',
      `/workforce/${company.id}`,
    ]);
    await isForAll(page);
    await workOn(page);
  });

  test('the office imports a sheet like an office without a history', LONG, async () => {
    await openPage(page, 'Importar');
    await page
      .getByLabel('Qué trámite hace cada fila')
      .selectOption({ label: 'Dar de alta a un trabajador' });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'elija un fichero' }).click();
    await (await chooser).setFiles({
      name: 'altas.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: ownSheet({ count: 2 }),
    });
    await page.getByRole('button', { name: 'Comprobar y probar sin presentar' }).click();
    await page.getByRole('heading', { name: 'Filas', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Revisar lo que se presentará (2)' }).waitFor(LONG);
    await isForAll(page);
  });

  test('the pages of the panel showed no error', () => {
    expect(problems).toEqual([]);
  });
});
