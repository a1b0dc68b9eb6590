/**
 * Which refused trámite another one corrects. The key of the correction says it: it is kept with the trámite, so that everybody of
 * the account sees it.
 */

const CORRECTS = /^corrige-([0-9A-Z]{26})-/;

/** The `Idempotency-Key` of a submission. @param random what makes it one of its own */
export const keyOf = (random: string, corrects: string | undefined): string =>
  corrects ? `corrige-${corrects}-${random}` : random;

/** The trámite that the one with this key corrects. */
export const correctedBy = (key: string | null): string | undefined => CORRECTS.exec(key ?? '')?.[1];
