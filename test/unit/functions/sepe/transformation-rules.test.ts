import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { transformContract } from '../../../../functions/gateway/sepe/operations/transform-contract.ts';
import { failingFields } from '../../../support/portals/operations.ts';

describe('the rules of transformations', () => {
  const transformation = (TIPO_CONTRATO: string, changes: Record<string, unknown> = {}) => ({
    ...(transformContract.example.request as Record<string, unknown>),
    TIPO_CONTRATO,
    ...changes,
  });
  const time = (TIPO_JORNADA: string, HORAS_JORNADA: string | number) => ({
    DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA, HORAS_JORNADA },
  });
  const TIME = time('S', '002000');
  const HOURS = 'DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA';
  const KIND = 'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA';
  const disability = (IND_DISCAPACIDAD: string) => ({
    DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD },
  });
  const DISABILITY = 'DATOS_ADICIONALES_TRANSFORMACION.IND_DISCAPACIDAD';

  test.each<[why: string, type: string, changes: Record<string, unknown>, fields: string[]]>([
    ['full time', '109', {}, []],
    ['full time with hours', '109', TIME, [HOURS, KIND]],
    ['full time with the hours of a full week', '189', time('S', '004000'), []],
    ['full time with no hours', '139', { ...time('S', 0), ...disability('S') }, []],
    ['part time', '209', TIME, []],
    ['part time without hours', '289', {}, [HOURS, KIND]],
    ['part time of no hours', '209', time('S', '000000'), [HOURS]],
    ['60 minutes', '209', time('S', '002060'), [HOURS]],
    ['part time of 40 hours a week', '209', time('S', '004000'), [HOURS]],
    ['part time of a minute less', '209', time('S', '003959'), []],
    ['part time of hours and minutes as a number', '209', time('S', 2030), []],
    ['part time of minutes as a number', '209', time('S', 20), [HOURS]],
    ['part time of 0', '209', time('S', 0), [HOURS]],
    ['part time of 99', '209', time('S', 99), [HOURS]],
    ['part time of more than 12 hours a day', '209', time('B', '001201'), [HOURS]],
    ['part time of 184 hours a month', '209', time('M', '018400'), []],
    ['part time of more than 1,826 hours a year', '209', time('A', '182601'), [HOURS]],
    ['seasonal of a full year', '309', time('A', '182600'), []],
    ['seasonal without hours', '389', {}, []],
    ['seasonal by the week', '309', TIME, [KIND]],
    ['disability', '139', disability('S'), []],
    ['disability in a centre', '139', disability('C'), []],
    ['disability not sent', '339', {}, [DISABILITY]],
    ['disability not sent, empty block', '239', { ...TIME, ...disability('') }, [DISABILITY]],
    [
      'a subsidy in a transformation without one',
      '189',
      { DATOS_BONIFICACION: { COLECTIVO_DISCAPACITADOS: '70' } },
      ['DATOS_BONIFICACION.COLECTIVO_DISCAPACITADOS'],
    ],
    ['an unknown type', '100', {}, ['TIPO_CONTRATO']],
    [
      'before the contract',
      '109',
      { DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: '2026-11-03', CODIGO_OCUPACION: 11 } },
      ['DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO'],
    ],
    [
      'a person without kind',
      '109',
      {
        DATOS_CONTRATO: {
          FECHA_INICIO_CTO: '2026-11-03',
          IDENTIFICADORPFISICA: '12345678Z',
          CLAVE_CONTRATO: 'E-28-2026-0000123',
        },
      },
      ['DATOS_CONTRATO.IDENTIFICADORPFISICA'],
    ],
    [
      'nothing of the contract',
      '109',
      { DATOS_CONTRATO: {} },
      ['DATOS_CONTRATO.FECHA_INICIO_CTO', 'DATOS_CONTRATO.IDENTIFICADORPFISICA'],
    ],
    ['no basic copy', '109', { DATOS_COMUNICA_COPIA_BASICA: undefined }, ['DATOS_COMUNICA_COPIA_BASICA']],
  ])('a transformation is right, or fails at these fields: %s', (_why, type, changes, fields) => {
    expect(failingFields(transformContract, transformation(type, changes))).toEqual(fields);
  });

  test('the codes of disabled workers are named', () => {
    const schema = z.toJSONSchema(transformContract.request, { io: 'input', unrepresentable: 'any' });
    expect(JSON.stringify(schema)).toContain('obligatorio con 139, 239 y 339.');
  });

  test('a transformation may be filed with certificates of two types', () => {
    expect(transformContract.authority).toBe('sepe');
    expect(transformContract.alsoCertificateTypes).toEqual([1]);
  });
});
