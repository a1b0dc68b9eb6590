import type { WholeFiling } from '../../shared/data.ts';
import { capital, theAuthority } from '../../shared/words.ts';

/** An event in the course of a trámite. */
export interface Step {
  at: string;
  text: string;
}

const END: Partial<Record<WholeFiling['state'], (authority: string) => string>> = {
  accepted: (authority) => `${capital(theAuthority(authority))} lo aceptó`,
  refused: (authority) => `${capital(theAuthority(authority))} lo rechazó`,
  notSent: () => 'No se envió',
  dryRun: () => 'El simulacro terminó: no se presentó nada',
  answered: (authority) => `${capital(theAuthority(authority))} respondió`,
  failed: (authority) => `${capital(theAuthority(authority))} no dio una respuesta`,
  unknown: () => 'Se envió, y no se sabe con qué resultado',
};

/** The events of a trámite, in order. */
export const stepsOf = (filing: WholeFiling): Step[] => {
  const { preview, user, stated } = filing;
  const { authority } = filing;
  const end =
    filing.result === 'refused'
      ? (name: string) => `La prueba no pasó: ${theAuthority(name)} la rechazó. No se presentó nada`
      : END[filing.state];
  const steps: (Step | undefined | false | null)[] = [
    preview && {
      at: preview.at,
      text: `${preview.user.name ?? 'Otra persona'} lo probó antes de presentarlo`,
    },
    { at: filing.created_at, text: `${user.name ?? 'Alguien de la cuenta'} lo pidió` },
    filing.started_at !== null && { at: filing.started_at, text: 'Se empezó, tras la espera' },
    filing.committing_at !== null && {
      at: filing.committing_at,
      text: `Se envió ${theAuthority(authority, 'a')}`,
    },
    filing.ended_at !== null && end && { at: filing.ended_at, text: end(authority) },
    stated && {
      at: stated.at,
      text: `${stated.user.name ?? 'Alguien de la cuenta'} declaró que ${stated.filed ? 'consta' : 'no consta'} en el organismo: «${stated.note}»`,
    },
  ];
  return steps.filter((step) => !!step).toSorted((a, b) => a.at.localeCompare(b.at));
};

/** How long the content of a dry run can be filed, in milliseconds. */
export const GOOD_MS = 2 * 60 * 60_000;

/** Until when the content of a dry run can be filed, ISO 8601; `undefined` if it cannot. */
export const fileableUntil = (
  { dry, result, ended_at }: Pick<WholeFiling, 'dry' | 'result' | 'ended_at'>,
  now: Date,
): string | undefined => {
  const end = Date.parse(ended_at ?? '') + GOOD_MS;
  return dry && result === 'passed' && end > now.getTime() ? new Date(end).toISOString() : undefined;
};
