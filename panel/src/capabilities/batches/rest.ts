/** The rows of a sheet of results that were not filed. */

/** The column with the state of a row, as the gateway calls it in its sheets of results. */
const STATE = 'resultado.estado';

/** The states of rows that are not sent again, as the gateway calls them there: they are or may be filed. */
export const MAY_BE_FILED: readonly string[] = [
  'presentada',
  'presentándose',
  'puede haberse presentado: compruébese',
];

/** A cell of the gateway's text files, in which every cell is quoted, and what ends it. */
const CELL = /"((?:[^"]|"")*)"(;|\r\n|$)/g;

/**
 * The sheet without its filed rows. Its other columns stay, by which the gateway knows what a row has filed and which rows were
 * left out.
 * @param csv a sheet of results as the gateway writes it
 * @throws Error if it has no column with the state
 */
export const restOf = (csv: string): string => {
  const lines: { text: string; cells: string[] }[] = [];
  let isNew = true;
  for (const [text, cell = '', end] of csv.matchAll(CELL)) {
    if (isNew) lines.push({ text: '', cells: [] });
    const line = lines.at(-1)!;
    line.text += text;
    line.cells.push(cell);
    isNew = end !== ';';
  }
  const state = lines[0]?.cells.indexOf(STATE) ?? -1;
  if (state < 0) throw new Error('no column with the state of rows');
  const isFiled = (text = '') => MAY_BE_FILED.includes(text.split(/[\r\n]/, 1)[0]!.trim());
  return `\ufeff${lines
    .filter(({ cells }, place) => place === 0 || !isFiled(cells[state]))
    .map(({ text }) => text)
    .join('')}`;
};
