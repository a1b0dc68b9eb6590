import { CommandError } from '../../local/programs/command-error.ts';

/** Milliseconds of the units of a length of time. */
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Describes the formats of a moment, for usages. */
export const MOMENT =
  'a length of time such as 30m, 8h or 2d, or an instant with its offset such as 2026-11-23T08:00:00+01:00';

/** An instant with its offset: without one, it would be of the time zone of this machine. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The length of time in a text such as `30m`, `8h` or `2d`, in milliseconds; `undefined` for any other text. */
export const lengthOf = (text: string): number | undefined => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
};

/**
 * The moment that an option gives.
 * @param towards whether a length of time is counted forwards or backwards from now
 * @throws CommandError if it gives none
 */
export const momentOf = (
  option: string,
  text: string | undefined,
  now: Date,
  towards: 'future' | 'past',
): Date => {
  if (text === undefined) throw new CommandError(`--${option} is missing. It takes ${MOMENT}.`);
  const length = lengthOf(text);
  const at =
    length === undefined
      ? new Date(INSTANT.test(text) ? text : Number.NaN)
      : new Date(now.getTime() + (towards === 'future' ? length : -length));
  if (Number.isNaN(at.getTime()))
    throw new CommandError(`--${option} ${text} is not a moment. It takes ${MOMENT}.`);
  return at;
};
