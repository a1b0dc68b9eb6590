/** Limits of the comparisons that persons begin. Nights have their own: one for a company. */

/** The most open comparisons of an account, and the most of a user who only reads; of a company it is one. */
export const MOST_OPEN = { account: 4, reader: 1 };
/** The most questions of the comparisons that persons of an account begin in a day: four of the largest companies fit. */
export const MOST_QUESTIONS = 20_100;
