/** Milliseconds for which a tried submission may be filed after its dry run: two hours. */
const GOOD_MS = 2 * 60 * 60_000;

/** Whether a dry run made at this ISO instant may still be filed. */
export const isRecent = (triedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(triedAt) <= GOOD_MS;
