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
