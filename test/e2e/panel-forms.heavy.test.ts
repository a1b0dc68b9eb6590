import { readFile } from 'node:fs/promises';
import type { Browser, Dialog, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsAt } from '../../reference/requests.ts';
import { seed } from '../../sandbox/seed.ts';
import { newClient } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import { ASKED, type Gateway } from '../support/gateway.ts';
import { hasChromium, launchChromium } from '../support/programs/chromium.ts';
import {
  enterPanel,
  findWith,
  isForAll,
  newOffice,
  openPage,
  openPanel,
  PATIENT,
} from '../support/programs/panel.ts';

/** Tests the panel's forms, and what a client company sees, in a browser on the deployed stack. */

const requests = requestsAt(seed, demo);
const { request: registration } = requests['POST /seg-social/alta']!;
const [ofOffice, ofCompany] = demo.newWorkers;
const alta = (worker: typeof ofOffice) => ({
  ...registration,
  nss: worker!.nss,
  dni: worker!.dni,
  identificacion: worker!.identificacion,
});

let gateway: Gateway;
let office: { email: string; password: string };
let company: { email: string; password: string };

/** An office that has filed a registration, and a client company with a certificate with which a registration was filed. */
const begin = async () => {
  const { acting: own, certificate, ...made } = await newOffice();
  [gateway, office] = [made.gateway, made.login];
  const client = newClient();
  company = { email: client.access.email, password: 'la de la empresa' };
  const access = { ...company, password_confirmation: company.password };
  const saved = (await gateway.post('/customer', { ...client, not_notify: 1, access })).body.data;
  const { bytes, password } = certificate;
  const uploaded = await gateway.upload(bytes, { password, clientId: String(saved.id) });
  const theirs = gateway.acting(uploaded.body.data.cert_secret);
  expect((await own.post('/seg-social/alta', alta(ofOffice))).status).toBe(200);
  expect((await theirs.post('/seg-social/alta', alta(ofCompany))).status).toBe(200);
};

/** Whether the browser would ask before it leaves the page; runs in the page. */
const WOULD_ASK = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";

/** Heights of the bars that stay in place while the page scrolls; runs in the page. */
const BARS = `[...document.querySelectorAll('header, nav, .bottom')]
  .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
  .map((one) => one.getBoundingClientRect().height)`;

describe.skipIf(!hasChromium)('the panel', () => {
  let browser: Browser;
  const problems: string[] = [];
  /** Signs in in a new tab. */
  const newPage = async (login: typeof office): Promise<Page> => {
    const page = await openPanel(browser, problems);
    await enterPanel(page, login);
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
    return page;
  };
  beforeAll(async () => {
    await begin();
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe('the panel of an office', () => {
    let page: Page;
    beforeAll(async () => {
      page = await newPage(office);
    });
    const field = (name: string) => page.getByLabel(name, { exact: false }).first();
    /** The options that a field for codes offers. Options of other fields are not in a list box. */
    const offered = (name?: RegExp) => page.getByRole('listbox').getByRole('option', name && { name });
    /** Finds a code by keyboard alone. */
    const choose = async (label: RegExp, written: string, code: string) => {
      const box = page.getByRole('combobox', { name: label });
      await box.focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(written);
      await offered().first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await box.inputValue()).toBe(code);
    };

    test('a form has the fields that the type of the contract needs, with codes by number or words', async () => {
      await openPage(page, 'Tramitar');
      await page.getByLabel('Qué quiere hacer').fill('comunicar contrato');
      await page.getByRole('link', { name: 'Comunicar un contrato' }).click();
      const type = /^Código del contrato/;
      await page.getByRole('combobox', { name: type }).waitFor();
      const needed = page.locator('[required]');
      const end = page.getByLabel('Fin del contrato').and(needed);
      const time = page.getByLabel('Jornada', { exact: true }).and(needed);
      expect(await end.count()).toBe(0);
      await choose(type, '402', '402');
      await end.waitFor();
      expect(await time.count()).toBe(0);
      await choose(type, '200', '200');
      await time.waitFor();
      expect(await end.count()).toBe(0);

      const municipality = /^Municipio de residencia/;
      expect(await page.getByRole('combobox', { name: municipality }).count()).toBe(0);
      await choose(/^País de residencia/, 'españa', '724');
      const box = page.getByRole('combobox', { name: municipality });
      await box.fill('alcala henares');
      await offered().first().waitFor();
      await isForAll(page);
      await offered(/Alcalá de Henares/).click();
      expect(await box.inputValue()).toBe('28005');
      await page.getByText('28005 · Alcalá de Henares').waitFor();
      await page.keyboard.press('ArrowDown');
      await offered().first().waitFor();
      await page.keyboard.press('Escape');
      expect(await offered().count()).toBe(0);
      await isForAll(page);
    });

    test('a form that was begun outlives a reload and signing out, in the account and not in the browser', async () => {
      const kept = async () =>
        (await gateway.get('/drafts')).body.data.map(({ content }: { content: string }) =>
          JSON.parse(content),
        );
      const begun = page.getByRole('region', { name: 'Sin terminar' });
      const goOn = async () => {
        await openPage(page, 'Tramitar');
        await begun.getByRole('link', { name: 'Comunicar un contrato' }).click();
        await expect.poll(() => field('Primer apellido').inputValue(), PATIENT).toBe('GARCIA');
      };
      await field('Primer apellido').fill('GARCIA');
      // Going to another page of the panel does not reload it, so nothing is requested again.
      await openPage(page, 'Hoy');
      await goOn();
      await expect
        .poll(kept, ASKED)
        .toMatchObject([{ title: 'Comunicar un contrato', filled: { surname: 'GARCIA' } }]);
      expect(
        await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'),
      ).toBe(0);

      // There are no unsaved changes, so the browser does not ask.
      const asked: string[] = [];
      const note = (dialog: Dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      };
      page.on('dialog', note);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Comunicar un contrato' }).waitFor();
      await expect.poll(() => field('Primer apellido').inputValue(), PATIENT).toBe('GARCIA');
      await openPage(page, 'Tramitar');
      await begun.getByText('siete días').waitFor();
      await isForAll(page);
      await page.getByRole('button', { name: 'Salir' }).click();
      // Until the session has ended at the gateway, the browser asks before it leaves the page.
      await expect.poll(() => page.evaluate(WOULD_ASK), PATIENT).toBe(false);
      await enterPanel(page, office);
      await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
      await goOn();
      expect(asked).toEqual([]);
      page.off('dialog', note);

      await openPage(page, 'Tramitar');
      await page.getByRole('button', { name: /Descartar/ }).click();
      expect(await page.getByText('Sin terminar').count()).toBe(0);
      await expect.poll(kept, ASKED).toEqual([]);
    });

    test('a form that a link fills in has no values that were begun for another worker', async () => {
      const form = (dni: string) => `${demo.panelUrl}#/tramitar/deregisterEmployee?dni=${dni}`;
      await page.goto(form(ofOffice!.dni));
      const account = page.getByLabel('Código de cuenta de cotización').first();
      await account.fill('28000000097');
      await page.goto(form(ofCompany!.dni));
      await expect
        .poll(() => page.getByLabel('Número del documento de identidad').inputValue(), PATIENT)
        .toBe(ofCompany!.dni);
      expect(await account.inputValue()).not.toBe('28000000097');
      await page.goto(form(ofOffice!.dni));
      await expect.poll(() => account.inputValue(), PATIENT).toBe('28000000097');
    });

    test('trámites have the filters of their list, and the file of what is shown', async () => {
      const rows = () => page.locator('.list > li').count();
      await openPage(page, 'Trámites');
      await expect.poll(rows, PATIENT).toBe(2);
      await page.getByText('Más filtros').click();
      await page.getByLabel('Cuenta de cotización').waitFor();
      await isForAll(page);
      await page
        .getByLabel('Trámite', { exact: true })
        .selectOption({ label: 'Dar de alta a un trabajador' });
      await page.getByLabel('Trabajador', { exact: true }).fill(ofOffice!.dni);
      await page.getByLabel('Mes').selectOption(seed.today.slice(0, 7));
      await page.getByRole('button', { name: 'Buscar', exact: true }).click();
      await expect.poll(rows, PATIENT).toBe(1);
      await page.getByText(/^1 trámite · Presentaciones · Dar de alta a un trabajador · /).waitFor();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Descargar para Excel' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^tramites-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[1]).toContain(`"${ofOffice!.dni}"`);
      await page.getByRole('link', { name: 'Simulacros' }).click();
      await page.getByText('No hay trámites así.').waitFor();
      await page.getByRole('link', { name: 'Quitar filtros' }).click();
      await expect.poll(rows, PATIENT).toBe(2);
    });

    test('the story of a worker has its documents', async () => {
      await findWith(page, ofOffice!.dni, ofOffice!.dni);
      const documents = page.getByRole('region', { name: 'Documentos' });
      const download = page.waitForEvent('download');
      await documents.getByRole('button').first().click();
      expect((await download).suggestedFilename()).toMatch(/^TA_[^_]+_\d{4}-\d{2}-\d{2}\.pdf$/);
      await isForAll(page);
    });

    test('the bars leave two thirds of the height of a form at 200 % zoom and on a narrow phone', async () => {
      const before = page.viewportSize()!;
      await page.goto(`${demo.panelUrl}#/tramitar/registerEmployee`);
      await page.getByRole('button', { name: 'Probar sin presentar' }).waitFor();
      for (const [width, height] of [
        [640, 450],
        [320, 568],
        [320, 256],
      ] as const) {
        await page.setViewportSize({ width, height });
        const heights: number[] = await page.evaluate(BARS);
        expect(heights.length, `${width} × ${height}`).toBeGreaterThan(0);
        expect(
          heights.reduce((sum, each) => sum + each, 0),
          `${width} × ${height}`,
        ).toBeLessThan(height / 3);
      }
      await page.setViewportSize(before);
    });

    test('the coefficient is visible while a part-time contract is chosen', async () => {
      await openPage(page, 'Tramitar');
      await page.getByLabel('Qué quiere hacer').fill('dar de alta');
      await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).click();
      const coefficient = page.getByLabel('Coeficiente de tiempo parcial');
      await page.getByRole('combobox', { name: /^Clave del contrato/ }).waitFor();
      expect(await coefficient.isVisible()).toBe(false);
      await choose(/^Clave del contrato/, '200', '200');
      await coefficient.waitFor();
      await isForAll(page);
      await choose(/^Clave del contrato/, '100', '100');
      await coefficient.waitFor({ state: 'hidden' });
    });
  });

  describe('the panel of a client company', () => {
    let page: Page;
    beforeAll(async () => {
      page = await newPage(company);
    });

    test('a client company has the pages that it may use, and no other', async () => {
      const links = await page.getByRole('navigation').getByRole('link').allTextContents();
      expect(links).toEqual([
        ...['Hoy', 'Tramitar', 'Importar', 'Trámites', 'Trabajadores', 'Certificados', 'Mi acceso'],
      ]);
      expect(await page.getByLabel('Empresa', { exact: true }).count()).toBe(0);
      for (const hidden of ['personas', 'desarrolladores']) {
        await page.goto(`${demo.panelUrl}#/${hidden}`);
        await page.getByRole('heading', { level: 1, name: 'Esta página no existe' }).waitFor();
      }
    });

    test('a client company sees what is due and filed for itself only, with documents', async () => {
      await openPage(page, 'Hoy');
      await page.getByText('Comunicar el contrato al SEPE').first().waitFor();
      await isForAll(page);
      await openPage(page, 'Trámites');
      await expect.poll(() => page.locator('.list > li').count(), PATIENT).toBe(1);
      await page.getByRole('link', { name: ofCompany!.dni }).waitFor();
      await isForAll(page);
      await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).click();
      await page.getByRole('heading', { name: 'Qué pasó' }).waitFor();
      const download = page.waitForEvent('download');
      await page
        .getByRole('button', { name: /Descargar .*pdf/i })
        .first()
        .click();
      expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
      await openPage(page, 'Trabajadores');
      await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).waitFor();
      await page.getByText('Vence: Comunicar el contrato al SEPE').waitFor();
      expect(await page.getByText(ofOffice!.dni).count()).toBe(0);
      await isForAll(page);
    });

    test('a client company has its certificate, and its own access', async () => {
      await openPage(page, 'Certificados');
      await expect.poll(() => page.locator('.list > li').count(), PATIENT).toBe(1);
      await page.getByText('Será de su empresa.').waitFor();
      await isForAll(page);
      await openPage(page, 'Mi acceso');
      await page.getByText('Mi segundo factor: desactivado').waitFor();
      await isForAll(page);
    });

    test('a client company saw no error on the pages', () => {
      expect(problems).toEqual([]);
    });
  });
});
