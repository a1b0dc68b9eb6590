import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addDays, slashed } from '../../functions/sandbox/calendar.ts';
import { seed } from '../../functions/sandbox/seed.ts';
import { notifyContract } from '../../functions/sepe/operations/notify-contract.ts';
import { contractDocument } from '../../shared/authorities/sepe/contract-document.ts';
import { readRequest } from '../../shared/validation.ts';
import { type Gateway, signIn } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** What is communicated to the employment service, and what it then answers about it. */

const demo = inject('demo');
const { regimen, ccc, cif } = demo.company;
const { today } = seed;
const authorities = atAuthorities(demo.authorities.control);

let gateway: Gateway;
beforeAll(async () => {
  await authorities.reset();
  gateway = (await signIn(demo.baseUrl, demo)).acting(demo.certificates.sepe);
});
afterAll(() => authorities.reset());

/** What has reached the authorities so far. */
interface Stats {
  submissions: Record<string, number>;
}

/** Shipments that reached SEPE, by kind. */
const shipments = async (kind: 'contrato' | 'transformacion'): Promise<number> => {
  const { submissions } = (await (await fetch(`${demo.authorities.control}/stats`)).json()) as Stats;
  return submissions[`sepe.${kind}`] ?? 0;
};

const { duplicate: _, ...template } = requestsOf(demo)['POST /sepe/contrata']!.request;

/** A contract of each worker whom the employment service knows nothing of; the last one has certificates. */
const unused = seed.demo.newWorkers.slice(0, -1);
const nextContract = () => {
  const person = unused.shift();
  if (!person) throw new Error('no worker is left');
  return {
    ...template,
    dni: person.dni,
    name: person.name,
    surname: person.surname,
    lastSurname: person.secondSurname,
    sex: person.sex === 'M' ? 1 : 2,
    dateOfBirth: person.birthDate,
    nss: person.nss,
    startDate: today,
  };
};

const refusedBySepe = (message: RegExp) => ({
  status: 422,
  body: { success: false, errors: { sepe: [expect.stringMatching(message)] } },
});

/** The value of a key in a block. */
const valueIn = (block: Record<string, string>[], key: string) => block.find((each) => key in each)?.[key];

const FOOTPRINT = /^E-\d{2}-\d{4}-\d{7}$/;
const SLASHED = /^\d{2}\/\d{2}\/\d{4}$/;
const BLOCKS = [
  'enterprise_data',
  'account_data',
  'working_center',
  'employee_data',
  'contract_data',
  'contract_data_other',
  'copy_basic_data',
];

describe('a contract from its notification to its removal', () => {
  const contract = { ...nextContract(), codContract: '402', REAL_DECRETO_1435_1985: 'B' };
  const sent = { ...contract, endDate: addDays(today, 120) };
  const { dni } = contract;
  const copy = {
    TIPO_FIRMA: 2,
    TEXTO_COPIABASICA: 'Jornada completa, de lunes a viernes.',
    DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
  };
  let id: string;

  const data = () => gateway.get('/sepe/contrata/data', { dni, startDate: today, ccc });
  const list = async (startDate: string, communications_by: number) => {
    const query = { cif, regimen, ccc, startDate, endDate: today, communications_by };
    const { status, body } = await gateway.get('/sepe/contrata/data/list', query);
    expect(status).toBe(200);
    return body.data.filter((each: Record<string, string>) => each.nif_nie_trabajador === dni);
  };
  const conversion = () => ({
    TIPO_CONTRATO: '189',
    DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: regimen + ccc },
    DATOS_CONTRATO: {
      FECHA_INICIO_CTO: today,
      IDENTIFICADORPFISICA: `D${dni}`,
      CLAVE_CONTRATO: id,
    },
    DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: addDays(today, 1), CODIGO_OCUPACION: '4309' },
    DATOS_COMUNICA_COPIA_BASICA: copy,
    duplicate: 1,
  });

  test('there is none to begin with', async () => {
    expect(await data()).toMatchObject(refusedBySepe(/./));
    expect(await list(today, 1)).toEqual([]);
  });

  test('a dry run leaves none', async () => {
    const before = await authorities.digest();
    expect(await gateway.post('/sepe/contrata', { ...sent, test: 1 })).toMatchObject({
      status: 200,
      body: { success: true, data: [] },
    });
    expect(await authorities.digest()).toBe(before);
  });

  test('it is notified', async () => {
    const { status, body } = await gateway.post('/sepe/contrata', { ...sent, duplicate: 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data).toMatchObject({ id: expect.stringMatching(FOOTPRINT), doc: dni });
    id = body.data.id;
    const text = await textOf(body.data.file);
    expect(text).toContain(id);
    expect(text).toContain(dni);
  });

  test('a second time it is refused, and nothing is filed', async () => {
    expect(await gateway.post('/sepe/contrata', sent)).toMatchObject(refusedBySepe(/^CCT4003: Existe/));
    expect(await list(today, 1)).toHaveLength(1);
  });

  test('it is listed by its start and by its notification', async () => {
    const [entry, ...more] = await list(today, 1);
    expect(more).toEqual([]);
    expect(entry).toEqual({
      tipo: expect.stringMatching(/contrato/i),
      id,
      nif_nie_trabajador: dni,
      codigo_cuenta_cotizacion: regimen + ccc,
      codigo_contrato: '402',
      fecha_inicio: today,
      fecha_fin: sent.endDate,
      fecha_comunicacion: today,
    });
    expect(await list(today, 2)).toEqual([entry]);
  });

  test('its data are the ones that were sent', async () => {
    const { status, body } = await data();
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(['id', 'contract_extensions', ...BLOCKS].sort());
    expect(body.data).toMatchObject({ id, contract_extensions: [], copy_basic_data: [] });
    const { enterprise_data, account_data, working_center, employee_data, contract_data } = body.data;
    expect(valueIn(enterprise_data, 'cif')).toBe(cif);
    expect(valueIn(account_data, 'ccc_full')?.replace(/\D/g, '')).toBe(regimen + ccc);
    expect(valueIn(working_center, 'municipio')).toMatch(/^28079/);
    expect(employee_data).toEqual(expect.arrayContaining([{ nif: dni }, { nss: contract.nss }]));
    expect(valueIn(employee_data, 'name')).toContain(contract.surname);
    expect(valueIn(employee_data, 'fecha_de_nacimiento')).toBe(slashed(contract.dateOfBirth));
    expect(contract_data).toEqual(
      expect.arrayContaining([{ startDate: slashed(today) }, { communicateDate: slashed(today) }]),
    );
    expect(valueIn(contract_data, 'cno')).toMatch(/^4309/);
  });

  test('its basic copy is communicated once', async () => {
    const query = { cif, dni, startDate: today };
    expect(await gateway.get('/sepe/copy-basic', query)).toMatchObject(refusedBySepe(/copia b.sica/i));
    const request = { ...query, docType: 'D', ...copy, duplicate: 1 };
    const { status, body } = await gateway.post('/sepe/copy-basic', request);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(body.data.file)).toContain(copy.TEXTO_COPIABASICA);

    const again = await gateway.get('/sepe/copy-basic', query);
    expect(await textOf(again.body.data.file)).toContain(copy.DOMIC_CENTRO_TRABAJO);
    const { copy_basic_data } = (await data()).body.data;
    expect(copy_basic_data).toEqual([{ signatureText: expect.any(String) }]);
    expect(await gateway.post('/sepe/copy-basic', { ...request, sepeId: id })).toMatchObject(
      refusedBySepe(/ya|CCT4035/i),
    );
  });

  test('its duplicate is had', async () => {
    const { body } = await gateway.get('/sepe/contrata', { cif, dni, startDate: today });
    const text = await textOf(body.data.file);
    expect(text).toContain(id);
    expect(text).toContain('402');
  });

  test('there is no transformation yet', async () => {
    expect(
      await gateway.get('/sepe/contrata/transformation', { dni, startDate: today, sepeId: id }),
    ).toMatchObject(refusedBySepe(/./));
  });

  test('it is made permanent at either address, with a certificate for either authority', async () => {
    const addresses = ['/sepe/transformation', '/seg-social/transformation'];
    const before = await authorities.digest();
    for (const address of addresses)
      for (const authority of ['tgss', 'sepe'] as const)
        expect(
          await gateway.acting(demo.certificates[authority]).post(address, { ...conversion(), test: 1 }),
          `${address} ${authority}`,
        ).toMatchObject({ status: 200, body: { success: true, data: [] } });
    expect(await authorities.digest()).toBe(before);
    for (const address of addresses)
      expect(await gateway.acting(demo.certificates.aeat).post(address, conversion()), address).toMatchObject(
        { status: 403 },
      );

    const { status, body } = await gateway
      .acting(demo.certificates.tgss)
      .post('/seg-social/transformation', conversion());
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(body.data.file)).toContain('189');
    for (const address of addresses)
      expect(await gateway.post(address, conversion()), address).toMatchObject(refusedBySepe(/^CTR\d{4}/));
  });

  test('the transformation is seen', async () => {
    const query = { dni, startDate: today };
    for (const each of [query, { ...query, sepeId: id }]) {
      const { body } = await gateway.get('/sepe/contrata/transformation', { ...each });
      const text = await textOf(body.data.file);
      expect(text).toContain(id);
      expect(text).toContain('189');
    }
    const [, transformation, ...more] = await list(today, 2);
    expect(more).toEqual([]);
    expect(transformation).toMatchObject({
      id: expect.stringMatching(`^${id}-\\d\\d$`),
      tipo: expect.stringMatching(/transformaci/i),
      codigo_contrato: '189',
      fecha_inicio: addDays(today, 1),
      fecha_fin: '',
    });
  });

  test('with a transformation it is not removed', async () => {
    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=1`)).toMatchObject(refusedBySepe(/./));
    expect((await data()).status).toBe(200);
  });

  test('the transformation is removed, then the contract', async () => {
    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=2`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await gateway.get('/sepe/contrata/transformation', { dni, startDate: today })).toMatchObject(
      refusedBySepe(/./),
    );
    expect(await list(today, 2)).toHaveLength(1);
    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=2`)).toMatchObject(refusedBySepe(/./));

    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=1`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await data()).toMatchObject(refusedBySepe(/./));
    expect(await gateway.get('/sepe/contrata', { cif, dni, startDate: today })).toMatchObject(
      refusedBySepe(/./),
    );
    expect(await list(today, 1)).toEqual([]);
    expect(await gateway.delete(`/sepe/contrata?sepeId=${id}&option=1`)).toMatchObject(refusedBySepe(/./));
  });
});

test('a contract that SEPE does not have is not removed', async () => {
  for (const option of [1, 2])
    expect(await gateway.delete(`/sepe/contrata?sepeId=E-28-2026-9999999&option=${option}`)).toMatchObject(
      refusedBySepe(/no existe/),
    );
});

test('the data of a contract with an extension', async () => {
  const { sepeId, dni, startDate, ccc, cif } = demo.contract;
  const { status, body } = await gateway.get('/sepe/contrata/data', { dni, startDate, ccc });
  expect(status).toBe(200);
  for (const name of BLOCKS)
    for (const each of body.data[name]) {
      expect(Object.keys(each), name).toHaveLength(1);
      const [value] = Object.values(each);
      expect(value, name).toEqual(expect.any(String));
      if (/^\d{4}-\d\d-\d\d/.test(String(value))) expect.unreachable(`${name} has an ISO date`);
    }
  expect(body.data.copy_basic_data).toEqual([{ signatureText: expect.any(String) }]);
  expect(body.data.contract_extensions).toEqual([
    {
      id: `${sepeId}-01`,
      cif,
      código_cuenta_cotización: regimen + ccc,
      fecha_inicio: slashed(addDays(today, -60)),
      fecha_fin: slashed(addDays(today, 29)),
      fecha_comunicación: slashed(addDays(today, -62)),
      existe_convenio_colectivo: 'SI',
    },
  ]);
});

test('the two orders of the list differ where notification came after the start', async () => {
  const { cif, ccc, startDate, sepeId } = demo.contract;
  const ids = async (day: string, communications_by: number) => {
    const query = { cif, regimen, ccc, startDate: day, endDate: day, communications_by };
    const { body } = await gateway.get('/sepe/contrata/data/list', query);
    return body.data.map((each: { id: string }) => each.id);
  };
  expect(await ids(startDate, 1)).toEqual([sepeId]);
  expect(await ids(startDate, 2)).toEqual([]);
  expect(await ids(addDays(startDate, 1), 1)).toEqual([]);
  expect(await ids(addDays(startDate, 1), 2)).toEqual([sepeId]);
});

describe('what happens to an answer', () => {
  test('lost: the contract was filed once, and is found', async () => {
    const contract = nextContract();
    const before = await shipments('contrato');
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const { status, body } = await lost.post('/sepe/contrata', { ...contract, duplicate: 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data).toMatchObject({ id: expect.stringMatching(FOOTPRINT), doc: contract.dni });
    expect(await textOf(body.data.file)).toContain(body.data.id);
    expect(await shipments('contrato')).toBe(before + 1);
  });

  test('lost: also of what follows a contract', async () => {
    const { sepeId, docType, dni, startDate, ccc, cif } = seed.demo.convertibleContract;
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const copy = {
      TIPO_FIRMA: 2,
      TEXTO_COPIABASICA: 'Jornada completa.',
      DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
    };
    const copied = await lost.post('/sepe/copy-basic', {
      ...{ cif, docType, dni, startDate, sepeId, duplicate: 1 },
      ...copy,
    });
    expect({ status: copied.status, errors: copied.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(copied.body.data.file)).toContain(copy.TEXTO_COPIABASICA);

    const before = await shipments('transformacion');
    const made = await lost.post('/sepe/transformation', {
      TIPO_CONTRATO: '189',
      DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: regimen + ccc },
      DATOS_CONTRATO: {
        FECHA_INICIO_CTO: startDate,
        IDENTIFICADORPFISICA: docType + dni,
        CLAVE_CONTRATO: sepeId,
      },
      DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: today, CODIGO_OCUPACION: '4309' },
      DATOS_COMUNICA_COPIA_BASICA: copy,
      duplicate: 1,
    });
    expect({ status: made.status, errors: made.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(made.body.data.file)).toContain('189');
    expect(await shipments('transformacion')).toBe(before + 1);

    for (const option of [2, 1])
      expect(await lost.delete(`/sepe/contrata?sepeId=${sepeId}&option=${option}`)).toMatchObject({
        status: 200,
        body: { success: true, message: 'La anulación se ha realizado.' },
      });
    expect(await gateway.get('/sepe/contrata/data', { dni, startDate, ccc })).toMatchObject(
      refusedBySepe(/./),
    );
  });

  test('refused: in the words of the authority, and nothing is filed', async () => {
    const contract = nextContract();
    const scenario = gateway.with({ 'X-Sandbox-Scenario': 'refused' });
    expect(await scenario.post('/sepe/contrata', contract)).toMatchObject(refusedBySepe(/CCT4079/));
    const { dni, startDate } = contract;
    expect(await gateway.get('/sepe/contrata/data', { dni, startDate, ccc })).toMatchObject({ status: 422 });
  });
});

test('of two identical notifications at once, one is filed', async () => {
  const contract = nextContract();
  const before = await shipments('contrato');
  const slow = gateway.with({ 'X-Sandbox-Scenario': 'slow' });
  const answers = await Promise.all([1, 2].map(() => slow.post('/sepe/contrata', contract)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await shipments('contrato')).toBe(before + 1);
}, 40_000);

describe('files', () => {
  const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const fileOf = (bytes: Buffer) => ({
    content: `data:application/xml;base64,${bytes.toString('base64')}`,
    contentType: 'application/xml',
    name: 'envio.xml',
    size: bytes.length,
  });
  const xml = (text: string) => fileOf(Buffer.from(text, 'latin1'));
  const documentOf = (fields: Record<string, unknown>): string => {
    const options = { refuseTypos: true, strictIdentifiers: true };
    const { value, errors } = readRequest(notifyContract.request, fields, options);
    expect(errors).toEqual({});
    return contractDocument(value!, 'PRUEBA');
  };
  const recordOf = (document: string) => /<CONTRATO_\d{3}>.*<\/CONTRATO_\d{3}>/s.exec(document)![0];

  test('two contracts in a file: each is answered for, in order', async () => {
    const [one, two] = [nextContract(), nextContract()];
    const document = documentOf(one).replace('</CONTRATOS>', `${recordOf(documentOf(two))}</CONTRATOS>`);
    const { status, body } = await gateway.post('/sepe/contrata/xml', { file: xml(document) });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.success).toBe(true);
    expect(body.data.contracts).toEqual(
      [one, two].map(({ dni }) => ({
        type: 'CONTRATO_100',
        id: expect.stringMatching(FOOTPRINT),
        doc: dni,
        startDate: today,
        result: 'ACEPTADO',
        messages: [],
      })),
    );
    expect(body.data.id).toBe(body.data.contracts[0].id);
    for (const [index, { dni }] of [one, two].entries()) {
      const { body: read } = await gateway.get('/sepe/contrata/data', { dni, startDate: today, ccc });
      expect(read.data.id).toBe(body.data.contracts[index].id);
    }

    // With one that is there already, the other is filed all the same, and it is no success.
    const three = nextContract();
    const mixed = documentOf(one).replace('</CONTRATOS>', `${recordOf(documentOf(three))}</CONTRATOS>`);
    const partly = await gateway.post('/sepe/contrata/xml', { file: xml(mixed) });
    expect(partly).toMatchObject({
      status: 200,
      body: {
        success: false,
        message: expect.stringMatching(/1 de 2/),
        data: {
          contracts: [
            { doc: one.dni, result: 'RECHAZADO', messages: [expect.stringMatching(/^CCT4003/)] },
            { doc: three.dni, result: 'ACEPTADO' },
          ],
        },
      },
    });
  });

  test('a file whose answer is lost was filed once, and each contract is found', async () => {
    const [one, two] = [nextContract(), nextContract()];
    const document = documentOf(one).replace('</CONTRATOS>', `${recordOf(documentOf(two))}</CONTRATOS>`);
    const before = await shipments('contrato');
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const { status, body } = await lost.post('/sepe/contrata/xml', { file: xml(document) });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data.contracts).toMatchObject(
      [one, two].map(({ dni }) => ({ doc: dni, id: expect.stringMatching(FOOTPRINT), result: 'ACEPTADO' })),
    );
    expect(await shipments('contrato')).toBe(before + 1);
  });

  const entity = (declared: string, used: string) =>
    `${DECLARATION}<!DOCTYPE CONTRATOS [${declared}]><CONTRATOS><CONTRATO_100>${used}</CONTRATO_100></CONTRATOS>`;
  const laughs = Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY l${index} "${index === 0 ? 'ja' : `&l${index - 1};`.repeat(10)}">`,
  ).join('');
  const harmless = '<CONTRATOS><CONTRATO_100/></CONTRATOS>';
  const megabyte = 1024 * 1024;

  const refused: [name: string, file: () => Record<string, unknown>][] = [
    ['billion laughs', () => xml(entity(laughs, '&l9;'))],
    ['external entity', () => xml(entity('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'))],
    [
      'external parameter entity',
      () => xml(entity(`<!ENTITY % x SYSTEM "${demo.authorities.control}/stats">%x;`, '')),
    ],
    ['wrong size', () => ({ ...xml(DECLARATION + harmless), size: 7 })],
    ['wrong type', () => ({ ...xml(DECLARATION + harmless), contentType: 'text/plain' })],
    ['UTF-8 declared', () => xml(`<?xml version="1.0" encoding="UTF-8"?>${harmless}`)],
    [
      'UTF-16 declared and used',
      () => fileOf(Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${harmless}`, 'utf16le')),
    ],
    [
      'UTF-8 under another declaration',
      () =>
        fileOf(Buffer.from(`${DECLARATION}<CONTRATOS><CONTRATO_100>Á</CONTRATO_100></CONTRATOS>`, 'utf8')),
    ],
    ['not well formed', () => xml(`${DECLARATION}<CONTRATOS><CONTRATO_100></CONTRATOS>`)],
    ['nested a hundred thousand times', () => xml(DECLARATION + '<a>'.repeat(99_000))],
    ['another root', () => xml(`${DECLARATION}<TRANSFORMACIONES><TRANSFORMACION_189/></TRANSFORMACIONES>`)],
    [
      'a thousand contracts and one',
      () => xml(`${DECLARATION}<CONTRATOS>${'<CONTRATO_100/>'.repeat(1001)}</CONTRATOS>`),
    ],
    ['more tags than any contracts have', () => xml(DECLARATION + '<a/>'.repeat(150_000))],
    [
      'attributes without end',
      () => {
        const attributes = Array.from({ length: 60_000 }, (_, index) => `a${index}=""`).join(' ');
        return xml(`${DECLARATION}<CONTRATOS ${attributes}/>`);
      },
    ],
    ['an open comment', () => xml(`${DECLARATION}<CONTRATOS>${'<!-- -'.repeat(90_000)}`)],
    ['references without end', () => xml(`${DECLARATION}<CONTRATOS>${'&#65;'.repeat(200_000)}</CONTRATOS>`)],
    ['no contract', () => xml(`${DECLARATION}<CONTRATOS/>`)],
    ['no data URL', () => ({ ...xml(DECLARATION + harmless), content: DECLARATION + harmless })],
    ['a byte more than 1 MiB', () => xml(DECLARATION.padEnd(megabyte + 1 - harmless.length, ' ') + harmless)],
  ];

  test.each(refused)('refused: %s', async (_name, file) => {
    const before = await shipments('contrato');
    const json = { file: file() };
    const began = performance.now();
    const { status, body } = await gateway.post('/sepe/contrata/xml', json);
    const took = performance.now() - began;
    expect({ status, body }).toMatchObject({ status: 422 });
    for (const field of Object.keys(body.errors)) expect(field).toMatch(/^file\b/);
    expect(Object.keys(body.errors)).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/root:|handshakes/);
    expect(took).toBeLessThan(1000);
    expect(await shipments('contrato')).toBe(before);
  });

  test('a body far beyond the limit is not read', async () => {
    const began = performance.now();
    const { status } = await gateway.post('/sepe/contrata/xml', {
      file: xml(DECLARATION.padEnd(2 * megabyte, ' ') + harmless),
    });
    expect(status).toBe(413);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('company certificates', () => {
  const { companyCertificate: one, companyCertificates: several } = demo;

  test('of a single one the list tells three things', async () => {
    const { status, body } = await gateway.get('/sepe/certifica/list', { dni: one.dni });
    expect(status).toBe(200);
    const { enterprise, employee, certificates } = body.data;
    expect(Object.keys(enterprise).sort()).toEqual(
      ['name', 'regimen', 'cif', 'cnae', 'postal_code', 'ccc'].sort(),
    );
    expect(enterprise).toMatchObject({ cif, regimen, ccc: one.ccc.slice(0, 9) });
    expect(Object.keys(employee).sort()).toEqual(
      ['name', 'surname', 'lastSurname', 'nif', 'nss', 'causa_susp', 'cno'].sort(),
    );
    expect(employee.nif).toBe(one.dni);
    expect(certificates).toEqual([
      {
        fecha_entrada: expect.stringMatching(SLASHED),
        fecha_susp: slashed(one.startDate),
        origen: expect.any(String),
      },
    ]);
  });

  test('of several it tells all', async () => {
    const { body } = await gateway.get('/sepe/certifica/list', { dni: several.dni });
    expect(body.data.certificates).toHaveLength(3);
    for (const each of body.data.certificates)
      expect(each).toEqual({
        fecha_entrada: expect.stringMatching(SLASHED),
        fecha_recepcion: expect.stringMatching(SLASHED),
        fecha_reconocimiento: '--',
        cif,
        codigo: expect.any(String),
        fecha_susp: expect.stringMatching(SLASHED),
        anexado: 'NO',
        origen: expect.any(String),
      });
    const dates = body.data.certificates.map((each: { fecha_susp: string }) => each.fecha_susp);
    expect(dates.filter((each: string) => each === slashed(several.startDate))).toHaveLength(2);
  });

  test('the former address answers the same, and says that it is deprecated', async () => {
    const { dni } = one;
    const current = await gateway.get('/sepe/certifica/list', { dni });
    const former = await gateway.get('/sepe/certifica/data', { dni });
    expect(former.body).toEqual(current.body);
    expect(former.headers.get('deprecation')).toBe('true');
    const [, target] = /^<([^>]+)>; rel="successor-version"$/.exec(former.headers.get('link') ?? '') ?? [];
    expect(target).toMatch(/\/sepe\/certifica\/list$/);
    expect(current.headers.get('deprecation')).toBeNull();
    expect(current.headers.get('link')).toBeNull();
  });

  test('the detail of the only one', async () => {
    const { dni, startDate } = one;
    const { status, body } = await gateway.get('/sepe/certifica/detail', { dni, startDate });
    expect(status).toBe(200);
    const detail = body.data;
    expect(Object.keys(detail).sort()).toEqual(
      [
        ...['general', 'attachments', 'representative', 'enterprise', 'employee'],
        ...['contributions', 'holidays', 'totals'],
      ].sort(),
    );
    expect(detail.general).toMatchObject({
      entry_date: addDays(startDate, 2),
      recognition_date: addDays(startDate, 12),
      origin: 'INTERNET',
    });
    // The certificate itself is one of the documents.
    expect(detail.attachments).toEqual([
      { name: 'CERTIFICADO DE EMPRESA', date: addDays(startDate, 2), source: 'INTERNET' },
      { name: 'CARTA DE DESPIDO', date: addDays(startDate, 2), source: 'EMPRESA' },
    ]);
    expect(detail.representative).toMatchObject({
      nif: seed.demo.holder.nif,
      position: 'ADMINISTRADOR',
      email: null,
      phone: null,
    });
    expect(detail.enterprise).toMatchObject({ cif, regimen, ccc: one.ccc.slice(0, 9) });
    expect(detail.employee).toMatchObject({
      nif: dni,
      quote_group: '07',
      contract_duration: null,
      dedication_percent: 100,
      suspension_cause: '15',
      suspension_start_date: startDate,
      suspension_end_date: null,
      ere_number: null,
      ere_percent: null,
      processing_salary_days: null,
    });
    expect(detail.contributions).toHaveLength(6);
    for (const each of detail.contributions)
      expect(each).toMatchObject({
        year: expect.stringMatching(/^\d{4}$/),
        month: expect.stringMatching(/^\d{2}$/),
        days: expect.any(Number),
        base_cc: expect.any(Number),
        base_unemployment: expect.any(Number),
      });
    expect(detail.contributions[0].observations).toBeNull();
    expect(detail.contributions[1].observations).toBe('INCLUYE PAGA EXTRAORDINARIA');
    expect(detail.holidays).toEqual({ days: 4, base_cc: 212.48, base_unemployment: 212.48 });
    const sum = (key: 'days' | 'base_cc') =>
      [...detail.contributions, detail.holidays].reduce((total, each) => total + each[key], 0);
    expect(detail.totals.days).toBe(sum('days'));
    expect(detail.totals.base_cc).toBeCloseTo(sum('base_cc'), 2);
  });

  test('of several on a day, the account picks', async () => {
    const { dni, startDate, cccs } = several;
    for (const ccc of cccs) {
      const { status, body } = await gateway.get('/sepe/certifica/detail', { dni, startDate, ccc });
      expect(status).toBe(200);
      expect(body.data.enterprise.ccc).toBe(ccc.slice(0, 9));
      expect(body.data.dates_susp).toHaveLength(3);
      expect(body.data.dates_susp.filter((date: string) => date === startDate)).toHaveLength(2);
      expect(body.data.general.recognition_date).toBeNull();
    }
    expect(
      await gateway.get('/sepe/certifica/detail', { dni, startDate: addDays(startDate, 1) }),
    ).toMatchObject(refusedBySepe(/No existe certificado/));
  });

  test('the duplicate comes with the detail where the account is named', async () => {
    const { dni, startDate, cccs } = several;
    const ccc = cccs[1]!;
    const { body } = await gateway.get('/sepe/certifica', { dni, startDate, ccc });
    const text = await textOf(body.data.file);
    expect(text).toContain(dni);
    expect(text).toContain(ccc.slice(0, 9));
    const detail = await gateway.get('/sepe/certifica/detail', { dni, startDate, ccc });
    expect(body.data.detail).toEqual(detail.body.data);

    const without = await gateway.get('/sepe/certifica', { dni: one.dni, startDate: one.startDate });
    expect(Object.keys(without.body.data)).toEqual(['file']);
  });
});

/** Last: it leaves the breaker open for a while. */
test('while SEPE announces maintenance nothing is sent, and then it goes on', async () => {
  const query = { dni: demo.companyCertificate.dni };
  const away = gateway.with({ 'X-Sandbox-Scenario': 'maintenance' });
  const first = await away.get('/sepe/certifica/list', query);
  expect(first).toMatchObject({ status: 503, body: { maintenance: true } });
  const wait = Number(first.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);

  const requests = await authorities.requests();
  expect(await gateway.get('/sepe/certifica/list', query)).toMatchObject({ status: 503 });
  expect(await authorities.requests()).toBe(requests);

  await new Promise((resolve) => setTimeout(resolve, wait * 1000 + 500));
  expect((await gateway.get('/sepe/certifica/list', query)).status).toBe(200);
}, 60_000);
