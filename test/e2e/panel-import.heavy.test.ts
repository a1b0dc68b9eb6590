import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { newUser } from '../support/callers/users.ts';
import { demo } from '../support/deployed.ts';
import { ASKED, type Gateway } from '../support/gateway.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import {
  enteredPanel,
  enterPanel,
  isForAll,
  newOffice,
  openPage,
  openPanel,
  PATIENT,
  settled,
} from '../support/programs/panel.ts';
import { bookOf, STRUCK_STYLES } from '../support/sheets/books.ts';
import { workbook } from '../support/sheets/files.ts';
import { OWN_HEADERS, ownSheet } from '../support/sheets/own-sheets.ts';

/** Tests a sheet with everybody whom an office hires on a Monday, in a browser on the deployed stack. */

/** A batch is worked on row by row through the queue, which must pass even on a machine with ten times the load. */
const LONG = { timeout: 600_000 };

const { accounts, newWorkers, staff } = seed.demo;
/** Persons who are registered in no account or in another one can be registered. */
const hires = [...newWorkers, ...staff];
const { regimen, ccc } = accounts.general;

/** Rows of the large sheet: more than the four that an account may have in work at once. */
const ROWS = 8;
const large = hires.slice(0, ROWS);
const two = hires.slice(ROWS, ROWS + 2);

const HEADERS = [
  ...['tramite', 'regimen', 'ccc', 'nss', 'identificacion', 'dni', 'fecha_real'],
  ...['grupo_cotizacion', 'tipo_contrato', 'cno', 'duplicate'],
];
const sheet = (some: typeof hires, date: (index: number) => unknown = () => seed.today) => ({
  name: 'altas.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbook([
    HEADERS,
    ...some.map((worker, index) => [
      ...['registerEmployee', regimen, ccc, worker.nss, String(worker.identificacion)],
      ...[worker.dni, date(index), '07', '100', '4122', 'sí'],
    ]),
  ]),
});

const small = { ...sheet(two), name: 'dos.xlsx' };

let login: { email: string; password: string };
let colleague: { email: string; password: string };
let gateway: Gateway;
const registered = async () => (await gateway.get('/sandbox/counts')).body.data.accepted['tgss.alta'] ?? 0;
const batches = async () =>
  (await gateway.get('/batches')).body.data.data as {
    id: string;
    name: string;
    state: string;
    revision: number;
    operation: string | null;
    mapping: object[];
    counts: { filed: number; wrong: number };
  }[];

/** An office with a certificate and two users who may file. */
const openOffice = async () => {
  const office = await newOffice();
  [gateway, login] = [office.gateway, office.login];
  const { accountId } = (await stores.accounts.findUserByEmail(login.email))!;
  const password = 'otra contraseña';
  colleague = { password, email: (await newUser(demo.baseUrl, accountId, 'files', password)).email };
};

describe.skipIf(!hasChromium)('a sheet in the panel', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await openOffice();
    ({ browser, page } = await enteredPanel(login, problems));
  });
  afterAll(() => browser?.close());

  /** Reaches a button with the tabulator key and presses it. */
  const pressByKeyboard = async (name: string | RegExp) => {
    const wanted = page.getByRole('button', { name });
    await wanted.waitFor();
    for (let steps = 0; steps < 60; steps += 1) {
      if (await wanted.evaluate((one) => one === one.ownerDocument.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
  };
  const choose = async (file: ReturnType<typeof sheet>) => {
    const chooser = page.waitForEvent('filechooser');
    await pressByKeyboard('elija un fichero');
    await (await chooser).setFiles(file);
    await page.getByLabel('Certificado con el que se actúa').waitFor();
    await pressByKeyboard('Comprobar y probar sin presentar');
    await page.getByRole('heading', { name: 'Filas', exact: true }).waitFor();
  };

  test('the panel has a template for each operation', async () => {
    await openPage(page, 'Importar');
    await isForAll(page);
    const choice = page.getByLabel('Qué trámite hace cada fila');
    await choice.selectOption({ label: 'Dar de alta a un trabajador' });
    await choice.focus();
    const download = page.waitForEvent('download');
    await pressByKeyboard('Descargar la plantilla (csv)');
    expect((await download).suggestedFilename()).toBe('registerEmployee.csv');
    expect(await readFile(await (await download).path(), 'utf8')).toContain('fecha_real');
  });

  test('the panel shows each mistake in its cell, and takes the corrected sheet in place of the first one', async () => {
    const withMistake = sheet(large, (index) => (index === 3 ? 'el lunes' : seed.today));
    await choose(withMistake);
    await page.getByRole('heading', { name: 'Una fila por corregir' }).waitFor();
    const wrong = page.getByRole('row').filter({ hasText: 'Con errores' });
    const cell = wrong.getByRole('textbox', { name: 'Fecha real del alta, fila 5' });
    expect(await cell.inputValue()).toBe('el lunes');
    await wrong.getByText(/^Escriba una fecha como/).waitFor();
    expect(await wrong.getByRole('rowheader').textContent()).toMatch(/^5(?!\d)/);
    await isForAll(page);
    const [first] = await batches();
    // The same file is the same batch, which can be checked again after a remedy elsewhere.
    await openPage(page, 'Importar');
    await page
      .getByLabel('Qué trámite hace cada fila')
      .selectOption({ label: 'Dar de alta a un trabajador' });
    await choose(withMistake);
    await page.getByText('Este fichero ya se había enviado').waitFor();
    await page.getByText('pulse «Comprobar de nuevo»').waitFor();
    await isForAll(page);
    await pressByKeyboard('Comprobar de nuevo');
    await expect.poll(async () => (await batches()).map(({ revision }) => revision), ASKED).toEqual([1]);
    await page.getByRole('heading', { name: 'Una fila por corregir' }).waitFor();
    await choose(sheet(large));
    const states = async () =>
      (await batches()).map(({ id, state }) => (id === first?.id ? state : 'another')).toSorted();
    await expect.poll(states, ASKED).toEqual(['another', 'cancelled']);
    await expect.poll(() => page.getByText('por corregir').count(), PATIENT).toBe(0);
    expect(await registered()).toBe(0);
  });

  test(
    'a sheet is filed by keyboard alone after a look at exactly what it files, and comes back with results and documents',
    LONG,
    async () => {
      await page.getByRole('button', { name: `Revisar lo que se presentará (${ROWS})` }).waitFor(LONG);
      expect(await registered()).toBe(0);
      await pressByKeyboard(`Revisar lo que se presentará (${ROWS})`);
      const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
      await box.getByText(`${ROWS} × Dar de alta a un trabajador`).waitFor();
      for (const worker of [large[0]!, large.at(-1)!])
        await box.locator('.review > li').filter({ hasText: worker.dni }).waitFor();
      expect(await box.locator('.review > li').count()).toBe(ROWS);
      await box.locator('summary').first().click();
      await box.getByText('Clave del contrato', { exact: true }).waitFor();
      await isForAll(page);
      await pressByKeyboard(`Presentar ${ROWS} trámites`);
      await page.getByRole('progressbar').waitFor();
      await page.getByRole('status').filter({ hasText: 'Terminado' }).waitFor(LONG);
      await page.getByRole('button', { name: `Presentada (${ROWS})` }).waitFor();
      expect(await registered()).toBe(ROWS);
      await isForAll(page);

      const documents = page.waitForEvent('download');
      await pressByKeyboard('Descargar los documentos (zip)');
      const zip = unzipSync(await readFile(await (await documents).path()));
      expect(Object.keys(zip)).toHaveLength(ROWS);
      const result = page.waitForEvent('download');
      await pressByKeyboard('Descargar la hoja con el resultado');
      expect((await result).suggestedFilename()).toMatch(/^lote-.*\.xlsx$/);
    },
  );

  test(
    'a row that the workbook hides or has struck out is omitted until a person includes it',
    LONG,
    async () => {
      const book = bookOf({
        rows: [
          [...HEADERS, 'Observaciones'],
          ...hires
            .slice(ROWS + 2, ROWS + 5)
            .map((worker, index) => [
              ...['registerEmployee', regimen, ccc, worker.nss, String(worker.identificacion)],
              ...[worker.dni, seed.today, '07', '100', '4122', '1'],
              ['', 'PENDIENTE DE FIRMA', 'NO PRESENTAR'][index]!,
            ]),
        ],
        rowAttributes: { 3: 'hidden="1"' },
        rowStyles: { 4: 1 },
        styles: STRUCK_STYLES,
      });
      await openPage(page, 'Importar');
      await page
        .getByLabel('Qué trámite hace cada fila')
        .selectOption({ label: 'Dar de alta a un trabajador' });
      const chooser = page.waitForEvent('filechooser');
      await pressByKeyboard('elija un fichero');
      await (await chooser).setFiles({ ...small, name: 'ocultas.xlsx', buffer: Buffer.from(book) });
      await pressByKeyboard('Comprobar y probar sin presentar');
      await page
        .getByRole('combobox', { name: 'Qué es Observaciones' })
        .selectOption({ label: 'No leer esta columna' });
      await pressByKeyboard('Comprobar y probar sin presentar');
      await page.getByText('2 filas quedan fuera: no se prueban ni se presentan.').waitFor();
      await page.getByRole('button', { name: 'Revisar lo que se presentará (1)' }).waitFor(LONG);
      await isForAll(page);
      await pressByKeyboard('Verlas');
      await page.getByRole('button', { name: 'Incluir estas 2 filas' }).waitFor();
      await page.getByText('Esta fila está oculta en el libro, a mano o por un filtro.').waitFor();
      await page.getByText('Esta fila está tachada en el libro, entera o en parte.').waitFor();
      await page.getByText('En «Observaciones», que no se lee: «NO PRESENTAR».').waitFor();
      const remark = 'En «Observaciones», que no se lee: «PENDIENTE DE FIRMA».';
      await page.getByText(remark).waitFor();
      await isForAll(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await isForAll(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await pressByKeyboard('Incluir la fila 3');
      await page.getByRole('button', { name: 'Revisar lo que se presentará (2)' }).click(LONG);
      const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
      await box.getByText('Una fila queda fuera, y no se presentará.').waitFor();
      expect(await box.locator('.review > li').count()).toBe(2);
      await box.locator('.review > li').getByText(remark).waitFor();
      // A person may leave out a row that was tried, in the review and in the sheet.
      await box.getByRole('button', { name: 'No presentar la fila 3' }).click();
      await box.getByText('2 filas quedan fuera, y no se presentarán.').waitFor();
      await box.getByRole('button', { name: /^Presentar 1 trámite/ }).waitFor();
      await isForAll(page);
      await box.getByRole('button', { name: 'Ahora no' }).click();
      await page.getByRole('button', { name: 'Queda fuera (1)' }).waitFor();
      await page.getByRole('button', { name: /^Todas/ }).click();
      await page.getByRole('button', { name: 'No presentar la fila 3' }).click();
      await page.getByRole('button', { name: 'Revisar lo que se presentará (1)' }).waitFor(LONG);
      await page.getByText('Alguien la ha dejado fuera.').waitFor();
      expect(await page.getByText('Queda fuera', { exact: true }).count()).toBe(2);
      // The batches of the other tests are the only ones to confirm.
      const [tried] = await batches();
      expect((await gateway.post(`/batches/${tried?.id}/cancel`, {})).status).toBe(200);
    },
  );

  test(
    'a sheet that another person must confirm says so to the first person, and the other one files it',
    LONG,
    async () => {
      expect((await gateway.call('PUT', '/users/preview', { json: { preview: 'another' } })).status).toBe(
        200,
      );
      // The session must be new, because it reads the account's setting when it begins.
      await enterPanel(page, login);
      await openPage(page, 'Importar');
      await choose(small);
      await page.getByText('Otra persona debe confirmar.').waitFor(LONG);
      expect(await page.getByRole('button', { name: /Revisar|Presentar/ }).count()).toBe(0);
      await isForAll(page);

      const other = await openPanel(browser, problems);
      await enterPanel(other, colleague);
      const waiting = other.getByRole('region', { name: 'Lotes por confirmar' });
      await waiting.getByText('por Nóminas').waitFor();
      await isForAll(other);
      await waiting.getByRole('link', { name: 'dos.xlsx' }).click();
      // Nothing is filed while a cell has something that is typed and not saved.
      await other.getByRole('button', { name: 'Cambiar la fila 2' }).click();
      await other
        .getByRole('textbox', { name: /, fila 2$/ })
        .first()
        .fill('otro');
      await other.getByRole('button', { name: 'Revisar lo que se presentará (2)' }).click();
      await other.getByText('Hay celdas escritas sin guardar.').waitFor();
      await isForAll(other);
      await other.getByRole('button', { name: 'Descartar lo escrito' }).click();
      await other.getByRole('button', { name: 'Revisar lo que se presentará (2)' }).click();
      await other.getByRole('button', { name: 'Presentar 2 trámites' }).waitFor();
      // Nor what is corrected after it was reviewed.
      const [{ id } = { id: '' }] = await batches();
      const cells = [{ column: 'grupo_cotizacion', value: '05' }];
      const corrected = await gateway.post(`/batches/${id}/corrections`, {
        corrections: [{ rows: [2], cells }],
      });
      expect(corrected.body.data.batch.revision).toBe(1);
      await other.getByRole('button', { name: 'Presentar 2 trámites' }).click();
      await other.getByText(/^El lote se ha corregido después de revisarlo/).waitFor();
      await other.getByRole('button', { name: 'Revisar lo que se presentará (2)' }).click(LONG);
      await settled(other);
      expect(await registered()).toBe(ROWS);
      const box = other.getByRole('region', { name: 'Esto es lo que se presentará' });
      await box.locator('summary').first().click();
      await box.getByText(/^05/).waitFor();
      await other.getByRole('button', { name: 'Presentar 2 trámites' }).click();
      await other.getByRole('status').filter({ hasText: 'Terminado' }).waitFor(LONG);
      expect(await registered()).toBe(ROWS + 2);
      // The user who only waits sees it, too.
      await page.getByRole('status').filter({ hasText: 'Terminado' }).waitFor(LONG);
    },
  );

  test('an office’s own sheet is understood, asked about once, and corrected in place', LONG, async () => {
    const before = await registered();
    await openPage(page, 'Importar');
    await page
      .getByLabel('Qué trámite hace cada fila')
      .selectOption({ label: 'Dar de alta a un trabajador' });
    const own = (name: string) => ({
      name,
      mimeType: small.mimeType,
      buffer: ownSheet({
        count: 4,
        headers: OWN_HEADERS.map((header) => (header === 'Fecha de alta' ? 'Fecha' : header)),
        contract: (index) => (index === 0 ? '100' : 'Indefinido'),
      }),
    });
    const chooser = page.waitForEvent('filechooser');
    await pressByKeyboard('elija un fichero');
    await (await chooser).setFiles(own('altas de la oficina.xlsx'));
    await pressByKeyboard('Comprobar y probar sin presentar');
    const fecha = page.getByRole('combobox', { name: 'Qué es Fecha' });
    await fecha.waitFor();
    expect(await fecha.inputValue()).toBe('fecha_real');
    await isForAll(page);
    await pressByKeyboard('Comprobar y probar sin presentar');

    await page.getByRole('heading', { name: '3 filas por corregir' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const first = page.getByRole('combobox', { name: /^Clave del contrato, fila/ }).first();
    expect(await first.inputValue()).toBe('Indefinido');
    await first.fill('100');
    await isForAll(page);
    await first.press('Tab');
    await page.getByRole('button', { name: 'Aplicar a todas las filas (3)' }).click();
    const save = page.getByRole('button', { name: 'Guardar y probar 3 filas' });
    await save.waitFor();
    // What is typed is a draft, which survives a reload.
    const kept = async () =>
      (await gateway.get('/drafts')).body.data.map(({ content }: { content: string }) =>
        Object.keys(JSON.parse(content).filled),
      );
    await expect.poll(kept, ASKED).toEqual([expect.arrayContaining(Array(3).fill(expect.any(String)))]);
    await page.reload();
    await save.click();
    // An earlier test has registered these persons, so their dry runs fail although the cells are right.
    await first.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page
      .getByRole('button', { name: /^Probada, sin presentar|^Probándose|^En espera|^No pasó/ })
      .first()
      .waitFor();
    expect(await registered()).toBe(before);
  });

  test(
    'a code and a working time that are not certain are asked about, and shown in per cent',
    LONG,
    async () => {
      await openPage(page, 'Importar');
      await page
        .getByLabel('Qué trámite hace cada fila')
        .selectOption({ label: 'Dar de alta a un trabajador' });
      const columns = ['Régimen', 'CCC', 'NSS', 'DNI', 'Fecha alta', 'Grupo cotización', 'Tipo contrato'];
      const chooser = page.waitForEvent('filechooser');
      await pressByKeyboard('elija un fichero');
      await (await chooser).setFiles({
        name: 'jornadas.xlsx',
        mimeType: small.mimeType,
        buffer: workbook([
          [...columns, 'Sexo', 'Jornada'],
          ...staff
            .slice(3, 6)
            .map(({ nss, dni }, index) => [
              ...[regimen, ccc, nss, dni, seed.today, 7, '200', 'M'],
              ['37,5 %', '20 h', '20'][index],
            ]),
        ]),
      });
      await pressByKeyboard('Comprobar y probar sin presentar');
      const sex = page.getByRole('combobox', { name: 'Cómo está escrita Sexo' });
      await sex.waitFor();
      await isForAll(page);
      await sex.selectOption({ label: 'M es mujer (y H o V, hombre)' });
      // What the sheet lacks is written once for all rows.
      await page.getByRole('textbox', { name: /CNO/ }).fill('4122');
      await pressByKeyboard('Comprobar y probar sin presentar');
      // The cells of a column are known once a person has said what it is.
      await page
        .getByRole('combobox', { name: 'Cómo está escrita Jornada' })
        .selectOption({ label: 'No lo sé: corregir después esas celdas' });
      await pressByKeyboard('Comprobar y probar sin presentar');
      await page.getByRole('heading', { name: '2 filas por corregir' }).waitFor();
      const cell = page.getByRole('textbox', { name: 'Coeficiente de tiempo parcial, fila 4' });
      await cell.fill('50');
      await cell.press('Tab');
      await expect.poll(() => cell.inputValue(), PATIENT).toBe('50 %');
      await page.getByRole('button', { name: 'Guardar y probar la fila' }).click();
      await page.getByRole('heading', { name: 'Una fila por corregir' }).waitFor();
      await page.getByRole('button', { name: 'Todas (3)' }).click();
      for (const text of ['37,5 % (375)', '50 % (500)'])
        await page.getByText(text, { exact: true }).waitFor();
      expect((await batches())[0]?.mapping).toContainEqual({
        header: null,
        column: 'cno',
        reading: null,
        value: '4122',
      });
      await isForAll(page);
    },
  );

  /** An office's own sheet with a header to ask for, and contracts in words in place of codes. */
  const ownFile = (name: string, contract: string) => ({
    name,
    mimeType: small.mimeType,
    buffer: ownSheet({
      count: 2,
      headers: OWN_HEADERS.map((header) => (header === 'Fecha de alta' ? 'Fecha' : header)),
      contract: () => contract,
    }),
  });

  test(
    'a corrected sheet that is dropped on its batch is tried with the same kind and columns',
    LONG,
    async () => {
      const before = await registered();
      await openPage(page, 'Importar');
      await page
        .getByLabel('Qué trámite hace cada fila')
        .selectOption({ label: 'Dar de alta a un trabajador' });
      const chooser = page.waitForEvent('filechooser');
      await pressByKeyboard('elija un fichero');
      await (await chooser).setFiles(ownFile('mal.xlsx', 'Indefinido'));
      await pressByKeyboard('Comprobar y probar sin presentar');
      await page.getByRole('combobox', { name: 'Qué es Fecha' }).waitFor();
      await pressByKeyboard('Comprobar y probar sin presentar');
      await page.getByRole('heading', { name: '2 filas por corregir' }).waitFor();
      const { id } = (await batches())[0]!;
      await choose(ownFile('bien.xlsx', '100'));
      // Nothing is asked again.
      await expect.poll(async () => (await batches())[0]?.id !== id, ASKED).toBe(true);
      const [last] = await batches();
      expect(last).toMatchObject({
        name: 'bien.xlsx',
        operation: 'registerEmployee',
        mapping: [{ header: 'Fecha', column: 'fecha_real', reading: null }],
        counts: { wrong: 0 },
      });
      expect((await batches()).find((one) => one.id === id)?.state).toBe('cancelled');
      expect(await registered()).toBe(before);
    },
  );

  test('a sheet that is sent twice makes one batch', async () => {
    await openPage(page, 'Importar');
    await choose(small);
    await page.getByText('Este fichero ya se había enviado').waitFor();
    expect(await batches()).toHaveLength(8);
    expect(problems).toEqual([]);
  });
});
