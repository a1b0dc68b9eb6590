import * as z from 'zod';
import { epochSeconds, updateIf } from '../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { is, isNew, update } from '../../../shared/stores/table.ts';
import { eventKey, eventsTable } from './event-row.ts';

/**
 * How far the schedule has come with looking for notifications, in each half of a day: accounts and their certificates have
 * an order, and those after a place are still to be looked at.
 */

/** Days for which a row is kept. */
const KEPT_DAYS = 7;
const DAY_SECONDS = 24 * 60 * 60;

const parseLooks = rowParser('Looks', 'looks', () => z.object({ upTo: z.string() }));

/** Up to which place it has come; `''` where it has not begun. @param half of a day, such as `2026-11-23#1` */
export const lookedUpTo = async (half: string): Promise<string> =>
  (await readRow(parseLooks, eventKey.looks(half), eventsTable()))?.upTo ?? '';

/** Moves on from one place to the next. @returns `false` where another run did, or does: it has what comes next */
export const moveLooks = async (
  half: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> => {
  const written = await updateIf(
    update(eventsTable(), eventKey.looks(half), {
      set: { upTo: to, expires: epochSeconds(now) + KEPT_DAYS * DAY_SECONDS },
      if: from === '' ? isNew : is('upTo', from),
    }),
  );
  return written !== undefined;
};
