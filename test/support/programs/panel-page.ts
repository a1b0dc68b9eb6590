import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A page of the panel in a browser. */

/** For what a browser and functions do on a busy machine. */
export const PATIENT = { timeout: 120_000 };

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** A page is for everybody: as usual, in the dark, on 320 pixels, and nothing is wider than it. */
export const isForAll = async (page: Page): Promise<void> => {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: width === 320 ? 'dark' : 'light' });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.evaluate(axe.source);
    const found = (await page.evaluate(
      'axe.run(document).then(({ violations }) => violations)',
    )) as Violation[];
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Opens a page by the menu, and waits until all that it asks for is there. */
export const openByMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => page.getByText('Un momento…').count(), PATIENT).toBe(0);
};

/** Signs in by password. */
export const signInTo = async (
  page: Page,
  { panelUrl, email, password }: { panelUrl: string; email: string; password: string },
): Promise<void> => {
  await page.goto(panelUrl);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Contraseña').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
};
