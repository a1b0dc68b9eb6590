import { describe, expect, test } from 'vitest';
import { Unreadable } from '../../../../../shared/authorities/exchange.ts';
import { shipmentResult } from '../../../../../shared/authorities/sepe/services/services.ts';
import { play } from '../../../../support/portals/portal.ts';
import { answerFile, communication, entry, record, soap } from '../../../../support/portals/sepe-services.ts';

/** Address of the service for results. */
const ASK = '/ccomunicacto/services/SWConsultaDatos';

describe('the results of a shipment', () => {
  const ask = async (text: string) =>
    play(shipmentResult, { shipment: 'C1' }, () => soap('servicioConsulta', text));

  test('a record is accepted, accepted with errors or refused', async () => {
    const { result, seen } = await ask(
      answerFile(
        entry(record('100'), 'ACEPTADO', { id: 'E2820260000123' }),
        entry(record('402', { dni: 'X1234567L' }), 'ACEPTADO CON ERRORES', {
          id: 'E2820260000124',
          errors: ['CCT1003'],
        }),
        entry(record('200'), 'RECHAZADO', { id: 'E2820260000125', errors: ['CCT4003', 'NPF0001'] }),
      ),
    );
    expect(seen[0]?.path).toBe(ASK);
    expect(seen[0]?.commits).toBe(false);
    expect(String(seen[0]?.body)).toContain('<id_envio>C1</id_envio>');
    const known = { cif: 'B12345674', startDate: '2026-11-03', footprint: undefined, correlation: 'c0ffee' };
    expect(result).toEqual({
      results: [
        {
          kind: 'CONTRATO_100',
          document: '12345678Z',
          ...known,
          result: 'accepted',
          id: 'E-28-2026-0000123',
          messages: [],
        },
        {
          kind: 'CONTRATO_402',
          document: 'X1234567L',
          ...known,
          result: 'accepted-with-errors',
          id: 'E-28-2026-0000124',
          messages: ['CCT1003'],
        },
        {
          kind: 'CONTRATO_200',
          document: '12345678Z',
          ...known,
          result: 'refused',
          messages: ['CCT4003', 'NPF0001'],
        },
      ],
    });
  });

  test('the result of a transformation has the identifier of its contract with a suffix', async () => {
    const { result } = await ask(
      '<FICHERO_TRANSFORMACIONES><TRANSFORMACIONESPROCESADAS><ENVIO_189><TRANSFORMACION_189><DATOS_CONTRATO>' +
        '<CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO></DATOS_CONTRATO></TRANSFORMACION_189><RESPUESTATRANSFORMACION>' +
        '<RESULTADO>ACEPTADO</RESULTADO><NUM_TRANSFORMACION>55</NUM_TRANSFORMACION></RESPUESTATRANSFORMACION>' +
        '</ENVIO_189></TRANSFORMACIONESPROCESADAS></FICHERO_TRANSFORMACIONES>',
    );
    expect(result).toMatchObject({ results: [{ id: 'E-28-2026-0000123-55', result: 'accepted' }] });
  });

  test('a shipment that is not processed is pending, with SEPE’s message', async () => {
    expect((await ask(communication('<ERROR>En proceso</ERROR>'))).result).toEqual({ pending: 'En proceso' });
    expect((await ask(answerFile(`<ENVIO>${record('100')}</ENVIO>`))).result).toEqual({ results: [] });
  });

  const own = '<IDCONTRATO>E2820260000123</IDCONTRATO><RESULTADO>ACEPTADO</RESULTADO>';

  test.each([
    ['the default namespace', '', '', 'RESPUESTACONTRATO'],
    ['a prefix', ' xmlns:c="http://www.sepe.es/CONTRATA"', 'c:', 'RESPUESTACONTRATO'],
    ['an answer of another name', '', '', 'DATOS_RESULTADO'],
  ])('the results are read with %s', async (_what, declaration, prefix, name) => {
    const answer = `<${name}>${own}<ERRORES></ERRORES></${name}>`;
    const file = answerFile(`<ENVIO_100>${record('100')}${answer}</ENVIO_100>`);
    const named = file.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`);
    const { result } = await ask(named.replace(/FICHERO_\w+/, (root) => root + declaration));
    const accepted = {
      kind: 'CONTRATO_100',
      result: 'accepted',
      id: 'E-28-2026-0000123',
      correlation: 'c0ffee',
    };
    expect(result).toMatchObject({ results: [accepted] });
  });

  test.each([
    [
      'the default namespace',
      '<COMUNICACION xmlns="http://www.sepe.es/CONTRATA"><ERROR>En proceso</ERROR></COMUNICACION>',
    ],
    [
      'a prefix',
      '<c:COMUNICACION xmlns:c="http://www.sepe.es/CONTRATA"><c:ERROR>En proceso</c:ERROR></c:COMUNICACION>',
    ],
  ])('a shipment that is not processed is pending, with %s', async (_what, text) => {
    expect((await ask(text)).result).toEqual({ pending: 'En proceso' });
  });

  test.each([
    ['another result', answerFile(entry(record('100'), 'QUIZA'))],
    ['another file', '<OTRO/>'],
    ['no XML', 'hola'],
    ['cut short', answerFile(entry(record('100'), 'ACEPTADO')).slice(0, -9)],
  ])('the results are unreadable with %s', async (_why, text) => {
    expect((await ask(text)).error).toBeInstanceOf(Unreadable);
  });
});
