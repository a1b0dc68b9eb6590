import type * as z from 'zod';
import type { rowResource } from './fields.ts';

/** The most bytes that rows with mistakes may take in an answer, which is JSON within JSON. Lambda's limit is 6 MB. */
const ROOM = 5_500_000;

/** The first rows, as many as fit in the answer. */
export const firstThatFit = (rows: z.output<typeof rowResource>[]): z.output<typeof rowResource>[] => {
  let room = ROOM;
  const end = rows.findIndex((row) => {
    room -= Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
    return room < 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
};
