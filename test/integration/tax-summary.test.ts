import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { exampleFile190 } from '../../functions/gateway/aeat/return-190.ts';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { record190 } from '../../shared/authorities/aeat/modelo-190-record.ts';
import { caller, demo } from '../support/demo.ts';
import { textOf } from '../support/pdf.ts';
import { ownService } from '../support/setup/own-service.ts';

/** Modelo 190, filed by the service for many records, and the query of what was filed. */

const { authorities } = await ownService();
const { cif } = seed.demo.company;
const gateway = caller.acting(demo.certificates.aeat);
const registro = exampleFile190(cif);
const PATH = '/aeat/modelo-190';

beforeEach(() => authorities.reset());

const file = (json: object, scenario?: string) =>
  (scenario ? gateway.with({ 'X-Sandbox-Scenario': scenario }) : gateway).post(PATH, json);
const listed = async (more: object = {}) =>
  (await gateway.get('/aeat/declaraciones', { cif, modelo: '190', ejercicio: '2025', ...more })).body;
const filed = async () => (await authorities.submissions('aeat.190')) ?? 0;
const shipments = async () => (await authorities.state()).aeat.shipments;
const changed = (line: 0 | 1, at: number, text: string): string =>
  registro
    .split('\n')
    .map((record, index) =>
      index === line ? record.slice(0, at - 1) + text + record.slice(at - 1 + text.length) : record,
    )
    .join('\n');

describe('modelo 190', () => {
  test('a file is filed once, and its receipt and the number of its envío are kept', async () => {
    const { status, body, headers } = await file({ registro });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data).toMatchObject({
      numero: '1900000000001',
      csv: expect.stringMatching(/^[A-Z0-9]{16}$/),
      registros: 1,
    });
    expect(await textOf(body.data.file)).toContain('1900000000001');
    const id = headers.get('x-tramite-id')!;
    const tramite = await gateway.get(`/tramites/${id}`);
    expect(tramite.body.data).toMatchObject({ state: 'accepted', reference: body.data.envio });
    expect(tramite.body.data.documents).toHaveLength(1);
    const again = await file({
      registro_gzip: gzipSync(`${registro.replace('\n', '\r\n')}\r\n`).toString('base64'),
    });
    expect([again.status, again.body.data.envio, await filed()]).toEqual([200, body.data.envio, 1]);
    expect((await listed()).data).toMatchObject([
      { modelo: '190', periodo: '0A', cif, envio: body.data.envio },
    ]);
  });

  test('a dry run checks the file and leaves nothing at the agency', async () => {
    const before = await authorities.requests();
    const right = await file({ registro, test: 1 });
    expect([right.status, right.body.message]).toEqual([
      200,
      expect.stringMatching(/no se ha presentado nada/i),
    ]);
    const wrong = await file({ registro: changed(1, 18, '12345678A'), test: 1 });
    expect(wrong.body.errors).toEqual({
      registro: ['registro: Línea 2: Posición 18: el NIF del perceptor (12345678A) no es correcto.'],
    });
    expect(await authorities.requests()).toEqual(before);
  });

  test('a file with a record that the agency refuses is not presented', async () => {
    const { status, body } = await file({ registro }, 'refused');
    expect([status, body.errors]).toEqual([
      422,
      {
        aeat: ['Línea 2: (2) 1999 - El registro no ha sido admitido.'],
      },
    ]);
    expect([await filed(), (await shipments()).map(({ state }) => state)]).toEqual([0, ['FINALIZADO']]);
    expect(await listed()).toMatchObject({
      data: [],
      message: expect.stringMatching(/no está presentado.*no dice si lo está uno anterior/),
    });
    expect((await file({ registro })).status).toBe(200);
  });

  test('a file whose last answer is lost is found by the number of its envío, and not sent again', async () => {
    const { status, body, headers } = await file({ registro }, 'lost-answer');
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(await shipments()).toMatchObject([{ id: body.data.envio, state: 'PRESENTADO' }]);
    expect(body.data).toMatchObject({ csv: '', file: null });
    const row = await stores.filings.getFiling(headers.get('x-tramite-id')!);
    expect([row?.state, row?.reference, await filed()]).toEqual(['accepted', body.data.envio, 1]);
  });

  test('a year that was presented before is refused, and one more file must say that it completes or replaces it', async () => {
    await file({ registro });
    const other = registro.replaceAll('1800000', '1900000');
    const second = await file({ registro: other });
    expect([second.status, Object.keys(second.body.errors)]).toEqual([422, ['complementaria']]);
    expect(await filed()).toBe(1);
    const head = record190('1', {
      5: `2025${cif}EMPRESA DE EJEMPLO SL`,
      58: 'T',
      108: '1900000000002 S1900000000001',
      136: '000000001',
      146: '000000001900000',
      161: '000000000270000',
    });
    const replaced = `${head}\n${other.split('\n')[1]}`;
    expect(Object.keys((await file({ registro: replaced })).body.errors)).toEqual(['sustitutiva']);
    expect((await file({ registro: replaced, sustitutiva: true })).status).toBe(200);
    expect(await filed()).toBe(2);
  });

  test('a receipt that comes late is fetched by its code', async () => {
    const { body } = await file({ registro }, 'no-duplicate');
    expect([body.data.file, body.message]).toEqual([
      null,
      expect.stringContaining('GET /aeat/declaraciones'),
    ]);
    const [found] = (await listed({ periodo: '0A', duplicate: true, csv: body.data.csv })).data;
    expect(await textOf(found.file)).toContain('1900000000001');
  });

  test('a file of another company than the request names is refused before anything is asked', async () => {
    const before = await authorities.requests();
    const { status, body } = await file({ registro, cif: 'B12345674', ejercicio: 2024 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['cif', 'ejercicio']]);
    expect(await authorities.requests()).toEqual(before);
  });

  test('a large file is sent in blocks, and registered whole', async () => {
    const [head = '', record = ''] = registro.split('\n');
    const count = 12_000;
    const total = (cents: number) => String(cents * count).padStart(15, '0');
    const many = [
      `${head.slice(0, 135)}${String(count).padStart(9, '0')} ${total(1_800_000)}${total(270_000)}${head.slice(175)}`,
      ...Array.from({ length: count }, () => record),
    ].join('\n');
    const { status, body } = await file({ registro_gzip: gzipSync(many).toString('base64') });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data.registros).toBe(count);
    expect((await shipments())[0]).toMatchObject({ blocks: 3, right: count });
  });
});
