import { beforeEach, describe, expect, test } from 'vitest';
import { pdfText } from '../../support/pdf.ts';
import { type ClientOptions, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/** Direct presentation, the query and the receipts of the stand-in, with a file that is written by hand from the design. */

const { demo, other } = seed;
const standIn = useStandIn();

const PRESENT = '/wlpl/PFTW-PICW/PresBasicaDos';
const QUERY = '/wlpl/SCEJ-MANT/ConsultaExt';
const RECEIPT = '/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc?COMPLETA=SI&ORIGEN=C&CSV=';
const { cif } = demo.company;

/** A file with texts at positions of the page, as the design counts them. */
const fileWith = (at: Record<number, string>, period = '20261T'): string => {
  const page = [...'<T11101000>'.padEnd(108), ...'0'.repeat(429), ...' '.repeat(451), ...'</T11101000>'];
  for (const [position, text] of Object.entries({
    13: 'I',
    14: cif,
    23: 'DEMOSTRACION Y PRUEBAS SL',
    103: period,
    ...at,
  }))
    page.splice(Number(position) - 1, text.length, ...text);
  return `<T1110${period}0000><AUX>${' '.repeat(300)}</AUX>${page.join('')}</T1110${period}0000>`;
};
/** Three people with 9,000 euros and 1,350 withheld. */
const WORK = {
  109: '00000003',
  117: '00000000000900000',
  134: '00000000000135000',
  487: '00000000000135000',
  521: '00000000000135000',
};
const NRC = '1112026000000000000ABC';
const requestOf = (more: Record<string, string> = {}) => ({
  MODELO: '111',
  EJERCICIO: '2026',
  PERIODO: '1T',
  NRC,
  IDI: 'ES',
  F01: fileWith(WORK),
  FIR: 'FirmaBasica',
  FIRNIF: demo.holder.nif,
  FIRNOMBRE: 'TITULAR DE PRUEBAS DEMO',
  ...more,
});
const present = async (request: object, options: ClientOptions = {}) => {
  const { bytes } = await standIn.client(options).send(PRESENT, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(request),
  });
  return JSON.parse(bytes.toString('utf8')).respuesta;
};
const query = async (fields: string, options: ClientOptions = {}) =>
  (await standIn.client(options).postForm(QUERY, fields)).text;

let accepted: Record<string, string>;
beforeEach(async () => {
  accepted = (await present(requestOf())).correcta;
});

describe('direct presentation', () => {
  test('a declaration is accepted at once, with its receipt', async () => {
    expect(accepted).toMatchObject({
      Modelo: '111',
      Ejercicio: '2026',
      Periodo: '1T',
      NIFDeclarante: cif,
      NIFPresentador: demo.holder.nif,
      NRCPago: NRC,
      ImporteAIngresar: '1350,00',
      Fecha: '2026-06-15',
      Hora: '12:00',
    });
    const { bytes } = await standIn.client().get(RECEIPT + accepted.CodigoSeguroVerificacion);
    expect(await pdfText(bytes)).toContain(accepted.Justificante);
    const { submissions, accepted: counted } = await standIn.control.stats();
    expect([submissions, counted]).toEqual([{ 'aeat.111': 1 }, { 'aeat.111': 1 }]);
  });

  test('a second declaration of a period must complete the first', async () => {
    expect((await present(requestOf())).errores).toEqual([
      expect.stringContaining('debe ser complementaria'),
    ]);
    const completing = (previous: string) =>
      present(
        requestOf({
          F01: fileWith({ ...WORK, 504: '00000000000035000', 521: '00000000000100000', 538: `X${previous}` }),
        }),
      );
    expect((await completing('9999999999999')).errores).toEqual([expect.stringContaining('no existe')]);
    expect((await completing(accepted.Justificante!)).correcta.ImporteAIngresar).toBe('1000,00');
  });

  test.each([
    ['the sum is another one', { ...WORK, 487: '00000000000135001' }, /^E0100028/],
    ['the result is another one', { ...WORK, 521: '00000000000135001' }, /^E0100030/],
    ['it has two blanks together', { ...WORK, 23: 'DEMOSTRACION  Y PRUEBAS' }, /^E0100803 - .*dos espacios/],
    ['it has a small letter', { ...WORK, 23: 'Demostracion' }, /^E0100804/],
    ['a number has a letter', { ...WORK, 117: '0000000000090000X' }, /^E0100020 - .*117/],
    ['nobody got the income', { ...WORK, 109: '00000000' }, /^E0100021/],
    ['the tax id is wrong', { ...WORK, 14: 'B00000001' }, /^E0100013/],
    ['it is negative and has a result', { ...WORK, 13: 'N' }, /^E0100032/],
    ['it is debited without an account', { ...WORK, 13: 'U' }, /^E0100033/],
    ['it completes nothing', { ...WORK, 538: 'X' }, /^E0100034/],
    ['a reserved place is not blank', { ...WORK, 600: 'A' }, /^E0100035/],
  ])('a file is refused if %s', async (_, at, error) => {
    const { errores } = await present(requestOf({ F01: fileWith(at), EJERCICIO: '2026' }));
    expect(errores.some((text: string) => error.test(text))).toBe(true);
  });

  test.each([
    ['another signer', { FIRNIF: other.holder.nif }],
    ['another period than the file', { PERIODO: '2T' }],
    ['no number of the payment', { NRC: '' }],
    ['another model', { MODELO: '303' }],
    ['a line break in the file', { F01: `${fileWith(WORK)}\r\n` }],
    ['a member too many', { MORE: '1' }],
  ])('a request with %s is refused', async (_, more) => {
    expect((await present(requestOf(more))).errores).toHaveLength(1);
    expect((await standIn.control.state()).aeat.declarations).toHaveLength(1);
  });

  test('a receipt is not there in the scenarios without a duplicate', async () => {
    const { text } = await standIn
      .client({ scenario: 'no-duplicate' })
      .get(RECEIPT + accepted.CodigoSeguroVerificacion);
    expect(text).toContain('no corresponde a ningún documento');
  });
});

describe('the query of declarations', () => {
  test('the query lists what the asker declared or presented, by year and period', async () => {
    const all = await query(`NIF=${cif}&ANR=&MOD=111&EJF=2026&PER=`);
    expect(all).toContain(`<justificante>${accepted.Justificante}</justificante>`);
    expect(all).toContain('<fechaYHoraPresentacion>2026-06-15T12:00:00</fechaYHoraPresentacion>');
    expect(await query(`NIF=${cif}&ANR=&MOD=111&EJF=2026&PER=1T`)).toBe(all);
    for (const fields of [
      `NIF=${cif}&ANR=&MOD=111&EJF=2026&PER=2T`,
      `NIF=${cif}&ANR=&MOD=111&EJF=2025&PER=`,
      `NIF=${other.company.cif}&ANR=&MOD=111&EJF=2026&PER=`,
    ])
      expect(await query(fields)).not.toContain('respuestaCorrecta');
    expect(await query(`NIF=${cif}&ANR=&MOD=111&EJF=2026&PER=`, { as: 'other' })).not.toContain(
      'respuestaCorrecta',
    );
    expect(await query('NIF=&MOD=111')).toContain('<descripcionError>');
  });
});
