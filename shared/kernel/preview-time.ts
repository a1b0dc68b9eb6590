/** How long what a dry run showed may be filed, in milliseconds: two hours. */
const GOOD_MS = 2 * 60 * 60_000;

/** Whether a dry run of this ISO instant may still be filed. */
export const isRecent = (triedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(triedAt) <= GOOD_MS;
