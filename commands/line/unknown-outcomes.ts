const MINUTE_MS = 60_000;

/** Limits of the ages by which filings of unknown outcome are counted, in minutes. */
const AGES = [
  [0, 'under 15m'],
  [15, '15m to 1h'],
  [60, '1h to 8h'],
  [8 * 60, '8h to 24h'],
  [24 * 60, 'over 24h'],
] as const;

/** Counts of filings by age, the youngest first, such as `unknown: 3 under 15m, 1 over 24h`. */
export const unknownByAge = (filings: readonly { claimedAt: string }[], now: Date): string => {
  const minutes = filings.map(({ claimedAt }) => (now.getTime() - Date.parse(claimedAt)) / MINUTE_MS);
  const counts = AGES.flatMap(([from, name], place) => {
    const end = AGES[place + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const count = minutes.filter((age) => (age >= from || place === 0) && age < end).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return `unknown: ${counts.length === 0 ? 'none' : counts.join(', ')}`;
};
