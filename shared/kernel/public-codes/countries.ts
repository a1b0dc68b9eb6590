import countries from 'i18n-iso-countries/codes.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import type { PublicCodes } from '../public-codes.ts';

const namesOfCountries: Record<string, string | string[]> = spanish.countries;

const NAMED = countries.map(([alpha2, alpha3, number]) => ({
  code: number!,
  letters: alpha3!,
  names: [namesOfCountries[alpha2!] ?? alpha2!].flat(),
}));

/**
 * Other names of countries, and their people: a column «nacionalidad» has «española» as often as «España». The adjectives are of the
 * nationalities that most workers in Spain have.
 */
const ALSO: Readonly<Record<string, string>> = {
  '012': 'argelino',
  '032': 'argentino',
  '050': 'bangladesí',
  '068': 'boliviano',
  '076': 'brasileño',
  '100': 'búlgaro',
  '152': 'chileno',
  '156': 'chino',
  '170': 'colombiano',
  '192': 'cubano',
  '203': 'República Checa|checo',
  '214': 'dominicano',
  '218': 'ecuatoriano',
  '250': 'francés',
  '276': 'alemán',
  '340': 'hondureño',
  '356': 'indio',
  '380': 'italiano',
  '410': 'Corea del Sur',
  '484': 'mexicano',
  '504': 'marroquí',
  '528': 'Holanda|holandés|neerlandés',
  '558': 'nicaragüense',
  '566': 'nigeriano',
  '586': 'pakistaní',
  '600': 'paraguayo',
  '604': 'peruano',
  '608': 'filipino',
  '616': 'polaco',
  '620': 'portugués',
  '642': 'rumano',
  '643': 'ruso',
  '686': 'senegalés',
  '724': 'español',
  '804': 'ucraniano|ucranio',
  '826': 'Gran Bretaña|Inglaterra|británico|inglés',
  '840': 'Estados Unidos de América|EE. UU.|EEUU|USA|estadounidense|norteamericano',
  '858': 'uruguayo',
  '862': 'venezolano',
};

/** An adjective in both genders. */
const genders = (word: string): string[] =>
  word.endsWith('o')
    ? [word, `${word.slice(0, -1)}a`]
    : /(?:és|án|ol)$/.test(word)
      ? [word, `${word.normalize('NFD').replace(/\u0301/g, '')}a`]
      : [word];

/** Countries, as SEPE numbers them: ISO 3166-1. */
export const countryCodes: PublicCodes = {
  about: 'la lista de países de ISO 3166-1',
  rows: NAMED.map(({ code, names }) => [code, names[0]!]),
  words: NAMED.flatMap(({ code, letters, names }) =>
    [...names, letters, ...(ALSO[code]?.split('|').flatMap(genders) ?? [])].map((word): [string, string] => [
      word,
      code,
    ]),
  ),
};
