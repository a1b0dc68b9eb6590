import * as z from 'zod';

/**
 * Things that work on their own after a user made them, such as a calendar address, are bound to the
 * access that the user had then, so that whatever ends a stolen session ends them too: a new password, signing out
 * everywhere, the removal of the user, a disabled account (even if it is enabled again), and a demand for a second
 * factor that the user did not have.
 */

/** The members of a row that bind it; absent in the row of a calendar address that was revoked. */
export const bondMembers = () => ({
  /** The generation of the sessions and tokens that were issued to the user; see `generationOf`. */
  generation: z.int().optional(),
  /** The user had a second factor. */
  withSecondFactor: z.literal(true).optional(),
});

/** To what access of a user something is bound. */
export interface Bond {
  generation?: number | undefined;
  withSecondFactor?: true | undefined;
}

/** Binds to the access of a request. @param generation of its session, which may have ended meanwhile */
export const bondOf = (
  { hasSecondFactor }: { hasSecondFactor?: boolean | undefined },
  generation: number | undefined,
): Bond => ({ generation, ...(hasSecondFactor && { withSecondFactor: true }) });

/** Why a bond has ended: the access of the user did, or the account demands a second factor. */
export const BOND_ENDS = ['access', 'secondFactor'] as const;
export type BondEnd = (typeof BOND_ENDS)[number];
