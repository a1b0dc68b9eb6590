import { expect, test } from 'vitest';
import type { BatchRow } from '../../../../../panel/src/capabilities/batches/batch.ts';
import {
  repeatingCorrections,
  unaskedRepeats,
} from '../../../../../panel/src/capabilities/batches/repeats.ts';

/** Rows whose act was accepted before. */

const FIRST = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';

test('a row is asked about if its act was accepted before, and is corrected to repeat that trámite', () => {
  const row = (number: number, repeated: string | null, repeats: string | null) =>
    ({ row: number, repeated, repeats }) as BatchRow;
  const rows = unaskedRepeats([row(1, null, null), row(2, FIRST, null), row(3, FIRST, FIRST)]);
  expect(repeatingCorrections(rows)).toEqual([{ rows: [2], cells: [{ column: 'repeats', value: FIRST }] }]);
});
