import { expect, test } from 'vitest';
import { addressOf } from '../../../../client/cli/src/store.ts';

/** The error that an address ends with. */
const refusalOf = (address: string): string => {
  try {
    return `taken: ${addressOf(address)}`;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  'https://ana:clave@pasarela.example.com/api/v4',
  'https://:clave@pasarela.example.com/api/v4',
  'https://clave@pasarela.example.com/api/v4',
  'http://ana:clave@pasarela.example.com/api/v4',
  'https://ana:clave@pasarela.example.com',
  'https://ana:clave@[pasarela/api/v4',
  'ana:clave@pasarela',
])('an address with a password is refused and never shown: %s', (address) => {
  expect(refusalOf(address)).toMatch(/^(?:La dirección del servicio|No es una dirección)/);
  expect(refusalOf(address)).not.toContain('clave');
});

test('an address without a password is taken, and one that is none is shown', () => {
  expect(refusalOf('https://pasarela.example.com/api/v4/')).toBe(
    'taken: https://pasarela.example.com/api/v4',
  );
  expect(refusalOf('pasarela')).toBe('No es una dirección: pasarela.');
});
