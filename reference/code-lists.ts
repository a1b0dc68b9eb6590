import { BAJAS, CONVENIOS, GRUPOS } from '../sandbox/tgss/codes.ts';
import { CONTRACT_TYPES } from '../shared/authorities/sepe/documents/contract-types.ts';
import type { CodeList } from '../shared/kernel/fields.ts';
import { countryTable, municipalityTable, occupationTable } from './public-codes.ts';

/** Code lists that fields refer to by `codeList`: pairs of code and text. */
export const codeLists: Record<CodeList, () => string[][]> = {
  agreements: () => Object.entries(CONVENIOS),
  contracts: () => [...CONTRACT_TYPES.values()].map(({ code, name }) => [code, name]),
  countries: () => countryTable().rows,
  groups: () => Object.entries(GRUPOS),
  municipalities: () => municipalityTable().rows,
  occupations: () => occupationTable().rows,
  terminations: () => Object.entries(BAJAS),
};
