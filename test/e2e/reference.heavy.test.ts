import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language, programOf, readGuide } from '../../reference/guide.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { fromElsewhere, type Gateway, untilLeft } from '../support/gateway.ts';
import { violationsIn } from '../support/programs/accessibility.ts';
import { hasChromium, launchChromium } from '../support/programs/chromium.ts';
import { canRun, runProgram } from '../support/programs/languages.ts';

/** Tests the pages of the reference as deployed: how they are served, their scripts, and their accessibility. */

const { origin } = new URL(demo.baseUrl);
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers: { ...fromElsewhere(), ...headers } });

let email: string;
let password: string;
let gateway: Gateway;
beforeAll(async () => {
  await untilLeft(40, demo.baseUrl);
  ({ email, password, gateway } = await newTenant());
});

describe('a page of the reference', () => {
  test.each(['', '/operaciones', '/codigos', '/municipios', '/buscar'])(
    'the page docs%s is requested each time, and sent once',
    async (path) => {
      const first = await ask(`/api/v4/docs${path}`);
      expect(first.status).toBe(200);
      expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(first.headers.get('cache-control')).toBe('public, no-cache');
      const policy = first.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'");
      expect(policy?.includes('unsafe-inline')).toBe(path === '/operaciones');
      const etag = first.headers.get('etag')!;
      const again = await ask(`/api/v4/docs${path}`, { 'If-None-Match': etag });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect((await ask(`/api/v4/docs${path}`, { 'If-None-Match': 'W/"other"' })).status).toBe(200);
    },
  );

  test.each([
    'docs.md',
    'docs/guia.md',
    'docs/operaciones.md',
    'docs/operaciones-sepe.md',
    'docs/codigos.md',
    'llms.txt',
  ])('the file %s is text, requested each time, and sent once', async (path) => {
    const first = await ask(`/api/v4/${path}`);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toMatch(/^text\/(markdown|plain); charset=utf-8$/);
    expect(await first.text()).toMatch(/^# /);
    const again = await ask(`/api/v4/${path}`, { 'If-None-Match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test('the page loads files whose names change with their content, which caches keep for ever', async () => {
    const html = await (await ask('/api/v4/docs/operaciones')).text();
    const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
      ([, address]) => address!,
    );
    expect(addresses).toHaveLength(2);
    for (const address of addresses) {
      const file = await ask(address);
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    }
  });

  test.each([
    '/api/v4/docs/nada',
    '/api/v4/docs/nada.md',
    '/api/v4/docs/buscar.md',
    '/api/v4/docs/scripts/nada.js',
    '/api/v4/docs/scripts/tags.json',
    '/api/v4/docs/styles/..%2Ftags.json',
    '/api/v4/docs/scripts/..%2F..%2Fhandler.mjs',
    '/api/v4/docs/__proto__',
    '/api/v4/docs/scripts/toString.js',
  ])('the page %s does not exist', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['/nada', '/nada/de/nada', '/codigos/nada'])(
    'the page docs%s links to pages that exist',
    async (path) => {
      const answer = await ask(`/api/v4/docs${path}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain('href="/api/v4/docs"');
    },
  );

  test.each(['/api', '/api/', '/api/v4', '/api/nada'])('the page is named at %s', async (path) => {
    const { message } = (await (await ask(path)).json()) as { message: string };
    expect(message).toMatch(/La referencia está en \S*\/api\/v4\/docs/);
  });

  test.each(['/api/v4/docs', '/api/v4/docs/codigos', '/api/v4/openapi.json'])(
    'a HEAD request to %s is answered like GET',
    async (path) => {
      const answer = await fetch(origin + path, { method: 'HEAD', headers: fromElsewhere() });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toBe((await ask(path)).headers.get('etag'));
      expect(await answer.text()).toBe('');
    },
  );

  test('a HEAD request asks no authority', async () => {
    const address = `${origin}/api/v4/seg-social/employee-situations`;
    const { status, headers } = await fetch(address, { method: 'HEAD', headers: fromElsewhere() });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, OPTIONS');
  });

  test('the document for programs is requested each time, too', async () => {
    const first = await ask('/api/v4/openapi.json');
    const document = (await first.json()) as { paths: Record<string, Record<string, object>> };
    expect(document.paths['/api/v4/seg-social/alta']?.post).toMatchObject({
      'x-codeSamples': expect.arrayContaining([expect.objectContaining({ lang: 'php' })]),
    });
    const again = await ask('/api/v4/openapi.json', { 'If-None-Match': first.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test('the address of the reference is in demo.json', () =>
    expect(demo.docsUrl).toBe(`${demo.baseUrl}/docs`));
});

describe('a program of the guide', () => {
  // One after another in one account: each begins with the world as it was at first.
  afterAll(() => gateway.post('/sandbox/reset', {}));

  for (const language of Object.keys(LANGUAGES) as Language[])
    test.skipIf(!canRun(language))(
      `the program in ${LANGUAGES[language]} does what the guide says`,
      async () => {
        const printed = await runProgram(language, programOf(readGuide(), language), {
          PASARELA_URL: demo.baseUrl,
          PASARELA_EMAIL: email,
          PASARELA_PASSWORD: password,
        });
        expect(printed.trim().split('\n')).toEqual([
          'Token de programa: 200',
          'Simulacro: 200',
          'Alta: 200',
          expect.stringMatching(/^Trámite: [0-9A-Z]{26}$/),
          'Error 422: regimen: Este campo es obligatorio.',
          '  regimen: Este campo es obligatorio.',
          '  ccc: Debe tener 11 dígitos.',
          // It also says where a number is asked for.
          expect.stringMatching(/^ {2}nss: Este campo es obligatorio\. Si la persona aún no tiene número/),
          ...['identificacion', 'dni', 'fecha_real', 'grupo_cotizacion', 'tipo_contrato', 'cno'].map(
            (field) => `  ${field}: Este campo es obligatorio.`,
          ),
          'Resultado desconocido: 502',
          'Tras comprobar: unknown',
          'Declarado: true',
          'Repetida: true',
          'Documento: %PDF-',
          'En segundo plano: 202',
          'Terminado: answered',
          'Situaciones: 23',
          'Webhook: 200',
        ]);
        const { body } = await gateway.get('/sandbox/counts');
        expect(body.data.accepted).toMatchObject({ 'tgss.alta': 2 });
      },
    );
});

/** Timeout for a browser on a busy machine. */
const PATIENT = { timeout: 120_000 };
/** Bytes of the first view, as API Gateway compresses it. */
const FIRST_VIEW = 1_500_000;

describe.skipIf(!hasChromium)('the reference in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      locale: 'es-ES',
      viewport: { width: 1280, height: 900 },
      extraHTTPHeaders: fromElsewhere(),
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENT.timeout);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    const loaded: { url: string; body: Promise<Buffer> }[] = [];
    page.on('response', (response) => {
      loaded.push({ url: response.url(), body: response.body().catch(() => Buffer.alloc(0)) });
    });
    // The requests of a page with its files, and as many for tests that run at the same time.
    await untilLeft(30, demo.baseUrl);
    await page.goto(demo.docsUrl + path);
    if (path.startsWith('/operaciones'))
      await page.getByRole('heading', { name: 'Seguridad Social' }).first().waitFor();
    return { page, problems, loaded, context };
  };

  const seriousIn = async (page: Page) =>
    (await violationsIn(page)).filter(({ impact }) => ['serious', 'critical'].includes(impact));

  /** Each page is checked in all of these views, because loading and drawing it takes most of the time. */
  const VIEWS: [string, (page: Page) => Promise<void>][] = [
    ['as usual', async () => {}],
    [
      'in the dark, 320 pixels wide',
      async (page) => {
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize({ width: 320, height: 700 });
      },
    ],
  ];

  test.each(['', '/operaciones', '/codigos', '/buscar', '/nada'])(
    'the page docs%s fits as usual and on 320 pixels in the dark, and has no serious fault of accessibility',
    async (path) => {
      const { page, problems, loaded, context } = await open(path);
      await page.waitForLoadState('networkidle');
      for (const [view, change] of VIEWS) {
        await change(page);
        await expect
          .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), PATIENT)
          .toBeLessThanOrEqual(0);
        expect(await seriousIn(page), view).toEqual([]);
      }
      // The browser also logs the answer 404 of the missing page.
      expect(problems.filter(() => path !== '/nada')).toEqual([]);
      for (const { url } of loaded) expect(url).toMatch(/^data:|^http:\/\/127\.0\.0\.1:/);
      const sizes = await Promise.all(loaded.map(async ({ body }) => gzipSync(await body).length));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_VIEW);
      await context.close();
    },
  );

  test('the reference is read by keyboard, and keeps the language that was chosen for all snippets', async () => {
    const { page, context } = await open('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('location.hash')).toBe('#contenido');
    const first = page.getByRole('tablist').first();
    await first.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => first.getByRole('tab', { name: 'PHP' }).getAttribute('aria-selected'), PATIENT)
      .toBe('true');
    expect(await page.getByRole('tabpanel').first().textContent()).toContain('<?php');
    const shown = await page.getByRole('tabpanel').count();
    expect(shown).toBe(await page.getByRole('tablist').count());
    await page.reload();
    expect(await page.getByRole('tab', { name: 'PHP', selected: true }).count()).toBe(shown);
    await context.close();
  });

  test('the reference shows the guide without scripts', async () => {
    const { page, context } = await open('', { javaScriptEnabled: false });
    expect(await page.getByText('urllib.request').first().isVisible()).toBe(true);
    expect(await page.getByText('stream_context_create').first().isVisible()).toBe(true);
    await context.close();
  });

  test('the reference finds codes by any of their words, with accents or without', async () => {
    const { page, context } = await open('/codigos');
    await page.getByLabel('Buscar un código o un texto').fill('fijo DISCONTINUO bonificado');
    await expect.poll(() => page.getByRole('status').textContent(), PATIENT).toBe('1 código');
    expect(await page.getByRole('row').filter({ visible: true }).last().textContent()).toContain('350');
    await page.getByLabel('Buscar un código o un texto').fill('sustitucion tiempo parcial');
    expect(await page.getByText('Sustitución a tiempo parcial').first().isVisible()).toBe(true);
    await page.getByLabel('Buscar un código o un texto').fill('no hay tal cosa');
    await expect.poll(() => page.getByRole('status').textContent(), PATIENT).toBe('0 códigos');
    await context.close();
  });

  test('the reference finds sections of the guide, operations and codes by one search', async () => {
    const { page, context } = await open('/buscar');
    const find = (text: string) =>
      page.getByLabel('Buscar en la guía, las operaciones y los códigos').fill(text);
    await find('simulacros');
    await page.getByRole('link', { name: 'Simulacros' }).waitFor();
    await find('dar de ALTA trabajador');
    await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).waitFor();
    await find('municipios mostoles');
    await page.getByRole('link', { name: '28092 Móstoles' }).click();
    await expect.poll(() => page.getByRole('status').textContent(), PATIENT).toBe('1 código');
    await context.close();
  });

  test('the reference links from the guide to the sandbox and to the documents for programs', async () => {
    const { page, context } = await open('');
    const toDocument = page.getByRole('main').getByRole('link', { name: 'OpenAPI', exact: true });
    for (const link of await toDocument.all())
      expect(await link.getAttribute('href')).toBe('/api/v4/openapi.json');
    expect(await toDocument.count()).toBe(2);
    await page.getByRole('main').getByRole('link', { name: 'El entorno de pruebas' }).click();
    expect(await page.evaluate('location.hash')).toBe('#el-entorno-de-pruebas');
    for (const text of ['pasarela-client', 'Postman'])
      expect(await page.getByText(text).first().isVisible(), text).toBe(true);
    await context.close();
  });

  test('an operation is found, read and tried, and files something', async () => {
    await gateway.post('/sandbox/reset', {});
    const { page, context } = await open('/operaciones');
    await page.locator('summary', { hasText: 'Probar' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Contraseña').fill(password);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#aviso').textContent(), PATIENT).toContain('Sesión iniciada');
    await page.getByRole('button', { name: 'Crear un certificado de prueba' }).click();
    await expect.poll(() => page.locator('#aviso').textContent(), PATIENT).toContain('Certificado creado');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Certificado con el que se actúa').isVisible()).toBe(false);
    const certificate = await page.locator('#con').textContent();
    expect(certificate).toMatch(/^· .*todos los organismos/);
    await page.locator('summary', { hasText: 'Probar' }).click();
    await page.getByLabel('Certificado con el que se actúa').selectOption('El que admite cada operación');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input').waitFor();
    await page.keyboard.type('Dar de alta a un trabajador');
    await page
      .getByRole('option', { name: /Dar de alta/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('location.hash'), PATIENT).toBe('#tag/seg-social/registerEmployee');
    expect(await page.getByText('Es obligatorio con régimen 0112').first().isVisible()).toBe(true);

    await page
      .getByRole('button', { name: /Probar solicitud.*post.*social.alta/ })
      .first()
      .click();
    await page.getByText(`Con el token de ${email} y el certificado ${certificate!.slice(2)}.`).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Enviar solicitud post a ${origin}/api/v4/seg-social/alta` })
      .first()
      .click();
    await page.getByRole('dialog').getByText('200 OK').waitFor();
    const { body } = await gateway.get('/sandbox/counts');
    expect(body.data.accepted).toEqual({ 'tgss.alta': 1 });
    expect(await seriousIn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count(), PATIENT).toBe(0);
    await context.close();
    await gateway.post('/sandbox/reset', {});
  });
});
