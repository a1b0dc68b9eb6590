/**
 * An instant as local time in Spain (Europe/Madrid), `YYYY-MM-DD HH:MM:SS`: the form in which the interface tells
 * instants of the sessions group.
 */
export const madridTime = (instant: Date): string =>
  // The Swedish locale writes dates as ISO does.
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant);

/** The day there, `YYYY-MM-DD`. */
export const madridDay = (instant: Date): string => madridTime(instant).slice(0, 10);
