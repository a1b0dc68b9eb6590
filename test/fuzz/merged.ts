/** The judgement of answers. */
export interface Judged<Failure> {
  /** Number of answers, by status. */
  statuses: Record<string, number>;
  /** Number of answers with a status of 500 and more. */
  serverErrors: number;
  /** Number of answers whose status, media type or header is not in the reference, or whose body does not match its schema. */
  outsideSchema: number;
  /** The first failures of both kinds. */
  failures: Failure[];
}

/** Merges two judgements. */
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
