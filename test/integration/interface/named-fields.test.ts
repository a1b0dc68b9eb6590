import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversionOf } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { contractMaker } from '../../support/contracts.ts';
import { caller, demo } from '../../support/demo.ts';
import { type Answered, idOf } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/** Mistakes that the gateway finds only from the authority's pages are reported under the field that is wrong. */

const authorities = atAuthorities(demo.authorities.control);
beforeAll(() => authorities.reset());
afterAll(() => authorities.reset());

const requests = requestsOf(demo);
const tgss = () => caller.acting(demo.certificates.tgss);
const sepe = () => caller.acting(demo.certificates.sepe);
const { contract, convertedContract, convertibleContract } = seed.demo;
const stranger = seed.other.accounts.general;

const expectOnly = ({ status, body }: Answered, field: string) => {
  expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect(body.message).toBe(body.errors[field][0]);
  expect(body.message.startsWith(`${field}: `)).toBe(true);
};

test('an authorised user whom the certificate does not have is refused with its field', async () => {
  const { regimen, ccc } = demo.company;
  const { liquidType, startDate, endDate } = demo.rlc;
  expectOnly(
    await tgss().get('/seg-social/report-rlc', {
      regimen,
      ccc,
      liquidType,
      startDate,
      endDate,
      numAutorizado: '1',
    }),
    'numAutorizado',
  );
  const { request } = requests['PUT /seg-social/datos-bancarios']!;
  for (const dry of [{ test: 1 }, {}])
    expectOnly(
      await tgss().call('PUT', '/seg-social/datos-bancarios', {
        json: { ...request, ...dry, authorized_num: 1 },
      }),
      'authorized_num',
    );
});

test('the identifier of another worker’s contract is refused with its field', async () => {
  const { request } = requests['POST /sepe/copy-basic']! as { request: Record<string, unknown> };
  expectOnly(
    await sepe().post('/sepe/copy-basic', { ...request, test: 1, sepeId: convertedContract.sepeId }),
    'sepeId',
  );
  expectOnly(
    await sepe().get('/sepe/contrata/transformation', {
      dni: contract.dni,
      startDate: contract.startDate,
      sepeId: convertedContract.sepeId,
    }),
    'sepeId',
  );
  const conversion = conversionOf(seed, demo);
  expectOnly(
    await sepe().post('/sepe/transformation', {
      ...conversion,
      test: 1,
      DATOS_CONTRATO: { ...conversion.DATOS_CONTRATO, CLAVE_CONTRATO: contract.sepeId },
    }),
    'DATOS_CONTRATO.CLAVE_CONTRATO',
  );
});

test.each([
  ['startDate', { startDate: '2020-01-01', sepeId: convertibleContract.sepeId }],
  ['cif', { cif: stranger.cif, sepeId: convertibleContract.sepeId }],
  ['cif', { cif: stranger.cif }],
])(
  'a basic copy of a contract with another %s is refused with that field, and nothing is filed: %j',
  async (field, other) => {
    const { request } = requests['POST /sepe/copy-basic']! as { request: Record<string, unknown> };
    const digest = await authorities.digest();
    for (const test of [1, undefined])
      expectOnly(await sepe().post('/sepe/copy-basic', { ...request, ...other, test }), field);
    expect(await authorities.digest()).toEqual(digest);
  },
);

test('a question about a transformation with another start is refused with its field', async () => {
  const { dni, sepeId } = convertedContract;
  expectOnly(
    await sepe().get('/sepe/contrata/transformation', { dni, startDate: '2020-01-01', sepeId }),
    'startDate',
  );
});

test('a transformation with the start of another contract of the worker is refused with its field', async () => {
  const conversion = conversionOf(seed, demo);
  const sent = (FECHA_INICIO_CTO: string) => ({
    ...conversion,
    test: 1,
    DATOS_CONTRATO: { ...conversion.DATOS_CONTRATO, FECHA_INICIO_CTO },
  });
  expectOnly(
    await sepe().post('/sepe/transformation', sent('2020-01-01')),
    'DATOS_CONTRATO.FECHA_INICIO_CTO',
  );
  // A date in another format cannot be compared, so it does not count as too late.
  expectOnly(
    await sepe().post('/sepe/transformation', sent('31/12/2025')),
    'DATOS_CONTRATO.FECHA_INICIO_CTO',
  );
});

test('a contribution account or company without the contract is refused with its field', async () => {
  const { dni, startDate } = contract;
  expectOnly(await sepe().get('/sepe/contrata/data', { dni, startDate, ccc: stranger.ccc }), 'ccc');
  expectOnly(await sepe().get('/sepe/contrata', { dni, startDate, cif: stranger.cif }), 'cif');
  const conversion = conversionOf(seed, demo);
  const { CLAVE_CONTRATO: _, ...worker } = conversion.DATOS_CONTRATO;
  expectOnly(
    await sepe().post('/sepe/transformation', {
      ...conversion,
      DATOS_CONTRATO: worker,
      DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: stranger.regimen + stranger.ccc },
    }),
    'DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION',
  );
});

test.each(['/sepe/certifica', '/sepe/certifica/detail'])(
  'a request to %s with another contribution account is refused with its field',
  async (path) => {
    for (const { dni, startDate } of [demo.companyCertificate, demo.companyCertificates]) {
      expectOnly(await sepe().get(path, { dni, startDate, ccc: stranger.ccc }), 'ccc');
      expectOnly(await sepe().get(path, { dni, startDate: '2020-01-01', ccc: stranger.ccc }), 'startDate');
    }
  },
);

test('minutes of work without hours are refused with their field', async () => {
  const full = { ...contractMaker(demo)(), test: 1, codContract: '100' };
  const { jornadaType, jornadaHour, ...rest } = full as Record<string, unknown>;
  expectOnly(await sepe().post('/sepe/contrata', { ...rest, jornadaMin: 30 }), 'jornadaMin');
  expectOnly(
    await sepe().post('/sepe/contrata', { ...rest, codContract: '300', jornadaMin: 30 }),
    'jornadaMin',
  );
});

test('a report of a worker who is only in another account is refused with its field', async () => {
  const { nss } = seed.demo.worker;
  const { regimen, ccc } = seed.demo.accounts.second;
  expectOnly(await tgss().get('/seg-social/life-affiliate', { regimen, ccc, nss }), 'ccc');
});

test('the removal of a registration that was removed before is refused with its field', async () => {
  const { request } = requests['DELETE /seg-social/alta']!;
  const remove = (headers: Record<string, string> = {}) =>
    tgss().with(headers).call('DELETE', '/seg-social/alta', { json: request });
  const first = await remove();
  expect(first.status).toBe(200);
  expectOnly(await remove({ Repeats: idOf(first) }), 'nss');
});
