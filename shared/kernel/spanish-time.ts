/**
 * An instant as local time in Spain (Europe/Madrid), `YYYY-MM-DD HH:MM:SS`. The sessions group of the interface uses
 * this form.
 */
export const madridTime = (instant: Date): string =>
  // The Swedish locale writes dates as ISO does.
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant);

/** The day in Spain, `YYYY-MM-DD`. */
export const madridDay = (instant: Date): string => madridTime(instant).slice(0, 10);
