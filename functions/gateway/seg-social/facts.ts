import { plainDocument } from '../../../shared/kernel/text.ts';
import type { Known } from '../../../shared/operation/fact.ts';

/** The members of a request that say whom it is about. */
interface Sent {
  regimen: string;
  ccc: string;
  dni: string;
  nss: string;
}

/** The fact that a filing about a worker in a contribution account makes known. */
export const workerFact = (
  kind: Known['kind'],
  { regimen, ccc, dni, nss }: Sent,
  more: Omit<Known, 'kind' | 'account' | 'document' | 'nss'>,
): Known => ({ kind, account: `${regimen}${ccc}`, document: plainDocument(dni), nss, ...more });

/** Part of the message of an answer whose page has no field for the occupation. */
export const NO_FIELD_FOR_CNO =
  'La página de la Seguridad Social no tenía la CNO: que salga vacía no dice que no conste.';

/**
 * The occupation that an answer shows for a registration that goes on: a code, or none if the authority shows its field empty.
 * @param message of the answer
 */
export const shownOccupation = (
  of: Pick<Known, 'account' | 'document' | 'nss' | 'name'>,
  { fecha_alta, fecha_baja, cno }: Record<'fecha_alta' | 'fecha_baja' | 'cno', string>,
  message = '',
): Known[] =>
  fecha_alta === '' || fecha_baja !== '' || (cno === '' && message.includes(NO_FIELD_FOR_CNO))
    ? []
    : [{ kind: 'occupation', ...of, date: fecha_alta, occupation: cno }];

/** The fact that a removal took an earlier filing back. */
export const removedFact = (removes: NonNullable<Known['removes']>, sent: Sent, date: string): Known =>
  workerFact('removed', sent, { removes, date });

/**
 * The facts that an answer about a registration proves: its beginning and its end. Of a registration that has ended both are
 * needed: without its end, it would become known as if it went on.
 * @param alta, baja `YYYY-MM-DD`; `''` if the answer does not show it
 */
export const provedPeriod = (
  of: Pick<Known, 'account' | 'document' | 'nss'>,
  alta: string,
  baja: string,
): Known[] => [
  ...(alta === '' ? [] : [{ kind: 'alta' as const, ...of, date: alta }]),
  ...(baja === '' ? [] : [{ kind: 'baja' as const, ...of, date: baja }]),
];
