import { expect, test } from 'vitest';
import { Misuse } from '../../../../client/cli/src/ends.ts';
import { mappingOf } from '../../../../client/cli/src/mapping.ts';

test.each([
  ['Fecha=fecha_real', { header: 'Fecha', column: 'fecha_real' }],
  ['Notas=', { header: 'Notas' }],
  ['Sexo=sexo:HM', { header: 'Sexo', column: 'sexo', reading: 'HM' }],
  ['Jornada=coeficiente:percent', { header: 'Jornada', column: 'coeficiente', reading: 'percent' }],
  // A header may contain the sign.
  ['Parcial (1=sí)=coeficiente', { header: 'Parcial (1=sí)', column: 'coeficiente' }],
])('the option --mapping %s sends the column of the header', (text, sent) => {
  expect(mappingOf({ mapping: [text] })).toEqual([sent]);
});

test.each([
  ['regimen=0111', { column: 'regimen', value: '0111' }],
  ['convenio=a=b', { column: 'convenio', value: 'a=b' }],
])('the option --value %s sends the value of all rows', (text, sent) => {
  expect(mappingOf({ value: [text] })).toEqual([sent]);
});

test('the two options together make one mapping', () => {
  expect(mappingOf({ mapping: ['Fecha=fecha_real'], value: ['regimen=0111'] })).toEqual([
    { header: 'Fecha', column: 'fecha_real' },
    { column: 'regimen', value: '0111' },
  ]);
});

test.each([
  { mapping: ['Fecha'] },
  { mapping: ['=fecha_real'] },
  { value: ['0111'] },
  { value: ['=0111'] },
  { value: ['regimen='] },
])('the options %j are refused, because they are no pair', (options) => {
  expect(() => mappingOf(options)).toThrow(Misuse);
});
