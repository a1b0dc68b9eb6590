import { describe, expect, it } from 'vitest';
import { documentKind } from '../../../../shared/authorities/tgss/values.ts';

describe('the kind of a document', () => {
  it.each([
    ['16262835H', '1'],
    ['016262835H', '1'],
    ['K1234567A', '1'],
    ['X1234567L', '6'],
    ['AB123456', '2'],
  ])('the kind follows from the form: %s is of kind %s', (dni, kind) => {
    expect(documentKind(dni)).toBe(kind);
  });
});
