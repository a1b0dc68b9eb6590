/** The words of a name in the form in which they are compared: without accents, capitals and joining words. */
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
 * The warning, in Spanish, that a sheet and the authority have different names for a worker. `undefined` if the names fit, in
 * any order and with fewer words on either side, or if one is not known. A warning changes nothing else.
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
