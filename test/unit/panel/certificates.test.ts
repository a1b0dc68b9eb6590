import { expect, test } from 'vitest';
import { choicesOf, meant } from '../../../panel/src/logic/certificates.ts';
import type { Certificate } from '../../../panel/src/logic/today.ts';

/** With which certificate something is filed. */

const certificate = (secret: string, more: Partial<Certificate> = {}) =>
  ({
    ...{ cert_secret: secret, dni: `NIF-${secret}`, fullName: secret, typeText: '', type: null, active: 1 },
    ...more,
  }) as Certificate;

test('those that serve are offered, with their holder', () => {
  const all = [
    certificate('any'),
    certificate('red', { type: 1, typeText: 'Autorizado RED' }),
    certificate('sepe', { type: 2 }),
    certificate('old', { active: 0 }),
  ];
  expect(choicesOf(all, 1).map(({ text }) => text)).toEqual([
    'any, NIF-any (todos los organismos)',
    'red, NIF-red (Autorizado RED)',
  ]);
  expect(choicesOf(all, undefined)).toHaveLength(3);
});

test('the only one is meant; of a correction, the one of the same holder and no other', () => {
  const choices = choicesOf([certificate('own'), certificate('theirs')], undefined);
  expect(meant(choices, undefined)).toBeUndefined();
  expect(meant(choices.slice(0, 1), undefined)?.secret).toBe('own');
  expect(meant(choices, 'NIF-theirs')?.secret).toBe('theirs');
  // Another holder's is not taken because it is the only one.
  expect(meant(choices.slice(0, 1), 'NIF-theirs')).toBeUndefined();
});
