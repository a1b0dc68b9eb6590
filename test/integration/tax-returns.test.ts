import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { readRecord111, record111 } from '../../shared/authorities/aeat/modelo-111-record.ts';
import { caller, demo } from '../support/demo.ts';
import { textOf } from '../support/pdf.ts';
import { ownService } from '../support/setup/own-service.ts';

/** Modelo 111, filed by direct presentation, and the query of what was filed. */

const { authorities } = await ownService();
const { company } = seed.demo;
const year = Number(seed.today.slice(0, 4)) - 1;
const gateway = caller.acting(demo.certificates.aeat);

beforeEach(() => authorities.reset());

const declared = {
  cif: company.cif,
  razon_social: company.name,
  ejercicio: String(year),
  periodo: '4T',
  casilla_01: 3,
  casilla_02: '00000000000900000',
  casilla_03: '00000000000135000',
  casilla_28: '00000000000135000',
  casilla_30: '00000000000135000',
  tipo: 'G',
};
const PATH = '/aeat/modelo-111';
const file = (json: object, scenario?: string) =>
  (scenario ? gateway.with({ 'X-Sandbox-Scenario': scenario }) : gateway).post(PATH, json);
const listed = async (more: object = {}) => {
  const query = { cif: company.cif, modelo: '111', ejercicio: String(year), ...more };
  return (await gateway.get('/aeat/declaraciones', query)).body.data;
};
const filed = async () => (await authorities.submissions('aeat.111')) ?? 0;

describe('modelo 111', () => {
  test('a declaration is filed once, with its receipt as evidence', async () => {
    const { status, body, headers } = await file(declared);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.data).toMatchObject({
      justificante: expect.stringMatching(/^111\d{10}$/),
      csv: expect.stringMatching(/^[A-Z0-9]{16}$/),
      presentada: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    });
    expect(await textOf(body.data.file)).toContain(body.data.justificante);
    const tramite = await gateway.get(`/tramites/${headers.get('x-tramite-id')}`);
    expect(tramite.body.data).toMatchObject({ state: 'accepted', reference: body.data.justificante });
    expect(tramite.body.data.documents).toHaveLength(1);
    const again = await file(declared);
    expect([again.status, again.body.data.justificante, await filed()]).toEqual([
      200,
      body.data.justificante,
      1,
    ]);
  });

  test('a dry run checks the declaration without asking the agency anything', async () => {
    const before = await authorities.requests();
    const { status, body } = await file({ ...declared, test: 1 });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(body.message).toMatch(/no se ha presentado nada/i);
    const wrong = await file({ ...declared, casilla_28: '00000000000130000', test: 1 });
    expect(wrong.body.errors).toMatchObject({
      casilla_28: [
        'casilla_28: Las casillas 03, 06, 09, 12, 15, 18, 21, 24, 27 suman 1.350,00 €, y la casilla 28 dice 1.300,00 €.',
      ],
    });
    expect(await authorities.requests()).toEqual(before);
  });

  test('a declaration that the agency refuses is not filed', async () => {
    const { status, body } = await file(declared, 'refused');
    expect([status, body.errors]).toEqual([
      422,
      { aeat: ['E0100900 - La declaración no ha sido admitida.'] },
    ]);
    expect(await listed()).toEqual([]);
    expect((await file(declared)).status).toBe(200);
  });

  test('a declaration whose answer is lost is found, and not sent again', async () => {
    const { status, body, headers } = await file(declared, 'lost-answer');
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    // A look-up in another process goes by the record.
    expect(await stores.filings.getFiling(headers.get('x-tramite-id')!)).toHaveProperty('listedBefore', []);
    expect(await listed()).toMatchObject([{ justificante: body.data.justificante, csv: body.data.csv }]);
    expect(await filed()).toBe(1);
  });

  test('a second declaration of a period is filed only if it says that it completes the first', async () => {
    const first = await file(declared);
    const more = {
      ...declared,
      casilla_03: '00000000000145000',
      casilla_28: '00000000000145000',
      casilla_30: '00000000000145000',
    };
    const second = await file(more);
    expect(second.status).toBe(422);
    expect(second.body.errors.complementaria[0]).toContain(first.body.data.justificante);
    expect(await filed()).toBe(1);
    const completing = {
      ...more,
      complementaria: true,
      justificante_anterior: first.body.data.justificante,
      casilla_29: '00000000000135000',
      casilla_30: '00000000000010000',
    };
    expect((await file(completing)).status).toBe(200);
    expect(
      (await listed()).map((one: { justificante_anterior: string }) => one.justificante_anterior),
    ).toEqual(['', first.body.data.justificante]);
  });

  test('a receipt that comes late is fetched with the query of declarations', async () => {
    const { status, body } = await file(declared, 'no-duplicate');
    expect([status, body.data.file]).toEqual([200, null]);
    expect(body.message).toContain('GET /aeat/declaraciones');
    const [found] = await listed({ periodo: '4T', duplicate: true });
    expect(await textOf(found.file)).toContain(body.data.justificante);
  });

  test('the official record is the same declaration as its fields', async () => {
    const registro = record111({ ...declared, periodo: '4T', tipo: 'G', complementaria: false });
    expect(readRecord111(registro)).toHaveProperty('declared');
    const { status, body } = await file({ registro });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const again = await file(declared);
    expect([again.body.data.justificante, await filed()]).toEqual([body.data.justificante, 1]);
  });

  test('a period that has not begun is refused before anything is asked', async () => {
    const before = await authorities.requests();
    const { status, body } = await file({ ...declared, ejercicio: String(year + 2), test: 1 });
    expect([status, body.errors]).toEqual([422, { periodo: ['periodo: Este periodo aún no ha empezado.'] }]);
    expect(await authorities.requests()).toEqual(before);
  });
});
