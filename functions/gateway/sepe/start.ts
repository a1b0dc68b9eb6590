import { invalid } from '../../../shared/kernel/errors.ts';
import { dayAfter, madridDay, slashedDate } from '../../../shared/kernel/spanish-time.ts';

/** Months before its start in which SEPE takes a contract or transformation (CCT0026, CTR0012 of its table of errors). */
const MONTHS_AHEAD = 3;

/** @throws ServiceError 422 under `field` for a start that SEPE does not take yet */
export const checkStart = (field: string, start: string, now: Date): void => {
  const latest = dayAfter(madridDay(now), { months: MONTHS_AHEAD });
  if (start > latest)
    throw invalid({
      [field]: [
        `No puede ser posterior al ${slashedDate(latest)}: el SEPE lo admite como máximo ${MONTHS_AHEAD} meses antes.`,
      ],
    });
};
