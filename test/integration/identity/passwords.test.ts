import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { aCompany, anEmail, newAccount } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { fromElsewhere } from '../../support/gateway.ts';

/** Passwords that people choose on our page. */

const newLink = async () => {
  const { email } = await newAccount(demo.baseUrl);
  return stores.links.issueLink((await stores.accounts.findUserByEmail(email))!, new Date());
};
const make = async (token: string, password: string) => {
  const response = await fetch(`${demo.baseUrl}/password`, {
    method: 'POST',
    headers: fromElsewhere(),
    body: new URLSearchParams({ token, password, password_confirmation: password }),
  });
  return { status: response.status, html: await response.text() };
};

describe('a new password', () => {
  test.each([
    ['one with eleven characters', 'once.letras', 'al menos 12 caracteres'],
    // Each emoji counts once, although it has two UTF-16 units.
    ['one with six emojis', '🐟🐠🐡🦈🐙🦀', 'al menos 12 caracteres'],
    ['one among the commonest', 'qwerty123456', 'una de las más usadas'],
    ['one of those in other letters', 'QWERTY123456', 'una de las más usadas'],
    ['a common one, written twice', 'contrasenacontrasena', 'una de las más usadas'],
    ['one character, again and again', 'aaaaaaaaaaaaaaaa', 'una de las más usadas'],
    ['a Spanish word with digits', 'Contraseña123', 'una de las más usadas'],
    ['a Spanish word with a year and a sign', '¡Guadalajara2026!', 'una de las más usadas'],
    ['a name and a surname', 'MariaGarcia1985', 'una de las más usadas'],
    ['names with what divides them', 'iñaki.núñez-lópez', 'una de las más usadas'],
  ])('the password is refused, and its link stays valid: %s', async (_, password, why) => {
    const token = await newLink();
    const refused = await make(token, password);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(why);
    expect(await stores.links.isLinkGood(token, new Date())).toBe(true);
  });

  test.each(['doce letras.', '71k-a-93408-5217', 'la contraseña de su dueño', 'María come en Lugo'])(
    'the password is accepted with twelve characters if it is not common: %s',
    async (password) => {
      expect((await make(await newLink(), password)).status).toBe(200);
    },
  );
});

test('a client company may still be saved with a password of four characters', async () => {
  const { gateway } = await newAccount(demo.baseUrl);
  const save = (password: string) =>
    gateway.post(
      '/customer',
      aCompany({ access: { email: anEmail(), password, password_confirmation: password } }),
    );
  expect((await save('abcd')).status).toBe(200);
  expect((await save('abc')).status).toBe(422);
});
