import { expect, test } from 'vitest';
import { email } from '../../../shared/kernel/fields.ts';
import { asciiEmail, plainEmail } from '../../../shared/stores/email.ts';

const read = (value: string) => email(100, 'E-mail.').safeParse(value).data;

test.each([
  ['info@peña.es', 'info@xn--pea-8ma.es'],
  ['nominas@gestoría-muñoz.com.es', 'nominas@xn--gestora-muoz-xfb4d.com.es'],
  ['Ana.López@example.com', undefined],
  ['info@example.com', 'info@example.com'],
  ['info@peña', undefined],
  ['info@-peña.es', undefined],
  ['info@peña..es', undefined],
  ['info@pe ña.es', undefined],
  ['info@peña.es, otra@peña.es', undefined],
])('the e-mail %s is accepted if its domain is valid, and mails go to %s', (address, sent) => {
  expect(read(address)).toBe(sent === undefined ? undefined : address);
  if (sent !== undefined) expect(asciiEmail(address)).toBe(sent);
});

test('an e-mail is the same however its domain is written', () => {
  expect(read('info@pen\u0303a.es')).toBe('info@peña.es');
  for (const other of [' INFO@PEÑA.ES ', 'info@pen\u0303a.es', 'info@xn--pea-8ma.es'])
    expect(plainEmail(other)).toBe('info@xn--pea-8ma.es');
  for (const none of ['', '@', 'ñ', 'a@\ufffd', 'x@y@ñ'])
    expect(plainEmail(plainEmail(none))).toBe(plainEmail(none));
});
