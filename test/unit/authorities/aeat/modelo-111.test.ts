import { describe, expect, test } from 'vitest';
import { createCertificateAuthority, issueClient } from '../../../../sandbox/pki/pki.ts';
import { seed } from '../../../../sandbox/seed.ts';
import { type Modelo111, modelo111 } from '../../../../shared/authorities/aeat/modelo-111.ts';
import { record111 } from '../../../../shared/authorities/aeat/modelo-111-record.ts';
import { presentedReturns, returnReceipt } from '../../../../shared/authorities/aeat/presented-returns.ts';
import { ChannelFailure } from '../../../../shared/authorities/channel/failure.ts';
import {
  AccessDenied,
  type NothingFound,
  OutOfService,
  Refusal,
  Unreadable,
} from '../../../../shared/authorities/exchange.ts';
import { answerWith, latin1, pdf, play, type Reply } from '../../../support/portals/portal.ts';

/** Direct presentation of modelo 111, and the query of what was presented, by answers as public programs and the specification have them. */

const { holder, agency } = seed.demo;
const input: Modelo111 = {
  cif: 'B12345674',
  razon_social: 'EMPRESA DE EJEMPLO SL',
  ejercicio: '2026',
  periodo: '3T',
  tipo: 'G',
  complementaria: false,
  casilla_01: 3,
  casilla_02: '00000000000900000',
  casilla_03: '00000000000135000',
  casilla_28: '00000000000135000',
  casilla_30: '00000000000135000',
};
const JUSTIFICANTE = '1112600000017';
const CSV = 'HQHH4VAUADX5USW5';

const xml = (content: string) =>
  answerWith(latin1(`<servicioConsultasDirectas>${content}</servicioConsultasDirectas>`), {
    contentType: 'text/xml;charset=ISO-8859-1',
  });
const entry = (more: Record<string, string> = {}) => {
  const fields = {
    ejercicio: '2026',
    modelo: '111',
    periodo: '3T',
    nif: 'B12345674',
    csv: CSV,
    expediente: '202611100000017A ',
    justificante: JUSTIFICANTE,
    fechaYHoraPresentacion: '2026-10-15T21:34:33',
    ...more,
  };
  const elements = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<respuestaCorrecta>${elements.join('\n')}</respuestaCorrecta>`;
};
const none = xml('');
const json = (value: unknown) =>
  answerWith(Buffer.from(JSON.stringify(value)), { contentType: 'application/json;charset=UTF-8' });
const done = {
  CodigoSeguroVerificacion: CSV,
  Fecha: '2026-10-15',
  Hora: '14:04',
  'Expediente ': '202611100000017A',
  NIFPresentador: '00000000T',
  NIFDeclarante: 'B12345674',
  Modelo: '111',
  Ejercicio: '2026',
  Periodo: '3T',
  Justificante: JUSTIFICANTE,
  urlPdf: `https://www2.agenciatributaria.gob.es/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc?COMPLETA=SI&ORIGEN=C&CSV=${CSV}`,
  avisos: ['A001 - Aviso de la Agencia'],
  advertencias: [],
};
const accepted = (more: object = {}) => json({ respuesta: { correcta: { ...done, ...more } } });
const file = (replies: Reply[], more: Partial<Modelo111> = {}, dry = false) =>
  play(modelo111, { ...input, ...more }, replies, dry);

describe('modelo 111', () => {
  test('a declaration is asked for first, then presented with one request, and its receipt is fetched', async () => {
    const { seen, result } = await file([none, accepted(), pdf]);
    expect(seen.map(({ commits, method, path }) => [commits, method, path.split('?')[0]])).toEqual([
      [false, 'POST', '/wlpl/SCEJ-MANT/ConsultaExt'],
      [true, 'POST', '/wlpl/PFTW-PICW/PresBasicaDos'],
      [false, 'GET', '/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc'],
    ]);
    expect(seen[0]!.fields).toEqual({
      NIF: 'B12345674',
      ANR: 'EMPRESA DE EJEMPLO SL',
      MOD: '111',
      EJF: '2026',
      PER: '3T',
    });
    expect(seen[1]!.headers).toEqual({ 'content-type': 'application/json;charset=UTF-8' });
    expect(result).toMatchObject({
      justificante: JUSTIFICANTE,
      csv: CSV,
      expediente: '202611100000017A',
      presentada: '2026-10-15T14:04',
      notices: ['A001 - Aviso de la Agencia'],
      document: { contentType: 'application/pdf', name: 'justificante.pdf' },
    });
  });

  test('a dry run sends nothing', async () => {
    const { seen, end } = await file([], {}, true);
    expect([seen, end]).toEqual([[], { dry: true }]);
  });

  test.each([
    ['the list has no document', 'https://elsewhere.example/wlpl/x?CSV=1'],
    ['the address is of another service', 'https://www2.agenciatributaria.gob.es/wlpl/OTHER?CSV=1'],
    ['there is no address', ''],
  ])('a receipt is fetched by its code if %s', async (_, urlPdf) => {
    const { seen } = await file([none, accepted({ urlPdf }), pdf]);
    expect(seen[2]!.path).toBe(
      `/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc?COMPLETA=SI&ORIGEN=C&CSV=${CSV}`,
    );
  });

  test('an accepted declaration stands without its document', async () => {
    const silent = new ChannelFailure('silent', { sent: true, authorityAtFault: true, code: 'x' });
    for (const reply of [silent, '<html></html>'])
      expect((await file([none, accepted(), reply])).result).toMatchObject({ justificante: JUSTIFICANTE });
  });

  test('a period that was presented before is not presented again unless the declaration completes it', async () => {
    const { error, seen } = await file([xml(entry()), accepted(), pdf]);
    expect((error as NothingFound).field).toBe('complementaria');
    expect((error as NothingFound).messages[0]).toContain(`15/10/2026 con el justificante ${JUSTIFICANTE}`);
    expect(seen).toHaveLength(1);
    const completing = { complementaria: true, justificante_anterior: JUSTIFICANTE };
    expect((await file([xml(entry()), accepted(), pdf], completing)).result).toBeDefined();
  });

  test.each([
    ['another period', entry({ periodo: '2T' }), [JUSTIFICANTE]],
    ['another company', entry({ nif: 'B00000000' }), [JUSTIFICANTE]],
    ['one without a number', entry({ periodo: '2T', justificante: '' }), undefined],
    [
      'no list, with the words of the agency',
      '<error><descripcionError>No hay datos</descripcionError></error>',
      undefined,
    ],
  ])(
    'a declaration is presented if the agency shows %s, and its record says what the list had',
    async (_, content, listedBefore) => {
      const { result, seen } = await file([xml(content), accepted(), pdf]);
      expect([result !== undefined, seen[1]!.listedBefore]).toEqual([true, listedBefore]);
    },
  );

  test('a declaration that the agency lists errors of is refused with them', async () => {
    const errors = ['E0100803 - Dos espacios en la razón social', ' '];
    const { error } = await file([none, json({ respuesta: { errores: errors } })]);
    expect((error as Refusal).messages).toEqual(['E0100803 - Dos espacios en la razón social']);
  });

  test.each([
    ['a page', '<html><body>Error</body></html>', Unreadable],
    ['an empty answer', json({}), Unreadable],
    ['both errors and a receipt', json({ respuesta: { correcta: done, errores: ['E1 - x'] } }), Unreadable],
    ['a receipt of another period', accepted({ Periodo: '2T' }), Unreadable],
    ['a receipt of another company', accepted({ NIFDeclarante: 'B00000000' }), Unreadable],
    ['a receipt without its number', accepted({ Justificante: '' }), Unreadable],
    ['a redirect', answerWith('', { status: 302, headers: { location: '/x' } }), OutOfService],
    ['a refused certificate', answerWith('', { status: 403 }), AccessDenied],
  ])('an answer that is %s leaves open whether the declaration was presented', async (_, reply, kind) => {
    const { error, committed } = await file([none, reply as Reply]);
    expect(error).toBeInstanceOf(kind);
    expect(error instanceof Refusal && !(error instanceof AccessDenied)).toBe(false);
    expect(committed).toBe(true);
  });

  test.each([
    ['person', { person: holder }, { FIRNIF: holder.nif, FIRNOMBRE: 'DE PRUEBAS DEMO' }],
    [
      'represented company',
      { person: holder, organisation: agency },
      { FIRNIF: agency.cif, FIRNOMBRE: agency.name },
    ],
  ])('a request is signed by naming the %s of the certificate', async (_, subject, signature) => {
    const issued = await issueClient(await createCertificateAuthority(), subject);
    const { seen } = await file([none, accepted(), pdf], { tipo: 'I', nrc: '0000000000000000000000' });
    const body = JSON.parse(seen[1]!.sealed!({ version: '1', key: issued.key, chain: issued.chain }));
    expect(body).toEqual({
      MODELO: '111',
      EJERCICIO: '2026',
      PERIODO: '3T',
      NRC: '0000000000000000000000',
      IDI: 'ES',
      F01: record111({ ...input, tipo: 'I' }),
      FIR: 'FirmaBasica',
      ...signature,
      FIRNOMBRE: expect.stringContaining(signature.FIRNOMBRE.split(' ')[0]!),
    });
    expect(body.F01).not.toMatch(/[\r\n\t]/);
  });
});

describe('the query of declarations', () => {
  const query = { nif: 'B12345674', name: '', modelo: '111', ejercicio: '2026' };

  test('the declarations of a year are listed as the agency has them', async () => {
    const second = entry({ justificante: '1112600000025', just_anterior: JUSTIFICANTE });
    const { result } = await play(presentedReturns, query, [xml(entry() + second)]);
    expect(result).toEqual([
      {
        modelo: '111',
        ejercicio: '2026',
        periodo: '3T',
        nif: 'B12345674',
        csv: CSV,
        expediente: '202611100000017A',
        justificante: JUSTIFICANTE,
        justificanteAnterior: '',
        presentada: '2026-10-15T21:34:33',
      },
      expect.objectContaining({ justificanteAnterior: JUSTIFICANTE }),
    ]);
  });

  test('a query that the agency does not answer with a list is refused with its words', async () => {
    const { error } = await play(presentedReturns, query, [
      xml('<error><descripcionError> Sin  permiso </descripcionError></error>'),
    ]);
    expect((error as Refusal).messages).toEqual(['Sin permiso']);
  });

  test('an answer that is no list is not read as an empty one', async () => {
    for (const reply of ['<html><body>Inicio</body></html>', answerWith(latin1('<otra/>'))])
      expect((await play(presentedReturns, query, [reply])).error).toBeInstanceOf(Unreadable);
  });

  test('a receipt is the document, and no page in its place', async () => {
    expect((await play(returnReceipt, { csv: CSV }, [pdf])).result).toMatchObject({
      name: 'justificante.pdf',
    });
    expect((await play(returnReceipt, { csv: CSV }, ['<html></html>'])).error).toBeInstanceOf(Unreadable);
  });
});
