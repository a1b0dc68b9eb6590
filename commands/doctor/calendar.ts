import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { YEARS } from '../../shared/kernel/working-days.ts';
import { type Finding, ok, problem } from './check.ts';

const WHAT_TO_DO =
  'Read the resolution in the BOE, which comes out each autumn, and put its holidays into shared/kernel/working-days.ts.';

/**
 * Looks at the holidays by which terms are counted: this year's must come from the resolution, and next year's from December on,
 * when terms reach into it.
 */
export const lookAtCalendar = (now: Date, years: typeof YEARS = YEARS): Finding => {
  const today = madridDay(now);
  const year = Number(today.slice(0, 4));
  const needed = today.slice(5, 7) === '12' ? [year, year + 1] : [year];
  const faults = needed.flatMap((one) => {
    const table = years[one];
    if (!table) return [`The holidays of ${one} are missing: terms of working days are not counted in it.`];
    return table.isProvisional
      ? [`The holidays of ${one} are provisional: terms of working days that reach into it may change.`]
      : [];
  });
  return faults.length > 0
    ? problem([...faults, WHAT_TO_DO].join(' '))
    : ok(`Holidays from their resolutions: ${needed.join(', ')}.`);
};
