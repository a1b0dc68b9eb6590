import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { groups } from '../../functions/operations.ts';
import { servePanel } from '../../local/panel-server.ts';
import { buildPanel } from '../../panel/build/build.ts';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import { hasChromium, launchChromium } from '../support/programs/chromium.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/** Rows of the lists that are compared. */
const FEW = 20;
const MANY = 1_000;
/** Frames that are measured in a round of scrolling, and rounds of each list, in turns. */
const FRAMES = 40;
const ROUNDS = 15;
/** Pixels that a frame scrolls, as with a fast wheel. */
const STEP = 120;
/** Milliseconds of a frame at 60 frames a second. */
const FRAME_MS = 1_000 / 60;
/** Of a hundred frames, five take longer than a slow one. */
const SLOW = 0.95;
/** A list may cost as much as a short one, and a tenth more by chance. */
const GOAL = 1.1;

/** The answers that the reference shows, by method and path. */
const examples = new Map<string, unknown>(
  groups.flatMap(({ prefix, operations }) =>
    operations.map(({ method, path, example }) => [
      `${method} ${prefix}${path === '/' ? '' : path}`,
      example.response,
    ]),
  ),
);

/** The list of trámites as the interface pages it. @param rows elements on all pages */
const filings = (rows: number, { searchParams: query }: URL) => {
  const { data } = examples.get('GET /api/v4/tramites') as { data: object[] };
  const from = Number(query.get('continueToken'));
  const until = Math.min(from + Number(query.get('perPage')), rows);
  return {
    data: Array.from({ length: until - from }, (_, at) => ({ ...data[0], id: `01N${from + at}` })),
    continueToken: until < rows ? String(until) : null,
  };
};

/** A sheet of rows with a mistake each, as the interface pages it. @param rows rows on all pages */
const batch = (rows: number, { searchParams: query }: URL) => {
  const shown = examples.get('GET /api/v4/batches/{batchId}') as {
    batch: { counts: object };
    rows: { mistakes: object[] }[];
    pagination: { perPage: number };
  };
  const { perPage } = shown.pagination;
  const page = Number(query.get('page') ?? 1);
  const wrong = shown.rows.find(({ mistakes }) => mistakes.length > 0);
  const from = (page - 1) * perPage;
  return {
    batch: { ...shown.batch, rows, state: 'previewed', counts: { ...shown.batch.counts, wrong: rows } },
    rows: Array.from({ length: Math.min(perPage, rows - from) }, (_, at) => ({
      ...wrong,
      row: from + at + 2,
    })),
    pagination: { ...shown.pagination, page, total: rows, lastPage: Math.ceil(rows / perPage) },
  };
};

const BATCH = '/api/v4/batches/01N';

/** What the interface answers at a path. @param rows elements of lists on all pages */
const dataOf = (rows: number, method: string, url: URL): unknown => {
  switch (url.pathname) {
    case '/api/v4/tramites':
      return filings(rows, url);
    case BATCH:
      return batch(rows, url);
    case '/api/v4/auth/login':
      // The token in the reference is shortened by a character that no header takes.
      return { access_token: 'token', token_type: 'bearer', expires_in: '2099-01-01 00:00:00' };
    default:
      return examples.get(`${method} ${url.pathname}`) ?? [];
  }
};

/** Serves the panel, and answers it as an office with lists of so many rows. @returns its address */
const serveOffice = async (folder: string, rows: () => number) => {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, `http://${HOST}`);
    const { pathname } = url;
    if (!pathname.startsWith('/api/')) return panel(request, response);
    response.setHeader('Content-Type', 'application/json');
    if (pathname === '/api/v4/openapi.json') return response.end(reference);
    const data = dataOf(rows(), request.method!, url);
    response.end(JSON.stringify({ success: true, message: 'OK', status: 200, data }));
  });
  const address = `http://${HOST}:${await listen(server)}`;
  const panel = servePanel(folder, `${address}/api/`);
  const reference = JSON.stringify(openApiDocument(groups, { baseUrl: `${address}/api/v4` } as never));
  return { address, stop: () => shut(server) };
};

/** What a frame of scrolling costs: milliseconds of processor time of the main thread. */
const frameCosts = async (page: Page, cdp: CDPSession): Promise<number[]> => {
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const costs: number[] = [];
  await page.evaluate('scrollTo(0, 0)');
  let before = await spent();
  for (let frame = 0; frame < FRAMES; frame++) {
    // At the end of a short list it goes up again.
    await page.evaluate(`new Promise((done) => {
      const end = document.documentElement.scrollHeight - innerHeight;
      self.way = scrollY >= end ? -1 : scrollY <= 0 ? 1 : self.way;
      scrollBy(0, ${STEP} * self.way);
      requestAnimationFrame(() => requestAnimationFrame(done));
    })`);
    const now = await spent();
    costs.push(now - before);
    before = now;
  }
  return costs;
};

const openOffice = async (browser: Browser, address: string) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  await page.getByLabel('E-mail').fill('nominas@example.com');
  await page.getByLabel('Contraseña').fill('una contraseña');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
  const cdp = await page.context().newCDPSession(page);
  // Processor time, so that other work on the machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, cdp };
};

/** The lists, with what shows all of their rows that a person can have on one page. */
const LISTS: Record<string, (page: Page, rows: number) => Promise<void>> = {
  trámites: async (page, rows) => {
    await page.evaluate("location.hash = '#/tramites'");
    const items = page.locator('main .list > li');
    await items.first().waitFor();
    const more = page.getByRole('button', { name: 'Ver más' });
    while (await more.count()) {
      const before = await items.count();
      await more.click();
      await items.nth(before).waitFor();
    }
    const shown = await items.count();
    if (shown !== rows) throw new Error(`${shown} rows are shown, and not ${rows}`);
  },
  'a sheet with mistakes': async (page) => {
    await page.evaluate(`location.hash = '#/importar/${BATCH.split('/').at(-1)}'`);
    await page.locator('tbody tr').first().waitFor();
  },
};

/** Compares scrolling through long lists of the panel with scrolling through short ones, in Chromium. */
export const benchPanel = async (): Promise<void> => {
  if (!hasChromium) return;
  const folder = mkdtempSync(join(tmpdir(), 'panel-'));
  await buildPanel(folder);
  let rows = FEW;
  const office = await serveOffice(folder, () => rows);
  const browser = await launchChromium();
  try {
    console.log(
      `\nScrolling in Chromium through ${MANY} rows, against ${FEW}: processor time of the main thread`,
    );
    for (const [name, open] of Object.entries(LISTS)) {
      const pages = new Map<number, Awaited<ReturnType<typeof openOffice>>>();
      for (rows of [FEW, MANY]) {
        const opened = await openOffice(browser, office.address);
        await open(opened.page, rows);
        pages.set(rows, opened);
      }
      const costs = new Map([...pages.keys()].map((count) => [count, [] as number[]]));
      for (let round = 0; round < ROUNDS; round++)
        for (const [count, { page, cdp }] of pages) {
          await page.bringToFront();
          costs.get(count)!.push(...(await frameCosts(page, cdp)));
        }
      const [few, many] = [costs.get(FEW)!, costs.get(MANY)!];
      const share = (all: number[]) => (100 * all.filter((cost) => cost > FRAME_MS).length) / all.length;
      const slow = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * SLOW)]!;
      report(`frame of scrolling, ${name}`, median(many) / median(few), '×', GOAL);
      report(`slow frame of scrolling, ${name}`, slow(many) / slow(few), '×');
      for (const [count, all] of costs)
        report(`frames above ${FRAME_MS.toFixed(1)} ms of ${count} rows, ${name}`, share(all), '%');
      for (const { page } of pages.values()) await page.context().close();
    }
  } finally {
    await browser.close();
    await office.stop();
  }
};
