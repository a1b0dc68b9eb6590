import type { Counted } from '../../shared/today.ts';
import type { Tone } from '../../shared/words.ts';

/** The line of counts at the top of Hoy. */

/** A count, and the section that has what is counted. */
export interface Count {
  section: string;
  text: string;
  tone: Tone;
}

/**
 * The counts of all that waits, the most urgent first; nothing that is zero.
 * @param most the most elements that are read of a list, so that as many may be more
 */
export const countsOf = (counted: readonly Counted[], most: number): Count[] =>
  counted
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ section, count = 0, texts: [one, several], tone }) =>
      count === 0
        ? []
        : [
            {
              section,
              text: count === 1 ? `1 ${one}` : `${count}${count >= most ? ' o más' : ''} ${several}`,
              tone,
            },
          ],
    );

/** The number of trámites whose outcome is not known. */
export const unknownCount = (unknown: readonly unknown[] | undefined): Counted => ({
  place: 10,
  section: 'unknown',
  count: unknown?.length,
  texts: ['resultado desconocido', 'resultados desconocidos'],
  tone: 'bad',
});

/** The number of certificates that have expired. */
export const expiredCount = (expiring: readonly { daysLeft: number }[] | undefined): Counted => ({
  place: 30,
  section: 'expired',
  count: expiring?.filter(({ daysLeft }) => daysLeft < 0).length,
  texts: ['certificado caducado', 'certificados caducados'],
  tone: 'bad',
});

/** The number of refusals that nothing has corrected. */
export const refusedCount = (refused: readonly unknown[] | undefined): Counted => ({
  place: 60,
  section: 'refused',
  count: refused?.length,
  texts: ['rechazado', 'rechazados'],
  tone: 'bad',
});
