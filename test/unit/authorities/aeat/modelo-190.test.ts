import { describe, expect, test } from 'vitest';
import { exampleFile190 } from '../../../../functions/gateway/aeat/return-190.ts';
import { createCertificateAuthority, issueClient } from '../../../../sandbox/pki/pki.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { type Modelo190, modelo190, shipmentOfYear } from '../../../../shared/authorities/aeat/modelo-190.ts';
import { NothingFound, OutOfService, Refusal, Unreadable } from '../../../../shared/authorities/exchange.ts';
import { answerWith, pdf, play, type Reply } from '../../../support/portals/portal.ts';

/** The service for many records, with answers as a public program kept them. */

const { holder } = seed.demo;
const [head = '', record = ''] = exampleFile190('B12345674').split('\n');
const input: Modelo190 = { nif: 'B12345674', year: '2025', kind: 'normal', records: [head, record] };
const IDENVIO = '18020230A202410200000281257';
const CSV = '9P6YU9MPKG9C8TVW';

const inHeaders = (headers: Record<string, string>, body = '') =>
  answerWith(Buffer.from(body), { headers, contentType: 'text/plain;charset=UTF-8' });
const none = inHeaders({ codigo: '0', mensaje: 'Operación realizada correctamente' });
const internal = inHeaders({ codigo: '9999', mensaje: 'Error interno. Tiempo de espera agotado' });
const begun = inHeaders({
  ...{ estado: 'CREADO', mensaje: 'Operación realizada correctamente', idenvio: IDENVIO },
  ...{ codigo: '0', sigbloque: '1' },
});
const sent = (more: Record<string, string> = {}) =>
  inHeaders({
    ...{ totalt2ok: '1', avisos: 'N', codigo: '0', bloquet2ok: '1', idenvio: IDENVIO },
    ...{
      mensaje: 'Operación realizada correctamente',
      totalt2ko: '0',
      bloquet2ko: '0',
      estado: 'FINALIZADO',
    },
    ...more,
  });
const presented = (more: Record<string, string> = {}) =>
  inHeaders({
    ...{ estado: 'PRESENTADO', numeroregistros: '1', mensaje: 'Operación realizada correctamente' },
    ...{ expediente: '2023180009870900000050', idenvio: IDENVIO, csv: CSV, codigo: '0' },
    ...more,
  });
const file = (replies: Reply[], more: Partial<Modelo190> = {}, dry = false) =>
  play(modelo190, { ...input, ...more }, replies, dry);

describe('modelo 190', () => {
  test('the records are left at the agency, then presented with one request, and the receipt is fetched', async () => {
    const { seen, result } = await file([none, begun, sent(), presented(), pdf]);
    expect(seen.map(({ commits, path }) => [commits, path.split('?')[0]!.split('/').at(-1)])).toEqual([
      [false, 'RecuperarEnvio'],
      [false, 'InicializarEnvio'],
      [false, 'EnviarDatos'],
      [true, 'PresentarEnvio'],
      [false, 'es.aeat.dit.adu.eeca.catalogo.VisualizaSc'],
    ]);
    expect(
      seen.slice(0, 4).map(({ headers: { 'content-type': _, ...headers } = {}, body }) => [headers, body]),
    ).toEqual([
      [{ modelo: '190', ejercicio: '2025', periodo: '0A', ndc: 'B12345674' }, ''],
      [
        {
          ...{ modelo: '190', ejercicio: '2025', periodo: '0A', ndc: 'B12345674' },
          ...{ idioma: 'ES', numbloques: '1', codificacion: 'UTF-8' },
        },
        head,
      ],
      [{ idenvio: IDENVIO, numbloque: '1', codificacion: 'UTF-8' }, record],
      [{ idenvio: IDENVIO }, 'aceptoCondicionesFirma=SI'],
    ]);
    // The record has the number before the request leaves, or a lost answer could not be looked up.
    expect(seen[3]!.reference).toBe(IDENVIO);
    expect(result).toMatchObject({
      id: IDENVIO,
      csv: CSV,
      expediente: '2023180009870900000050',
      registered: 1,
      warns: false,
      document: { name: 'justificante.pdf' },
    });
  });

  test('a dry run sends nothing', async () => {
    const { seen, end } = await file([], {}, true);
    expect([seen, end]).toEqual([[], { dry: true }]);
  });

  test('records are sent in blocks, of which the agency awaits the next, and a warning about any of them counts', async () => {
    const records = [head, ...Array.from({ length: 5_001 }, () => record)];
    const { seen, error, result } = await file(
      [
        none,
        begun,
        sent({ codigo: '2004', estado: 'CREADO', totalt2ok: '5000', avisos: 'S' }),
        sent({ totalt2ok: '5001' }),
        presented(),
        pdf,
      ],
      { records },
    );
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ warns: true });
    expect(
      seen.slice(2, 4).map(({ headers, body }) => [headers!.numbloque, String(body).split('\n').length]),
    ).toEqual([
      ['1', 5_000],
      ['2', 1],
    ]);
  });

  test.each<[string, Reply[]]>([
    ['the agency has one', [inHeaders({ codigo: '0', idenvio: IDENVIO, estado: 'PRESENTADO' })]],
    ['the agency says so', [none, inHeaders({ codigo: '8888', mensaje: 'Ya presentada' })]],
  ])('a year that was presented is not presented again if %s', async (_, replies) => {
    const { error, committed } = await file(replies);
    expect([(error as NothingFound).field, committed]).toEqual(['complementaria', false]);
  });

  test('a declaration that completes or replaces one is presented, and so is one after an envío that was not', async () => {
    const earlier = (estado: string) => inHeaders({ codigo: '0', idenvio: IDENVIO, estado });
    for (const kind of ['complementary', 'substitute'] as const)
      expect(
        (await file([earlier('PRESENTADO'), begun, sent(), presented(), pdf], { kind })).result,
      ).toBeDefined();
    expect((await file([earlier('FINALIZADO'), begun, sent(), presented(), pdf])).result).toBeDefined();
  });

  test('an error names the line of each record that the agency finds wrong, and nothing is presented', async () => {
    const report = `${record};(2) 123 - El NIF no está identificado\r\n\r\n124 - Otro error\r\n`;
    const { error, committed, seen } = await file([
      none,
      begun,
      sent({ totalt2ko: '1', totalt2ok: '0' }),
      inHeaders({ codigo: '0' }, report),
    ]);
    expect(seen.at(-1)!.path).toMatch(/RecuperarErrores$/);
    expect([(error as Refusal).messages, committed]).toEqual([
      ['Línea 2: (2) 123 - El NIF no está identificado', 'Línea 2: 124 - Otro error'],
      false,
    ]);
  });

  test.each<[string, string[], number[]]>([
    ['in the order in which the report quotes them', ['123 - Error', '123 - Error'], [2, 4]],
    ['which the report names', ['(4) 123 - Error', '(2) 123 - Error'], [4, 2]],
    ['which the report names, for each error', ['(2) 1 - A', '(2) 2 - B', '(4) 1 - A'], [2, 2, 4]],
    ['as far as there are any', ['1 - A', '1 - A', '2 - B'], [2, 4, 4]],
  ])('equal records that the agency finds wrong have each its line, %s', async (_, errors, lines) => {
    const other = record.replace('ANA', 'EVA');
    const { error } = await file(
      [
        none,
        begun,
        sent({ totalt2ko: '2', totalt2ok: '1' }),
        inHeaders({ codigo: '0' }, errors.map((text) => `${record};${text}`).join('\r\n')),
      ],
      { records: [head, record, other, record] },
    );
    expect((error as Refusal).messages).toEqual(errors.map((text, at) => `Línea ${lines[at]}: ${text}`));
  });

  test('records that the agency finds wrong without saying why are not presented either', async () => {
    const wrong = sent({ totalt2ko: '1', totalt2ok: '0' });
    const { error, committed } = await file([none, begun, wrong, answerWith('', { status: 500 })]);
    expect([(error as NothingFound).messages[0], committed]).toEqual([
      expect.stringContaining('no dice por qué'),
      false,
    ]);
  });

  test.each<[string, Reply[], unknown]>([
    ['the agency does not say which envío there is', [internal], NothingFound],
    ['it names none and has a state of one', [inHeaders({ codigo: '0', estado: 'PRESENTADO' })], Unreadable],
    ['the declarant is refused', [none, inHeaders({ codigo: '1002', mensaje: 'NIF incorrecto' })], Refusal],
    [
      'a block is refused',
      [none, begun, inHeaders({ codigo: '2002', mensaje: 'Bloque incorrecto' })],
      Refusal,
    ],
    ['the envío has no number', [none, inHeaders({ codigo: '0' })], Unreadable],
    ['a record is missing', [none, begun, sent({ totalt2ok: '0' })], Unreadable],
    [
      'the counts are missing',
      [none, begun, inHeaders({ codigo: '0', idenvio: IDENVIO, estado: 'FINALIZADO' })],
      Unreadable,
    ],
    ['another block is awaited', [none, begun, sent({ codigo: '2004' })], Unreadable],
    ['a page comes', ['<html></html>'], Unreadable],
    ['a redirect comes', [none, answerWith('', { status: 302, headers: { location: '/x' } })], OutOfService],
  ])('nothing is presented if %s', async (_, replies, kind) => {
    const { error, committed } = await file(replies);
    expect(error).toBeInstanceOf(kind);
    expect(committed).toBe(false);
  });

  test.each<[string, Reply, unknown]>([
    // No public source says what any other code of this request means.
    ['an unknown code', inHeaders({ codigo: '3003', mensaje: 'No se puede presentar' }), Unreadable],
    ['a timeout', internal, Unreadable],
    [
      'the word that it is presented already',
      inHeaders({ codigo: '3002', mensaje: 'Ya presentado' }),
      Unreadable,
    ],
    ['a page', '<html></html>', Unreadable],
    ['a redirect', answerWith('', { status: 302, headers: { location: '/x' } }), OutOfService],
    ['a receipt of another envío', presented({ idenvio: '18020230A202410200000281258' }), Unreadable],
    ['a receipt without its code', presented({ csv: '' }), Unreadable],
    ['another state', presented({ estado: 'FINALIZADO' }), Unreadable],
    ['an error with the receipt', presented({ codigo: '1' }), Unreadable],
  ])('after it was sent, %s is read as what it is', async (_, reply, kind) => {
    const { error, committed } = await file([none, begun, sent(), reply]);
    expect(error).toBeInstanceOf(kind);
    expect(committed).toBe(true);
  });

  test('a request is signed by naming the holder of the certificate in its headers', async () => {
    const issued = await issueClient(await createCertificateAuthority(), { person: holder });
    const { seen } = await file([none, begun, sent(), presented(), pdf]);
    expect(seen[3]!.signer!({ version: '1', key: issued.key, chain: issued.chain })).toEqual({
      firnif: holder.nif,
      firnombre: expect.stringContaining('DEMO'),
      fir: 'FirmaBasica',
    });
  });

  test('the envío of a year is what the agency names, and none where it names none', async () => {
    const { result } = await play(shipmentOfYear, input, [
      inHeaders({ codigo: '0', idenvio: IDENVIO, estado: 'FINALIZADO' }),
    ]);
    expect(result).toEqual({ id: IDENVIO, state: 'FINALIZADO', csv: '', expediente: '' });
    expect(await play(shipmentOfYear, input, [none])).toMatchObject({ result: undefined, error: undefined });
  });

  test('an error of the agency does not say that a year has no envío', async () => {
    const { error } = await play(shipmentOfYear, input, [internal]);
    expect((error as NothingFound).messages).toEqual([
      expect.stringMatching(/no dice qué envío .* 9999 - Error interno\. Tiempo de espera agotado$/),
    ]);
  });
});
