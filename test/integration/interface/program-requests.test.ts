import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { conversionOf, newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newAccount } from '../../support/accounts.ts';
import { issueP12 } from '../../support/certificates.ts';
import { caller, demo } from '../../support/demo.ts';
import { Gateway } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/**
 * Requests of public programs that were written for this interface, with the names, types and order in which they send them.
 * Unless another program is named, it is Tonitoledo/dsenviosaltra (commit 9b33d44, `dsenviosaltra.py` and `guiones/`): it sends
 * a JSON body also with GET, puts `test` as the integer 1 first even if nothing is filed, writes numbers of documents as in its
 * XML files, and pads the certificate's secret with blanks to its fixed width.
 */

type Fields = Record<string, unknown>;

const authorities = atAuthorities(demo.authorities.control);
beforeEach(() => authorities.reset());
afterEach(() => authorities.reset());

const { today } = seed;
const requests = requestsOf(demo);
const { regimen, ccc } = demo.company;
const account = { regimen, ccc };
const { worker, newWorker, contract } = demo;

const acting = (operation: string): Gateway =>
  caller.acting(
    `${operation.includes('/sepe/') ? demo.certificates.sepe : demo.certificates.tgss}${' '.repeat(20)}`,
  );

const send = (operation: string, json: Fields) => {
  const [method = '', path = ''] = operation.split(' ');
  return acting(operation).call(method, path, { json });
};

const artist = requests['PUT /seg-social/category-professional']!;
const person = { dni: worker.dni, nss: worker.nss };

/** Readings, as scripts of the program request them. */
const ASKED: [operation: string, request: Fields][] = [
  [
    'GET /seg-social/employee-situations',
    { ...account, dni: worker.dni, startDate: '2023-01-01', getConvenio: '1' },
  ],
  ['GET /seg-social/employee-situations', { test: 1, ...account, dni: worker.dni }],
  ['GET /seg-social/employees-in-enterprise', { ...account, options: 3 }],
  ['GET /seg-social/category-occupation-gc', { test: 1, ...account, ...person }],
  ['GET /seg-social/ta-info-for-nss', { ...account, nss: worker.nss }],
  ['GET /seg-social/life-affiliate', { ...account, nss: worker.nss }],
  [
    'GET /sepe/contrata/data',
    { test: 1, dni: contract.dni, ccc: contract.ccc, startDate: contract.startDate },
  ],
  ['GET /sepe/contrata/data', { test: 1, dni: `D${contract.dni}`, startDate: contract.startDate }],
  ['GET /sepe/copy-basic', { test: 1, cif: contract.cif, dni: contract.dni, startDate: contract.startDate }],
  // A script that compares lists of workers: it takes their documents from reports of TGSS, in ten characters.
  ['GET /seg-social/employees-in-enterprise', { ...account, options: 1 }],
  ['GET /seg-social/employee-situations', { ...account, dni: worker.dni.padStart(10, '0') }],
  ['GET /sepe/contrata/data', { dni: contract.dni.padStart(10, '0'), startDate: contract.startDate }],
];

test.each(ASKED)('the request of a program in use to %s is answered: %j', async (operation, request) => {
  const { status, body } = await send(operation, request);
  expect({ status, success: body.success, errors: body.errors }).toEqual({
    status: 200,
    success: true,
    errors: undefined,
  });
});

const { identificacion, dni, nss } = newWorker;
const change = { ...account, ...person };
const sepeContract = newContract(seed, demo);
const { country, lastSurname, nss: _, ...known } = sepeContract;
const conversion = conversionOf(seed, demo);
const { convertibleContract } = seed.demo;

/** Submissions. */
const FILED: [operation: string, request: Fields, after?: [string, Fields][]][] = [
  [
    'POST /seg-social/alta',
    {
      ...account,
      nss,
      identificacion: String(identificacion),
      dni,
      fecha_real: today,
      grupo_cotizacion: '07',
      tipo_contrato: '410',
      cno: '4500',
      category_professional: '',
      rlce: '',
      worker_collective: '',
      ocupacion: '',
      convenio: '',
      modalidad_ctz: '',
      fic: '',
      sust_cause: '',
      sust_nss: '',
      exc_ctz: '',
      beneficios: '',
      cesion_tipo: '',
      cond_desempleado: 1,
      duplicate: 1,
      obtener_idc: 1,
    },
  ],
  [
    'POST /seg-social/baja',
    {
      ...account,
      nss: worker.nss,
      identificacion: String(worker.identificacion),
      dni: worker.dni,
      fecha_real: today,
      situacion: '51',
      duplicate: 1,
      obtener_idc: 1,
    },
  ],
  ['PUT /seg-social/occupation', { ...change, fecha_real: today, ocupacion: 'z', duplicate: 1 }],
  [
    'PUT /seg-social/contract-coeficiente',
    { ...change, startDate: today, contractType: '200', coeficiente: '200' },
  ],
  ['PUT /seg-social/category-professional', { ...artist.request, duplicate: 1 }, artist.after],
  [
    'POST /sepe/contrata',
    {
      ...known,
      lastSurname,
      nationality: 724,
      municipality: 28079,
      PAIS_RESIDENCIA: country,
      nss: 0,
      nivelFormativo: 51,
      municipalityContract: 28079,
      codContract: 100,
      copyBasic: {
        TIPO_FIRMA: '2',
        TEXTO_COPIABASICA: 'Jornada completa, de lunes a viernes.',
        DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
      },
      duplicate: 1,
      IND_ERE: 'N',
    },
  ],
  [
    // An earlier version sends it after each contract, with the footprint of that contract.
    'POST /sepe/copy-basic',
    {
      cif: convertibleContract.cif,
      docType: convertibleContract.docType,
      dni: convertibleContract.dni,
      sepeId: convertibleContract.sepeId,
      TIPO_FIRMA: '2',
      startDate: convertibleContract.startDate,
      TEXTO_COPIABASICA: 'Jornada completa, de lunes a viernes.',
      DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
      duplicate: 1,
    },
  ],
  [
    'POST /sepe/transformation',
    { ...conversion, DATOS_CONTRATO: { ...conversion.DATOS_CONTRATO, CLAVE_CONTRATO: undefined } },
  ],
  ['DELETE /sepe/contrata', { sepeId: convertibleContract.sepeId, option: '1' }],
];

test.each(FILED)(
  'the request of a program in use to %s is tried without filing, and then filed',
  async (operation, request, after = []) => {
    for (const [before, fields] of after) expect((await send(before, fields)).status, before).toBe(200);
    const digest = await authorities.digest();
    const tried = await send(operation, { test: 1, ...request });
    expect({ status: tried.status, errors: tried.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await authorities.digest()).toEqual(digest);
    const { status, body } = await send(operation, request);
    expect({ status, success: body.success, errors: body.errors }).toEqual({
      status: 200,
      success: true,
      errors: undefined,
    });
    expect(await authorities.digest()).not.toEqual(digest);
  },
);

test('POST /sepe/contrata is tried, and the basic copy that it asks for next is a success without data', async () => {
  const [, , , , , [operation, request] = []] = FILED;
  expect((await send(operation!, { test: 1, ...request })).body.success).toBe(true);
  const { cif, dni, startDate } = request!;
  const { status, body } = await send('GET /sepe/copy-basic', { test: 1, cif, dni, startDate });
  expect({ status, success: body.success, data: body.data }).toEqual({
    status: 200,
    success: true,
    data: {},
  });
});

/** davidcastagnetoa/skills, `skills/saltra-integration/SKILL.md`: it has other names for most fields. */
const OTHERWISE_NAMED: [operation: string, names: [name: string, value: string][], rest: Fields][] = [
  [
    'POST /seg-social/alta',
    [
      ['naf', newWorker.nss],
      ['ipf', newWorker.dni],
      ['nombre', 'Juan'],
      ['apellido1', 'Garcia'],
      ['apellido2', 'Lopez'],
      ['fecha_nacimiento', '1990-01-15'],
      ['fecha_alta', today],
      ['coeficiente_jornada', '1000'],
      ['cert_secret', 'xxx'],
    ],
    { ...account, sexo: 'H', grupo_cotizacion: '07', cno: '5120', tipo_contrato: '100' },
  ],
  [
    'POST /seg-social/baja',
    [
      ['naf', worker.nss],
      ['ipf', worker.dni],
      ['fecha_baja', today],
      ['causa_baja', '51'],
      ['cert_secret', 'xxx'],
    ],
    { ccc },
  ],
];

test.each(OTHERWISE_NAMED)(
  'a request to %s with names that the interface does not have files nothing, and each name is in the answer',
  async (operation, names, rest) => {
    const digest = await authorities.digest();
    for (const test of [1, 0]) {
      const { status, body } = await send(operation, { ...Object.fromEntries(names), ...rest, test });
      expect({ status, success: body.success }).toEqual({ status: 422, success: false });
      expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(names.map(([name]) => name)));
      // The program shows only `message`.
      expect(body.message).not.toBe('');
    }
    expect(await authorities.digest()).toEqual(digest);
  },
);

/** gestionjconsultas-collab/iages-docker, `backend/services/saltra_service.py`: the values that it reads of each answer. */
test('a program reads when its token ends, and how many requests are left', async () => {
  const password = 'una contraseña larga';
  const { email } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const { body, headers } = await new Gateway(demo.baseUrl).post('/auth/login', { email, password });
  expect(body).toMatchObject({ success: true, data: { access_token: expect.any(String) } });
  expect(body.data.expires_in).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  for (const name of ['X-Ratelimit-Limit', 'X-Ratelimit-Remaining'])
    expect(headers.get(name)).toMatch(/^\d+$/);
});

test('a program signs in, and stores certificates', async () => {
  const password = 'una contraseña larga';
  const { email } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const signedIn = await new Gateway(demo.baseUrl).post('/auth/login', { email, password });
  const own = new Gateway(demo.baseUrl, { Authorization: `Bearer ${signedIn.body.data.access_token}` });
  const p12 = await issueP12({ person: seed.demo.holder });
  const form = new FormData();
  form.set('password', 'clave');
  form.set('file', new Blob([new Uint8Array(p12)], { type: 'application/pfx' }), 'certificate.pfx');
  const { status, body } = await own.call('POST', '/certificate', { body: form });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  const json = { 'Content-Type': 'application/json' };
  const list = await own.with(json).call('GET', '/certificate');
  expect(JSON.stringify(list.body.data)).toContain(body.data.cert_secret);
  expect((await own.with(json).call('DELETE', `/certificate/${body.data.cert_secret}`)).status).toBe(200);
});

test('a program stores client companies under the older address', async () => {
  const { gateway } = await newAccount(demo.baseUrl);
  const older = gateway.movedTo(demo.legacyBaseUrl).with({ 'Content-Type': 'application/json' });
  const email = `${randomUUID()}@example.com`;
  const password = 'D1agrama.';
  const { body } = await older.post('/customer', {
    name: 'EMPRESA DE EJEMPLO, S.A.P.',
    access: { email, password, password_confirmation: password },
    profile: {
      dni: demo.company.cif,
      razon_social: 'EMPRESA DE EJEMPLO, S.A.P.',
      account: [{ regimen, cuenta: ccc, alias: 'Prueba Cliente' }],
    },
  });
  expect(body).toMatchObject({ success: true, data: { name: 'EMPRESA DE EJEMPLO, S.A.P.' } });
  const { id } = body.data;
  expect(JSON.stringify((await older.call('GET', '/customer')).body.data)).toContain(email);
  const active = await older.call('PUT', `/customer/${id}/activate`, { json: { active: false } });
  expect(active).toMatchObject({ status: 200, body: { success: true } });
  expect((await older.call('DELETE', `/customer/${id}`)).status).toBe(200);
});
