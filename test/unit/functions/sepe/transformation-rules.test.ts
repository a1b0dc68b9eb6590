import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { transformContract } from '../../../../functions/sepe/operations/transform-contract.ts';
import { failingFields } from '../../../support/portals/operations.ts';

describe('transformations', () => {
  const transformation = (TIPO_CONTRATO: string, changes: Record<string, unknown> = {}) => ({
    ...(transformContract.example.request as Record<string, unknown>),
    TIPO_CONTRATO,
    ...changes,
  });
  const TIME = { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002000' } };
  const DISABLED = { DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: 'S' } };

  test.each<[why: string, type: string, changes: Record<string, unknown>, fields: string[]]>([
    ['full time', '109', {}, []],
    [
      'full time with hours',
      '109',
      TIME,
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA', 'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA'],
    ],
    ['part time', '209', TIME, []],
    [
      'part time without hours',
      '289',
      {},
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA', 'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA'],
    ],
    [
      'part time of no hours',
      '209',
      { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '000000' } },
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA'],
    ],
    [
      '60 minutes',
      '209',
      { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002060' } },
      ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA'],
    ],
    ...(
      [
        ['S', '004000', true],
        ['S', '003959', false],
        ['S', 2030, false],
        ['S', 20, true],
        ['S', 0, true],
        ['S', 99, true],
        ['B', '001201', true],
        ['M', '018400', false],
        ['A', '182601', true],
      ] as const
    ).map(([TIPO_JORNADA, HORAS_JORNADA, isRefused]): [string, string, Record<string, unknown>, string[]] => [
      `part time ${TIPO_JORNADA} of ${JSON.stringify(HORAS_JORNADA)}`,
      '209',
      { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA, HORAS_JORNADA } },
      isRefused ? ['DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA'] : [],
    ]),
    [
      'seasonal of a full year',
      '309',
      { DATOS_CONTRATO_TIEMPO_PARCIAL: { TIPO_JORNADA: 'A', HORAS_JORNADA: '182600' } },
      [],
    ],
    ['seasonal without hours', '389', {}, []],
    ['seasonal by the week', '309', TIME, ['DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA']],
    ['disability', '139', DISABLED, []],
    ['disability in a centre', '139', { DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: 'C' } }, []],
    ['disability not sent', '339', {}, ['DATOS_ADICIONALES_TRANSFORMACION.IND_DISCAPACIDAD']],
    [
      'disability not sent, empty block',
      '239',
      { ...TIME, DATOS_ADICIONALES_TRANSFORMACION: { IND_DISCAPACIDAD: '' } },
      ['DATOS_ADICIONALES_TRANSFORMACION.IND_DISCAPACIDAD'],
    ],
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
  ])('%s', (_why, type, changes, fields) => {
    expect(failingFields(transformContract, transformation(type, changes))).toEqual(fields);
  });

  test('the codes of disabled workers are named', () => {
    const schema = z.toJSONSchema(transformContract.request, { io: 'input', unrepresentable: 'any' });
    expect(JSON.stringify(schema)).toContain('obligatorio con 139, 239 y 339.');
  });

  test('certificates of two types serve for it', () => {
    expect(transformContract.authority).toBe('sepe');
    expect(transformContract.alsoCertificateTypes).toEqual([1]);
  });
});
