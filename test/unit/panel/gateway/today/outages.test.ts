import { expect, test } from 'vitest';
import { outagesIn } from '../../../../../panel/src/gateway/today/outages.ts';
import type { Authority } from '../../../../../panel/src/shared/data.ts';

test('an authority is out of service if it is down or in maintenance, not if it is slow', () => {
  const state = (authority: string, how: string) => ({ authority, state: how }) as Authority;
  const outages = outagesIn([
    ...[state('tgss', 'up'), state('sepe', 'down'), state('aeat', 'slow'), state('dehu', 'maintenance')],
  ]);
  expect(outages.map(({ authority }) => authority)).toEqual(['sepe', 'dehu']);
});
