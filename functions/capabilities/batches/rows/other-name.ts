/** Compares names of persons as people write them with names as authorities show them. Pure functions. */

/** Letters that have no accent to take off, and what Spanish forms have in their place. */
const LETTERS: Readonly<Record<string, string>> = {
  Ł: 'L',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  ẞ: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
};

/** Usual abbreviations of names and surnames, without their dots and raised letters. */
const SHORT: Readonly<Record<string, string>> = {
  MA: 'MARIA',
  FCO: 'FRANCISCO',
  FCA: 'FRANCISCA',
  FRCO: 'FRANCISCO',
  STGO: 'SANTIAGO',
  STA: 'SANTA',
  GA: 'GARCIA',
  FDEZ: 'FERNANDEZ',
  FERNDEZ: 'FERNANDEZ',
  HDEZ: 'HERNANDEZ',
  HNDEZ: 'HERNANDEZ',
  RGUEZ: 'RODRIGUEZ',
  RDGUEZ: 'RODRIGUEZ',
  RODRGUEZ: 'RODRIGUEZ',
  MTNEZ: 'MARTINEZ',
  MTEZ: 'MARTINEZ',
  MNEZ: 'MARTINEZ',
  GLEZ: 'GONZALEZ',
  GZLEZ: 'GONZALEZ',
  DGUEZ: 'DOMINGUEZ',
  GTREZ: 'GUTIERREZ',
  SCHEZ: 'SANCHEZ',
  SNCHEZ: 'SANCHEZ',
};

/** Words between parts of a name, which forms often leave out. */
const JOINTS = new Set('DE DEL DELS LA LAS LOS Y I E DA DAS DO DOS SAN VAN VON'.split(' '));

/** Capitals without accents. `ª` and `º` become letters; an apostrophe or a point between letters joins them: `D'ORS`, `GAL·LA`. */
const plain = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[ŁØĐÐẞÆŒÞ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/(?<=[A-Z])['’‘`´·](?=[A-Z])/g, '')
    .replace(/\b([MG])\.A\b/g, '$1A');

/** The most words of a name that are compared. */
const MOST = 12;

const wordsIn = (text: string): string[] =>
  plain(text)
    .split(/[^A-Z]+/)
    .filter(Boolean)
    .slice(0, MOST);

/** A word of a name, and whether the authority's field may have cut it. */
interface Word {
  text: string;
  isCut: boolean;
}

/** The words of a name in the form in which they are compared. @param mayBeCut by its place among the words */
const comparable = (words: readonly string[], mayBeCut: (place: number) => boolean): Word[] =>
  words
    .map((word, place) => ({ text: SHORT[word] ?? word, isCut: mayBeCut(place) }))
    .filter(({ text }) => !JOINTS.has(text));

/**
 * Lengths of the fields in which authorities cut names: SEPE's schema has 15 letters for the names and 20 for each surname. Assumed: TGSS's
 * lists have 30 for all of them.
 */
const PARTS = new Set([15, 20]);
const WHOLE = 30;

/** The words of an authority's name. Which word is the last of a full field is known if the field comes first, or all is one field. */
const wordsOfAuthority = (name: string): Word[] => {
  const words = wordsIn(name);
  const lengths = words.map((_, place) => words.slice(0, place + 1).join(' ').length);
  const isFull = lengths.at(-1)! >= WHOLE;
  return comparable(words, (place) => isFull || PARTS.has(lengths[place]!));
};

/** Shortest beginning of a word that counts as the word. */
const SHORTEST = 3;

/** Whether an authority's word means what a person wrote. */
const isSame = (written: string, { text, isCut }: Word): boolean =>
  written === text || (isCut && text.length >= SHORTEST && written.startsWith(text));

/** Whether each of the first words has a word of its own among the others; two words that were written as one count as one. */
const areAmong = (
  some: readonly Word[],
  all: readonly Word[],
  fits: (word: Word, other: Word) => boolean,
): boolean => {
  const [first, second, ...rest] = some;
  if (!first) return true;
  const others = second ? [second, ...rest] : [];
  return all.some((word, place) => {
    const next = all[place + 1]?.text ?? '';
    // The one before had the same outcome.
    if (word.text === all[place - 1]?.text && word.text === next) return false;
    return (
      (fits(first, word) && areAmong(others, all.toSpliced(place, 1), fits)) ||
      (first.text === word.text + next && areAmong(others, all.toSpliced(place, 2), fits)) ||
      (word.text === first.text + (second?.text ?? '') && areAmong(rest, all.toSpliced(place, 1), fits))
    );
  });
};

/**
 * Whether a name that a person wrote is not the one that an authority shows. The same are: words in any order, fewer words on either
 * side, usual abbreviations (`Mª`, `Fco.`), and other signs and accents. Each word counts once, and a beginning counts as its word only
 * where the authority's field is full.
 */
export const isOtherName = (written: string, byAuthority: string): boolean => {
  const ours = comparable(wordsIn(written), () => false);
  const theirs = wordsOfAuthority(byAuthority);
  if (ours.length === 0 || theirs.length === 0) return false;
  return (
    !areAmong(ours, theirs, (word, other) => isSame(word.text, other)) &&
    !areAmong(theirs, ours, (word, other) => isSame(other.text, word))
  );
};

/**
 * The warning, in Spanish, that a sheet and the authority have different names for a worker. `undefined` if the names fit, or if one
 * is not known. A warning changes nothing else.
 */
export const otherName = (
  inSheet: string | undefined,
  ofAuthority: string | undefined,
): string | undefined =>
  inSheet === undefined || ofAuthority === undefined || !isOtherName(inSheet, ofAuthority)
    ? undefined
    : `La hoja dice ${inSheet}, y el organismo, ${ofAuthority}: compruebe que es la misma persona.`;
