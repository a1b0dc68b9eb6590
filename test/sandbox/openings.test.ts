import { expect, test } from 'vitest';
import { OPENING, wrongIn } from '../support/setup/openings.ts';

/** How a test run judges the notifications that were opened at its stand-ins. */

const by = (operation: string | undefined, deployed = false) => ({ operation, opened: 1, deployed });
const all = [...OPENING.map((id) => by(id)), ...OPENING.map((id) => by(id, true))];

test('operations that accept a notification may open one, and are all listed', () => {
  expect(OPENING).toEqual(expect.arrayContaining(['acceptNotification', 'acceptSocialSecurityNotification']));
  expect(wrongIn(all, ['unit', 'integration', 'e2e-alone'])).toEqual([]);
});

test('an opening by another operation, or by none, is wrong in any run', () => {
  expect(wrongIn([...all, by('listPendingNotifications'), by(undefined)], [])).toEqual([
    'listPendingNotifications opened 1',
    'no operation opened 1',
  ]);
});

test('a project that should open notifications and opens none is wrong', () => {
  expect(wrongIn([], [])).toEqual([]);
  const [first, ...others] = OPENING;
  const counted = [...others.map((id) => by(id)), by(first, true)];
  expect(wrongIn(counted, ['integration'])).toEqual([`${first} opened nothing in all tests of integration`]);
  expect(wrongIn(counted, ['e2e-alone'])).toEqual(
    others.map((id) => `${id} opened nothing in all tests of e2e-alone`),
  );
});
