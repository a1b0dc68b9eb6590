import type { Data } from '../../../client/src/types.ts';

/** Comparisons of workforces with what the authorities have, as lists show them. */

/** A comparison in a list. */
export type Listed = Data<'listReconciliations'>['data'][number];

/** So many things, in words. */
export const many = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${several}`;

/** A short text about the result of a listed comparison. */
export const foundText = ({ counts }: Pick<Listed, 'counts'>): string => {
  if (!counts) return 'consultándose';
  const { differences, accepted, new: fresh, not_compared } = counts;
  const parts = [
    differences > 0 && many(differences, 'diferencia', 'diferencias'),
    fresh > 0 && many(fresh, 'nueva', 'nuevas'),
    accepted > 0 && many(accepted, 'aceptada', 'aceptadas'),
    not_compared > 0 && 'no se ha podido comparar todo',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'sin diferencias';
};

/** The comparisons that a person has to look at: where there is a difference that is not accepted, or a gap. */
export const openOnes = <One extends Pick<Listed, 'counts'>>(all: readonly One[]): One[] =>
  all.filter(({ counts }) => counts && (counts.differences > counts.accepted || counts.not_compared > 0));
