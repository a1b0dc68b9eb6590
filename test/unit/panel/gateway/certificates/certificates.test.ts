import { expect, test } from 'vitest';
import {
  choicesOf,
  expiring,
  meant,
  validity,
} from '../../../../../panel/src/gateway/certificates/certificates.ts';
import type { Certificate } from '../../../../../panel/src/shared/data.ts';

/** Which certificates are valid, and which one is used to file something. */

const certificate = (secret: string, more: Partial<Certificate> = {}) =>
  ({
    cert_secret: secret,
    dni: `NIF-${secret}`,
    fullName: secret,
    typeText: '',
    type: null,
    active: 1,
    ...more,
  }) as Certificate;

test.each([
  ['2026-11-27', '2028-11-27', 'Aún no válido'],
  ['2026-11-26', '2028-11-27', 'En vigor'],
  ['2024-11-26', '2026-12-27', 'En vigor'],
  ['2024-11-26', '2026-12-26', 'Caduca pronto'],
  ['2024-11-26', '2026-11-26', 'Caduca pronto'],
  ['2024-11-26', '2026-11-25', 'Caducado'],
])('a certificate from %s to %s is shown as %s', (desde, expired, name) => {
  expect(validity({ desde, expired }, '2026-11-26').name).toBe(name);
});

test('the certificates that serve an operation are offered, with their holder', () => {
  const all = [
    certificate('any'),
    certificate('red', { type: 1, typeText: 'Autorizado RED' }),
    certificate('sepe', { type: 2 }),
    certificate('old', { active: 0 }),
  ];
  expect(choicesOf(all, 1, null).map(({ text }) => text)).toEqual([
    'any, NIF-any (todos los organismos)',
    'red, NIF-red (Autorizado RED)',
  ]);
  expect(choicesOf(all, undefined, null)).toHaveLength(3);
});

test('the only certificate is chosen, and for a correction the one of the same holder and owner', () => {
  const [own, theirs] = [certificate('own'), certificate('theirs')];
  const choices = [
    ...choicesOf([own, theirs], undefined, null),
    ...choicesOf([{ ...theirs, cert_secret: 'of company' }], undefined, 7),
  ];
  expect(meant(choices, undefined)).toBeUndefined();
  expect(meant(choices.slice(0, 1), undefined)?.secret).toBe('own');
  expect(meant(choices, { nif: 'NIF-theirs', clientId: null })?.secret).toBe('theirs');
  expect(meant(choices, { nif: 'NIF-theirs', clientId: 7 })?.secret).toBe('of company');
  // Another holder's certificate is not chosen just because it is the only one.
  expect(meant(choices.slice(0, 1), { nif: 'NIF-theirs', clientId: null })).toBeUndefined();
});

test('certificates are shown from 30 days before their end, the first to end first', () => {
  const ends = ['2026-12-23', '2026-12-24', '2026-11-20', '2026-11-23 10:00:00'];
  const found = expiring(
    ends.map((expired) => ({ expired })),
    '2026-11-23',
  );
  expect(found.map(({ daysLeft }) => daysLeft)).toEqual([-3, 0, 30]);
});
