import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test, vi } from 'vitest';
import { decodingOf } from '../../../../shared/sheets/csv/encoding.ts';
import { rowsOf, submissionOf } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const ENCODINGS = ['win1252', 'cp850', 'macroman'] as const;

/** The decoded text of a file, and the note about its encoding. */
const read = (bytes: Uint8Array) => {
  const { decode, note } = decodingOf(bytes);
  return { text: decode(bytes) + decode(undefined), note };
};
/** A file that was mistaken for Windows-1252 and saved as UTF-8. */
const encodedTwice = (text: string) => Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)));

test.each(ENCODINGS)('each byte of %s is read as its table has it', (encoding) => {
  // With names that leave no doubt about the encoding.
  const names = iconv.encode('JOSÉ MUÑOZ GARCÍA LÓPEZ NÚÑEZ Peña Ibáñez Sánchez ', encoding);
  // For bytes without a character, the platform returns a control character, and the library the replacement character. The
  // library's Macintosh has no €.
  const known = (value: string) => {
    const euro = encoding === 'macroman' ? value.replace('€', '¤') : value;
    return euro.normalize().replace(/[\x80-\x9f\ufffd\uf8ff]/g, '?');
  };
  for (let byte = 0; byte < 256; byte++) {
    const file = Buffer.concat([names, Buffer.from([byte])]);
    expect(known(read(file).text), String(byte)).toBe(known(iconv.decode(file, encoding)));
  }
});

test.each([
  ['win1252', 'MUÑOZ;Peña', 'Windows-1252 (ANSI)'],
  ['win1252', 'Köhler;José', 'Windows-1252 (ANSI)'],
  ['win1252', 'MUñOZ', 'Windows-1252 (ANSI)'],
  ['win1252', 'CALLE MAYOR 3, 2º', 'Windows-1252 (ANSI)'],
  ['win1252', '1.200 €', 'Windows-1252 (ANSI)'],
  ['win1252', 'L’HOSPITALET', 'Windows-1252 (ANSI)'],
  ['win1252', 'PARAL·LEL', 'Windows-1252 (ANSI)'],
  ['win1252', 'Calle Mayor – 3', 'Windows-1252 (ANSI)'],
  ['win1252', 'Sant Martí de Provençals; Àngel', 'Windows-1252 (ANSI)'],
  ['cp850', 'MUÑOZ', 'CP850 (MS-DOS)'],
  ['cp850', 'GARCÍA', 'CP850 (MS-DOS)'],
  ['cp850', 'LÓPEZ', 'CP850 (MS-DOS)'],
  ['cp850', 'María López Sánchez', 'CP850 (MS-DOS)'],
  ['macroman', 'ÁNGEL', 'Macintosh'],
  ['macroman', 'Núñez García', 'Macintosh'],
])(
  'a file in %s with %s is read in the encoding that gives words, and a note says so',
  (encoding, text, name) => {
    const file = `name;surname\r\n${text}\r\n`;
    const { text: found, note } = read(iconv.encode(file, encoding));
    expect(found).toBe(file);
    expect(note).toContain(`se ha leído como ${name}`);
    expect(note).toContain(/\p{L}*[^\0-\x7f]\p{L}*/u.exec(text)?.[0]);
  },
);

test.each([
  ['win1252', 'KÖHLER', 'KÍHLER'],
  ['cp850', 'FÍLIX', 'FÖLIX'],
])(
  'a file in %s whose only ambiguous word is %s may be read as %s, so it is a mistake',
  (encoding, word, other) => {
    const doubtful = () => decodingOf(iconv.encode(`name\r\n${word}\r\n`, encoding));
    expect(doubtful).toThrow(/^No se sabe en qué codificación/);
    expect(doubtful).toThrow(word);
    expect(doubtful).toThrow(other);
  },
);

test('UTF-8 and UTF-16 are read without a note', () => {
  const text = 'name\r\nJosé Muñoz 😀 Ł';
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ])
    expect(read(bytes)).toEqual({ text });
});

describe('UTF-8 that was encoded twice', () => {
  test.each(['', '\ufeff'])('a file is read as it was meant, with a note (after %j)', (mark) => {
    const text = 'name;surname\r\nJosé;PEÑA\r\nÁngel;GARCÍA';
    expect(read(encodedTwice(mark + text))).toEqual({
      text,
      note: 'El texto del fichero se codificó dos veces (UTF-8): se ha leído como se escribió (José).',
    });
  });

  test('a file with only some rows encoded twice is left as it is, and those names are mistakes', async () => {
    const bytes = Buffer.concat([Buffer.from('titular;nss\r\nPeña;1\r\n'), encodedTwice('Muñoz;2\r\n')]);
    expect(read(bytes).text).toContain('MuÃ±oz');
  });
});

/** Names as offices have them, some in capitals, in files of one to thirty rows. */
const name = fc.constantFrom(
  ...`José María Ángel Jesús Andrés Ramón Óscar Iván Rubén Adrián Raúl Joaquín Álvaro César Víctor Mónica Sofía Lucía Begoña
  Inés Núria François Jürgen García Rodríguez González López Martínez Sánchez Pérez Gómez Jiménez Díaz Muñoz Álvarez Núñez
  Ibáñez Peña Márquez Méndez Cortés Müller Gonçalves Güell Carreño Ureña Yáñez`.split(/\s+/),
);
const file = fc
  .tuple(fc.array(fc.tuple(name, name, name), { minLength: 1, maxLength: 30 }), fc.boolean())
  .map(([rows, isUpper]) => {
    const text = rows.map((row) => row.join(';')).join('\r\n');
    return `name;surname;lastSurname\r\n${isUpper ? text.toUpperCase() : text}\r\n`;
  });

test('a file of names is never read differently from how it was written, and at most it is refused', () => {
  const encode = {
    ...Object.fromEntries(ENCODINGS.map((one) => [one, (text: string) => iconv.encode(text, one)])),
    utf8: (text: string) => Buffer.from(text),
    twice: encodedTwice,
  };
  fc.assert(
    fc.property(file, fc.constantFrom(...Object.values(encode)), (text, encoded) => {
      let found: string;
      try {
        found = read(encoded(text)).text;
      } catch (error) {
        expect(String(error)).toMatch(/No se sabe en qué codificación/);
        return;
      }
      expect(found).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('a file with one ambiguous sign is doubtful between the encodings that differ', () => {
  expect(() => read(Buffer.from([0x20, 0xa9, 0x20]))).toThrow('«©» puede ser «®»');
});

test('any bytes have an encoding or are doubtful', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 90 })), (bytes) => {
      try {
        expect(typeof read(bytes).text).toBe('string');
      } catch (error) {
        expect(error).toMatchObject({ name: 'SheetFault' });
      }
    }),
  );
});

describe('a first line that names the separator', () => {
  const group = submissionOf('updateGroup');
  test.each([
    ['sep=;', ';'],
    ['SEP=,', ','],
    ['"sep=|"', '|'],
    ['sep=\t', '\t'],
  ])('the line %j is not read as a row', async (line, separator) => {
    for (const mark of ['', '\ufeff']) {
      const text = [line, ['regimen', 'grupo_cotizacion'].join(separator), ['0111', '04'].join(separator)];
      const rows = await rowsOf(mark + text.join('\r\n'), { format: 'csv', operations: [group] });
      expect(rows).toMatchObject([
        { row: 2, request: { regimen: '0111', grupo_cotizacion: '04' }, mistakes: [] },
      ]);
    }
  });
});
