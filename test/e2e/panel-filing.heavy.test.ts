import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { requestsAt } from '../../reference/requests.ts';
import { addDays } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { saveCompany } from '../support/callers/people.ts';
import { newUser, switchOnSecondFactor } from '../support/callers/users.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { Gateway, untilLeft } from '../support/gateway.ts';
import { hasChromium } from '../support/programs/chromium.ts';
import {
  enteredPanel,
  enterPanel,
  isForAll,
  openPage,
  openPanel,
  PATIENT,
  settled,
  workOn,
} from '../support/programs/panel.ts';

/** Tests failures around a filing through the panel, in a browser on the deployed stack. */

const requests = requestsAt(seed, demo);
const { request: registration } = requests['POST /seg-social/alta']!;
const workers = [...demo.newWorkers];
/** The day this many days after the seed's. */
const inDays = (days: number) => addDays(seed.today, days);
/** A registration in time, of a worker whom no other test registers. */
const nextAlta = () => {
  const { nss, dni, identificacion } = workers.shift()!;
  return inTexts({ ...registration, nss, dni, identificacion, fecha_real: inDays(1) });
};
const inTexts = (request: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]));

const PASSWORD = 'otra contraseña';
let gateway: Gateway;
let acting: Gateway;
let accountId: string;
let login: { email: string; password: string };
let colleague: { email: string; password: string };
/** The certificate of the first holder. */
let secret: string;
/** The holders of the account's two certificates. The client company also has one of the first holder. */
let holder: string;
let company: { id: number; name: string; registered: string };
/** A company with another contribution account. */
let other: typeof company;

const accepted = async () => (await gateway.get('/sandbox/counts')).body.data.accepted['tgss.alta'] ?? 0;
const ofWorker = async ({ dni = '' }) =>
  (await gateway.get('/tramites', { worker: dni, dry: 'false' })).body.data.data as {
    id: string;
    state: string;
    preview: { user: { name: string } } | null;
    certificate: { nif: string };
    clientId: number | null;
  }[];

const openOffice = async () => {
  const { gateway: caller, ...tenant } = await newTenant();
  [gateway, login] = [caller, tenant];
  accountId = (await stores.accounts.findUserByEmail(login.email))!.accountId;
  const { email } = await newUser(demo.baseUrl, accountId, 'files', PASSWORD);
  colleague = { email, password: PASSWORD };
  const { holders } = (await gateway.get('/sandbox')).body.data;
  const { regimen, ccc } = demo.company;
  company = await saveCompany(gateway, [`${regimen}${ccc}`]);
  other = await saveCompany(gateway, ['011228999901252']);
  const upload = async (nif: string, fields: Record<string, string> = {}) => {
    const { file, password } = (await gateway.post('/sandbox/certificate', { nif })).body.data;
    const { body } = await gateway.upload(Buffer.from(file.content, 'base64'), { password, ...fields });
    return body.data.cert_secret as string;
  };
  holder = holders[0].nif;
  secret = await upload(holder);
  await upload(holders[1].nif);
  acting = gateway.acting(await upload(holder, { clientId: String(company.id) }));
};

describe.skipIf(!hasChromium)('filing by the panel', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    await openOffice();
    ({ browser, page } = await enteredPanel(login, problems));
  });
  afterAll(() => browser?.close());

  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const certificate = () => page.getByLabel('Certificado con el que se actúa');
  const chosen = () => certificate().locator('option:checked').textContent();
  /** Opens a form that is filled in by its address. */
  const open = async (fields: Record<string, string>, operation = 'registerEmployee') => {
    await page.goto(`${demo.panelUrl}#/tramitar/${operation}?${new URLSearchParams(fields)}`);
    await certificate().waitFor();
    await certificate().selectOption({ label: (await optionOf(holder))! });
  };
  const optionOf = async (nif: string) =>
    (await certificate().locator('option').allTextContents()).find((text) => text.includes(nif));
  const tryOut = async () => {
    await page.getByRole('button', { name: 'Probar sin presentar' }).click();
    await page.getByRole('button', { name: 'Presentar', exact: true }).waitFor();
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const ALTA = '**/seg-social/alta';

  const unfiled = nextAlta();

  test('the panel shows, before it files, whose certificate signs, and codes in words', async () => {
    await open(unfiled);
    await tryOut();
    const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
    await box.getByText(holder).waitFor();
    await box.getByText(/^4122 · .{5,}/).waitFor();
    await isForAll(page);
    await press('Cambiar algo');
    expect(await accepted()).toBe(0);
  });

  test('a late act is in a box of its own with its law, and the button says that it is late', async () => {
    await open({ ...unfiled, fecha_real: inDays(-3) });
    await press('Probar sin presentar');
    const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
    await box.getByRole('alert').filter({ hasText: 'Real Decreto 84/1996, 32.3.1.º' }).waitFor();
    // The text about how far the dry run went is in another box.
    expect(await box.getByRole('status').textContent()).not.toContain('Real Decreto');
    await box.getByRole('button', { name: 'Presentar fuera de plazo', exact: true }).waitFor();
    expect(await box.getByRole('button', { name: 'Presentar', exact: true }).count()).toBe(0);
    await isForAll(page);
    await press('Cambiar algo');
    expect(await accepted()).toBe(0);
  });

  test('a refusal of the authority is shown at its field, and the request can be tried again', async () => {
    await open({ ...unfiled, ccc: seed.other.accounts.general.ccc });
    await press('Probar sin presentar');
    await page.getByText('El organismo lo rechaza').waitFor();
    const account = page.getByLabel('Código de cuenta de cotización').first();
    const refused = page
      .locator('.field', { has: account })
      .getByText('El certificado no está autorizado para esa cuenta.');
    await refused.waitFor();
    await isForAll(page);
    await account.fill(unfiled.ccc!);
    await tryOut();
    expect(await refused.count()).toBe(0);
    await press('Cambiar algo');
    await openPage(page, 'Tramitar');
    await page
      .getByRole('region', { name: 'Sin terminar' })
      .getByRole('button', { name: /^Descartar/ })
      .click();
    expect(await accepted()).toBe(0);
  });

  test('the panel names the person and the company, and asks to tick an account that is not the chosen company’s', async () => {
    await workOn(page, other.name);
    await open(unfiled);
    await press('Probar sin presentar');
    const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
    const [person] = demo.newWorkers.filter(({ dni }) => dni === unfiled.dni);
    const { name, surname, secondSurname } = seed.demo.newWorkers.find(({ dni }) => dni === person!.dni)!;
    await box
      .getByText(`Alta de ${name} ${surname} ${secondSurname} (${unfiled.dni}) en ${company.registered} (28 `)
      .waitFor();
    await box
      .getByText(`es de ${company.registered}, y la empresa elegida arriba es ${other.name}.`)
      .waitFor();
    const file = box.getByRole('button', { name: 'Presentar', exact: true });
    expect(await file.isDisabled()).toBe(true);
    await isForAll(page);
    await box.getByLabel('Lo he comprobado: se presenta ahí.').check();
    expect(await file.isDisabled()).toBe(false);
    // For the chosen company there is nothing to tick.
    await workOn(page, company.name);
    await expect.poll(() => box.getByRole('checkbox').count(), PATIENT).toBe(0);
    expect(await file.isDisabled()).toBe(false);
    await workOn(page);
    await press('Cambiar algo');
    await page.getByLabel('Código de cuenta de cotización').first().fill('28999901454');
    await press('Probar sin presentar');
    await box.getByText('La cuenta 28 9999014 54 no es de ninguna empresa de la asesoría.').waitFor();
    expect(await file.isDisabled()).toBe(true);
    await press('Cambiar algo');
    await openPage(page, 'Tramitar');
    const begun = page.getByRole('region', { name: 'Sin terminar' });
    await begun.getByText(unfiled.dni!).waitFor();
    await begun.getByRole('button', { name: /^Descartar/ }).click();
    expect(await accepted()).toBe(0);
  });

  test('a form that is submitted twice is filed once, as it was tried', async () => {
    const alta = nextAlta();
    await open(alta);
    await tryOut();
    await page.getByRole('button', { name: 'Presentar', exact: true }).dblclick();
    await title('Presentado').waitFor();
    expect(await accepted()).toBe(1);
    const filed = await ofWorker(alta);
    expect(filed).toMatchObject([{ state: 'accepted', preview: { user: {} } }]);
  });

  test('a lost answer is looked up in place, and nothing is filed again', async () => {
    const alta = nextAlta();
    await open(alta);
    await tryOut();
    // The gateway answers, but the answer gets lost.
    await page.route(ALTA, async (route) => {
      await route.fetch({ timeout: 0 });
      await route.abort();
    });
    await press('Presentar');
    await title('Presentado').waitFor();
    await page.getByText('Llegó, y está presentado.').waitFor();
    expect(await page.getByRole('button', { name: /Presentar|Enviar/ }).count()).toBe(0);
    await isForAll(page);
    await page.unroute(ALTA);
    expect(await accepted()).toBe(2);
    expect(await ofWorker(alta)).toMatchObject([{ state: 'accepted', preview: { user: {} } }]);
    await openPage(page, 'Tramitar');
    expect(await page.getByText('Sin terminar').count()).toBe(0);
  });

  test('a request that did not arrive is checked, also after signing in again, and sent again as the same', async () => {
    const alta = nextAlta();
    await open(alta);
    await tryOut();
    const keys: (string | undefined)[] = [];
    await page.route(ALTA, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return route.abort();
    });
    await press('Presentar');
    await title('No ha llegado la respuesta').waitFor();
    await page.getByText('El servicio no lo tiene').waitFor();
    await isForAll(page);
    await openPage(page, 'Tramitar');
    const begun = page.getByRole('region', { name: 'Sin terminar' });
    await begun.getByText('Enviado, sin respuesta').waitFor();
    expect(await begun.getByRole('button', { name: /^Descartar/ }).isDisabled()).toBe(true);
    await isForAll(page);
    await begun.getByRole('link', { name: 'Dar de alta a un trabajador' }).click();
    await press('Comprobar');
    await page.getByText('El servicio no lo tiene').waitFor();
    await page.unroute(ALTA);
    page.on('request', (request) => keys.push(request.headers()['idempotency-key']));
    await press('Enviar el mismo otra vez');
    await title('Presentado').waitFor();
    expect(new Set(keys.filter((key) => key !== undefined)).size).toBe(1);
    expect(await accepted()).toBe(3);
    expect(await ofWorker(alta)).toHaveLength(1);
  });

  test('a page that is reloaded while it files has filed once', async () => {
    const alta = nextAlta();
    await open(alta);
    await tryOut();
    const answered = new Promise<void>((done) => {
      void page.route(ALTA, async (route) => {
        await route.fetch({ timeout: 0 });
        done();
      });
    });
    await press('Presentar');
    await answered;
    await page.reload();
    await page.unroute(ALTA);
    // After the reload the page still knows that it was sent, so it does not offer to file it again.
    await title('Presentado').waitFor();
    await openPage(page, 'Trámites');
    await page.getByRole('link', { name: alta.dni! }).first().waitFor();
    expect(await ofWorker(alta)).toMatchObject([{ state: 'accepted' }]);
    expect(await accepted()).toBe(4);
  });

  const mistaken = nextAlta();

  test('a correction uses the certificate of the filing, and leaves nothing of the wrong one', async () => {
    const refusing = acting.with({ 'X-Sandbox-Scenario': 'refused' });
    expect((await refusing.post('/seg-social/alta', mistaken)).status).toBe(422);
    const [refused] = await ofWorker(mistaken);
    await openPage(page, 'Hoy');
    const region = page.getByRole('region', { name: 'Rechazado por el organismo' });
    await region.getByText('El certificado no está autorizado para esa cuenta.').waitFor();
    await isForAll(page);
    await region.getByRole('link', { name: 'Corregir y enviar' }).click();
    await title('Corregir: Dar de alta a un trabajador').waitFor();
    await expect.poll(chosen, PATIENT).toContain(holder);
    // Two fields were wrong, so nothing else identifies the worker.
    const right = nextAlta();
    await page.getByLabel('Tipo de documento').selectOption(right.identificacion!);
    await page.getByLabel('Número del documento de identidad').fill(right.dni!);
    const number = 'Número de la Seguridad Social';
    await page.getByRole('textbox', { name: number, exact: true }).fill(right.nss!);
    await tryOut();
    await press('Presentar');
    await title('Presentado').waitFor();
    expect(await ofWorker(right)).toMatchObject([
      { state: 'accepted', certificate: { nif: holder }, clientId: company.id },
    ]);
    await openPage(page, 'Hoy');
    await page.getByRole('region', { name: 'Organismos' }).waitFor();
    expect(await region.count()).toBe(0);
    const [correction] = await ofWorker(right);
    await page.goto(`${demo.panelUrl}#/tramites/${correction!.id}`);
    await page.getByRole('link', { name: 'un trámite rechazado' }).click();
    await page.getByText('Datos técnicos').click();
    await page.getByText(refused!.id).waitFor();
    // With labels, and with the texts of codes.
    await page.getByText('Código de cuenta de cotización').waitFor();
    await page.getByText(/^4122 · .{5,}/).waitFor();
    await isForAll(page);
  });

  test('an unknown outcome that no query can prove is declared where it was sent', async () => {
    const days = inTexts(requests['POST /seg-social/pract-no-remun']!.request);
    await open(days, 'recordUnpaidPlacement');
    await press('Revisar');
    const DAYS = '**/seg-social/pract-no-remun';
    await page.route(DAYS, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-sandbox-scenario': 'lost-answer' } }),
    );
    await press('Presentar');
    await title('No se sabe si se presentó').waitFor();
    await page.unroute(DAYS);
    expect(await page.getByRole('button', { name: /^(Presentar|Enviar)/ }).count()).toBe(0);
    await isForAll(page);
    await page.getByText('Ninguna consulta lo muestra desde aquí').waitFor();
    expect(await page.getByRole('button', { name: 'Comprobar ahora' }).count()).toBe(0);
    await page.getByText('Declarar lo que he visto').click();
    await page.getByLabel('Qué ha visto, y dónde').fill('No consta en la sede.');
    await press('No consta: no se presentó');
    await press('Volver al formulario');
    await expect.poll(() => page.getByLabel('Código de cuenta').first().inputValue(), PATIENT).toBe(days.ccc);
    await openPage(page, 'Tramitar');
    await page.getByRole('button', { name: /^Descartar/ }).click();
  });

  describe('an act that was accepted just before', () => {
    const cno = inTexts(requests['PUT /seg-social/cno']!.request);
    /** A colleague files through the interface, with this occupation. @returns the trámite */
    const filedByColleague = async (code: string): Promise<string> => {
      const by = await signedIn(colleague);
      const { status, headers } = await by
        .acting(secret)
        .call('PUT', '/seg-social/cno', { json: { ...cno, cno: code } });
      expect(status).toBe(200);
      return headers.get('x-tramite-id')!;
    };
    const signedIn = async (who: { email: string; password: string }) => {
      const { body } = await new Gateway(demo.baseUrl).post('/auth/login', who);
      return gateway.with({ Authorization: `Bearer ${body.data.access_token}` });
    };
    const changes = async () => (await gateway.get('/sandbox/counts')).body.data.accepted['tgss.cno'] ?? 0;
    const newest = async () => (await ofWorker(cno))[0];
    const first = () => page.getByText(/^Ya lo presentó .+ hoy a las \d\d:\d\d: /);
    const repeat = () => page.getByRole('button', { name: 'Presentar otra vez', exact: true });

    test('the act is shown with day and person, and filed again only if a person says so', async () => {
      const id = await filedByColleague('4121');
      const before = await changes();
      await open({ ...cno, cno: '4121' }, 'updateCno');
      await press('Probar sin presentar');
      await first().waitFor();
      const link = page.getByRole('alert').getByRole('link').first();
      expect(await link.getAttribute('href')).toContain(id);
      expect(await repeat().isDisabled()).toBe(true);
      await isForAll(page);
      expect(await page.getByText('Repeats').count()).toBe(0);
      await page.getByLabel('Hay que presentarlo otra vez.').check();
      await repeat().click();
      await title('Presentado').waitFor();
      expect(await changes()).toBe(before + 1);
      expect(await newest()).toMatchObject({ state: 'accepted', repeats: id });
    });

    test('the act is shown if the authority refuses the dry run because of it', async () => {
      const alta = nextAlta();
      const by = (await signedIn(colleague)).acting(secret);
      const id = (await by.post('/seg-social/alta', alta)).headers.get('x-tramite-id')!;
      await open(alta);
      await press('Probar sin presentar');
      await first().waitFor();
      await page.getByText('El organismo lo rechaza').waitFor();
      expect(await first().getByRole('link').getAttribute('href')).toContain(id);
      expect(await page.getByText('Repeats').count()).toBe(0);
      await isForAll(page);
    });

    test('an act that was accepted between dry run and filing is shown as not filed again, and can then be repeated', async () => {
      await open({ ...cno, cno: '4122' }, 'updateCno');
      await tryOut();
      const id = await filedByColleague('4122');
      const before = await changes();
      await press('Presentar');
      await title('No se ha presentado otra vez').waitFor();
      await first().waitFor();
      await isForAll(page);
      expect(await changes()).toBe(before);
      await press('Presentarlo otra vez');
      expect(await repeat().isDisabled()).toBe(true);
      await page.getByLabel('Hay que presentarlo otra vez.').check();
      await repeat().click();
      await title('Presentado').waitFor();
      expect(await newest()).toMatchObject({ state: 'accepted', repeats: id });
    });

    test('the panel asks about the act before it files a batch, and a row that was not sent links to it', async () => {
      const id = await filedByColleague('4123');
      const sent = async (name: string, codes: string[]) => {
        const rows = codes.map((code) => ({ operation: 'updateCno', body: { ...cno, cno: code } }));
        const by = gateway.acting(secret).with({ 'Idempotency-Key': crypto.randomUUID() });
        const { body } = await by.post('/batches', { name, rows });
        const state = async () => (await gateway.get(`/batches/${body.data.batch.id}`)).body.data.batch.state;
        await expect.poll(state, PATIENT).toBe('previewed');
        return body.data.batch.id as string;
      };
      const batch = await sent('Ocupaciones', ['4123']);
      await page.goto(`${demo.panelUrl}#/importar/${batch}`);
      await press('Revisar lo que se presentará (1)');
      await first().waitFor();
      expect(await page.getByRole('button', { name: /^Presentar/ }).isDisabled()).toBe(true);
      await isForAll(page);
      await press('Hay que presentarla otra vez');
      await press('Revisar lo que se presentará (1)');
      await page.getByRole('button', { name: /^Presentar/ }).click();
      const row = async () => (await gateway.get(`/batches/${batch}`)).body.data.rows[0];
      await expect.poll(async () => (await row()).state, PATIENT).toBe('filed');
      expect(await row()).toMatchObject({ repeats: id });

      const other = await sent('Más ocupaciones', ['4131']);
      const after = await filedByColleague('4131');
      expect((await gateway.post(`/batches/${other}/commit`, { revision: 0 })).status).toBe(200);
      await page.goto(`${demo.panelUrl}#/importar/${other}`);
      await page.getByText('No enviada').first().waitFor();
      const link = page.getByRole('link', { name: 'Ver el trámite ya aceptado' }).first();
      expect(await link.getAttribute('href')).toContain(after);
    });
  });

  test('an amount is typed and shown as money, and filed as it was shown', async () => {
    const certificado = requests['POST /sepe/certifica']!.request;
    const refused = await acting
      .with({ 'X-Sandbox-Scenario': 'refused' })
      .post('/sepe/certifica', certificado);
    const id = refused.headers.get('X-Tramite-Id')!;
    await page.goto(`${demo.panelUrl}#/tramitar?desde=${id}`);
    const base = page.getByLabel('Base de desempleo').and(page.locator('[required]')).first();
    await expect.poll(() => base.inputValue(), PATIENT).toMatch(/^[\d.]+,\d\d$/);
    await isForAll(page);
    await base.fill('1,500');
    await press('Probar sin presentar');
    await page.getByText('1,500 puede ser 1.500,00 €').first().waitFor();
    await base.fill('1500');
    await base.blur();
    expect(await base.inputValue()).toBe('1.500,00');
    await press('Probar sin presentar');
    const box = page.getByRole('region', { name: 'Esto es lo que se presentará' });
    await box.getByText('1.500,00 €', { exact: true }).first().waitFor();
    await box.getByText(/Se han leído estos importes\..*base de desempleo: 1\.500,00 €/).waitFor();
    await isForAll(page);
    // The contribution account belongs to none of the office's companies.
    await box.getByLabel('Lo he comprobado: se presenta ahí.').check();
    await box.getByRole('button', { name: /^Presentar/ }).click();
    await title('Presentado').waitFor();
    const [filed] = (await gateway.get('/tramites', { state: 'accepted', perPage: 1 })).body.data.data;
    const { request } = (await gateway.get(`/tramites/${filed.id}`)).body.data;
    expect(request.Datos_Trabajador.Datos_Cotizacion[0].BaseCotizacionDesempleo).toBe('000150000');
  });

  test('a filing that a program sent as a file says how to correct it', async () => {
    const xml = requests['POST /sepe/contrata/xml']!.request;
    const { headers } = await acting
      .with({ 'X-Sandbox-Scenario': 'maintenance' })
      .post('/sepe/contrata/xml', xml);
    await page.goto(`${demo.panelUrl}#/tramitar?desde=${headers.get('X-Tramite-Id')}`);
    await page.getByText('súbalo en Importar').waitFor();
    await isForAll(page);
  });

  test('a session that ends in the middle of a form loses nothing of the form', async () => {
    const token = page.waitForRequest((request) => 'authorization' in request.headers());
    await openPage(page, 'Certificados');
    const { authorization = '' } = (await token).headers();
    await workOn(page, company.name);
    const alta = nextAlta();
    await open(alta);
    const occupation = page.getByRole('combobox', { name: /Ocupación según la CNO/ });
    await occupation.fill('4309');
    await occupation.press('Escape');
    const before = await chosen();
    await new Gateway(demo.baseUrl, { Authorization: authorization }).get('/auth/logout');
    await press('Probar sin presentar');
    await page.getByText('La sesión ha terminado').first().waitFor();
    await untilLeft(5, demo.baseUrl);
    await page.getByLabel('E-mail').fill(login.email);
    await page.getByLabel('Contraseña').fill(login.password);
    await page.keyboard.press('Enter');
    await certificate().waitFor();
    expect(await chosen()).toBe(before);
    expect(await page.getByLabel('Número del documento de identidad').inputValue()).toBe(alta.dni);
    // The address still has another code, but the typed one counts.
    expect(await occupation.inputValue()).toBe('4309');
    const working = page.getByRole('combobox', { name: 'Empresa', exact: true });
    expect(await working.inputValue()).toBe(company.name);
    await tryOut();
    await press('Presentar');
    await title('Presentado').waitFor();
    expect(await ofWorker(alta)).toMatchObject([{ state: 'accepted' }]);
  });

  test('a filing that another person must confirm says so with the dry run, and that person files it', async () => {
    const demanded = await gateway.call('PUT', '/users/preview', { json: { preview: 'another' } });
    expect(demanded.status).toBe(200);
    await enterPanel(page, login);
    await title('Hoy').waitFor();
    const alta = nextAlta();
    await open(alta);
    await press('Probar sin presentar');
    await page.getByRole('heading', { name: 'Otra persona debe presentarlo' }).waitFor();
    expect(await page.getByRole('button', { name: 'Presentar', exact: true }).count()).toBe(0);
    await isForAll(page);
    await page.getByRole('link', { name: 'Ver el simulacro' }).click();
    await page.getByText('Otra persona debe presentarlo: que abra este trámite').waitFor();
    await isForAll(page);

    const first = page;
    page = await openPanel(browser, problems);
    await enterPanel(page, colleague);
    await openPage(page, 'Trámites');
    await page.getByRole('link', { name: 'Simulacros' }).click();
    const tried = page.getByRole('listitem').filter({ hasText: alta.dni! });
    await tried.getByRole('link', { name: 'Dar de alta a un trabajador' }).first().click();
    await page.getByRole('link', { name: 'Presentar' }).click();
    await page.getByRole('heading', { name: 'Esto es lo que se presentará' }).waitFor();
    await page.getByText(/^Lo probó /).waitFor();
    await page.getByText(holder).first().waitFor();
    await settled(page);
    await isForAll(page);
    await press('Presentar');
    await title('Presentado').waitFor();
    const filed = await ofWorker(alta);
    expect(filed).toMatchObject([{ state: 'accepted', preview: { user: { email: login.email } } }]);
    page = first;
  });

  test('a person who may only read gets no link that files', async () => {
    const { email } = await newUser(demo.baseUrl, accountId, 'reads', PASSWORD);
    const reading = await openPanel(browser, problems);
    await enterPanel(reading, { email, password: PASSWORD });
    await openPage(reading, 'Trámites');
    await reading.getByLabel('Estado').selectOption('refused');
    await reading.getByRole('button', { name: 'Buscar' }).click();
    // Found by its worker, because until the answer arrives the list still shows all states.
    const refused = reading.getByRole('listitem').filter({ hasText: mistaken.dni! });
    await refused.getByRole('link', { name: 'Dar de alta a un trabajador' }).click();
    await reading.getByRole('heading', { name: 'Qué pasó' }).waitFor();
    expect(await reading.getByText('Corregir y enviar').count()).toBe(0);
    // Everybody may change the own name.
    await openPage(reading, 'Ajustes');
    await reading.getByLabel('Mi nombre').fill('Luisa Pérez');
    await reading.getByRole('button', { name: 'Guardar' }).click();
    await reading.getByText('Guardado.').waitFor();
    await reading.getByRole('banner').getByRole('link', { name: 'Luisa Pérez' }).waitFor();
    expect((await stores.accounts.findUserByEmail(email))?.name).toBe('Luisa Pérez');
  });

  test('a person without the required second factor is led to switch it on', async () => {
    const owner = (await stores.accounts.findUserByEmail(login.email))!;
    await switchOnSecondFactor(owner);
    const demanded = await gateway.call('PATCH', '/users', { json: { second_factor_required: true } });
    expect(demanded.status).toBe(200);
    const other = await openPanel(browser, problems);
    await enterPanel(other, colleague);
    await other.getByText('Falta su segundo factor').first().waitFor();
    await isForAll(other);
    await other.getByRole('link', { name: 'Activar mi segundo factor' }).first().click();
    await other.getByText('Mi segundo factor: desactivado').waitFor();
  });

  test('an unknown address has a page that says so, and leaving a form asks about what could not be saved', async () => {
    await page.goto(`${demo.panelUrl}#/%`);
    await title('Esta página no existe').waitFor();
    await open(unfiled);
    await page.route('**/v4/drafts/*', (route) => route.abort());
    await page.getByLabel('Número del documento de identidad').fill('X');
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await press('Salir');
    await expect.poll(() => asked, PATIENT).toEqual([expect.stringContaining('no ha terminado')]);
    expect(await page.getByLabel('Número del documento de identidad').inputValue()).toBe('X');
    await page.unroute('**/v4/drafts/*');
    expect(problems).toEqual([]);
  });
});
