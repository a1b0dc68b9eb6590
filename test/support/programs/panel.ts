import { join } from 'node:path';
import scan from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PROJECT } from '../../../local/run-folder.ts';
import { demo, newTenant } from '../deployed.ts';
import { type Gateway, untilLeft } from '../gateway.ts';
import { violationsIn } from './accessibility.ts';
import { launchChromium } from './chromium.ts';

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
    // Browsers also log answers 401 and 422 as errors.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
};

/** A new office of the deployed stack with the certificate that its sandbox accepts, and the login of its owner. */
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
  /** Largest contentful paint. A key or a click ends its measurement. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Interaction to next paint: the longest time until a key or a click shows its effect. */
  inp: number;
}

/** Starts to measure all pages that are opened from now on. */
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

/** Starts to count clicks and changed fields on all pages that are opened from now on. */
export const countSteps = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    self.steps = { clicks: 0, fields: 0 };
    addEventListener('click', (event) => { if (event.isTrusted) steps.clicks++; }, true);
    addEventListener('change', () => { steps.fields++; }, true);`);

/** The clicks and changed fields since the page was opened. */
export const stepsOf = (page: Page): Promise<{ clicks: number; fields: number }> => page.evaluate('steps');

/** Whether this run writes the README's pictures and prints measurements. */
const isShow = process.env.SHOW_PANEL === '1';

/** Prints a measurement, if `SHOW_PANEL` is set. */
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

/** The text of the QR code in a picture (PNG), read as a phone reads it from a screen; `undefined` if there is none. */
export const scanned = async (browser: Browser, picture: Buffer): Promise<string | undefined> => {
  // On a separate page, because the panel's Content-Security-Policy blocks pictures from elsewhere.
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

/** Holds back the page's requests to an address while `work` runs. */
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

/** Opens a page through the menu. */
export const openPage = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled(page);
};

/** Chooses a company by typing; without a name, all companies. @param name what is typed, and the name of the option */
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

/** Searches by keyboard, and opens the first result. @param shown a text of that result to wait for */
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

/**
 * Signs in by keyboard. A browser cannot send the header with a client address, so all tests share one window for anonymous
 * calls.
 */
export const enterPanel = async (page: Page, { email, password }: { email: string; password: string }) => {
  await untilLeft(5, demo.baseUrl);
  // Removes the cookie of the person who signed in before in this browser.
  await page.context().clearCookies();
  await page.goto(demo.panelUrl);
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
};

/**
 * A browser with the panel, in which somebody has signed in.
 * @param problems receives errors on the pages
 * @param before work on the page before anything is opened
 */
export const enteredPanel = async (
  login: { email: string; password: string },
  problems: string[],
  before?: (page: Page) => Promise<unknown>,
): Promise<{ browser: Browser; page: Page }> => {
  const browser = await launchChromium();
  try {
    const page = await openPanel(browser, problems);
    await before?.(page);
    await enterPanel(page, login);
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
    return { browser, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
};

/** Expects that a page is accessible, in light and dark mode and at 320 pixels, and that nothing is wider than the page. */
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
