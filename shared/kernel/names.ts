import { codesOf, misreadFault, sheetErrorFault } from './text.ts';

/**
 * Names of people and companies, from wherever they come: a sheet, a request, a document, or a list that is compared. A program
 * that converts a text may leave traces in it, and a name with such a trace is filed for nobody.
 */

/** Whose name it is. A person's has letters and few signs; a company's may have figures and most signs. */
export type NameOf = 'person' | 'company';

/** Characters without a width, and marks of the direction of writing. They arrive with a text that was copied. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u200e\u200f\u061c]/gu;

/** A text without characters that cannot be seen, in which all blanks are plain ones. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').replace(/\p{Zs}/gu, ' ');

/** The characters of a text that cannot be seen, such as U+200B. */
export const unseenIn = (text: string): string[] => text.match(UNSEEN) ?? [];

/** Blanks other than the one of a keyboard. */
const OTHER_BLANKS = /(?! )\p{Zs}/gu;

/** Why a name that must stay as it is written is none, in Spanish: as `nameFault`, and signs that `plainName` would change. */
export const writtenNameFault = (name: string, of: NameOf): string | undefined => {
  const changed = [...unseenIn(name), ...(name.match(OTHER_BLANKS) ?? [])];
  return (
    nameFault(name, of) ??
    (changed.length > 0 ? `Tiene signos que no se ven: ${codesOf(changed)}. Quítelos.` : undefined)
  );
};

/** A name in its usual form: without characters that cannot be seen, and with one plain blank between its words. */
export const plainName = (name: string): string => withoutUnseen(name).replace(/\s+/g, ' ').trim();

/** Spanish: the mistake of a name or text without a letter. */
export const NO_LETTER = 'Debe tener alguna letra. Si no hay dato, no se envía.';

/** Letters as programs escape them: entities, and escapes of addresses, of mails, of JSON and of workbooks. */
const ESCAPED = new RegExp(
  [
    '&(?:[a-z]{2,8}|#\\d{1,7}|#x[\\da-f]{1,6});',
    '\\\\+(?:u\\{?[\\da-f]{2,6}\\}?|x[\\da-f]{2}|[0-7]{3}|.)',
    '_x[\\da-f]{4}_',
    'U\\+[\\da-f]{4}',
    '(?<=\\p{L})u00[\\da-f]{2}',
    // With a figure: «100%DE» is no escape.
    '(?:[%=](?:[\\da-f]\\d|\\d[\\da-f])){1,4}',
  ].join('|'),
  'iu',
);

/** Text of a program in place of a value. */
const OF_PROGRAM = /\[object \w+\]|[{<][{%$/!]?\s*[\p{L}_][^{}<>]*[}>]/iu;

/** A word that a program joined to a name, because a part of the name had no value. */
const JOINED = /(?<![\p{L}\p{M}])(?:undefined|null|NaN|nan)(?![\p{L}\p{M}])/u;

/** Signs in place of a letter that was lost. A company may be called «¿Y QUÉ?». */
const LOST = /(?<=\p{L})\?(?=\p{L})/u;

/** Signs and figures that no name of a person has. Apostrophes, hyphens, dots, slashes and raised letters are in names. */
const NOT_IN_NAME = /[?¿!¡&;:#%=\\{}<>[\]|^~$€@*_+"\p{Nd}]/u;

/** What programs write where there is no value: JavaScript, Python, pandas, SQL and spreadsheets; and people who copy that. */
const NOTHING = /^(?:undefined|null|nan|nat|none|nil|n\/a|n\/d|<na>|<nan>|\(null\)|\[null\])$/i;
/** The same in a name. People are called Nan, Null or Nil, so these words count only as a program writes them. */
const NOTHING_IN_NAME =
  /^(?:[Uu]ndefined|UNDEFINED|null|NULL|nan|NaN|None|NaT|[nN]\/[aAdD]|<(?:NA|na|nan|NaN)>|[([]null[)\]])$/;
/** The same in the spelling of a name. */
const LIKE_NOTHING = /^(?:null|nan|none|na)$/i;

/** Whether a text is what a program writes where there is no value. */
export const isNothing = (text: string, isName: boolean): boolean =>
  (isName ? NOTHING_IN_NAME : NOTHING).test(text);

/** Spanish: what such a text is. */
export const nothingFault = (text: string): string =>
  `«${text}» es lo que escribe un programa cuando no hay dato.`;

/** Spanish: what a person checks in a name that is like such a word; `undefined` for other names. */
export const nameDoubt = (name: string): string | undefined =>
  LIKE_NOTHING.test(name) && !isNothing(name, true)
    ? `«${name}» puede ser un nombre, o lo que escribe un programa cuando no hay dato: compruébelo.`
    : undefined;

/** Spanish: the spelling in which a word for nothing may be a name, if it has one. */
const asName = (word: string): string => {
  const spellings = [`${word[0]!.toUpperCase()}${word.slice(1).toLowerCase()}`, word.toUpperCase()];
  const spelling = spellings.find((spelling) => /^\p{L}+$/u.test(spelling) && !isNothing(spelling, true));
  return spelling === undefined ? '' : ` Si es el nombre, escríbalo ${spelling}.`;
};

/** Why a text is not the name of a person or company, in Spanish, with the sign that shows it; `undefined` if it may be one. */
export const nameFault = (text: string, of: NameOf): string | undefined => {
  // Texts that go to an authority have these two checks, too, with the same words.
  const ofText = misreadFault(text) ?? sheetErrorFault(text);
  if (ofText !== undefined) return ofText;
  if (!/\p{L}/u.test(text)) return NO_LETTER;
  if (isNothing(text, true)) return nothingFault(text) + asName(text);
  const escaped = ESCAPED.exec(text)?.[0];
  if (escaped !== undefined)
    return `Tiene «${escaped}», que es como un programa escribe una letra: escriba la letra.`;
  const program = (OF_PROGRAM.exec(text) ?? JOINED.exec(text))?.[0];
  if (program !== undefined) return `Tiene «${program}», que es de un programa y no de un nombre.`;
  const sign = (of === 'person' ? NOT_IN_NAME : LOST).exec(text)?.[0];
  if (sign === undefined) return undefined;
  return sign === '?'
    ? 'Tiene «?» donde se perdió una letra: escriba la letra.'
    : `Tiene «${sign}», que no es de un nombre.`;
};
