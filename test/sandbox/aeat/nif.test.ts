import { stdnum } from 'stdnum';
import { describe, expect, test } from 'vitest';
import { isNif } from '../../../sandbox/aeat/procedure.ts';
import { cif, dni, nie } from '../../../sandbox/identifiers.ts';
import { seed } from '../../support/stand-in/stand-in.ts';

const { payers } = seed.demo;

describe('tax numbers', () => {
  test('tax numbers are valid or not as an independent library decides', () => {
    const { cif: CIF, dni: DNI, nie: NIE } = stdnum.ES!;
    for (const { nif } of Object.values(payers))
      expect([isNif(nif), CIF!.validate(nif).isValid]).toEqual([true, true]);
    for (const letter of 'ABCDEFGHJNPQRSUVW') {
      for (const control of '0123456789ABCDEFGHIJ') {
        const nif = `${letter}1234567${control}`;
        expect(isNif(nif), nif).toBe(control === '4' || control === 'D');
        if (CIF!.validate(nif).isValid) expect(isNif(nif), nif).toBe(true);
      }
    }
    for (const valid of [dni(1), dni(99_999_999), nie('X', 1), nie('Z', 7_654_321)]) {
      expect([isNif(valid), DNI!.validate(valid).isValid || NIE!.validate(valid).isValid]).toEqual([
        true,
        true,
      ]);
      expect(isNif(`${valid.slice(0, 8)}Ñ`)).toBe(false);
    }
    expect(cif(9_999_901)).toBe(payers.usual.nif);
    expect(isNif('K1234567L')).toBe(true);
    expect(isNif('K1234567A')).toBe(false);
  });
});
