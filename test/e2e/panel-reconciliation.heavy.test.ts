import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { saveCompany } from '../support/callers/people.ts';
import { demo } from '../support/deployed.ts';
import type { Gateway } from '../support/gateway.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import { enteredPanel, isForAll, newOffice, settled } from '../support/programs/panel.ts';
import { workbook } from '../support/sheets/files.ts';

/** The workforce of a company against what the authorities have, in a browser on the deployed stack. */

/** A comparison asks one question after another, also on a machine with ten times the load. */
const LONG = { timeout: 1_800_000 };

const { accounts, company, worker, newWorkers, nieWorker } = seed.demo;
const { regimen, ccc } = accounts.general;
const [unregistered] = newWorkers;
/** An account on which the office may not act: nothing of it can be compared. */
const elsewhere = seed.other.accounts.general;

/** An office's own list: one who is in another group, and one who was never registered. The others of the account are not in it. */
const list = {
  name: 'plantilla.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbook([
    ['Régimen', 'CCC', 'DNI', 'NSS', 'Fecha de alta', 'Su categoría'],
    [regimen, ccc, worker.dni, worker.nss, worker.fecha_alta, '05'],
    [regimen, ccc, unregistered!.dni, unregistered!.nss, seed.today, '07'],
  ]),
};

let gateway: Gateway;
let login: { email: string; password: string };
let customerID: number;

const begin = async () => {
  ({ gateway, login } = await newOffice());
  const saved = await saveCompany(gateway, [regimen + ccc, elsewhere.regimen + elsewhere.ccc], company.cif);
  customerID = saved.id;
};
const accepted = async () => (await gateway.get('/sandbox/counts')).body.data.accepted;

describe.skipIf(!hasChromium)('the workforce of a company in the panel', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await begin();
    ({ browser, page } = await enteredPanel(login, problems));
  });
  afterAll(() => browser?.close());

  const workforce = () => page.getByRole('region', { name: 'Plantilla' });
  const ofWorker = (document: string) => page.getByRole('listitem').filter({ hasText: document });

  test('the workforce is sent as an office has it, after an unknown header is explained', async () => {
    await page.goto(`${demo.panelUrl}#/empresas/${customerID}`);
    await workforce().getByText('suba la lista de los trabajadores').waitFor();
    await settled(page);
    expect(
      await workforce()
        .getByRole('button', { name: /^Comparar/ })
        .count(),
    ).toBe(0);
    const chooser = page.waitForEvent('filechooser');
    await workforce().getByRole('button', { name: 'elija un fichero' }).click();
    await (await chooser).setFiles(list);
    await workforce().getByRole('button', { name: 'Guardar la lista' }).click();
    await workforce().getByLabel('Qué es Su categoría').selectOption('grupo_cotizacion');
    await isForAll(page);
    await workforce().getByRole('button', { name: 'Guardar la lista' }).click();
    await page.getByRole('status').filter({ hasText: 'Lista guardada: 2 trabajadores.' }).waitFor();
    await workforce().getByText('según la lista del').waitFor();
    const { body } = await gateway.get(`/workforce/${customerID}`);
    // In no order of its own.
    const groups = body.data.data.map((one: { dni: string; grupo_cotizacion: string }) => [
      one.dni,
      one.grupo_cotizacion,
    ]);
    expect(Object.fromEntries(groups)).toEqual({ [worker.dni]: '05', [unregistered!.dni]: '07' });
  });

  test(
    'the workforce is compared after a look at the cost, and shows each difference with both sides',
    LONG,
    async () => {
      await workforce().getByRole('button', { name: 'Comparar con los organismos…' }).click();
      // Two lists and the situations of the two workers; of the other account, of which the list has nobody, who is registered.
      await workforce().getByText('Se harán al menos 5 consultas').waitFor();
      await settled(page);
      await isForAll(page);
      await workforce().getByRole('button', { name: 'Empezar la comparación' }).click();
      await page.getByRole('heading', { level: 1, name: /^Plantilla y organismos/ }).waitFor();
      await page.getByRole('heading', { name: 'Diferencias' }).waitFor(LONG);

      const inGroup = ofWorker(worker.dni);
      await inGroup.getByText('Otro grupo de cotización').waitFor();
      expect(await inGroup.locator('dl').first().textContent()).toMatch(/^Consta aquí05.*Seguridad Social07/);
      await ofWorker(unregistered!.dni).getByText('No está de alta', { exact: true }).first().waitFor();
      await ofWorker(nieWorker.dni).getByText('Está de alta y no está en la plantilla').waitFor();
      const gaps = page.getByRole('region', { name: 'Sin comparar' });
      await gaps.getByText('Quién está de alta en la cuenta').waitFor();
      await isForAll(page);

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Descargar la hoja con el resultado' }).click();
      expect((await download).suggestedFilename()).toMatch(/^cuadre-.*\.xlsx$/);
      expect((await readFile(await (await download).path())).length).toBeGreaterThan(0);
    },
  );

  test('a difference is mended by a form that is filled in, and opening the form files nothing', async () => {
    const before = await accepted();
    await ofWorker(worker.dni)
      .getByRole('link', { name: /^Preparar el trámite.*grupo/i })
      .click();
    await page.getByRole('heading', { level: 1, name: /grupo/i }).waitFor();
    await settled(page);
    const value = (label: RegExp) => page.getByLabel(label).first().inputValue();
    expect(await value(/^Número del documento de identidad/)).toBe(worker.dni);
    expect(await value(/^Código de cuenta de cotización/)).toBe(ccc);
    expect(await value(/^Grupo de cotización/)).toMatch(/^05/);
    expect(await accepted()).toEqual(before);
    // Back, without asking the authorities again.
    await page.goBack();
    await ofWorker(worker.dni).getByText('Otro grupo de cotización').waitFor();
  });

  test('a difference stays accepted until that is taken back', async () => {
    const inGroup = ofWorker(worker.dni);
    await inGroup.getByRole('button', { name: /^Aceptarla: Otro grupo/ }).click();
    const accepted = page.getByText('1 aceptada', { exact: true });
    await accepted.waitFor();
    await settled(page);
    await isForAll(page);
    await accepted.click();
    await inGroup.getByText('Aceptada', { exact: true }).waitFor();
    await inGroup.getByRole('button', { name: /^Dejar de aceptarla: Otro grupo/ }).click();
    await inGroup.getByRole('button', { name: /^Aceptarla: Otro grupo/ }).waitFor();
    expect(await inGroup.getByText('Aceptada', { exact: true }).count()).toBe(0);
  });

  test('the comparison is found again after a reload, from the company and from the page of today', async () => {
    await page.getByRole('link', { name: 'Volver a la empresa' }).click();
    await page.reload();
    await workforce()
      .getByText(/\d diferencias/)
      .waitFor();
    await workforce().getByRole('link', { name: 'Ver la última comparación' }).click();
    await ofWorker(worker.dni).getByText('Otro grupo de cotización').waitFor();
    await page.goto(`${demo.panelUrl}#/hoy`);
    const today = page.getByRole('region', { name: 'Diferencias con los organismos' });
    await today.getByText(/\d diferencias, no se ha podido comparar todo/).waitFor();
    await isForAll(page);
    await today.getByRole('link', { name: /^Verlas/ }).click();
    await ofWorker(worker.dni).getByText('Otro grupo de cotización').waitFor();
  });

  test('the workforce takes in the workers that the authorities have, after a look at them', async () => {
    const imports = page.getByRole('region', { name: 'Importar lo que consta' });
    await imports.getByRole('button', { name: 'Ver qué se importaría…' }).click();
    await imports.getByText(/^Entra.*cambia 1, queda 1 como está\.$/).waitFor();
    await imports.getByText(/De la cuenta .* no se importa nada/).waitFor();
    await imports
      .getByRole('listitem')
      .filter({ hasText: worker.dni })
      .getByText(/grupo: 05.* → 07/)
      .waitFor();
    await settled(page);
    await isForAll(page);
    const groupOf = async () => {
      const { body } = await gateway.get(`/workforce/${customerID}`);
      return body.data.data.find(({ dni }: { dni: string }) => dni === worker.dni).grupo_cotizacion;
    };
    expect(await groupOf()).toBe('05');
    await imports.getByRole('button', { name: 'Guardarlo en la plantilla' }).click();
    await imports.getByText('Plantilla guardada.').waitFor();
    expect(await groupOf()).toBe('07');
    await imports.getByRole('link', { name: 'Ver la plantilla' }).click();
    await workforce().getByText('según lo importado de los organismos el').waitFor();
  });

  test('the workforce is compared each night between switching that on, after a look at the cost, and off', async () => {
    await workforce().getByRole('button', { name: 'Comparar cada noche…' }).click();
    await workforce()
      .getByText(/consultas a los organismos cada noche/)
      .waitFor();
    await settled(page);
    await isForAll(page);
    await workforce().getByRole('button', { name: 'Comparar cada noche', exact: true }).click();
    await workforce().getByText('la próxima vez:').waitFor();
    await workforce().getByRole('button', { name: 'Dejar de comparar cada noche' }).click();
    await workforce().getByRole('button', { name: 'Comparar cada noche…' }).waitFor();
    expect(problems).toEqual([]);
  });

  test(
    'the workforce begins with the workers that the authorities have if the office has no list',
    LONG,
    async () => {
      await begin();
      await browser.close();
      ({ browser, page } = await enteredPanel(login, problems));
      await page.goto(`${demo.panelUrl}#/empresas/${customerID}`);
      await workforce().getByRole('button', { name: 'Empezar con lo que consta en los organismos…' }).click();
      await workforce().getByText('Se harán al menos 4 consultas').waitFor();
      await settled(page);
      await isForAll(page);
      await workforce().getByRole('button', { name: 'Empezar la consulta' }).click();
      const imports = page.getByRole('region', { name: 'Importar lo que consta' });
      await imports.getByRole('button', { name: 'Ver qué se importaría…' }).click(LONG);
      await imports.getByText(/^Entran \d+ trabajadores\.$/).waitFor();
      await imports.getByRole('button', { name: 'Guardarlo en la plantilla' }).click();
      await imports.getByText('Plantilla guardada.').waitFor();
      const kept = await gateway.get(`/workforce/${customerID}`);
      expect(kept.body.data.data).toContainEqual(
        expect.objectContaining({ dni: worker.dni, grupo_cotizacion: '07', fecha_alta: worker.fecha_alta }),
      );
      expect(problems).toEqual([]);
    },
  );
});
