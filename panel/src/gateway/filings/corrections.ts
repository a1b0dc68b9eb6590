import type { ListedFiling } from '../../shared/data.ts';

/**
 * A correction names the refused trámite in its `Idempotency-Key`. The gateway keeps the key with the trámite, so everybody in
 * the account sees the link.
 */

const CORRECTS = /^corrige-([0-9A-Z]{26})-/;

/** The `Idempotency-Key` of a submission. @param random makes the key unique */
export const keyOf = (random: string, corrects: string | undefined): string =>
  corrects ? `corrige-${corrects}-${random}` : random;

/** The id of the refused trámite that a submission with this key corrects. */
export const correctedBy = (key: string | null): string | undefined => CORRECTS.exec(key ?? '')?.[1];

type Same = Pick<ListedFiling, 'operation' | 'ccc' | 'worker' | 'created_at' | 'id' | 'key'>;

const matter = ({ operation, ccc, worker }: Same): string =>
  [operation, ccc, worker?.document, worker?.nss].join(' ');

/**
 * Refusals that are not corrected yet. A refusal is left out if a filing that was or may have been accepted corrects it, or is
 * later and has the same operation, worker and account. A later refusal of the same kind is shown in its place. A correction
 * without the key of the refusal is recognised only if it names a worker.
 * @param filed filings that were accepted, or may have been
 */
export const stillRefused = <F extends Same>(refused: readonly F[], filed: readonly Same[]): F[] => {
  const all = [...filed, ...refused];
  const corrected = new Set(all.map(({ key }) => correctedBy(key)));
  return refused.filter(
    (filing) =>
      !corrected.has(filing.id) &&
      !(
        filing.worker &&
        all.some(
          (other) =>
            other.id !== filing.id &&
            other.created_at > filing.created_at &&
            matter(other) === matter(filing),
        )
      ),
  );
};
