import * as z from 'zod';

/** Shortest password, by the interface. */
export const MIN_PASSWORD = 4;
export const MAX_PASSWORD = 200;

/**
 * Fields of the forms are read leniently: what is wrong with them is told on the page, not in an envelope. The bound
 * only keeps what is absurd from being looked at.
 */
export const formField = (description: string) => z.string().max(2000).optional().meta({ description });

/** What a page answers, for the reference. */
export const htmlPage = z.string().meta({ description: 'Página HTML, sin envoltorio.' });
