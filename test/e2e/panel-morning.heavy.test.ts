import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newContract } from '../../reference/employment-requests.ts';
import { requestsAt } from '../../reference/requests.ts';
import { addDays, slashed } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { newClient, saveCompany } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import { ASKED, type Gateway, idOf } from '../support/gateway.ts';
import { pdfText } from '../support/pdf.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import {
  countSteps,
  enteredPanel,
  findWith,
  isForAll,
  newOffice,
  openPage,
  PATIENT,
  settled,
  showFigure,
  stepsOf,
} from '../support/programs/panel.ts';
import { hires, OWN_HEADERS, ownSheet } from '../support/sheets/own-sheets.ts';
import { loseAnswer } from '../support/unknown-outcome.ts';

/** The morning of a clerk who knows no API: all of it in a browser on the deployed stack, with each step counted. */

/** A batch goes on by the queue, row by row, also on a machine with ten times the load. */
const LONG = { timeout: 1_800_000 };

const requests = requestsAt(seed, demo);
const { request: registration } = requests['POST /seg-social/alta']!;
const { cif, regimen, ccc } = demo.company;
const [known, mistaken, ...others] = hires;
const alta = ({ nss, dni, identificacion }: (typeof hires)[number]) => ({
  ...registration,
  nss,
  dni,
  identificacion,
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
let acting: Gateway;
let login: { email: string; password: string };
let lost: string;

/**
 * Yesterday somebody was registered, somebody was refused because the account was one of another office, and the answer to a change
 * got lost.
 */
const begin = async () => {
  const office = await newOffice();
  [gateway, acting, login] = [office.gateway, office.acting, office.login];
  await saveCompany(gateway, [regimen + ccc], cif);
  await saveCompany(gateway, ['011128000000097']);
  expect((await acting.post('/seg-social/alta', alta(known!))).status).toBe(200);
  const elsewhere = { ...alta(mistaken!), ccc: seed.other.accounts.general.ccc };
  expect((await acting.post('/seg-social/alta', elsewhere)).status).toBe(422);
  const change = requests['PUT /seg-social/cno']!.request;
  const changed = await acting.call('PUT', '/seg-social/cno', { json: change });
  expect(changed.status).toBe(200);
  lost = idOf(changed);
  await loseAnswer(lost);
};

describe.skipIf(!hasChromium)('the morning of a clerk', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    await begin();
    ({ browser, page } = await enteredPanel(login, problems, countSteps));
  });
  afterAll(() => browser?.close());

  const region = (name: string) => page.getByRole('region', { name });
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true }).first();
  /** Files the form after its dry run has been shown. */
  const file = async () => {
    await press('Probar sin presentar');
    await page.getByRole('heading', { name: 'Esto es lo que se presentará' }).waitFor();
    // Some of it is for this very day, of which the button says that there is a warning.
    const button = page.getByRole('button', { name: /^Presentar/ });
    await button.waitFor();
    await isForAll(page);
    await button.click();
    await title('Presentado').waitFor();
  };
  const acceptedAll = async () => (await gateway.get('/sandbox/counts')).body.data.accepted;
  const accepted = async (what: string) => (await acceptedAll())[what] ?? 0;
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
      // The pointer may rest on the choice of rows that is made.
      await page.getByRole('button', { name: 'Con errores (2)', pressed: true }).hover();
      await isForAll(page);
      const wrong = page.getByRole('textbox', { name: /^Número del documento de identidad, fila/ }).first();
      await wrong.fill(people[3]!.dni);
      await wrong.press('Enter');
      await page.getByRole('heading', { name: 'Una fila por corregir' }).waitFor(PATIENT);
      // The one that stands there twice is filed once.
      await page.getByRole('button', { name: `Revisar lo que se presentará (${ROWS - 1})` }).click(LONG);
      await isForAll(page);
      expect(await accepted('tgss.alta')).toBe(before);
      await press(/^Presentar/);
      const outcome = `${ROWS - 1} presentadas, 1 sin presentar`;
      await page.getByRole('status').filter({ hasText: outcome }).waitFor(LONG);
    });
    expect(await accepted('tgss.alta')).toBe(before + ROWS - 1);
  });

  test('all contracts that the hires made due are completed and filed in one batch', LONG, async () => {
    const contracts = async () =>
      (await gateway.get('/obligations')).body.data.data.filter(
        ({ rule }: { rule: { id: string } }) => rule.id === 'contrato',
      );
    // The new hires, and one worker of yesterday.
    const all = [known!, ...people];
    await expect.poll(async () => (await contracts()).length, ASKED).toBe(all.length);
    const [due] = await contracts();
    const before = await accepted('sepe.contrato');
    const wanted = new Map(all.map((one) => [one.dni, newContract(seed, demo, one)]));
    const [like] = wanted.values();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await within({ clicks: 16, fields: 8 }, 'all contracts', async () => {
      await openPage(page, 'Hoy');
      const line = page.getByRole('listitem').filter({ hasText: /\d+ contratos que vencen/ });
      await line
        .getByRole('link', { name: /^Verlos/ })
        .first()
        .click();
      await page.getByRole('row').filter({ hasText: known!.dni }).waitFor();
      const begin = page.getByRole('button', { name: `Comunicar ${all.length} contratos` });
      await expect.poll(() => begin.isEnabled(), PATIENT).toBe(true);
      await isForAll(page);
      await begin.click();
      await page.getByRole('heading', { name: `${all.length} filas por completar` }).waitFor(PATIENT);
      await isForAll(page);
      // She splits the names by a click of her own and checks them, because only a person can tell the parts of a name.
      await press(`Separar nombres y apellidos de ${all.length} trabajadores`);
      for (const [label, value] of [
        ['Nacionalidad', like!.nationality],
        // The municipality is required once the country is Spain.
        ['País de residencia', like!.country],
        ['Municipio de residencia', like!.municipality],
        ['Nivel formativo', like!.nivelFormativo],
        ['País del centro de trabajo', like!.nationalityContract],
        ['Municipio del centro de trabajo', like!.municipalityContract],
      ] as const) {
        const cell = field(`${label}, fila 1`);
        await cell.fill(String(value));
        await cell.press('Tab');
        await press(`Aplicar a todas las filas (${all.length})`);
      }
      await field('Financiado por el PRTR, fila 1').selectOption('N');
      await press(`Aplicar a todas las filas (${all.length})`);
      // She pastes two columns of her own sheet, in the order of the rows.
      const rows = await page.getByRole('region', { name: 'Con errores' }).getByRole('row').allTextContents();
      const inOrder = rows.slice(1).map((text) => all.find(({ dni }) => text.includes(dni))!);
      const copied = inOrder.map(({ sex, birthDate }) =>
        [sex === 'M' ? 'Hombre' : 'Mujer', birthDate.split('-').toReversed().join('/')].join('\t'),
      );
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied.join('\n'))})`);
      await field('Sexo, fila 1').focus();
      await page.keyboard.press('Control+V');
      await isForAll(page);
      await press(`Guardar y probar ${all.length} filas`);
      await page.getByRole('button', { name: `Revisar lo que se presentará (${all.length})` }).click(LONG);
      const box = region('Esto es lo que se presentará');
      await box.getByText(new RegExp(`${all.length} × Comunicar un contrato: .* ${all.length}`)).waitFor();
      await isForAll(page);
      expect(await accepted('sepe.contrato')).toBe(before);
      await press(/^Presentar/);
      await page.getByRole('status').filter({ hasText: 'Terminado' }).waitFor(LONG);
    });
    expect(await accepted('sepe.contrato')).toBe(before + all.length);
    for (const [dni, { name, surname, lastSurname, dateOfBirth, sex, startDate, codContract }] of wanted) {
      const filed = (
        await gateway.get('/tramites', { worker: dni, operation: 'notifyContract', dry: 'false' })
      ).body.data.data;
      expect(filed).toMatchObject([{ state: 'accepted' }]);
      expect((await gateway.get(`/tramites/${filed[0].id}`)).body.data.request).toMatchObject({
        dni,
        name,
        surname,
        lastSurname,
        dateOfBirth,
        sex: String(sex),
        startDate,
        codContract,
        occupation: registration.cno,
      });
    }
    // A form that was opened by an old link says so, and files nothing.
    await expect.poll(async () => (await contracts()).length, ASKED).toBe(0);
    const old = `#/tramitar/notifyContract?obligacion=${due.id}`;
    await page.evaluate(`location.hash = ${JSON.stringify(old)}`);
    await page.getByText('No hay que presentarlo otra vez.').waitFor();
    await isForAll(page);
  });

  test('a TA of last month, of an alta filed outside the service, is found by surname', async () => {
    const day = addDays(seed.today, -31);
    const person = { name: 'Laura', surname: 'Ruiz', secondSurname: 'Vega' };
    const { dni } = (await acting.post('/sandbox/workers', person)).body.data;
    const byHand = { change: 'register', ccc, dni, fecha_real: day };
    expect((await acting.post('/sandbox/by-hand', byHand)).status).toBe(200);
    // A colleague has listed the account, so that the worker can be found by her surname.
    const listed = await acting.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 });
    expect(listed.status).toBe(200);
    const found = async () => (await gateway.get('/search', { q: dni })).body.data.workers;
    await expect.poll(found, ASKED).toMatchObject([{ document: dni }]);

    await within({ clicks: 2, fields: 1 }, 'a TA', async () => {
      await findWith(page, 'ruiz vega', dni);
      await region('Pedir un documento').getByRole('button', { name: 'TA', exact: true }).click();
      // The movements come from the Seguridad Social, because the office filed none.
      const movement = page.getByLabel('Alta o baja').locator('option:checked');
      await expect.poll(() => movement.allTextContents(), PATIENT).toEqual([`Alta del ${slashed(day)}`]);
      await isForAll(page);
      const download = page.waitForEvent('download');
      await press('Pedir: TA');
      const file = await download;
      expect(file.suggestedFilename()).toBe(`TA_Ruiz-Vega_${day}.pdf`);
      const text = await pdfText(readFileSync(await file.path()));
      for (const wanted of ['RUIZ VEGA', slashed(day)]) expect(text).toContain(wanted);
    });
    await region('Documentos')
      .getByRole('button', { name: `TA_Ruiz-Vega_${day}.pdf` })
      .waitFor();
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

  test('a company is added', async () => {
    await within({ clicks: 3, fields: 4 }, 'a company', async () => {
      await openPage(page, 'Empresas');
      await page.getByText('Añadir una empresa').click();
      await isForAll(page);
      await page.getByLabel('Nombre o razón social').fill('Bar El Puerto');
      await page.getByLabel('CIF o NIF').fill('B-76543214');
      await page.getByLabel('Cuenta de cotización').fill('28 9999012 52');
      await page.getByLabel('E-mail de la empresa').fill(newClient().access.email);
      await press('Añadir la empresa');
      await title('Bar El Puerto').waitFor();
    });
    await settled(page);
    await isForAll(page);
    await region('Cuentas de cotización').getByText('28 9999012 52').waitFor();
  });

  test('a refusal is corrected in the field that says what was refused', async () => {
    const before = await accepted('tgss.alta');
    const refused = region('Rechazado por el organismo');
    await within({ clicks: 4, fields: 1 }, 'a refusal', async () => {
      await openPage(page, 'Hoy');
      await refused.getByText(mistaken!.dni).waitFor();
      await refused.getByRole('link', { name: 'Corregir y enviar' }).click();
      await page.getByText('Lo que dijo la Seguridad Social').waitFor();
      const account = field('Código de cuenta de cotización');
      await page
        .locator('.field', { has: account })
        .getByText('El certificado no está autorizado para esa cuenta.')
        .waitFor();
      await isForAll(page);
      await account.fill(`${ccc.slice(0, 2)} ${ccc.slice(2, 9)} ${ccc.slice(9)}`);
      await file();
    });
    expect(await accepted('tgss.alta')).toBe(before + 1);
    await openPage(page, 'Hoy');
    await region('Organismos').waitFor();
    expect(await refused.count()).toBe(0);
  });

  test('an unknown outcome is checked, becomes known, and is not filed again', async () => {
    const before = await acceptedAll();
    const unknown = region('No se sabe si se presentó');
    await within({ clicks: 2, fields: 0 }, 'an unknown outcome', async () => {
      await openPage(page, 'Hoy');
      await unknown.getByText('No lo envíe otra vez').waitFor();
      await isForAll(page);
      await unknown.getByRole('button', { name: 'Comprobar ahora' }).click();
      await unknown.getByText('Está presentado: consta en la Seguridad Social.').waitFor();
    });
    await unknown.getByText('Nada: de todo lo enviado se sabe el resultado.').waitFor();
    await isForAll(page);
    expect((await gateway.get(`/tramites/${lost}`)).body.data.state).toBe('accepted');
    expect(await acceptedAll()).toEqual(before);
  });

  test('the pages of the panel showed no error', () => {
    expect(problems).toEqual([]);
  });
});
