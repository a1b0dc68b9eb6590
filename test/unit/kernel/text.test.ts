import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstNamesFirst,
  namesOf,
  type TextKind,
  textFault,
  upperCase,
} from '../../../shared/kernel/text.ts';

/** The characters that texts may contain, by the kind of text and where it is sent. */

const LINE = 'No admite saltos de línea ni otros caracteres de control: ';
const LINES = 'No admite caracteres de control: ';
const here = (text: string, kind: TextKind) => textFault(text, kind, false);

describe('characters that are no text', () => {
  const kinds = [
    ['the first control character', 0x00],
    ['a bell', 0x07],
    ['the last control character of ASCII', 0x1f],
    ['delete', 0x7f],
    ['the next line of ISO 6429', 0x85],
    ['a mark of the direction', 0x200e],
    ['an override of the direction', 0x202e],
    ['an isolate', 0x2066],
    ['an Arabic mark', 0x061c],
    ['the line separator', 0x2028],
    ['the paragraph separator', 0x2029],
    ['what stands for lost characters', 0xfffd],
    ['a code point that is none', 0xfffe],
    ['another such', 0x1ffff],
  ] as const;

  test.each(kinds)('the character %s is in no text, and is named by its number', (_, code) => {
    const named = `U+${code.toString(16).toUpperCase().padStart(4, '0')}.`;
    const text = `a${String.fromCodePoint(code)}b`;
    expect(here(text, 'line')).toBe(LINE + named);
    expect(here(text, 'lines')).toBe(LINES + named);
  });

  test.each(['\t', '\n', '\r'])('the character %j is allowed between lines only', (character) => {
    expect(here(`a${character}b`, 'line')).toContain(LINE);
    expect(here(`a${character}b`, 'lines')).toBeUndefined();
    expect(here(`a${character}b`, 'secret')).toBeUndefined();
  });

  test('the characters are each named once in the message, ten at most, in their order', () => {
    const text = Array.from({ length: 12 }, (_, index) => String.fromCodePoint(12 - index)).join('');
    expect(here(`${text}${text}`, 'line')).toBe(
      `${LINE}U+000C, U+000B, U+000A, U+0009, U+0008, U+0007, U+0006, U+0005, U+0004, U+0003.`,
    );
    expect(here('\b\b\n', 'lines')).toBe(`${LINES}U+0008.`);
  });

  test.each<TextKind>(['line', 'lines', 'secret'])('a half character is in no %s', (kind) => {
    expect(here('a\ud800b', kind)).toBe('Contiene caracteres incompletos: no es texto Unicode válido.');
    expect(here('a\udc00b', kind)).toBe('Contiene caracteres incompletos: no es texto Unicode válido.');
  });

  test('a secret may have all characters but the first control character', () => {
    expect(here('a\0b', 'secret')).toBe('No puede contener el carácter nulo.');
    for (const [, code] of kinds.slice(1)) expect(here(String.fromCodePoint(code), 'secret')).toBeUndefined();
    expect(textFault('Łódź\u0007', 'secret', true)).toBeUndefined();
  });

  test('no letter, mark or sign of any writing is refused', () => {
    for (const text of ['', 'José Núñez', 'Łódź', '東京', '👩‍👧', 'e\u0301', '\u00a0'])
      for (const kind of ['line', 'lines', 'secret'] as const) expect(here(text, kind), text).toBeUndefined();
  });
});

describe('the text that goes to an authority', () => {
  test.each<TextKind>(['line', 'lines'])('a text has the characters of windows-1252, in a %s', (kind) => {
    expect(textFault('Ñandú € “x” – ÿ', kind, true)).toBeUndefined();
    expect(textFault('Łódź, Łask', kind, true)).toBe(
      'El organismo no admite estos caracteres: «Ł» (U+0141), «ź» (U+017A).',
    );
    expect(textFault('a😀', kind, true)).toBe('El organismo no admite estos caracteres: «😀» (U+1F600).');
  });

  test.each([
    ['JosÃ©', 'Ã©'],
    ['PEÃ‘A', 'Ã‘'],
    ['MarÃ­a', 'Ã\u00ad'],
    ['NÂº 5', 'Âº'],
    ['Lâ€™Hospitalet', 'â€'],
    ['MU¥OZ', '¥'],
    ['¥UÑEZ', '¥'],
    ['µNGEL', 'µ'],
    ['SUµREZ', 'µ'],
    ['L¢pez', '¢'],
    ['Garc¡a', '¡'],
    ['N£ñez', '£'],
    ['P‚rez', '‚'],
    ['S‡nchez', '‡'],
  ])('the text %s was read in another encoding than it was written in: «%s»', (text, what) => {
    for (const kind of ['line', 'lines'] as const)
      expect(textFault(text, kind, true)).toBe(
        `Tiene letras mal codificadas («${what}»): lea el texto con la codificación con la que se guardó; guardarlo otra vez no lo corrige.`,
      );
    expect(textFault(text, 'secret', true)).toBeUndefined();
  });

  test.each([
    'João Guimarães, IRMÃ',
    'GARCÖA Köhler, Zoë, MUñOZ, Anaïs, Ângela, Ævar, Þór, Šimek, Žižek',
    'C/ L’Alt de Sant Pere, 3, 1º 2ª — bloque «B» (nº 5)',
    'Paral·lel, D’Ors, O´Donnell',
    '¡Atención! ¿Qué hace? 5 € = 4 £; 10 µm a 20 µL; art. 5 § 2; 37 °C ±1; 3×2',
  ])('the text %s is accepted as a person writes it', (text) => {
    expect(textFault(text, 'lines', true)).toBeUndefined();
  });

  test('a character that is no text is reported first', () => {
    expect(textFault('Ł\u0007', 'line', true)).toBe(`${LINE}U+0007.`);
  });
});

test('a message names characters once, ten at most', () => {
  expect(namesOf('aab')).toBe('«a» (U+0061), «b» (U+0062)');
  expect(namesOf(new Set(['\u00e9']))).toBe('«é» (U+00E9)');
  expect(namesOf('0123456789xyz').match(/U\+/g)).toHaveLength(10);
  expect(namesOf('')).toBe('');
});

describe('texts in capitals', () => {
  test('a letter of ASCII becomes a capital, and nothing else does', () => {
    expect(upperCase('x1234567l / ab')).toBe('X1234567L / AB');
    for (const other of ['ß', 'ſ', 'ı', 'ñ', 'é', 'ﬁ']) expect(upperCase(other)).toBe(other);
  });

  test('no text becomes longer, and capitals stay', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = upperCase(text);
        expect(once).toHaveLength(text.length);
        expect(once).not.toMatch(/[a-z]/);
        expect(upperCase(once)).toBe(once);
      }),
    );
  });
});

describe('the errors of spreadsheet programs', () => {
  test.each([
    ...[
      '#N/D',
      '#N/A',
      '#¡REF!',
      '#REF!',
      '#¡VALOR!',
      '#VALUE!',
      '#¿NOMBRE?',
      '#NAME?',
      '#¡DIV/0!',
      '#DIV/0!',
    ],
    ...['#¡NUM!', '#¡NULO!', '#NULL!', '#¡DESBORDAMIENTO!', '#SPILL!', '#CALC!', '#OBTENIENDO_DATOS'],
    ...['########', '###', 'Err:502'],
  ])('the error %s is no text for an authority', (text) => {
    for (const kind of ['line', 'lines'] as const)
      expect(textFault(text, kind, true)).toBe(`${text} es un error de una hoja de cálculo, y no un dato.`);
    expect(textFault(text, 'secret', true)).toBeUndefined();
    expect(textFault(text, 'line', false)).toBeUndefined();
  });

  test.each(['#', '##', '#1', 'C/ MAYOR #3', 'El #N/D de la hoja', '#hola!', 'N/D', 'Error:502'])(
    'the text %s is not refused',
    (text) => {
      expect(textFault(text, 'line', true)).toBeUndefined();
    },
  );
});

test.each([
  ['GARCIA PEÑA, ANA', 'ANA GARCIA PEÑA'],
  ['GARCIA ,ANA MARIA', 'ANA MARIA GARCIA'],
  ['GARCIA', 'GARCIA'],
  ['', ''],
])('the name %s is shown with the first names first', (name, shown) => {
  expect(firstNamesFirst(name)).toBe(shown);
});
