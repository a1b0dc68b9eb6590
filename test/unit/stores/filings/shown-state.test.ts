import { describe, expect, test } from 'vitest';
import { FILING_STATES } from '../../../../shared/stores/filings/filing.ts';
import { listKeys } from '../../../../shared/stores/filings/filing-keys.ts';
import {
  dryResult,
  isOpen,
  SHOWN_STATES,
  type Shown,
  shownState,
} from '../../../../shared/stores/filings/shown-state.ts';

/** The state of a filing that a caller sees. */

const stated = (filed: boolean) => ({ filed, note: 'n', userId: 'u', at: 'a' });
const CASES: [Partial<Shown> & Pick<Shown, 'state'>, string][] = [
  [{ state: 'queued' }, 'queued'],
  [{ state: 'claimed' }, 'claimed'],
  [{ state: 'committing' }, 'committing'],
  [{ state: 'preparing' }, 'preparing'],
  [{ state: 'queued', dry: true }, 'queued'],
  [{ state: 'accepted' }, 'accepted'],
  // The authority's result takes precedence over a person's declaration.
  [{ state: 'accepted', stated: stated(false) }, 'accepted'],
  [{ state: 'refused', refusal: true }, 'refused'],
  [{ state: 'refused' }, 'refused'],
  [{ state: 'ended', refusal: true }, 'refused'],
  [{ state: 'ended' }, 'notSent'],
  [{ state: 'unknown' }, 'unknown'],
  [{ state: 'unknown', stated: stated(true) }, 'declaredFiled'],
  [{ state: 'unknown', stated: stated(false) }, 'declaredNotFiled'],
  [{ state: 'answered' }, 'answered'],
  [{ state: 'failed' }, 'failed'],
  [{ state: 'ended', dry: true }, 'dryRun'],
  [{ state: 'ended', dry: true, refusal: true }, 'dryRun'],
  [{ state: 'answered', dry: true }, 'dryRun'],
  [{ state: 'failed', dry: true }, 'dryRun'],
];

describe('a filing', () => {
  test.each(CASES)('a filing of %j is shown as %s', (filing, shown) => {
    expect(shownState({ dry: false, ...filing })).toBe(shown);
  });

  test('each state is shown for some filing, and each stored state is shown', () => {
    expect(new Set(CASES.map(([, shown]) => shown))).toEqual(new Set(SHOWN_STATES));
    expect(new Set(CASES.map(([{ state }]) => state))).toEqual(new Set(FILING_STATES));
  });

  test('a filing is listed by its state once it has ended, and before that with all that have not', () => {
    const keys = SHOWN_STATES.map((state) => listKeys.state('a1', state));
    expect(new Set(keys.filter((key) => key === 'state#a1#open'))).toHaveLength(1);
    for (const state of SHOWN_STATES)
      expect(listKeys.state('a1', state)).toBe(`state#a1#${isOpen(state) ? 'open' : state}`);
  });
});

test.each<[Partial<Shown> & Pick<Shown, 'state'>, string | undefined]>([
  [{ state: 'ended', dry: true }, 'passed'],
  [{ state: 'answered', dry: true }, 'passed'],
  [{ state: 'failed', dry: true }, 'failed'],
  [{ state: 'failed', dry: true, refusal: true }, 'refused'],
  [{ state: 'queued', dry: true }, undefined],
  [{ state: 'ended' }, undefined],
])('the result of the dry run %j is %s', (filing, result) => {
  expect(dryResult({ dry: false, ...filing })).toBe(result);
});
