import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isNothing,
  NO_LETTER,
  nameDoubt,
  nameFault,
  plainName,
  unseenIn,
  withoutUnseen,
} from '../../../shared/kernel/names.ts';

const escaped = (sign: string) =>
  `Tiene «${sign}», que es como un programa escribe una letra: escriba la letra.`;
const ofProgram = (sign: string) => `Tiene «${sign}», que es de un programa y no de un nombre.`;
const noSign = (sign: string) => `Tiene «${sign}», que no es de un nombre.`;
const LOST = 'Tiene «?» donde se perdió una letra: escriba la letra.';
const nothing = (text: string, asName = '') =>
  `«${text}» es lo que escribe un programa cuando no hay dato.${asName && ` Si es el nombre, escríbalo ${asName}.`}`;

describe('the name of a person', () => {
  test.each([
    ['MU?OZ', LOST],
    ['?LVAREZ', LOST],
    ['MU&Ntilde;OZ', escaped('&Ntilde;')],
    ['MU&#209;OZ', escaped('&#209;')],
    ['MU&#xD1;OZ', escaped('&#xD1;')],
    ['MU\\u00d1OZ', escaped('\\u00d1')],
    ['MUu00d1OZ', escaped('u00d1')],
    ['MU\\xd1OZ', escaped('\\xd1')],
    ['MU\\321OZ', escaped('\\321')],
    ['MU%C3%91OZ', escaped('%C3%91')],
    ['MU%D1ADO', escaped('%D1')],
    ['DE%20LA CRUZ', escaped('%20')],
    ['MU=D1OZ', escaped('=D1')],
    ['MU=C3=91OZ', escaped('=C3=91')],
    ['MU_x00D1_OZ', escaped('_x00D1_')],
    ['MU<U+00D1>OZ', escaped('U+00D1')],
    ['[object Object]', ofProgram('[object Object]')],
    ['<b>GARCIA</b>', ofProgram('<b>')],
    ['{{apellido}}', ofProgram('{{apellido}')],
    [`$${'{apellido}'}`, ofProgram('{apellido}')],
    ['GARCIA undefined', ofProgram('undefined')],
    ['null LOPEZ', ofProgram('null')],
    ['GARC1A', noSign('1')],
    ['GARCIA 2', noSign('2')],
    ['MU~OZ', noSign('~')],
    ['DE+LA+CRUZ', noSign('+')],
    ['MU#OZ', noSign('#')],
    ['"GARCIA"', noSign('"')],
    ['undefined', nothing('undefined')],
    ['nan', nothing('nan', 'Nan')],
    ['NaN', nothing('NaN', 'Nan')],
    ['NULL', nothing('NULL', 'Null')],
    ['None', nothing('None', 'NONE')],
    ['N/A', nothing('N/A')],
    ['<NA>', nothing('<NA>')],
    ['#N/D', '#N/D es un error de una hoja de cálculo, y no un dato.'],
    ['-', NO_LETTER],
    ['0', NO_LETTER],
  ])('the name cannot be «%s»', (text, fault) => {
    expect(nameFault(text, 'person')).toBe(fault);
  });

  test.each([
    'MUÑOZ',
    "D'ORS",
    'D´ORS',
    'D’ORS',
    'PARAL·LEL',
    'NÚÑEZ-ÇÜ',
    'Mª DEL CARMEN',
    'Mº',
    'FCO. JAVIER',
    'DE LA O',
    'O',
    'GARCIA, S.',
    'M/ JOSE (PEPA)',
    'Null',
    'Nan',
    'NAN',
    'NONE',
    'Nil',
    'NIL',
    'NA',
    'NULLO',
    'FERNAN',
  ])('the name may be «%s»', (text) => {
    expect(nameFault(text, 'person')).toBeUndefined();
  });

  test('the name has letters, blanks and apostrophes, and no figure or sign of programs', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdeñçüáABCDEÑÇÜÁ'),
      minLength: 1,
      maxLength: 12,
    });
    const sign = fc.constantFrom(...'?&%=\\<>{}[]|$#@_~^*+;:0123456789');
    fc.assert(
      fc.property(letters, sign, letters, (before, between, after) => {
        expect(nameFault(`${before} ${after}`, 'person')).toBeUndefined();
        expect(nameFault(`${before}'${after}`, 'person')).toBeUndefined();
        expect(nameFault(`${before}${between}${after}`, 'person')).toMatch(/^Tiene /);
      }),
    );
  });

  test('the name is doubtful if it is spelled like a word for nothing', () => {
    for (const name of ['Null', 'NAN', 'NONE', 'NA'])
      expect(nameDoubt(name)).toBe(
        `«${name}» puede ser un nombre, o lo que escribe un programa cuando no hay dato: compruébelo.`,
      );
    for (const name of ['Nil', 'GARCIA', 'null', 'ANA']) expect(nameDoubt(name)).toBeUndefined();
  });
});

test('the name of a company may have figures and signs, but no trace of a program', () => {
  for (const name of [
    '3000 VIVIENDAS S.L.',
    'A&B',
    'PÉREZ & HIJOS; C.B.',
    'AL 100%DE MARCHA',
    '¿Y QUÉ?',
    'I+D',
  ])
    expect(nameFault(name, 'company'), name).toBeUndefined();
  for (const name of [
    'CA?AS SL',
    'CA&Ntilde;AS',
    'CA\\u00d1AS',
    'CA%C3%91AS',
    'CA=D1AS',
    'undefined',
    '[object Object]',
  ])
    expect(nameFault(name, 'company'), name).toBeDefined();
});

test('a word for nothing is recognised in any spelling, but in a name only as programs write it', () => {
  for (const word of ['nan', 'NaN', 'undefined', 'null', 'NULL', 'None', 'N/A', 'n/d', '<NA>', '(null)']) {
    expect(isNothing(word, false), word).toBe(true);
    expect(isNothing(word, true), word).toBe(true);
  }
  for (const word of ['Nan', 'Null', 'nil', 'NONE']) {
    expect(isNothing(word, false), word).toBe(true);
    expect(isNothing(word, true), word).toBe(false);
  }
  for (const word of ['', 'no', 'ninguno', '0', 'na', 'N']) expect(isNothing(word, false), word).toBe(false);
});

test('several blanks become one blank, and invisible signs are removed', () => {
  expect(plainName(' DE\u00a0LA  \u2009CRUZ\u200b')).toBe('DE LA CRUZ');
  expect(plainName('MU\u00adÑOZ')).toBe('MUÑOZ');
  expect(withoutUnseen('280000000097\u200e')).toBe('280000000097');
  expect(unseenIn('\ufeffA\u200bB\u00ad')).toEqual(['\ufeff', '\u200b', '\u00ad']);
});
