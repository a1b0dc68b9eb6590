import type { PublicCodes } from '../public-codes.ts';
import cno from './cno.json' with { type: 'json' };

const rows = Object.entries(cno).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Occupations: the primary groups of CNO-11, in the annex of Real Decreto 1591/2010. */
export const occupationCodes: PublicCodes = {
  about: 'la clasificación CNO-11',
  rows,
  words: rows.map(([code, name]) => [name, code]),
};
