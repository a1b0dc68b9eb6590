import { describe, expect, test } from 'vitest';
import {
  TRANSFORMATION_TYPES,
  type Transformation,
  type TransformationCode,
  transformationDocument,
} from '../../../../../shared/authorities/sepe/documents/transformation-document.ts';
import { at, type Node, readXml, textAt } from '../../../../../shared/authorities/sepe/xml-reading.ts';

describe('the document of a transformation', () => {
  const base: Transformation = {
    type: '109',
    cif: 'B12345674',
    fullCcc: '011128000000097',
    contract: { CLAVE_CONTRATO: 'E2820260000123' },
    startDate: '2026-12-01',
    occupation: '4309',
    country: '724',
    municipality: '28079',
    basicCopy: { TIPO_FIRMA: '2', TEXTO_COPIABASICA: 'x', DOMIC_CENTRO_TRABAJO: 'y' },
  };
  const build = (changes: Partial<Transformation>) =>
    readXml(transformationDocument({ ...base, ...changes }, 'c0ffee'), 1000);
  const names = (node: Node | undefined) => node?.children.map(({ name }) => name);

  test('the document has its blocks in their order, without empty ones', () => {
    const full = build({
      type: '239',
      workingTime: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002030' },
      disability: 'S',
      disabilityCollective: '70',
    });
    expect(full.name).toBe('TRANSFORMACIONES');
    expect(full.children[0]?.name).toBe('TRANSFORMACION_239');
    expect(names(full.children[0])).toEqual([
      'DATOS_EMPRESA',
      'DATOS_CONTRATO',
      'DATOS_GENERALES_TRANSFORMACION',
      'DATOS_CONTRATO_TIEMPO_PARCIAL',
      'DATOS_BONIFICACION',
      'DATOS_ADICIONALES_TRANSFORMACION',
      'DATOS_COMUNICA_COPIA_BASICA',
      'DATOS_USOLIBRE_EMPRESA',
    ]);
    expect(names(build({ type: '189' }).children[0])).toEqual([
      'DATOS_EMPRESA',
      'DATOS_CONTRATO',
      'DATOS_GENERALES_TRANSFORMACION',
      'DATOS_COMUNICA_COPIA_BASICA',
      'DATOS_USOLIBRE_EMPRESA',
    ]);
  });

  test.each(Object.keys(TRANSFORMATION_TYPES) as TransformationCode[])(
    'the document names the contract by its key in %s',
    (type) => {
      const record = build({ type, workingTime: { TIPO_JORNADA: 'S', HORAS_JORNADA: '002000' } }).children[0];
      expect(names(at(record, 'DATOS_CONTRATO'))).toEqual(['CLAVE_CONTRATO']);
      const time = at(record, 'DATOS_CONTRATO_TIEMPO_PARCIAL');
      expect(time === undefined).toBe(type.startsWith('1'));
      if (time) expect(textAt(time, 'TIPO_JORNADA')).toBe(type.startsWith('3') ? 'A' : 'S');
    },
  );
});
