/** How answers were judged. */
export interface Judged<Failure> {
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Answers of 500 and more. */
  serverErrors: number;
  /** Answers whose status, media type or header is not in the reference, or whose body is not of its schema. */
  outsideSchema: number;
  /** The first of both. */
  failures: Failure[];
}

/** Both together. */
export const merged = <Failure>(one: Judged<Failure>, other: Judged<Failure>): Judged<Failure> => ({
  statuses: sums(one.statuses, other.statuses),
  serverErrors: one.serverErrors + other.serverErrors,
  outsideSchema: one.outsideSchema + other.outsideSchema,
  failures: [...one.failures, ...other.failures],
});

const sums = (one: Record<string, number>, other: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .toSorted()
      .map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  );
