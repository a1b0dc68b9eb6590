import { describe, expect, test } from 'vitest';
import { readFootprint, showFootprint } from '../../../../shared/authorities/sepe/identifiers.ts';
import { FOOTPRINT } from '../../../support/portals/contrata.ts';

describe('the identifier of a contract at SEPE', () => {
  test.each([
    'E-28-2026-0000123',
    'E2820260000123',
    '2820260000123',
    'e 28 2026 0000123',
    'E-28-2026-0000123-55',
  ])('the identifier is read however it is written: %s', (text) =>
    expect(readFootprint(text)).toEqual(FOOTPRINT),
  );
  test('the identifier is shown in the notation of the interface', () => {
    expect(showFootprint('E282026000012355')).toBe('E-28-2026-0000123-55');
    expect(showFootprint('E28')).toBeUndefined();
  });
});
