/** Codes, as people look for them. */

/** A code as it is offered: its text begins with it. */
export interface Code {
  code: string;
  text: string;
  /** Its words, plain, with a blank before each. */
  words: string;
}

/** Without accents and capitals. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Codes to choose from. @param texts by code, each beginning with it */
export const codesOf = (texts: Record<string, string>): Code[] =>
  Object.entries(texts).map(([code, text]) => ({
    ...{ code, text },
    words: ` ${plain(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`,
  }));

/** Codes that begin with what is written, and then those with words that begin so. All of them without any. */
export const matching = (codes: readonly Code[], written: string): Code[] => {
  const wanted = plain(written).trim();
  const words = wanted.split(/\s+/);
  const isFirst = ({ code }: Code) => plain(code).startsWith(wanted);
  const found = codes.filter((one) => isFirst(one) || words.every((word) => one.words.includes(` ${word}`)));
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
};
