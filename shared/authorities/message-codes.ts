/** A code at the beginning of a message: `3462* TEXT` of TGSS, `CCT0001: text` of SEPE. */
const CODE = /^\**\s*(?:(\d{1,5})\s*\*|([A-Z]{3}\d{4})\b)/;

/**
 * The codes at the beginning of an authority's messages, without duplicates. Unlike the messages, they name no
 * person.
 */
export const codesIn = (messages: string[]): string[] => {
  const codes = messages.map((message) => CODE.exec(message)?.slice(1).find(Boolean));
  return [...new Set(codes.filter((code) => code !== undefined))];
};
