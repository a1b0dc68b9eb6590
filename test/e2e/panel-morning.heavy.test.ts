import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsAt } from '../../reference/requests.ts';
import { seed } from '../../sandbox/seed.ts';
import { newClient } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import { ASKED, type Gateway } from '../support/gateway.ts';
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from '../support/programs/chromium.ts';
import {
  countSteps,
  enterPanel,
  findWith,
  isForAll,
  newOffice,
  openPage,
  openPanel,
  PATIENT,
  showFigure,
  stepsOf,
} from '../support/programs/panel.ts';
import { hires, OWN_HEADERS, ownSheet } from '../support/sheets/own-sheets.ts';

/** The morning of a clerk who knows no API, in a browser on the deployed stack, with each step counted. */

/** A batch goes on by the queue, row by row, also on a machine with ten times the load. */
const LONG = { timeout: 1_800_000 };

const requests = requestsAt(seed, demo);
const { request: registration } = requests['POST /seg-social/alta']!;
const [known, ...others] = hires;
const alta = ({ nss, dni, identificacion }: (typeof hires)[number]) => ({
  ...{ ...registration, nss, dni, identificacion },
});

/** Twelve rows of eleven people: one of them stands there twice, and of another one a letter is wrong. */
const ROWS = 12;
const people = others.slice(0, ROWS - 1);
const withWrongLetter = (document: string) =>
  document.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'));
const rows = [
  ...people.map((one, index) => (index === 3 ? { ...one, dni: withWrongLetter(one.dni) } : one)),
  people[0]!,
];

let gateway: Gateway;
let login: { email: string; password: string };

/** Yesterday somebody was registered. */
const begin = async () => {
  const office = await newOffice();
  [gateway, login] = [office.gateway, office.login];
  const { profile, ...client } = newClient({ not_notify: 1 });
  const { cif, regimen, ccc } = demo.company;
  const account = [{ regimen, cuenta: ccc, alias: 'Taller' }];
  const saved = await gateway.post('/customer', { ...client, profile: { ...profile, dni: cif, account } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect((await gateway.post('/customer', newClient({ not_notify: 1 }))).status).toBe(200);
  expect((await office.acting.post('/seg-social/alta', alta(known!))).status).toBe(200);
};

describe.skipIf(!hasChromium)('the morning of a clerk', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    await begin();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
    page = await openPanel(browser, []);
    await countSteps(page);
    await enterPanel(page, login);
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
  });
  afterAll(() => browser?.close());

  const region = (name: string) => page.getByRole('region', { name });
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const accepted = async (what: string) =>
    (await gateway.get('/sandbox/counts')).body.data.accepted[what] ?? 0;
  /** Does a job in no more clicks and fields than these. */
  const within = async (
    most: { clicks: number; fields: number },
    name: string,
    work: () => Promise<void>,
  ) => {
    const [before, at] = [await stepsOf(page), performance.now()];
    await work();
    const after = await stepsOf(page);
    const did = { clicks: after.clicks - before.clicks, fields: after.fields - before.fields };
    showFigure(name, { ...did, seconds: Math.round((performance.now() - at) / 1_000) });
    expect(did.clicks, `clicks: ${name}`).toBeLessThanOrEqual(most.clicks);
    expect(did.fields, `fields: ${name}`).toBeLessThanOrEqual(most.fields);
  };

  test('her own Excel of twelve hires is mapped, corrected in place and filed', LONG, async () => {
    const before = await accepted('tgss.alta');
    await within({ clicks: 9, fields: 4 }, 'twelve hires', async () => {
      await openPage(page, 'Importar');
      await page
        .getByLabel('Qué trámite hace cada fila')
        .selectOption({ label: 'Dar de alta a un trabajador' });
      const chooser = page.waitForEvent('filechooser');
      await press('elija un fichero');
      const headers = OWN_HEADERS.map((header) => (header === 'Fecha de alta' ? 'Fecha' : header));
      await (await chooser).setFiles({
        name: 'altas del lunes.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: ownSheet({ people: rows, headers }),
      });
      await press('Comprobar y probar sin presentar');
      // What her header means is asked once, with what it is taken for.
      const asked = page.getByRole('combobox', { name: 'Qué es Fecha' });
      await asked.waitFor();
      expect(await asked.inputValue()).toBe('fecha_real');
      await press('Comprobar y probar sin presentar');

      await page.getByRole('heading', { name: '2 filas por corregir' }).waitFor();
      await page.getByText(/igual que la fila 4: se presentaría dos veces/).waitFor();
      await isForAll(page);
      const wrong = page.getByRole('textbox', { name: /^dni, fila/ }).first();
      await wrong.fill(people[3]!.dni);
      await wrong.press('Enter');
      await page.getByRole('heading', { name: 'Una fila por corregir' }).waitFor(PATIENT);
      // The one that stands there twice is filed once.
      await page.getByRole('button', { name: `Revisar lo que se presentará (${ROWS - 1})` }).click(LONG);
      await isForAll(page);
      expect(await accepted('tgss.alta')).toBe(before);
      await press(/^Presentar/);
      await page.getByRole('status').filter({ hasText: 'Terminado' }).waitFor(LONG);
    });
    expect(await accepted('tgss.alta')).toBe(before + ROWS - 1);
  });

  test('a TA is found by surname and saved', async () => {
    const found = async () => (await gateway.get('/search', { q: known!.surname })).body.data.workers.length;
    await expect.poll(found, ASKED).toBeGreaterThan(0);
    await within({ clicks: 1, fields: 1 }, 'a TA', async () => {
      await findWith(
        page,
        `${known!.surname} ${known!.secondSurname} ${known!.name}`.toLowerCase(),
        known!.dni,
      );
      const download = page.waitForEvent('download');
      await region('Documentos').getByRole('button', { name: /^TA_/ }).first().click();
      expect((await download).suggestedFilename()).toMatch(/^TA_.*_\d{4}-\d{2}-\d{2}\.pdf$/);
    });
    await isForAll(page);
  });

  test('a colleague is invited', async () => {
    await within({ clicks: 2, fields: 3 }, 'a colleague', async () => {
      await openPage(page, 'Personas');
      await page.getByLabel('Nombre').fill('Luisa Pérez');
      await page.getByLabel('E-mail').fill(`luisa-${login.email}`);
      await press('Invitar');
      await page.getByText('Se ha enviado un correo a').waitFor();
    });
    await isForAll(page);
  });
});
