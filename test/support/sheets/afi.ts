/** Files of Sistema RED as public programs write them. */

/** A segment of 70 characters. @param values texts by their position, counted from 1 */
export const segment = (name: string, values: Record<number, string>): string => {
  const characters = Array.from(name.padEnd(70));
  for (const [at, text] of Object.entries(values))
    for (const [index, character] of Array.from(text).entries())
      characters[Number(at) - 1 + index] = character;
  return characters.join('');
};

/** The first segment. P at position 54 marks a test file. */
export const eti = (mark = ' '): string => segment('ETIAFI9', { 8: '6WS740', 54: mark });

/** The last segment, with the number of segments. */
const etf = (count: number): string =>
  segment('ETFAFI9', { 55: '00001', 60: String(count).padStart(8, '0') });

/** A movement. Parts that do not apply are zeros, N or blank. */
export const fab = (action: string, values: Record<number, string> = {}): string =>
  segment('FAB', {
    4: action,
    7: '01',
    9: '20261201',
    17: '03',
    19: '000',
    22: '100',
    26: 'N',
    27: '000000',
    34: '0000000',
    41: '19900517',
    49: '2',
    51: '0000',
    56: 'NNN',
    60: '000000000',
    68: 'NN',
    ...values,
  });

/** A whole file with these segments. */
export const afiOf = (segments: string[], { mark = ' ', count = segments.length + 2 } = {}): string =>
  [eti(mark), ...segments, etf(count)].join('\r\n');
