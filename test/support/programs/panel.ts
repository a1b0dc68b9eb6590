import { join } from 'node:path';
import scan from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PROJECT } from '../../../local/run-folder.ts';
import { demo, newTenant } from '../deployed.ts';
import { type Gateway, untilLeft } from '../gateway.ts';
import { violationsIn } from './accessibility.ts';

/** Timeout for browsers and functions on a busy machine, in milliseconds. */
export const PATIENT = { timeout: 120_000 };

/**
 * Opens the panel in a new tab.
 * @param problems receives errors on the pages
 */
export const openPanel = async (browser: Browser, problems: string[]) => {
  const context = await browser.newContext({
    locale: 'es-ES',
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENT.timeout);
  page.on('console', (message) => {
    // A browser also counts answers of 401 and 422.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
};

/** A new office of the deployed stack with the certificate that its sandbox accepts, and its owner's login. */
export const newOffice = async () => {
  const { gateway, ...login } = await newTenant();
  const [{ nif }] = (await gateway.get('/sandbox')).body.data.holders;
  const { file, password } = (await gateway.post('/sandbox/certificate', { nif })).body.data;
  const bytes = Buffer.from(file.content, 'base64');
  const { status, body } = await gateway.upload(bytes, { password });
  expect(status, JSON.stringify(body)).toBe(200);
  const acting: Gateway = gateway.acting(body.data.cert_secret);
  return { gateway, login, acting, certificate: { bytes, password } };
};

/** Web vitals of a page since it was opened, in milliseconds. */
interface Vitals {
  /** When the largest part was there. Pressing a key or a button ends that. */
  lcp: number;
  /** How much moved by itself. */
  cls: number;
  /** The longest answer to a key or a button. */
  inp: number;
}

/** Measures from now on all that is opened. */
export const measureVitals = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    self.vitals = { lcp: 0, cls: 0, inp: 0 };
    const watch = (type, note, more) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
    watch('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime; });
    watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
    watch('event', (entry) => { if (entry.interactionId) vitals.inp = Math.max(vitals.inp, entry.duration); }, {
      durationThreshold: 16,
    });`);

export const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate('vitals');

/** Counts from now on what a person does on pages: clicks, and fields that are written in. */
export const countSteps = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    self.steps = { clicks: 0, fields: 0 };
    addEventListener('click', (event) => { if (event.isTrusted) steps.clicks++; }, true);
    addEventListener('change', () => { steps.fields++; }, true);`);

/** What somebody did since the page was opened. */
export const stepsOf = (page: Page): Promise<{ clicks: number; fields: number }> => page.evaluate('steps');

/** Whether this run writes the README's pictures and prints measurements. */
const isShow = process.env.SHOW_PANEL === '1';

/** Prints a figure. */
export const showFigure = (name: string, value: unknown): void => {
  if (isShow) console.log(name, value);
};

/** Takes a picture of the top of a page, for the documents. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!isShow) return;
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(PROJECT, 'docs', `${name}.png`) });
  await page.setViewportSize({ width: 1280, height: 900 });
};

/** The text of the QR code in a picture (PNG), as a telephone reads it from a screen; `undefined` without one. */
export const scanned = async (browser: Browser, picture: Buffer): Promise<string | undefined> => {
  // A separate page, because the panel's policy blocks pictures from elsewhere.
  const page = await browser.newPage();
  const pixels: { data: number[]; width: number; height: number } = await page.evaluate(`(async () => {
    const picture = await fetch('data:image/png;base64,${picture.toString('base64')}');
    const bitmap = await createImageBitmap(await picture.blob());
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    return { data: [...canvas.getImageData(0, 0, width, height).data], width, height };
  })()`);
  await page.close();
  return scan.default(Uint8ClampedArray.from(pixels.data), pixels.width, pixels.height)?.data;
};

/** Waits until all requested data has arrived. */
export const settled = (page: Page) =>
  expect.poll(() => page.getByText('Un momento…').count(), PATIENT).toBe(0);

/** Holds back the page's requests to an address while something is done. */
export const withheld = async (page: Page, address: RegExp, work: () => Promise<void>): Promise<void> => {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await mayGoOn;
    await route.continue();
  });
  try {
    await work();
  } finally {
    goOn();
    await page.unrouteAll({ behavior: 'wait' });
  }
};

/** Opens a page of the menu. */
export const openPage = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled(page);
};

/** Works on a company, which is found by typing; on all of them without one. @param name what is typed, and what it is called */
export const workOn = async (page: Page, name?: string): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'Empresa', exact: true });
  await field.click();
  if (name) await field.fill(name);
  const options = page.getByRole('listbox', { name: 'Empresa' }).getByRole('option');
  await options
    .filter({ hasText: name ?? /^Todas$/ })
    .first()
    .click();
};

/** Finds something with the one search, by keyboard, and opens the first that is found. @param shown what of it to wait for */
export const findWith = async (page: Page, typed: string, shown: string | RegExp): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(typed);
  await page
    .getByRole('listbox', { name: 'Buscar' })
    .getByRole('option')
    .filter({ hasText: shown })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
};

/** Signs in by keyboard. Browsers send no header that another page may not send: all sign in from where all tests are. */
export const enterPanel = async (page: Page, { email, password }: { email: string; password: string }) => {
  await untilLeft(5, demo.baseUrl);
  // As somebody who has not signed in, whoever did before in this browser.
  await page.context().clearCookies();
  await page.goto(demo.panelUrl);
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
};

/** A page is for everybody: as usual, in the dark, on 320 pixels, and nothing is wider than it. */
export const isForAll = async (page: Page): Promise<void> => {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: width === 320 ? 'dark' : 'light' });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await violationsIn(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};
