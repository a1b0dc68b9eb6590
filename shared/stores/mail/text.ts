/** Characters of a text that somebody chose, in a mail. */
const MAX_DATA = 80;

/** What mail programs and people take for an address: of a mail, of a page, or a domain. */
const ADDRESS = /@|:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}/iu;

/**
 * A text that a caller chose, such as a name, as it may stand in a mail of ours: one line, without control characters, in
 * quotation marks, cut after 80 characters. `undefined` if it has an address in it: our mails lead nowhere else.
 */
export const asMailData = (text: string): string | undefined => {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // Letters of full width and the like are read as the letters that they look like.
  if (line === '' || ADDRESS.test(line.normalize('NFKC'))) return undefined;
  const characters = [...line.replace(/[«»]/g, '"')];
  return `«${characters.slice(0, MAX_DATA).join('')}${characters.length > MAX_DATA ? '…' : ''}»`;
};
