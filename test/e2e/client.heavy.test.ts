import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { createClient, UnknownOutcome } from '../support/client/client.ts';
import { demo } from '../support/deployed.ts';
import { fromElsewhere } from '../support/gateway.ts';
import { hasChromium, launchChromium } from '../support/programs/chromium.ts';

const { baseUrl } = demo;
const { email, password } = demo.otherAccount;
const { regimen, ccc } = demo.company;
const today = madridDay(new Date());

/** A new account: it issues a certificate for itself, and has its own sandbox. */
const signedIn = createClient({ baseUrl, email, password, headers: fromElsewhere() });
let gateway = signedIn;
let p12: Blob;
let certificate: string;
beforeAll(async () => {
  const { holders } = (await signedIn.getSandbox()).data;
  const made = await signedIn.createTestCertificate({ nif: holders[0]!.nif, password: 'la del fichero' });
  p12 = new Blob([await signedIn.bytes(made.data.file)]);
  const stored = await signedIn.saveCertificate({ file: p12, password: 'la del fichero', type: 1 });
  certificate = stored.data.cert_secret;
  gateway = signedIn.withCertificate(certificate);
});

const digest = async () => (await gateway.getSandbox()).data.digest;
const filed = async () => (await gateway.countSandboxRequests()).data.submissions['tgss.alta'] ?? 0;

/** Workers that no test of this file has used yet. */
const unused = [demo.newWorker, ...demo.newWorkers];
const registration = () => ({
  regimen,
  ccc,
  ...unused.shift()!,
  fecha_real: today,
  grupo_cotizacion: 7,
  tipo_contrato: 100,
  cno: '4122',
  ...({ identificacion: 1, duplicate: 1 } as const),
});
const start = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 5));
const thrownBy = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it was answered'),
    (thrown) => thrown,
  );

describe('a submission by the client package', () => {
  test('a submission is tried in a dry run, filed once, and its document is read', async () => {
    const wanted = registration();
    const before = await digest();
    const dry = await gateway.registerEmployee(wanted, { dryRun: true });
    expect(dry.data).toEqual({});
    expect(await digest()).toBe(before);

    const count = await filed();
    const done = await gateway.registerEmployee(wanted);
    expect(start(await gateway.bytes(done.data.file))).toBe('%PDF-');
    const { data: filing } = await gateway.getFiling({ id: done.filingId! });
    expect(filing).toMatchObject({ state: 'accepted', key: done.idempotencyKey });

    const again = await gateway.registerEmployee(wanted, { idempotencyKey: done.idempotencyKey! });
    expect(again).toMatchObject({ replayed: true, data: done.data });
    expect(await filed()).toBe(count + 1);

    const repeated = await gateway.registerEmployee(wanted);
    expect(repeated).toMatchObject({ repeated: done.filingId, filingId: done.filingId, data: done.data });
    expect(await filed()).toBe(count + 1);

    const refused = await thrownBy(gateway.registerEmployee(wanted, { repeats: done.filingId! }));
    expect(refused).toMatchObject({ status: 422, errors: { tgss: [expect.stringMatching(/ALTA PREVIA/)] } });
    expect(refused).not.toBeInstanceOf(UnknownOutcome);
  });

  test('a submission whose document is too large is answered with a link to it', async () => {
    const scenario = { scenario: 'large-document' } as const;
    const { data } = await gateway.registerEmployee(registration(), scenario);
    expect(data.file).toMatchObject({ content: '', size: expect.any(Number) });
    const bytes = await gateway.bytes(data.file);
    expect(bytes.byteLength).toBe(data.file!.size);
    expect(start(bytes)).toBe('%PDF-');
  });

  test('a submission whose answer is lost on the way is found by its key, and answered by it', async () => {
    const wanted = registration();
    const count = await filed();
    const cut = async (request: Request) => {
      const response = await fetch(request);
      if (request.method !== 'POST' || !request.url.endsWith('/alta')) return response;
      await response.arrayBuffer();
      throw new TypeError('cut');
    };
    const { access_token: token } = (await gateway.createToken({ name: 'cut' })).data;
    const behindCut = createClient({ baseUrl, token, certificate, fetch: cut });
    const error = await thrownBy(behindCut.registerEmployee(wanted));
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(await error.check()).toMatchObject({ state: 'accepted', key: error.idempotencyKey });
    const { data } = await gateway.registerEmployee(wanted, { idempotencyKey: error.idempotencyKey });
    expect(start(await gateway.bytes(data.file))).toBe('%PDF-');
    expect(await filed()).toBe(count + 1);
  });

  test('a submission that was accepted without a document has it after a check', async () => {
    const { cno: _, tipo_contrato: __, grupo_cotizacion: ___, ...worker } = registration();
    await gateway.registerEmployee({ ...worker, cno: '4122', tipo_contrato: 100, grupo_cotizacion: 7 });
    const scenario = { scenario: 'no-duplicate-no-ta' } as const;
    const error = await thrownBy(gateway.deregisterEmployee({ ...worker, situacion: '51' }, scenario));
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(error.message).toMatch(/^Duplicado no obtenido/);
    expect(await error.check()).toMatchObject({ state: 'accepted' });
  });

  test('a submission of unknown outcome stays unknown until a person declares what was seen', async () => {
    const { nss, dni } = demo.worker;
    const { regimen: cesion_regimen, ccc: cesion_ccc } = demo.cesion;
    const wanted = {
      regimen,
      ccc,
      nss,
      dni,
      cesion_regimen,
      cesion_ccc,
      startDate: today,
      endDate: today,
      identificacion: 1,
      cesion_tipo: '02',
    } as const;
    const scenario = { scenario: 'lost-answer' } as const;
    const error = await thrownBy(gateway.addCesion(wanted, scenario));
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(error.filingId).toMatch(/^\w{26}$/);
    const known = await error
      .check()
      .catch(({ status }: { status: number }) => ({ state: 'unknown', status }));
    expect(known).toMatchObject({ state: 'unknown' });
    const stated = await error.resolve({ filed: true, note: 'Consta.' });
    expect(stated).toMatchObject({ state: 'declaredFiled', stated: { filed: true, note: 'Consta.' } });
  });

  test('a submission can be answered later, with its document', async () => {
    const pending = await gateway.registerEmployee(registration(), { respondAsync: true });
    const { data, filingId } = await pending.wait({ timeoutSeconds: 120 });
    expect(filingId).toBe(pending.filingId);
    expect(start(await gateway.bytes(data.file))).toBe('%PDF-');
  });
});

describe('a session of the client package', () => {
  test('a session that was ended begins again, once for all calls', async () => {
    let signIns = 0;
    const counting = (request: Request) => {
      if (request.url.endsWith('/auth/login')) signIns++;
      return fetch(request);
    };
    const own = createClient({ baseUrl, email, password, headers: fromElsewhere(), fetch: counting });
    await own.signOut();
    const sessions = await Promise.all([own.getSession(), own.getSession(), own.getSession()]);
    expect(sessions.map(({ data }) => data.email)).toEqual([email, email, email]);
    expect(signIns).toBe(2);
  });

  test('a program has a token, which works until it is revoked', async () => {
    const { access_token: token, id: tokenId } = (await gateway.createToken({ name: 'e2e', days: 1 })).data;
    const program = createClient({ baseUrl, token });
    expect((await program.getSession()).data.email).toBe(email);
    await gateway.revokeToken({ tokenId });
    expect(await thrownBy(program.getSession())).toMatchObject({ name: 'PasarelaError', status: 401 });
  });
});

describe('a list by the client package', () => {
  test('a list of 23 situations comes as one list, whatever its parts are', async () => {
    const found = new Set<string>();
    const { dni } = demo.manySituations;
    for await (const { fecha_alta, fecha_baja } of gateway.listEmployeeSituations.each({ regimen, ccc, dni }))
      found.add(`${fecha_alta} ${fecha_baja}`);
    expect(found.size).toBe(23);
  });

  test('a list goes on with a token, such as the list of trámites, or with pages, such as the list of certificates', async () => {
    const ids: string[] = [];
    for await (const { id } of gateway.listFilings.each({ perPage: 2 })) ids.push(id);
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
    const other = await gateway.saveCertificate({ file: p12, password: 'la del fichero', type: 2 });
    const secrets: string[] = [];
    for await (const { cert_secret } of gateway.listCertificates.each({ perPage: 1 }))
      secrets.push(cert_secret);
    expect(secrets.toSorted()).toEqual([certificate, other.data.cert_secret].toSorted());
  });

  test('a list of employees can be answered later', async () => {
    const pending = await gateway.listEmployees({ regimen, ccc, options: '3' }, { respondAsync: true });
    const { data } = await pending.wait({ timeoutSeconds: 120 });
    expect(data.employees?.length).toBeGreaterThan(0);
  });
});

describe.skipIf(!hasChromium)('the client package in a browser on a page of another origin', () => {
  let script: string;
  beforeAll(async () => {
    const entry = join(import.meta.dirname, '../../client/src/index.ts');
    const options = {
      bundle: true,
      format: 'iife',
      globalName: 'pasarela',
      platform: 'browser',
      write: false,
    } as const;
    const { outputFiles } = await build({ entryPoints: [entry], ...options });
    script = outputFiles[0]!.text;
  });

  test('the client package signs in, asks, files and reports errors', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>x</title>');
    });
    const port = await listen(server);
    const browser = await launchChromium();
    onTestFinished(async () => {
      await browser.close();
      await shut(server);
    });
    const page = await browser.newPage();
    await page.goto(`http://${HOST}:${port}/`);
    await page.addScriptTag({ content: script });
    const config = { baseUrl, email, password, certificate };
    const query = { regimen, ccc, dni: demo.worker.dni };
    const report = { regimen, ccc, nss: demo.worker.nss };
    const reported = await page.evaluate(
      async ({ config, query, report, wanted }) => {
        const { createClient, UnknownOutcome } = Reflect.get(globalThis, 'pasarela');
        const gateway = createClient(config);
        const situations = await gateway.listEmployeeSituations(query);
        const filed = await gateway.registerEmployee(wanted);
        const bytes = await gateway.bytes(filed.data.file);
        const scenario = { scenario: 'large-document' } as const;
        const { file: large } = (await gateway.getLifeReport(report, scenario)).data;
        // Emulators let any page read from any bucket. That our bucket allows it is asserted on the template.
        const downloaded = await gateway.bytes(large);
        const error = await gateway
          .registerEmployee(wanted, { repeats: filed.filingId })
          .catch((thrown: unknown) => thrown);
        return {
          downloaded: { isLink: large.content === '', isWhole: downloaded.length === large.size },
          situations: situations.data.length,
          filingId: filed.filingId,
          document: String.fromCharCode(...bytes.subarray(0, 5)),
          error: {
            status: error.status,
            requestId: error.requestId,
            isUnknown: error instanceof UnknownOutcome,
          },
        };
      },
      { config, query, report, wanted: registration() },
    );
    expect(reported).toEqual({
      situations: 1,
      downloaded: { isLink: true, isWhole: true },
      filingId: expect.stringMatching(/^\w{26}$/),
      document: '%PDF-',
      error: { status: 422, requestId: expect.any(String), isUnknown: false },
    });
  });
});
