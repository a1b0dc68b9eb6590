import { isUtf8 } from 'node:buffer';
import { BYTES } from '../../kernel/text.ts';
import { SheetFault } from '../limits.ts';

/**
 * Finds the encoding of a text file. UTF-8 cannot be mistaken for anything else. The other encodings of Spanish programs all
 * decode the same bytes to letters, but only the right one yields words. Of five libraries only jschardet 4 knows all three,
 * and it mistakes 40 % of CP850 and Macintosh files with few names for something else.
 */

/** An encoding with which bytes are decoded. */
export interface Decoding {
  /** The text of consecutive chunks. The final call, with `undefined`, ends it. */
  decode(bytes: Uint8Array | undefined): string;
  /** A note for the sender, in Spanish; none for plain UTF-8 and UTF-16. */
  note?: string;
}

/** The characters of the bytes from 128 in code page 850, which no decoder of the platform knows. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const fromPlatform = (label: string): string =>
  new TextDecoder(label).decode(Uint8Array.from({ length: 128 }, (_, index) => index + 128));

/** A single-byte encoding. The higher its `rarity`, the stronger the evidence for it must be. */
interface Encoding {
  name: string;
  characters: string;
  rarity: number;
}

const ENCODINGS: readonly [Encoding, ...Encoding[]] = [
  { name: 'Windows-1252 (ANSI)', characters: fromPlatform('windows-1252'), rarity: 0 },
  { name: 'CP850 (MS-DOS)', characters: CP850, rarity: 4 },
  { name: 'Macintosh', characters: fromPlatform('macintosh'), rarity: 4 },
];

/** The least lead in likelihood of the best reading over the next one. */
const MARGIN = 5;
/** The most different words that are examined, the most bytes of each, and the most words that a note names. */
const MOST_WORDS = 2000;
const LONGEST_WORD = 60;
const MOST_NAMED = 5;

/** Finds the encoding of a file. @throws SheetFault if two are about equally likely and give different words */
export const decodingOf = (bytes: Uint8Array): Decoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return streamed('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return streamed('utf-16be');
  if (isUtf8(bytes)) return encodedTwice(bytes) ?? streamed('utf-8');
  const words = wordsOf(bytes);
  const [best, ...others] = ENCODINGS.map((encoding) => ({
    encoding,
    weight: weightOf(words, encoding),
    texts: words.map(({ bytes }) => decoded(bytes, encoding.characters)),
  })).toSorted((a, b) => b.weight - a.weight);
  const { encoding, weight, texts } = best!;
  for (const other of others) {
    const place = texts.findIndex((text, index) => text !== other.texts[index]);
    if (place >= 0 && weight - other.weight < MARGIN) throw doubtful(texts[place]!, other.texts[place]!);
  }
  return {
    decode: (some) => (some ? decoded(some, encoding.characters) : ''),
    note: `El fichero no está en UTF-8: se ha leído como ${encoding.name}, que es como tiene sentido (${texts.slice(0, MOST_NAMED).join(', ')}).`,
  };
};

const doubtful = (one: string, other: string): SheetFault =>
  new SheetFault(
    `No se sabe en qué codificación está el fichero: «${one}» puede ser «${other}». Guárdelo como .xlsx, o como CSV UTF-8.`,
  );

const streamed = (label: string): Decoding => {
  const decoder = new TextDecoder(label);
  return { decode: (bytes) => decoder.decode(bytes, { stream: bytes !== undefined }) };
};

/** A letter in UTF-8 that was read as Windows-1252. */
const TWICE = /[ÂÃ][\u0080-\u00bf\u0152-\u2122]/;

/** The decoding of a file that was taken for Windows-1252 and encoded again; `undefined` if not all of it was. */
const encodedTwice = (bytes: Uint8Array): Decoding | undefined => {
  const text = new TextDecoder().decode(bytes);
  const sample = TWICE.exec(text);
  if (!sample) return undefined;
  const once = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = BYTES.get(text[at]!);
    if (byte === undefined) return undefined;
    once[at] = byte;
  }
  if (!isUtf8(once)) return undefined;
  const whole = new TextDecoder().decode(once);
  const word = /\p{L}*[^\0-\x7f]\p{L}*/u.exec(whole)?.[0];
  let isGiven = false;
  return {
    decode: () => {
      const given = isGiven ? '' : whole;
      isGiven = true;
      return given;
    },
    note: `El texto del fichero se codificó dos veces (UTF-8): se ha leído como se escribió (${word}).`,
  };
};

const decoded = (bytes: Uint8Array, characters: string): string => {
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : characters[byte - 128];
  return text;
};

/** A word with bytes from 128, and the character before it. */
interface Word {
  before: string;
  bytes: Uint8Array;
}

const isLetter = (byte: number): boolean => byte >= 128 || ((byte | 32) >= 97 && (byte | 32) <= 122);

/** The distinct words of a file that contain bytes outside ASCII. */
const wordsOf = (bytes: Uint8Array): Word[] => {
  const words = new Map<string, Word>();
  for (let at = 0; at < bytes.length && words.size < MOST_WORDS; at++) {
    if (!isLetter(bytes[at]!)) continue;
    const start = at;
    let isPlain = true;
    for (; at < bytes.length && isLetter(bytes[at]!); at++) isPlain &&= bytes[at]! < 128;
    if (isPlain) continue;
    const word = {
      before: String.fromCharCode(bytes[start - 1] ?? 32),
      bytes: bytes.subarray(start, Math.min(at, start + LONGEST_WORD)),
    };
    words.set(word.before + decoded(word.bytes, ENCODINGS[0].characters), word);
  }
  return [...words.values()];
};

/** How often a letter is weighed. Names of one family or country repeat the same letters, which proves nothing more. */
const MOST_WEIGHED = 2;

/** How likely a reading is: 0 if all its letters are usual in Spanish, less for unusual ones, more for known words. */
const weightOf = (words: Word[], { characters, rarity }: Encoding): number => {
  const weighed = new Map<string, number>();
  let weight = -rarity;
  for (const { before, bytes } of words) {
    const word = decoded(bytes, characters);
    if (KNOWN.has(word.toLowerCase())) weight += KNOWN_WEIGHT;
    for (const [at, character] of [...word].entries()) {
      const times = weighed.get(character) ?? 0;
      if (character <= '\x7f' || times === MOST_WEIGHED) continue;
      weighed.set(character, times + 1);
      const elided = at === 1 && ELIDED.test(word);
      weight -= elided
        ? 1
        : oddity(character, { before: word[at - 1] ?? before, after: word[at + 1] ?? ' ' });
    }
  }
  return weight;
};

/** The most frequent words with letters outside ASCII in names, addresses and places. */
const KNOWN = new Set(
  `garcía rodríguez gonzález fernández lópez martínez sánchez pérez gómez martín jiménez ruíz hernández díaz muñoz álvarez
  gutiérrez domínguez vázquez velázquez ramírez suárez ortíz marín núñez ibáñez yáñez antúnez cortés méndez márquez peña
  gálvez giménez sáez sáiz peláez benítez vélez bermúdez meléndez menéndez estévez téllez valdés cáceres páez solís cárdenas
  galán durán beltrán román roldán guillén millán bañuls avilés ureña carreño castaño acuña zúñiga íñiguez ordóñez nuñez
  patiño rincón calderón león simón alarcón escolà solé ferré gascón aragón colón morán tomás josé maría ángel jesús andrés
  ramón óscar iván rubén adrián raúl joaquín álvaro césar víctor ángeles ángela mónica sofía lucía rocío begoña inés belén
  verónica bárbara débora agustín ramírez nicolás matías sebastián julián fabián germán hernán benjamín valentín fermín
  martín moisés félix héctor íñigo íker aarón efraín isaías elías jonás raquel concepción asunción encarnación ascensión
  joão são gonçalves gonçalo simões conceição magalhães guimarães assunção
  consolación purificación visitación trinidad fátima míriam noemí sarai úrsula águeda núria júlia àngel andreu mercè
  fermí josé rosalía sonia ainhoa íngrid estefanía eloísa leocadia anaís málaga cádiz córdoba jaén ávila lérida castellón
  coruña almería alcalá mérida úbeda alcorcón móstoles leganés logroño cataluña españa andalucía aragón extremadura
  constitución república estación avenida número nº izq dirección administración peón técnico técnica limpieza jardín
  portería construcción educación formación atención gestión producción almacén cocina camarera señora año años mañana
  calle río güell mar`
    .split(/\s+/)
    .filter((word) => /[^\0-\x7f]/.test(word)),
);

/** By how much a known word makes a reading more likely. */
const KNOWN_WEIGHT = 6;

/** Elided names such as D’Ors, L’Hospitalet and O’Donnell. */
const ELIDED = /^[dlos]’\p{L}/iu;
const SPANISH = /[áéíóúñ]/i;
const IBERIAN = /[üçàèòï]/i;
const EUROPEAN = /[äëöêîôâã]/i;
const RARE = /[ûåøæõßìù]/i;
const ORDINAL = /[ºª°]/;
const PUNCTUATION = /[’‘“”–—…«»¿¡€·´\u00a0]/;

/** How unusual a character is at its place. */
const oddity = (character: string, { before, after }: { before: string; after: string }): number => {
  const isBetween = /\p{L}/u.test(before) && /\p{L}/u.test(after);
  if (ORDINAL.test(character)) return isBetween ? 8 : /[\dA-Za-z]/.test(before) ? 0 : 5;
  if (character === '·') return /l/i.test(before) && /l/i.test(after) ? 0 : 8;
  if (PUNCTUATION.test(character)) return isBetween ? 7 : 3;
  if (!/\p{L}/u.test(character) || character === 'µ') return 10;
  const isAlone = !/\p{L}/u.test(before) && !/\p{L}/u.test(after);
  return rarityOf(character) + caseOddity(character, before, after) + (isAlone ? 5 : 0);
};

const rarityOf = (letter: string): number => {
  if (SPANISH.test(letter)) return 0;
  if (IBERIAN.test(letter)) return 2;
  if (EUROPEAN.test(letter)) return 4;
  return RARE.test(letter) ? 6 : 8;
};

const isCapital = (character: string): boolean => /\p{Lu}/u.test(character);
const isSmall = (character: string): boolean => /\p{Ll}/u.test(character);

/**
 * A capital within small letters is unusual, and so is a small letter at the beginning of a name. A small letter among capitals
 * comes from programs that know only the capitals of ASCII.
 */
const caseOddity = (character: string, before: string, after: string): number => {
  if (isCapital(character)) return isSmall(before) ? 7 : 0;
  if (isCapital(after) || (isCapital(before) && !isSmall(after))) return SPANISH.test(character) ? 4 : 6;
  return /\p{L}/u.test(before) ? 0 : 2;
};
