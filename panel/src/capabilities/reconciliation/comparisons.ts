import type { Data } from '../../../../client/src/types.ts';
import { many } from '../../shared/words.ts';

/** Lists of comparisons of workforces with the authorities' records. */

/** A comparison in a list. */
export type Listed = Data<'listReconciliations'>['data'][number];

/** A short text about the result of a listed comparison. */
export const foundText = ({ counts }: Pick<Listed, 'counts'>): string => {
  if (!counts) return 'consultándose';
  const { differences, accepted, new: fresh, not_compared } = counts;
  const open = differences - accepted;
  const parts = [
    open > 0 && many(open, 'diferencia', 'diferencias'),
    fresh > 0 && many(fresh, 'nueva', 'nuevas'),
    accepted > 0 && many(accepted, 'aceptada', 'aceptadas'),
    not_compared > 0 && 'no se ha podido comparar todo',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'sin diferencias';
};

/** The comparisons that need attention: with a difference that is not accepted, or with something that was not compared. */
export const openOnes = <One extends Pick<Listed, 'counts'>>(all: readonly One[]): One[] =>
  all.filter(({ counts }) => counts && (counts.differences > counts.accepted || counts.not_compared > 0));
