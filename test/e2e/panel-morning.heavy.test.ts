import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newContract } from '../../reference/employment-requests.ts';
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

/** The morning of a clerk who knows no API: all of it in a browser on the deployed stack, with each step counted. */

/** A batch goes on by the queue, row by row, also on a machine with ten times the load. */
const LONG = { timeout: 1_800_000 };

const requests = requestsAt(seed, demo);
const { request: registration } = requests['POST /seg-social/alta']!;
const [known, mistaken, ...others] = hires;
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
let lost: string;

/** Yesterday somebody was registered, somebody was refused, and an answer got lost. */
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
  const going = (scenario: string) => office.acting.with({ 'X-Sandbox-Scenario': scenario });
  expect((await going('refused').post('/seg-social/alta', alta(mistaken!))).status).toBe(422);
  const days = requests['POST /seg-social/pract-no-remun']!.request;
  const answer = await going('lost-answer').post('/seg-social/pract-no-remun', days);
  expect(answer.status).toBe(502);
  lost = answer.headers.get('x-tramite-id')!;
};

describe.skipIf(!hasChromium)('the morning of a clerk', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    await begin();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
    page = await openPanel(browser, problems);
    await countSteps(page);
    await enterPanel(page, login);
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
  });
  afterAll(() => browser?.close());

  const region = (name: string) => page.getByRole('region', { name });
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
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

  test('a contract is filed from what the hires made due, with what is known of it', async () => {
    const due = async () => (await gateway.get('/obligations')).body.data.data.length;
    await expect.poll(due, ASKED).toBeGreaterThanOrEqual(ROWS);
    const someone = people[1]!;
    await within({ clicks: 6, fields: 16 }, 'a contract', async () => {
      await openPage(page, 'Hoy');
      const line = page.getByRole('listitem').filter({ hasText: /\d+ contratos que vencen/ });
      await line
        .getByRole('link', { name: /^Verlos/ })
        .first()
        .click();
      const row = page.getByRole('row').filter({ hasText: someone.dni });
      await isForAll(page);
      await row.getByRole('link', { name: /^Hacerlo/ }).click();
      await title('Comunicar un contrato').waitFor();
      const wanted = newContract(seed, demo, someone);
      const field = (name: string) => page.getByLabel(name, { exact: true }).first();
      // Known, and so not asked for.
      for (const [name, value] of [
        ['Número del documento de identidad', wanted.dni],
        ['Número de la Seguridad Social', wanted.nss],
        ['Código de cuenta de cotización', wanted.ccc],
        ['Inicio del contrato', wanted.startDate],
      ] as const)
        await expect.poll(() => field(name).inputValue(), PATIENT).toBe(value);
      const unknown: [string, string | number | undefined][] = [
        ['CIF o NIF de la empresa', wanted.cif],
        ['Nombre', wanted.name],
        ['Primer apellido', wanted.surname],
        ['Fecha de nacimiento', wanted.dateOfBirth],
        ['Nacionalidad', wanted.nationality],
        ['País de residencia', wanted.country],
        ['Municipio de residencia', wanted.municipality],
        ['Nivel formativo', wanted.nivelFormativo],
        ['País del centro de trabajo', wanted.nationalityContract],
        ['Municipio del centro de trabajo', wanted.municipalityContract],
      ];
      for (const [name, value] of unknown) {
        if (await field(name).inputValue()) continue;
        await field(name).fill(String(value));
        await field(name).press('Escape');
      }
      await field('Tipo de documento').selectOption(wanted.docType);
      await field('Sexo').selectOption(String(wanted.sex));
      await field('Financiado por el PRTR').selectOption(wanted.INDICATIVO_PRTR);
      await press('Probar sin presentar');
      await page.getByRole('heading', { name: 'Esto es lo que se presentará' }).waitFor();
      await isForAll(page);
      await press('Presentar');
      await title('Presentado').waitFor();
    });
    const filed = (await gateway.get('/tramites', { worker: someone.dni, dry: 'false' })).body.data.data;
    expect(
      filed.filter(({ operation }: { operation: string }) => operation === 'POST /api/v4/sepe/contrata'),
    ).toMatchObject([{ state: 'accepted' }]);
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

  test('a colleague is invited, and a company added', async () => {
    await within({ clicks: 2, fields: 3 }, 'a colleague', async () => {
      await openPage(page, 'Personas');
      await page.getByLabel('Nombre').fill('Luisa Pérez');
      await page.getByLabel('E-mail').fill(`luisa-${login.email}`);
      await press('Invitar');
      await page.getByText('Se ha enviado un correo a').waitFor();
    });
    await within({ clicks: 3, fields: 4 }, 'a company', async () => {
      await openPage(page, 'Empresas');
      await page.getByText('Añadir una empresa').click();
      await page.getByLabel('Nombre o razón social').fill('Bar El Puerto');
      await page.getByLabel('CIF o NIF').fill('B-76543214');
      await page.getByLabel('Cuenta de cotización').fill('28 9999012 52');
      await page.getByLabel('E-mail de la empresa').fill(`puerto-${login.email}`);
      await press('Añadir la empresa');
      await title('Bar El Puerto').waitFor();
    });
    await isForAll(page);
  });

  test('a refusal is corrected where it says what was wrong', async () => {
    const before = await accepted('tgss.alta');
    await within({ clicks: 4, fields: 0 }, 'a refusal', async () => {
      await openPage(page, 'Hoy');
      await region('Rechazado por el organismo').getByRole('link', { name: 'Corregir y enviar' }).click();
      await page.getByText('Lo que dijo la Seguridad Social').waitFor();
      await press('Probar sin presentar');
      await page.getByRole('heading', { name: 'Esto es lo que se presentará' }).waitFor();
      await press('Presentar');
      await title('Presentado').waitFor();
    });
    expect(await accepted('tgss.alta')).toBe(before + 1);
  });

  test('an unknown outcome is checked, and nothing is filed by that', async () => {
    const before = (await gateway.get('/sandbox/counts')).body.data.accepted;
    await within({ clicks: 2, fields: 0 }, 'an unknown outcome', async () => {
      await openPage(page, 'Hoy');
      const unknown = region('No se sabe si se presentó');
      await unknown.getByRole('button', { name: 'Comprobar ahora' }).click();
      await unknown.getByRole('status').or(unknown.getByRole('alert')).first().waitFor();
    });
    await isForAll(page);
    expect((await gateway.get(`/tramites/${lost}`)).status).toBe(200);
    expect((await gateway.get('/sandbox/counts')).body.data.accepted).toEqual(before);
    expect(problems).toEqual([]);
  });
});
