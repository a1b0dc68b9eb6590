import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionOf } from '../../../reference/employment-requests.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { contractMaker } from '../../support/contracts.ts';
import { caller, demo } from '../../support/demo.ts';
import { type Gateway, idOf } from '../../support/gateway.ts';
import { textOf } from '../../support/pdf.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Contracts as existing programs send them. */

const authorities = atAuthorities(demo.authorities.control);
const { today } = seed;
const nextContract = contractMaker(demo);

let sepe: Gateway;
beforeAll(async () => {
  await authorities.reset();
  sepe = caller.acting(demo.certificates.sepe);
});
afterAll(() => authorities.reset());

/** SEPE's data about a contract. */
const shown = async (dni: string) => {
  const { status, body } = await sepe.get('/sepe/contrata/data', { dni, startDate: today });
  expect(status).toBe(200);
  return JSON.stringify(body.data);
};

test('the country of residence is accepted as PAIS_RESIDENCIA', async () => {
  const { country, ...contract } = nextContract() as Record<string, unknown>;
  const { status, body } = await sepe.post('/sepe/contrata', { ...contract, PAIS_RESIDENCIA: country });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  const without = await sepe.post('/sepe/contrata', contract);
  expect(without.status).toBe(422);
  expect(Object.keys(without.body.errors)).toEqual(['country']);
});

test('a field that SEPE does not have is omitted from a contract, and the answer and its trámite say so', async () => {
  const contract = { ...nextContract(), country: 250, IND_CONTRATO_ESCRITO: 1 };
  const sent = await sepe.post('/sepe/contrata', contract);
  expect({ status: sent.status, errors: sent.body.errors }).toEqual({ status: 200, errors: undefined });
  const warnings = [
    'IND_CONTRATO_ESCRITO no se comunica con el tipo 100: el SEPE no tiene sitio para ese dato en él.',
    'municipality no se comunica con el país 250: el SEPE solo admite municipios de España (724).',
  ];
  expect(sent.body.message).toContain(warnings.join(' '));
  const filing = await caller.get(`/tramites/${sent.headers.get('X-Tramite-Id')}`);
  expect(filing.body.data.warnings).toEqual(warnings);
  const another = await sepe.post('/sepe/contrata', { ...nextContract(), endDate: addDays(today, 90) });
  expect(another.status).toBe(422);
  expect(another.body.errors.endDate).toEqual([
    expect.stringMatching(/es indefinido, y con fecha de fin sería otro/),
  ]);
});

describe('a training contract', () => {
  test.each([
    ['without hours of work', { HORAS_FORMACION: '012000' }],
    ['with minutes in addition to its hours', { HORAS_FORMACION: '0120', jornadaFormativaMin: '00' }],
  ])('the contract is notified %s', async (_, training) => {
    const { status, body } = await sepe.post('/sepe/contrata', {
      ...nextContract(),
      codContract: '421',
      endDate: addDays(today, 200),
      jornadaType: 'A',
      ...training,
    });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });
});

test('a training contract without kind of working time is notified by the week, and the message says so', async () => {
  const sent = { ...nextContract(), codContract: '421', endDate: addDays(today, 200), test: 1 };
  const week = await sepe.post('/sepe/contrata', { ...sent, HORAS_FORMACION: '001430' });
  expect({ status: week.status, errors: week.body.errors }).toEqual({ status: 200, errors: undefined });
  expect(week.body.message).toContain('Sin jornadaType, las horas se comunican como semanales (S).');
  const more = await sepe.post('/sepe/contrata', { ...sent, HORAS_FORMACION: '043700' });
  expect({ status: more.status, errors: more.body.errors }).toEqual({
    status: 422,
    errors: { jornadaType: [expect.stringMatching(/Se lee como 437 horas a la semana/)] },
  });
});

describe('a transformation without the identifier of its contract at SEPE', () => {
  const temporary = () => ({
    ...nextContract(),
    codContract: '402',
    REAL_DECRETO_1435_1985: 'B',
    endDate: addDays(today, 120),
  });
  const transformation = (dni: string, changes: object = {}) => ({
    ...conversionOf(seed, demo),
    DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: demo.company.regimen + demo.company.ccc },
    DATOS_CONTRATO: { FECHA_INICIO_CTO: today, IDENTIFICADORPFISICA: `D${dni}`, CLAVE_CONTRATO: '' },
    DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: addDays(today, 1), CODIGO_OCUPACION: '4309' },
    duplicate: 1,
    ...changes,
  });

  test('the transformation is filed for the contract of that worker and start date', async () => {
    const contract = temporary();
    const { body } = await sepe.post('/sepe/contrata', contract);
    const sent = transformation(contract.dni);
    const dry = await sepe.post('/sepe/transformation', { ...sent, test: 1 });
    expect({ status: dry.status, errors: dry.body.errors }).toEqual({ status: 200, errors: undefined });
    const made = await sepe.post('/sepe/transformation', sent);
    expect({ status: made.status, errors: made.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await textOf(made.body.data.file)).toContain(body.data.id);
  });

  test('the transformation is refused in SEPE’s words if SEPE has no such contract', async () => {
    const { status, body } = await sepe.post('/sepe/transformation', transformation(nextContract().dni));
    expect({ status, keys: Object.keys(body.errors) }).toEqual({ status: 422, keys: ['sepe'] });
  });
});

describe('a name of more letters than SEPE takes', () => {
  const long = { name: 'MARIA DEL CARMEN' };
  const cut = /El SEPE solo admite 15 caracteres: «MARIA DEL CARMEN» se comunica como «MARIA DEL CARME»\./;

  test('the name is cut, and the message says so', async () => {
    const contract = { ...nextContract(), ...long };
    const dry = await sepe.post('/sepe/contrata', { ...contract, test: 1 });
    expect(dry).toMatchObject({ status: 200, body: { message: expect.stringMatching(cut) } });
    const filed = await sepe.post('/sepe/contrata', contract);
    expect(filed).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringMatching(cut) },
    });
    expect(await shown(contract.dni)).toContain('MARIA DEL CARME');
  });
});

describe('a DNI as TGSS prints it, with a leading zero', () => {
  const { contract, companyCertificate } = demo;
  const printed = (dni: string) => dni.padStart(10, '0');

  test('the DNI names the same person in every question about contracts', async () => {
    const { dni, startDate, cif } = contract;
    const ask = async (path: string, of: string) => {
      const { status, body } = await sepe.get(path, { cif, dni: of, startDate });
      expect({ path, status }).toEqual({ path, status: 200 });
      return body.data.id ?? Object.keys(body.data);
    };
    for (const path of ['/sepe/contrata/data', '/sepe/contrata', '/sepe/copy-basic'])
      expect(await ask(path, printed(dni))).toEqual(await ask(path, dni));
  });

  test('the DNI names the same person in company certificates', async () => {
    const { dni } = companyCertificate;
    const list = await sepe.get('/sepe/certifica/list', { dni: printed(dni) });
    expect(list.status).toBe(200);
    expect(list.body.data).toEqual((await sepe.get('/sepe/certifica/list', { dni })).body.data);
  });

  test('the DNI names the same person in a contract that is notified', async () => {
    const notified = nextContract();
    const first = await sepe.post('/sepe/contrata', { ...notified, dni: printed(notified.dni) });
    expect({ status: first.status, doc: first.body.data.doc }).toEqual({ status: 200, doc: notified.dni });
    const again = await sepe.post('/sepe/contrata', notified);
    expect({ status: again.status, repeated: again.headers.get('x-repeated') }).toEqual({
      status: 200,
      repeated: idOf(first),
    });
    const onPurpose = sepe.with({ Repeats: idOf(first) });
    expect(await onPurpose.post('/sepe/contrata', notified)).toMatchObject({ status: 422 });
  });

  test('the DNI is the same tax id at the tax agency', async () => {
    const { request } = requestsOf(demo)['GET /aeat/report-subcontractors']! as {
      request: { nif_entidad: string };
    };
    const aeat = caller.acting(demo.certificates.aeat);
    const { status, body } = await aeat.get('/aeat/report-subcontractors', {
      ...request,
      nif_entidad: printed(request.nif_entidad),
    });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });
});

test('an XML file in UTF-8 without a declaration is filed with its letters', async () => {
  const { file } = requestsOf(demo)['POST /sepe/contrata/xml']!.request as { file: Record<string, string> };
  const latin1 = Buffer.from(file.content!.split(',')[1]!, 'base64').toString('latin1');
  const xml = latin1
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .replace(/<PRIMER_APELLIDO>[^<]*/, '<PRIMER_APELLIDO>NÚÑEZ');
  const bytes = Buffer.from(xml, 'utf8');
  await authorities.reset();
  const { status, body } = await sepe.post('/sepe/contrata/xml', {
    file: {
      ...file,
      content: `data:application/xml;base64,${bytes.toString('base64')}`,
      size: bytes.length,
    },
  });
  expect({ status, errors: body.errors, success: body.success }).toMatchObject({
    status: 200,
    success: true,
  });
  expect(await shown(body.data.contracts[0].doc)).toContain('NÚÑEZ');
});
