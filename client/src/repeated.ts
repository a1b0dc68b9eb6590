import type { Filing } from './types.ts';

/** The parts of a trámite that say who had it accepted, and when. */
type Accepted = Pick<Filing, 'id' | 'user' | 'ended_at' | 'created_at'>;

const [DAY, MINUTE] = [
  new Intl.DateTimeFormat('es', { dateStyle: 'short', timeZone: 'Europe/Madrid' }),
  new Intl.DateTimeFormat('es', { timeStyle: 'short', timeZone: 'Europe/Madrid' }),
];

/**
 * Says who had an equal act accepted, and when, in Spanish: `Ya lo presentó Ana Ruiz el 28/11/26 a las 10:32 (trámite 01K…).` Who it was
 * is missing where the caller may not see it.
 */
export const alreadyFiled = ({ id, user, ended_at, created_at }: Accepted): string => {
  const at = new Date(ended_at ?? created_at);
  const who = user.name ? `Ya lo presentó ${user.name}` : 'Ya se presentó';
  return `${who} el ${DAY.format(at)} a las ${MINUTE.format(at)} (trámite ${id}).`;
};
