import { expect, test } from 'vitest';
import { RATES } from '../../../panel/src/limits.ts';
import { EVENT_FAMILIES } from '../../../panel/src/logic/words.ts';
import { EVENT_TYPES } from '../../../shared/kernel/events.ts';
import { LIMITS } from '../../../shared/operation/rates.ts';

/** What the panel calls things of the interface. */

test('each kind of event has a name', () => {
  const families = new Set(Object.keys(EVENT_TYPES).map((type) => type.split('.')[0]));
  expect(Object.keys(EVENT_FAMILIES).toSorted()).toEqual([...families].toSorted());
});

test('each class of requests of who signed in has a name', () => {
  const { anonymous, ...own } = LIMITS;
  expect(Object.keys(RATES).map(Number).toSorted()).toEqual(Object.values(own).toSorted());
  expect(Object.keys(RATES)).not.toContain(String(anonymous));
});
