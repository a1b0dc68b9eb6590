/** What a text of a request may contain. `readRequest` holds every text of every operation to it. */

/** Reads ISO-8859-1, which is windows-1252 to browsers (https://encoding.spec.whatwg.org/#names-and-labels). */
export const LATIN_1 = new TextDecoder('iso-8859-1');

/** Byte by character, of all characters of ISO-8859-1. */
export const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [LATIN_1.decode(Uint8Array.of(byte)), byte] as const),
);

/** How a text is written: in one line, in several, or as a secret, of which every character counts. */
export type TextKind = 'line' | 'lines' | 'secret';

/** Control characters, line separators, what turns the direction of writing, and what stands for lost characters. */
const NO_TEXT = /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\ufffd]/gu;

/** What a text of several lines may have of these. */
const BETWEEN_LINES = new Set('\t\n\r');

/** Bytes from 128 to 191 as Windows-1252 reads them: in UTF-8 the second of each letter that Spanish has. */
const CONTINUATION = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * What a name or address has that was read in another encoding than it was written in: UTF-8 as Windows-1252 (`Ã±`), code page
 * 850 and Macintosh as Windows-1252 (`MU¥OZ`, `µNGEL`, `L¢pez`). Letters that some name has are not among them (`GARCÖA`).
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
    const codes = distinct(controls).map(codePoint).join(', ');
    return kind === 'line'
      ? `No admite saltos de línea ni otros caracteres de control: ${codes}.`
      : `No admite caracteres de control: ${codes}.`;
  }
  const misread = forAuthority ? misreadFault(text) : undefined;
  if (misread !== undefined) return misread;
  const foreign = forAuthority ? Array.from(text).filter((character) => !BYTES.has(character)) : [];
  return foreign.length > 0 ? `El organismo no admite estos caracteres: ${namesOf(foreign)}.` : undefined;
};

/** Why a text was read in another encoding than it was written in, in Spanish; `undefined` where it was not. */
export const misreadFault = (text: string): string | undefined => {
  const found = MISREAD.exec(text)?.[0];
  return found === undefined
    ? undefined
    : `Tiene letras mal codificadas («${found}»): escríbalas como son, o guarde el fichero en UTF-8.`;
};

/** The first characters of a list, each once, for a message: `«Ł» (U+0141)`. */
export const namesOf = (characters: Iterable<string>): string =>
  distinct(characters)
    .map((character) => `«${character}» (${codePoint(character)})`)
    .join(', ');

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

/** An identity document without the zeros before it, with which some authorities write it. */
export const plainDocument = (document: string): string => document.toUpperCase().replace(/^0+/, '');

/**
 * A DNI, NIE or tax id without the zero with which TGSS prints it in ten characters. A passport may look the same, so
 * this is only for what is known to be none.
 */
export const withoutPadding = (document: string): string =>
  document.replace(/^0(?=[0-9A-Z]\d{7}[0-9A-Z]$)/, '');
