import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestsAt } from '../../reference/requests.ts';
import { seed } from '../../sandbox/seed.ts';
import { codeOf } from '../support/callers/totp.ts';
import { demo } from '../support/deployed.ts';
import { ASKED, type Gateway } from '../support/gateway.ts';
import { hasChromium, launchChromium } from '../support/programs/chromium.ts';
import {
  enterPanel,
  findWith,
  isForAll,
  measureVitals,
  newOffice,
  openPage,
  openPanel,
  PATIENT,
  settled,
  showFigure,
  takePicture,
  vitalsOf,
} from '../support/programs/panel.ts';

/** Tests the start page on a Monday: late obligations, unknown outcomes and refusals, in a browser on the deployed stack. */

const requests = requestsAt(seed, demo);
const { request: registration } = requests['POST /seg-social/alta']!;
const [first, second, third, refused] = demo.newWorkers;
const of = (worker: (typeof demo.newWorkers)[number] | undefined) => ({
  ...registration,
  nss: worker!.nss,
  dni: worker!.dni,
  identificacion: worker!.identificacion,
});

let login: { email: string; password: string };
let gateway: Gateway;
let secret: string;

/** Three contracts that have been due for days, a refused registration, and a placement whose outcome is unknown. */
const beginMonday = async () => {
  const office = await newOffice();
  const { acting } = office;
  [gateway, login] = [office.gateway, office.login];
  for (const worker of [first, second, third])
    expect((await acting.post('/seg-social/alta', of(worker))).status).toBe(200);
  expect((await gateway.post('/sandbox/clock', { days: 20 })).status).toBe(200);
  const going = (scenario: string) => acting.with({ 'X-Sandbox-Scenario': scenario });
  const date = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  const wrong = { ...of(refused), fecha_real: date };
  expect((await going('refused').post('/seg-social/alta', wrong)).status).toBe(422);
  const days = requests['POST /seg-social/pract-no-remun']!.request;
  expect((await going('lost-answer').post('/seg-social/pract-no-remun', days)).status).toBe(502);
  secret = (await gateway.post('/auth/second-factor', {})).body.data.secret;
  // The code of the previous half minute is used, so that the current one is left for the browser.
  const code = codeOf(secret, -1);
  const json = { code, password: login.password };
  expect((await gateway.call('PUT', '/auth/second-factor', { json })).status).toBe(200);
};

describe.skipIf(!hasChromium)('the panel', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await beginMonday();
    browser = await launchChromium();
    page = await openPanel(browser, problems);
    await measureVitals(page);
  });
  afterAll(() => browser?.close());

  const go = (name: string) => openPage(page, name);

  test('a person signs in by keyboard, with password and code', async () => {
    // Obligations are derived some time after the filing was answered.
    const late = async () => (await gateway.get('/obligations', { state: 'late' })).body.data.data.length;
    await expect.poll(late, ASKED).toBe(3);
    await page.goto(demo.panelUrl);
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await isForAll(page);
    await enterPanel(page, login);
    const code = page.getByLabel('Código de su aplicación');
    await code.waitFor();
    await code.fill(codeOf(secret));
    showFigure('sign-in page', await vitalsOf(page));
    const order: string[] = [];
    page.on('request', (request) => order.push(`ask ${new URL(request.url()).pathname}`));
    page.on('response', (answer) => order.push(`answer ${new URL(answer.url()).pathname}`));
    const entered = performance.now();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Fuera de plazo (3)' }).waitFor();
    // What waits is counted on top, and a press goes there.
    await page.getByRole('button', { name: '1 resultado desconocido' }).waitFor();
    await page.getByRole('button', { name: '3 fuera de plazo' }).click();
    showFigure('from the code to what is due, ms', performance.now() - entered);
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
    await settled(page);
    const vitals = await vitalsOf(page);
    showFigure('Hoy', vitals);
    // Obligations are requested before it is known who signed in.
    expect(order).toContain('answer /api/v4/auth');
    expect(order.slice(0, order.indexOf('answer /api/v4/auth'))).toContain('ask /api/v4/obligations');
    // Nothing that a person is about to press moves.
    expect(vitals.cls).toBeLessThan(0.1);
    await takePicture(page, 'panel-1280');
    // Scripts find the session nowhere but in memory.
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(
      0,
    );
  });

  test('the first page shows the most urgent things first, and links to unknown outcomes', async () => {
    await page.getByRole('heading', { name: 'Fuera de plazo (3)' }).waitFor();
    const unknown = page.getByRole('region', { name: 'No se sabe si se presentó' });
    await unknown.getByText('No lo envíe otra vez').waitFor();
    await settled(page);
    await isForAll(page);
    await unknown.getByRole('button', { name: 'Qué hacer' }).click();
    await isForAll(page);
    // No query shows days of unpaid internships, so only a person can see at the authority whether they were filed.
    await unknown.getByText('Ninguna consulta lo muestra').waitFor();
    expect(await unknown.getByRole('button', { name: 'Comprobar ahora' }).count()).toBe(0);
    await unknown.getByText('Declarar lo que he visto').click();
    await unknown.getByLabel('Qué ha visto, y dónde').fill('No consta en la sede.');
    await unknown.getByRole('button', { name: 'No consta' }).click();
    await unknown.getByText('Nada: de todo lo enviado').waitFor();
    await unknown.getByText('Queda como no presentado').waitFor();
    const { body } = await gateway.get('/tramites', { state: 'declaredNotFiled' });
    expect(body.data.data).toHaveLength(1);
  });

  test('the first page has equal things in one line, which opens a sheet of them, below what an outage blocks', async () => {
    const late = page.getByRole('region', { name: 'Fuera de plazo (3)' });
    await late
      .getByText(/^3 contratos que vencieron el /)
      .first()
      .waitFor();
    await late.getByRole('link', { name: /^Verlos/ }).click();
    await page.getByRole('heading', { level: 1, name: /^3 contratos que vencieron el / }).waitFor();
    const names = [first, second, third].map((worker) =>
      page.getByRole('row').filter({ hasText: worker!.dni }),
    );
    for (const row of names) await row.getByRole('link', { name: /^Hacerlo/ }).waitFor();
    await isForAll(page);
    await names[0]!.getByRole('link', { name: /^Hacerlo/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Comunicar un contrato' }).waitFor();
    // The stand-ins of a stage are never down for all accounts, so the gateway's answer is changed instead.
    await page.route('**/v4/status', async (route) => {
      const answer = await route.fetch({ timeout: 0 });
      const body = await answer.json();
      Object.assign(
        body.data.authorities.find(({ authority }: { authority: string }) => authority === 'sepe'),
        { state: 'down', since: new Date().toISOString() },
      );
      await route.fulfill({ response: answer, json: body });
    });
    await go('Hoy');
    const [strip] = await page.locator('main > *').filter({ hasText: 'El SEPE no responde' }).all();
    expect(await strip!.textContent()).toMatch(
      /Mientras tanto no se puede presentar:3 contratos que vencieron/,
    );
    expect(await page.locator('main > :nth-child(2)').textContent()).toContain('El SEPE no responde');
    await isForAll(page);
    await page.unrouteAll({ behavior: 'wait' });
    await go('Tramitar');
    await go('Hoy');
  });

  test('the panel says that no notification is looked for', async () => {
    const notices = page.getByRole('region', { name: 'Notificaciones sin abrir' });
    await notices.getByText('No se busca con ningún certificado.').waitFor();
  });

  test('a refused filing is corrected, tried and filed', async () => {
    const region = page.getByRole('region', { name: 'Rechazado por el organismo' });
    await region.getByText(/3462/).first().waitFor();
    await region.getByRole('link', { name: 'Corregir y enviar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Corregir: Dar de alta a un trabajador' }).waitFor();
    const document = page.getByLabel('Número del documento de identidad');
    expect(await document.inputValue()).toBe(refused?.dni);
    // The authority's message, and next to the field what it means for that field.
    await page.getByText('Lo que dijo la Seguridad Social').waitFor();
    const account = page.getByLabel('Código de cuenta de cotización');
    expect(await account.getAttribute('aria-invalid')).toBe('true');
    await page.locator('.mistake').getByText('El certificado no está autorizado para esa cuenta').waitFor();
    await isForAll(page);
    const occupation = page.getByRole('combobox', { name: /Ocupación según la CNO/ });
    await occupation.fill('4309');
    await occupation.press('Escape');
    await page.getByRole('button', { name: 'Probar sin presentar' }).click();
    await page.getByRole('heading', { name: 'Esto es lo que se presentará' }).waitFor();
    await isForAll(page);
    const before = (await gateway.get('/sandbox/counts')).body.data.accepted['tgss.alta'];
    expect(before).toBe(3);
    await page.getByRole('button', { name: 'Presentar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Presentado' }).waitFor();
    expect((await gateway.get('/sandbox/counts')).body.data.accepted['tgss.alta']).toBe(4);
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /Descargar/ })
      .first()
      .click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

    // The obligation that follows from it, with its form, and a further filing of the same kind for the same account.
    const next = page.getByRole('region', { name: 'Lo siguiente' });
    await next.getByText('Comunicar el contrato al SEPE').first().waitFor();
    await isForAll(page);
    const again = await page.getByRole('link', { name: 'Otro igual' }).getAttribute('href');
    expect(again).toContain(`ccc=${registration.ccc}`);
    await next
      .getByRole('link', { name: /^Hacerlo/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Comunicar un contrato' }).waitFor();
    expect(await page.getByLabel('Inicio del contrato').first().inputValue()).toMatch(/^\d{4}-/);
    expect(await page.getByRole('combobox', { name: /^Código del contrato/ }).inputValue()).toBe(
      String(registration.tipo_contrato),
    );
    await page.goBack();
    await page.goto(`${demo.panelUrl}#/tramites`);
    await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).first().click();
    await page.getByRole('heading', { name: 'Qué pasó' }).waitFor();
    await page.getByText('Seguridad Social lo aceptó').waitFor();
    await isForAll(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByText('Seguridad Social lo aceptó').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await go('Hoy');
    // A part with nothing to do is not shown.
    await page.getByRole('region', { name: 'Organismos' }).waitFor();
    expect(await page.getByRole('region', { name: 'Rechazado por el organismo' }).count()).toBe(0);
  });

  test('the page of a worker shows the history of that worker', async () => {
    await findWith(page, first!.dni, first!.dni);
    await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).waitFor();
    await page.getByText('Vence: Comunicar el contrato al SEPE').waitFor();
    await isForAll(page);
  });

  test('the panel has trámites by state, certificates, people and the access of programs', async () => {
    await go('Trámites');
    await page.getByLabel('Estado').selectOption('refused');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByText(/3462/).first().waitFor();
    await expect.poll(() => page.locator('.list > li').count(), PATIENT).toBe(1);
    await isForAll(page);
    await go('Certificados');
    await page.getByText('En vigor').waitFor();
    await isForAll(page);
    await go('Personas');
    await page.getByText(login.email).waitFor();
    await isForAll(page);
    await go('Actividad de la cuenta');
    await page.getByText('Inicio de sesión', { exact: true }).first().waitFor();
    await isForAll(page);
    await go('Ajustes');
    const mail = page.getByLabel('Trámites que a los 15 minutos no se sabe si se presentaron');
    await mail.click();
    await expect.poll(async () => (await gateway.get('/mails')).body.data.unknown, ASKED).toBe(true);
    await page.getByText('Mi segundo factor: activado').waitFor();
    await isForAll(page);
    await go('Desarrolladores');
    await page.getByRole('region', { name: 'Avisos' }).getByText('tramite.refused').waitFor();
    await isForAll(page);
    await go('Tramitar');
    await page.getByLabel('Qué quiere hacer').fill('alta trabajador');
    await page.getByRole('link', { name: 'Dar de alta a un trabajador' }).waitFor();
    await isForAll(page);
    await page.getByLabel('Qué quiere hacer').fill('finiquito');
    await page.getByRole('link', { name: 'Comunicar el despido de un trabajador' }).waitFor();
  });

  test('a form fills in the number of a worker for whom the office has filed before', async () => {
    await page.goto(`${demo.panelUrl}#/tramitar/deregisterEmployee`);
    const document = page.getByLabel('Número del documento de identidad');
    await document.fill(first!.dni.replace(/^(\d\d)(\d{3})(\d{3})/, '$1.$2.$3-'));
    await document.blur();
    expect(await document.inputValue()).toBe(first!.dni);
    expect(await page.getByLabel('Tipo de documento').inputValue()).toBe('1');
    const number = page.getByRole('textbox', { name: 'Número de la Seguridad Social', exact: true });
    await expect.poll(() => number.inputValue(), PATIENT).toBe(first!.nss);
    await document.fill(first!.dni.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')));
    await page.getByText('La letra no cuadra con las cifras').waitFor();
    await isForAll(page);
    await document.fill(first!.dni);
  });

  test('a person stays signed in over a reload, in a second tab and by a link, until she signs out', async () => {
    // The browser asks before it leaves a draft, and signing out asks, too.
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Dar de baja a un trabajador' }).waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({
      name: '__Host-session',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    // Scripts of a page cannot read the cookie.
    expect(await page.evaluate('document.cookie')).toBe('');
    const second = await page.context().newPage();
    await second.goto(`${demo.panelUrl}#/certificados`);
    await second.getByText('En vigor').waitFor();
    // A form of another site can use the cookie neither at `/session` nor at the API.
    const stranger = await page.context().newPage();
    await stranger.goto(
      `data:text/html,<form method="post" action="${demo.panelUrl}session"><button>Ir</button></form>`,
    );
    const refused = stranger.waitForResponse(/\/session$/);
    await stranger.getByRole('button').click();
    expect((await refused).status()).toBe(403);
    await stranger.close();

    // Without a connection the page says that the session is still open, and ends it once there is one.
    const leaving = page.waitForRequest(/\/auth\/logout$/);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Salir' }).click();
    const { authorization = '' } = await (await leaving).allHeaders();
    await page.getByText('Aún no se ha podido cerrar la sesión').waitFor();
    await isForAll(page);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-session']);
    const caller = gateway.with({ Authorization: authorization });
    expect((await caller.get('/auth')).status).toBe(200);
    await page.context().setOffline(false);
    await page.getByText('La sesión se ha cerrado.').waitFor();
    expect((await caller.get('/auth')).status).toBe(401);
    await page.getByLabel('Contraseña').waitFor();
    await second.getByText('La sesión ha terminado').waitFor();
    await second.reload();
    await second.getByLabel('Contraseña').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(problems).toEqual([]);
  });
});
