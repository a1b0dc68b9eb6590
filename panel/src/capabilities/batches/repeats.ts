import type { BatchRow } from './batch.ts';

/** A row whose act was accepted before. */
type Repeated = BatchRow & { repeated: string };

/** Rows that would be filed again, or would not be sent for that reason, and of which nobody has said that they repeat an act. */
export const unaskedRepeats = (rows: readonly BatchRow[]): Repeated[] =>
  rows.filter((row): row is Repeated => row.repeated !== null && row.repeats === null);

/** The corrections by which rows repeat the act of the trámite that each names. */
export const repeatingCorrections = (rows: readonly Repeated[]) =>
  rows.map(({ row, repeated }) => ({ rows: [row], cells: [{ column: 'repeats', value: repeated }] }));
