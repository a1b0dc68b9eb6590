import type { WholeFiling } from '../../shared/data.ts';
import { daysBetween, madridDay, showDay, showHour } from '../../shared/days.ts';

/** An act that was accepted before, and is sent again only if a person says so. */

/** Says who had it accepted, and when: `Ya lo presentó Ana hoy a las 10:32`. @param me id of the person who reads it */
export const alreadyFiled = (
  { user, ended_at, created_at }: Pick<WholeFiling, 'user' | 'ended_at' | 'created_at'>,
  { me, now }: { me: string; now: Date },
): string => {
  const at = new Date(ended_at ?? created_at);
  const who =
    user.id === me ? 'Ya lo presentó usted' : user.name ? `Ya lo presentó ${user.name}` : 'Ya se presentó';
  const ago = daysBetween(madridDay(at), madridDay(now));
  const day = ['hoy', 'ayer'][ago] ?? `el ${showDay(madridDay(at))}`;
  return `${who} ${day} a las ${showHour(at)}`;
};
