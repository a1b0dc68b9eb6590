import type { BatchRow } from '../../capabilities/batches/batch.ts';
import { daysBetween, madridDay, showDay, showHour } from '../../shared/days.ts';
import type { WholeFiling } from './story.ts';

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

/** A row whose act was accepted before. */
type Repeated = BatchRow & { repeated: string };

/** Rows that would be filed again, or would not be sent for that reason, and of which nobody has said that they repeat an act. */
export const unaskedRepeats = (rows: readonly BatchRow[]): Repeated[] =>
  rows.filter((row): row is Repeated => row.repeated !== null && row.repeats === null);

/** The corrections by which rows repeat the act of the trámite that each names. */
export const repeatingCorrections = (rows: readonly Repeated[]) =>
  rows.map(({ row, repeated }) => ({ rows: [row], cells: [{ column: 'repeats', value: repeated }] }));
