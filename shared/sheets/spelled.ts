/** Words that do not distinguish headers. */
const FILLERS = new Set('de del la el los las y e o u en a al su para por'.split(' '));
/** Spellings of "número", after accents and raised letters are removed. */
const NUMBERS = new Set(['n', 'no', 'num', 'nro', 'numero']);

/** A header in the form in which headers are compared: without accents, capitals, dots, blanks, fillers and units. */
export const spelled = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Abbreviations: `C.C.C.`, `N.º`
    .replace(/\b(\p{L})\.(?=\s?\p{L}\b)/gu, '$1')
    .replace(/\(\s*(?:€|eur|euros|%)\s*\)/g, ' ')
    .split(/[^\p{L}\d%]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => (NUMBERS.has(word) ? 'n' : word))
    .join('');
