import { beforeEach, describe, expect, test } from 'vitest';
import { pdfText } from '../../support/pdf.ts';
import { type ClientOptions, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/** The service for many records of the stand-in, with records that are written by hand from the design. */

const { demo, other } = seed;
const standIn = useStandIn();
const { cif } = demo.company;

/** A record with texts at positions, and zeros in the given ranges. */
const recordWith = (zeros: [from: number, to: number][], texts: Record<number, string>): string => {
  const record = [...' '.repeat(500)];
  for (const [from, to] of zeros) record.fill('0', from - 1, to);
  for (const [at, text] of Object.entries(texts)) record.splice(Number(at) - 1, text.length, ...text);
  return record.join('');
};
const headWith = (texts: Record<number, string> = {}) =>
  recordWith(
    [
      [123, 144],
      [146, 175],
    ],
    { 1: `11902025${cif}DEMOSTRACION SL`, 58: 'T', 108: '1900000000007', ...texts },
  );
const MONEY: [number, number][] = [
  [82, 107],
  [109, 147],
  [256, 281],
  [283, 321],
];
const perception = recordWith(MONEY, {
  1: `21902025${cif}12345678Z`,
  36: 'PEREZ GOMEZ ANA',
  76: '28A',
  82: '0000001800000',
});
const wrong = perception.replace('12345678Z', '12345678A');

const ask = async (
  operation: string,
  headers: Record<string, string>,
  { body = '', ...options }: ClientOptions & { body?: string } = {},
) => {
  const answer = await standIn.client(options).send(`/wlpl/OVPT-NTGV/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body,
  });
  return { ...answer, text: answer.bytes.toString('utf8') };
};
const YEAR = { modelo: '190', ejercicio: '2025', periodo: '0A', ndc: cif };
const begin = (body = headWith(), numbloques = '1') =>
  ask('InicializarEnvio', { ...YEAR, idioma: 'ES', numbloques, codificacion: 'UTF-8' }, { body });
const idOf = async (opened = begin()) => String((await opened).headers.idenvio);
const send = (idenvio: string, body: string, numbloque = '1') =>
  ask('EnviarDatos', { idenvio, numbloque, codificacion: 'UTF-8' }, { body });
const SIGNED = { firnif: demo.holder.nif, firnombre: 'DE PRUEBAS DEMO', fir: 'FirmaBasica' };
const present = (idenvio: string, more: Record<string, string> = {}) =>
  ask('PresentarEnvio', { idenvio, ...SIGNED, ...more }, { body: 'aceptoCondicionesFirma=SI' });

describe('the service for many records', () => {
  let id: string;
  beforeEach(async () => {
    id = await idOf();
  });

  test('records are taken, presented at once, and have a receipt', async () => {
    expect((await send(id, perception)).headers).toMatchObject({
      codigo: '0',
      estado: 'FINALIZADO',
      totalt2ok: '1',
      totalt2ko: '0',
    });
    const { headers } = await present(id);
    expect(headers).toMatchObject({ codigo: '0', estado: 'PRESENTADO', idenvio: id, numeroregistros: '1' });
    const { bytes } = await standIn
      .client()
      .get(
        `/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc?COMPLETA=SI&ORIGEN=C&CSV=${headers.csv}`,
      );
    expect(await pdfText(bytes)).toContain('1900000000007');
    const { submissions, accepted } = await standIn.control.stats();
    expect([submissions, accepted]).toEqual([{ 'aeat.190': 1 }, { 'aeat.190': 1 }]);
    expect((await ask('RecuperarEnvio', YEAR)).headers).toMatchObject({ idenvio: id, estado: 'PRESENTADO' });
  });

  test('a year that was presented takes another declaration only if it completes or replaces the first', async () => {
    await send(id, perception);
    await present(id);
    expect((await begin()).headers.codigo).toBe('8888');
    expect((await begin(headWith({ 121: 'C' }))).headers.codigo).toBe('0');
    expect((await begin(headWith({ 122: 'S1900000000007' }))).headers.codigo).toBe('0');
    expect((await begin(headWith({ 122: 'S' }))).headers.codigo).toBe('1002');
  });

  test('records may follow each other with a line feed or without, in the blocks that were announced', async () => {
    const two = await idOf(begin(headWith(), '2'));
    expect((await send(two, `${perception}\n${perception}`)).headers).toMatchObject({
      codigo: '2004',
      sigbloque: '2',
    });
    expect((await send(two, perception, '3')).headers.codigo).toBe('2002');
    expect((await send(two, perception + perception, '2')).headers).toMatchObject({
      codigo: '0',
      totalt2ok: '4',
      bloquet2ok: '2',
    });
  });

  test('the answer counts and names wrong records, and the right ones could be presented without them', async () => {
    expect((await send(id, `${perception}\n${wrong}`)).headers).toMatchObject({
      totalt2ok: '1',
      totalt2ko: '1',
    });
    const { text } = await ask('RecuperarErrores', { idenvio: id, codificacion: 'UTF-8' });
    expect(text).toBe(`${wrong};(3) 1910 - El NIF del perceptor no es correcto.`);
    expect((await present(id)).headers.numeroregistros).toBe('1');
  });

  test('nothing is presented twice, unfinished, without its signer, or by who did not send it', async () => {
    expect((await present(id)).headers.codigo).toBe('3003');
    await send(id, perception);
    expect((await present(id, { firnif: '00000000T' })).headers.codigo).toBe('3001');
    expect(
      (await ask('PresentarEnvio', { idenvio: id, ...SIGNED, firnif: other.holder.nif }, { as: 'other' }))
        .headers.codigo,
    ).toBe('2001');
    await present(id);
    expect((await present(id)).headers.codigo).toBe('3002');
    expect((await standIn.control.stats()).accepted).toEqual({ 'aeat.190': 1 });
  });

  test.each([
    ['another model', { 2: '193' }],
    ['another year than is asked for', { 5: '2024' }],
    ['a wrong number', { 108: '111' }],
    ['totals that are no numbers', { 140: 'X' }],
  ])('a declarant with %s is not taken', async (_, texts) => {
    expect((await begin(headWith(texts as Record<number, string>))).headers.codigo).toMatch(/^100[23]$/);
  });

  test('a year without envío has none', async () => {
    const { headers } = await ask('RecuperarEnvio', { ...YEAR, ejercicio: '2024' });
    expect([headers.codigo, headers.idenvio]).toEqual(['0', undefined]);
  });
});
