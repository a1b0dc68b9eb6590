import type { Filing } from './filing.ts';

/**
 * State of a filing as callers see it, independent of how it is stored. `refused`: by the authority, at any step.
 * `notSent`: no answer of the authority was reached. `unknown`: neither proved nor declared. `dryRun`: a dry run
 * that has ended, whatever its result.
 */
export const SHOWN_STATES = [
  'queued',
  'claimed',
  'committing',
  'preparing',
  'accepted',
  'refused',
  'unknown',
  'declaredFiled',
  'declaredNotFiled',
  'notSent',
  'dryRun',
  'answered',
  'failed',
] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** The attributes that decide the shown state. */
export type Shown = Pick<Filing, 'state' | 'dry' | 'refusal' | 'stated'>;

const OPEN: ReadonlySet<ShownState> = new Set(['queued', 'claimed', 'committing', 'preparing']);

/** Whether a filing that is shown so has not ended. */
export const isOpen = (state: ShownState): boolean => OPEN.has(state);

/** How a filing is shown. */
export const shownState = ({ state, dry, refusal, stated }: Shown): ShownState => {
  switch (state) {
    case 'queued':
    case 'claimed':
    case 'committing':
    case 'preparing':
      return state;
    default:
      if (dry) return 'dryRun';
  }
  if (state === 'ended') return refusal ? 'refused' : 'notSent';
  if (state === 'unknown' && stated) return stated.filed ? 'declaredFiled' : 'declaredNotFiled';
  return state;
};

/** The result of a dry run that has ended. */
export const DRY_RESULTS = ['passed', 'refused', 'failed'] as const;

/** Result of a dry run; `undefined` before its end, and for other filings. */
export const dryResult = (filing: Shown): (typeof DRY_RESULTS)[number] | undefined => {
  if (shownState(filing) !== 'dryRun') return undefined;
  if (filing.refusal) return 'refused';
  return filing.state === 'failed' ? 'failed' : 'passed';
};
