/** Code lists, and the search in them. */

/** A code to choose. Its text begins with the code. */
export interface Code {
  code: string;
  text: string;
  /** Its words in small letters without accents, with a blank before each. */
  words: string;
}

/** The text without accents and in small letters, for comparisons. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Codes to choose from. @param texts by code, each beginning with it */
export const codesOf = (texts: Record<string, string>): Code[] =>
  Object.entries(texts).map(([code, text]) => ({
    code,
    text,
    words: ` ${plain(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`,
  }));

/** The codes that begin with the text, and then the codes whose words begin with it. All codes if the text is empty. */
export const matching = (codes: readonly Code[], written: string): Code[] => {
  const wanted = plain(written).trim();
  const words = wanted.split(/\s+/);
  const isFirst = ({ code }: Code) => plain(code).startsWith(wanted);
  const matching = codes.filter(
    (code) => isFirst(code) || words.every((word) => code.words.includes(` ${word}`)),
  );
  return [...matching.filter(isFirst), ...matching.filter((code) => !isFirst(code))];
};
