/** The words of a name as they are compared: without accents, capitals and what joins surnames. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !JOINTS.has(word));

const JOINTS = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y', 'I', 'E', 'DA', 'DO', 'DOS', 'SAN']);

/** Authorities cut long names: `FRANCISCO JAVIE`. */
const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)));

/**
 * The warning, in Spanish, that a sheet has another name for a worker than the authority; `undefined` where they fit, in whatever order
 * and with less in either, or where one is not known. Nothing is changed by it.
 */
export const otherName = (
  inSheet: string | undefined,
  ofAuthority: string | undefined,
): string | undefined => {
  if (inSheet === undefined || ofAuthority === undefined) return undefined;
  const [short, long] = [wordsOf(inSheet), wordsOf(ofAuthority)].toSorted((a, b) => a.length - b.length);
  if (short!.every((word) => long!.some((other) => isSameWord(word, other)))) return undefined;
  return `La hoja dice ${inSheet}, y el organismo, ${ofAuthority}: compruebe que es la misma persona.`;
};
