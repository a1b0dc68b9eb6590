import { afterNaturalDays } from '../../../../shared/kernel/working-days.ts';
import type { Fact } from '../../../../shared/operation/fact.ts';
import { knownOn, spanishDay, VALID, type Version, versionOn } from './rule.ts';

/** Norms that several rules share: where and when they were read, and the versions of their terms. */

/** The day on which the copies of laws were read. Copies are not live: the BOE may have a newer text. */
const READ = '2026-11-22';

export const REAL_DECRETO_84 = {
  source: 'Real Decreto 84/1996, artículo 32.3.1.º',
  read: 'Copia pública del texto consolidado',
  checked: READ,
} as const;
export const LEY_39 = {
  source: 'Ley 39/2015, artículo 43.2',
  read: 'Copia pública del texto de 2015',
  checked: READ,
} as const;
/** Norms that could not be read: what is said of them comes from public guides. */
export const NOT_READ = { read: 'Sin leer: guías públicas', checked: READ } as const;

/** The term for communicating contracts to the employment service. */
export const CONTRACTS = {
  valid: VALID,
  source: 'Estatuto de los Trabajadores, artículo 8.3; Ley 39/2015, artículos 30 y 31.3',
  read: 'Copias públicas de los textos de 2020 y 2015',
  checked: READ,
  standing: 'confirmed',
} as const satisfies Partial<Version>;

/** A version of the term for communicating the end or a change of a registration, in natural days. */
export interface MovementVersion extends Version {
  days: number;
}

/** The number of days in words, as the texts have it. */
const IN_WORDS: Record<number, string> = { 3: 'tres', 6: 'seis' };
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Self-employed workers, also of the sea, and household employees: it is not known whether the decree reaches them. */
const SPECIAL_SCHEMES = ['0521', '0825', '0138'];
const SPECIAL =
  'No consta si el Real Decreto 643/2026 alcanza a autónomos y a empleados de hogar: se cuentan tres días y no seis, que es lo ' +
  'más seguro.';
const NEW_TERM =
  'El Real Decreto 643/2026 (BOE-A-2026-16557) no se ha podido leer: los seis días constan en varias publicaciones.';

/**
 * The versions of the term of article 32.3.2 of Real Decreto 84/1996, by the day of the event. Real Decreto 643/2026 made three
 * days six for events since 1 August 2026. Nothing public says more: what happened before keeps its three days, also if its term
 * was running, and so do the schemes of `SPECIAL_SCHEMES`.
 * @param since the event from which it runs, after `desde`, in Spanish
 * @param rest of the term's text
 * @param analogy doubt of a rule that applies the term by analogy
 * @param doubt about whether it is owed at all
 */
export const movementVersions = (
  since: string,
  { rest = '', analogy, doubt }: { rest?: string; analogy?: string; doubt?: string } = {},
): [MovementVersion, ...MovementVersion[]] => {
  const version = (
    days: number,
    when: string,
    {
      law = '',
      unsure,
      ...more
    }: Pick<Version, 'valid' | 'schemes' | 'read' | 'checked'> & {
      law?: string;
      unsure?: string;
    },
  ): MovementVersion => {
    const doubts = [analogy, doubt, unsure].filter((one) => one !== undefined);
    return {
      ...more,
      days,
      source: `Real Decreto 84/1996, artículo 32.3.2.º${law}${analogy ? ', por analogía' : ''}`,
      standing: analogy ? 'inferred' : unsure ? 'toCheck' : 'confirmed',
      term: `${capital(IN_WORDS[days]!)} días naturales desde ${since}${when}.${rest}`,
      ...(doubts.length > 0 && { doubt: doubts.join(' ') }),
      // Six days have passed under either term.
      ...(doubts.length > 0 && unsure !== SPECIAL && !analogy && !doubt && { isLateForCertain: true }),
    };
  };
  const { read, checked } = REAL_DECRETO_84;
  const from = '2026-08-01';
  const decree = {
    read: 'Cuatro publicaciones de despachos y de programas de nóminas; el decreto, sin leer',
    checked: '2026-11-28',
  };
  return [
    version(3, ', hasta el 31 de julio de 2026', {
      valid: { ...VALID, until: '2026-07-31' },
      read,
      checked,
    }),
    version(3, ', en autónomos y empleados de hogar', {
      valid: { from },
      schemes: SPECIAL_SCHEMES,
      law: ', sin contar con el Real Decreto 643/2026',
      unsure: SPECIAL,
      ...decree,
    }),
    version(6, ', desde el 1 de agosto de 2026', {
      valid: { from },
      law: ', modificado por el Real Decreto 643/2026',
      unsure: NEW_TERM,
      ...decree,
    }),
  ];
};

/** A warning, in Spanish, if a movement is communicated after its term. @param what `La baja` */
export const lateMovement = (
  fact: Fact,
  versions: readonly MovementVersion[],
  what: string,
): string | undefined => {
  const version = versionOn(versions, fact.date, fact);
  const due = version && afterNaturalDays(fact.date, version.days);
  if (!due || knownOn(fact) <= due) return undefined;
  const warning = `${what} se comunica fuera de los ${IN_WORDS[version.days]} días naturales, que acabaron el ${spanishDay(due)} (${version.source}).`;
  return version.schemes ? `${warning} ${SPECIAL}` : warning;
};
