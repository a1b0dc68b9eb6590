/** The characters that a text of a request may contain. `readRequest` checks every text of every operation. */

/** Reads ISO-8859-1, which is windows-1252 to browsers (https://encoding.spec.whatwg.org/#names-and-labels). */
export const LATIN_1 = new TextDecoder('iso-8859-1');

/** Byte by character, of all characters of ISO-8859-1. */
export const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [LATIN_1.decode(Uint8Array.of(byte)), byte] as const),
);

/** Kind of a text: one line, several lines, or a secret, in which every character counts. */
export type TextKind = 'line' | 'lines' | 'secret';

/** Control characters, line separators, bidirectional controls, and replacement characters. */
const NO_TEXT = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\ufffd]/gu;

/**
 * Error values of spreadsheet programs, in Spanish and English, and LibreOffice's. They also arrive as text: in a
 * text file, pasted, or from a program that read the cell.
 */
const SHEET_ERROR =
  /^(?:#N\/[AD]|#[¡¿]?[\p{Lu}\d/_ ]+[!?]|#(?:OBTENIENDO_DATOS|GETTING_DATA)|#{3,}|Err:\d{3})$/u;

/** Whether a text is an error of a spreadsheet program, and no value. */
export const isSheetError = (text: string): boolean => SHEET_ERROR.test(text);

/** Why an error of a spreadsheet program cannot be taken, in Spanish; `undefined` for other texts. */
export const sheetErrorFault = (text: string): string | undefined =>
  isSheetError(text) ? `${text} es un error de una hoja de cálculo, y no un dato.` : undefined;

/** Control characters that a text of several lines may have. */
const BETWEEN_LINES = new Set('\t\n\r');

/** Bytes from 128 to 191 as Windows-1252 reads them: in UTF-8 the second of each letter that Spanish has. */
const CONTINUATION = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * Traces of text that was decoded with the wrong encoding: UTF-8 as Windows-1252 (`Ã±`), code page 850 and Macintosh
 * as Windows-1252 (`MU¥OZ`, `µNGEL`, `L¢pez`). Letters that appear in real names are left out (`GARCÖA`).
 */
const MISREAD = new RegExp(
  [
    `[ÂÃ][${CONTINUATION}]`,
    'â€',
    '(?<=\\p{L})[¡¢£§¦¬ƒµ†‡‚„ˆ˜](?=\\p{L})',
    '(?<=\\p{L})[¥¤]',
    '[¥¤](?=\\p{L})',
    'µ(?=\\p{Lu}{2})',
  ].join('|'),
  'u',
);

/** Most characters that a message names. */
const MAX_NAMED = 10;

/**
 * Why a text cannot be taken, in Spanish; `undefined` where it can.
 * @param forAuthority it goes to an authority, whose forms are in windows-1252
 */
export const textFault = (text: string, kind: TextKind, forAuthority: boolean): string | undefined => {
  if (!text.isWellFormed()) return 'Contiene caracteres incompletos: no es texto Unicode válido.';
  if (kind === 'secret') return text.includes('\0') ? 'No puede contener el carácter nulo.' : undefined;
  const controls = (text.match(NO_TEXT) ?? []).filter(
    (character) => kind === 'line' || !BETWEEN_LINES.has(character),
  );
  if (controls.length > 0) {
    const codes = codesOf(controls);
    return kind === 'line'
      ? `No admite saltos de línea ni otros caracteres de control: ${codes}.`
      : `No admite caracteres de control: ${codes}.`;
  }
  const ofProgram = forAuthority ? (sheetErrorFault(text) ?? misreadFault(text)) : undefined;
  if (ofProgram !== undefined) return ofProgram;
  const foreign = forAuthority ? Array.from(text).filter((character) => !BYTES.has(character)) : [];
  return foreign.length > 0 ? `El organismo no admite estos caracteres: ${namesOf(foreign)}.` : undefined;
};

/** What to do about a text that was read in another encoding than it was written in, in Spanish: for a program, and in a sheet. */
const REMEDIES = {
  program: 'lea el texto con la codificación con la que se guardó; guardarlo otra vez no lo corrige',
  sheet: 'escríbalas como son, o guarde el fichero en UTF-8',
};

/**
 * Why a text was read in another encoding than it was written in, in Spanish; `undefined` where it was not.
 * @param from who can correct it: the program that sent it, or the person whose sheet has it
 */
export const misreadFault = (text: string, from: keyof typeof REMEDIES = 'program'): string | undefined => {
  const misread = MISREAD.exec(text)?.[0];
  return misread === undefined
    ? undefined
    : `Tiene letras mal codificadas («${misread}»): ${REMEDIES[from]}.`;
};

/** Characters that look like signs of a keyboard and are none, or that cannot be seen, as a message names them in Spanish. */
export const strangeIn = (text: string): string => {
  const strange = text.match(/[^\p{Cc}\x20-\x7e\u00c0-\u024f]/gu) ?? [];
  return strange.length > 0 ? ` Tiene ${namesOf(strange)}.` : '';
};

/** The first characters of a list, each once, for a message: `«Ł» (U+0141)`. */
export const namesOf = (characters: Iterable<string>): string =>
  distinct(characters)
    .map((character) => `«${character}» (${codePoint(character)})`)
    .join(', ');

/** The code points of a list of characters, each once, for a message: `U+200B, U+200E`. */
export const codesOf = (characters: Iterable<string>): string =>
  distinct(characters).map(codePoint).join(', ');

const distinct = (characters: Iterable<string>): string[] => [...new Set(characters)].slice(0, MAX_NAMED);

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Letters in capitals, ASCII only: `ß`, `ſ` and `ı` have capitals in ASCII and are letters of no identifier. */
export const upperCase = (text: string): string =>
  text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const KIB = 1024;

/** A size in bytes as texts name it: `1 MiB`, `256 KiB`. */
export const sizeText = (bytes: number): string =>
  bytes % (KIB * KIB) === 0 ? `${bytes / KIB / KIB} MiB` : `${bytes / KIB} KiB`;

/**
 * A NIE of X and eight digits, the first of them 0, with the seven that it has today. It was issued so until 2008, and is still
 * valid (Orden INT/2058/2008): X01234567L is the person of X1234567L. No passport is known to look so.
 */
export const nieOfToday = (document: string): string => document.replace(/^X0(?=\d{7}[A-Z]$)/, 'X');

/**
 * Normalises an identity document for comparisons and searches: capitals, without the leading zeros of some
 * authorities, and with a NIE in today's form.
 */
export const plainDocument = (document: string): string =>
  nieOfToday(document.toUpperCase().replace(/^0+/, ''));

/** A name that has the surnames first, as `GARCIA PEÑA, ANA`, with the first names first. */
export const firstNamesFirst = (name: string): string => {
  const [surnames = '', names = ''] = name.split(',').map((part) => part.trim());
  return [names, surnames].filter(Boolean).join(' ');
};

/** Whether two identity documents are the same, however they are written. */
export const isSameDocument = (one: string, other: string): boolean =>
  plainDocument(one) === plainDocument(other);

/**
 * Normalises a DNI, NIE or tax id to its nine characters: without the zero of TGSS's ten-character form, and with a
 * NIE in today's form. A passport may look the same, so this is only for documents known not to be passports.
 */
export const withoutPadding = (document: string): string =>
  nieOfToday(document.replace(/^0(?=[0-9A-Z]\d{7}[0-9A-Z]$)/, ''));

/** Words as they are compared: without accents, capitals and signs. */
export const spelledWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
