import type { Tone } from '../../shared/words.ts';

/** Spanish names for what the interface says of obligations. */

/** Names and colours of an obligation's states. */
const OBLIGATION_STATES: Record<string, { name: string; tone: Tone }> = {
  planned: { name: 'Prevista', tone: 'calm' },
  open: { name: 'Pendiente', tone: 'calm' },
  near: { name: 'Vence pronto', tone: 'warn' },
  late: { name: 'Fuera de plazo', tone: 'bad' },
  closed: { name: 'Cumplida', tone: 'good' },
  withdrawn: { name: 'Anulada', tone: 'calm' },
};

/** The name and colour of an obligation's state. What may be owed later, or be done already, is not said to be late. */
export const obligationState = ({
  state,
  certain,
}: {
  state: string;
  certain: boolean;
}): { name: string; tone: Tone } | undefined =>
  state === 'late' && !certain ? { name: 'Puede haber vencido', tone: 'warn' } : OBLIGATION_STATES[state];

/** Explains how the gateway knows that an obligation is fulfilled. */
export const KNOWN_BY: Record<string, string> = {
  proved: 'consta en una consulta posterior',
  accepted: 'lo aceptó el organismo',
  declared: 'lo declaró una persona',
};
