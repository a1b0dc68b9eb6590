import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount, showAmount } from '../../../shared/kernel/amounts.ts';

/** Amounts as people write and read them. */

test.each([
  ['1500', '150000'],
  ['1.500', '150000'],
  ['1500,5', '150050'],
  ['1500.50', '150050'],
  ['1.500,00 €', '150000'],
  ['1.500,00\u00a0€', '150000'],
  ['1500 €', '150000'],
  ['€ 1.500', '150000'],
  ['€1.500,5', '150050'],
  ['1,500.75', '150075'],
  ['12,345.00', '1234500'],
  ['2 345,67 euros', '234567'],
  ['1.234.567,8', '123456780'],
  ['0', '0'],
  ['007,05', '705'],
])('the amount %s is read as %s hundredths', (written, hundredths) => {
  expect(readAmount(written, '€')).toEqual({ hundredths });
});

test.each([
  ['1,500', /puede ser 1\.500,00 € o un número con tres decimales/],
  ['1,500.00', /^1,500\.00 puede ser 1\.500,00 € o 1,50 €: escriba 1\.500,00 o 1,50\.$/],
  ['-5', /negativo/],
  ['12.3456', /más de dos decimales/],
  ['0,125', /más de dos decimales/],
  ['1.50,0', /un importe como 1\.500,00/],
  ['mil', /un importe como 1\.500,00/],
  ['', /un importe como/],
])('the amount %s is a mistake that says what is wrong', (written, mistake) => {
  expect(readAmount(written, '€')).toEqual({ mistake: expect.stringMatching(mistake) });
});

test('every amount is read exactly as it is shown', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.constantFrom('€', '%', undefined),
      (amount, unit) => {
        expect(readAmount(showAmount(String(amount), unit), unit ?? '€')).toEqual({
          hundredths: String(amount),
        });
        expect(showAmount(String(amount).padStart(20, '0'), unit)).toBe(showAmount(String(amount), unit));
      },
    ),
  );
  expect(['0', '5', '150000', '123456789'].map((amount) => showAmount(amount, '€'))).toEqual([
    ...['0,00 €', '0,05 €', '1.500,00 €', '1.234.567,89 €'],
  ]);
});
