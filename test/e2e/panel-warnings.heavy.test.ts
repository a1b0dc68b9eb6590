import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { demo } from '../support/deployed.ts';
import { operations } from '../support/infra/groups.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import { enteredPanel, isForAll, newOffice, PATIENT, settled } from '../support/programs/panel.ts';
import { requestsOf } from '../support/requests.ts';
import { csvOf } from '../support/sheets/batches.ts';
import { refusedExtension, warnedRows } from '../support/sheets/warned-rows.ts';

/** Tests the warnings about a batch of forty rows, in a browser on the deployed stack. */

/** A batch is worked on row by row through the queue, which must pass even on a machine with ten times the load. */
const LONG = { timeout: 1_800_000 };

const kinds = warnedRows(demo);
const extension = refusedExtension(demo);

/** The name of an operation in a sheet. */
const idOf = (address: string): string =>
  operations.find(({ name }) => name === address.replace(' ', ' /api/v4'))!.operation.id;

/** A request as the cells of a sheet. Members of objects are joined by a dot, and case does not matter. */
const cellsOf = (body: object, before = ''): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(body).map(([name, value]) =>
      typeof value === 'object'
        ? cellsOf(value, `${before}${name}.`)
        : { [(before + name).toLowerCase()]: String(value) },
    ),
  );

const aChange = (number: number) => ({
  operation: 'PUT /seg-social/cno',
  body: {
    ...requestsOf(demo)['PUT /seg-social/cno']!.request,
    cno: String(2_000 + number),
    fecha_real: seed.today,
  },
});

const rows = [
  ...kinds,
  extension,
  ...Array.from({ length: 40 - kinds.length - 1 }, (_, index) => aChange(index)),
].map(({ operation, body }) => {
  const { coeficiente, ...cells } = cellsOf(body);
  // In a sheet, 50 may also be 50 %, so it says per cent.
  const share = coeficiente && { coeficiente: `${Number(coeficiente) / 10} %` };
  return { tramite: idOf(operation), ...cells, ...share };
});

describe.skipIf(!hasChromium)('a batch with warnings in the panel', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    const { acting, login } = await newOffice();
    const file = { name: 'cuarenta.csv', content: Buffer.from(csvOf(rows)).toString('base64') };
    const sent = await acting.post('/batches', { name: 'Cuarenta filas', file });
    expect(sent.body.data.wrong).toEqual([]);
    ({ browser, page } = await enteredPanel(login, problems));
    await page.goto(`${demo.panelUrl}#/importar/${sent.body.data.batch.id}`);
  });
  afterAll(() => browser?.close());

  test(
    'the batch shows each warning in its row, how many rows have warnings, and what SEPE will refuse',
    LONG,
    async () => {
      await page
        .getByRole('button', { name: `Revisar lo que se presentará (${rows.length - 1})` })
        .waitFor(LONG);
      await page.getByText(`${kinds.length} filas tienen avisos`).waitFor();
      for (const [index, { words }] of kinds.entries()) {
        const row = page.getByRole('row').filter({
          has: page.getByRole('rowheader', { name: new RegExp(`^${index + 2}(?!\\d)`) }),
        });
        const warnings = await row.locator('.warning').allTextContents();
        expect(warnings).toEqual([expect.stringMatching(words)]);
      }
      expect(await page.locator('.warning').count()).toBe(kinds.length);
      const failed = page.getByRole('row').filter({ hasText: 'No pasó la prueba' });
      expect(await failed.textContent()).toContain('CCT0137: El SEPE rechazará esta prórroga');
      await isForAll(page);
    },
  );

  test('the warnings are all visible to the person who files the batch', async () => {
    await page.getByRole('button', { name: /Revisar lo que se presentará/ }).click();
    const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
    await expect.poll(() => box.locator('.review .warning').allTextContents(), PATIENT).not.toEqual([]);
    await settled(page);
    const said = (await box.textContent()) ?? '';
    for (const { words } of kinds) expect(said).toMatch(new RegExp(words.source.replace(/^\^|\$$/g, '')));
    expect(problems).toEqual([]);
  });
});
