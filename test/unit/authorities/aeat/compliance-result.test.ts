import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complianceResultOf } from '../../../../shared/authorities/aeat/certificate.ts';
import { POSITIVE_PDF, pdfWith } from '../../../support/portals/aeat.ts';

describe('compliance result of a certificate', () => {
  it.each([
    ['literal', deflateSync('BT (tiene car\\341cter NEGATIVO.) Tj ET'), 'NEGATIVO'],
    [
      'in runs, with accents in hexadecimal',
      deflateSync('(tiene) Tj <636172E163 746572>  Tj\n(de   POSITIVO.) Tj'),
      'POSITIVO',
    ],
    ['not compressed', '(tiene caracter POSITIVO) Tj', 'POSITIVO'],
    ['a bare word', deflateSync('(POSITIVO) Tj'), undefined],
    ['nothing', '', undefined],
  ])('the result is read: %s', (_, content, expected) => {
    expect(complianceResultOf(pdfWith(Buffer.from([0xff, 0xd8]), content))).toBe(expected);
  });

  it('the result is not searched for in documents that are too large', () => {
    const bomb = deflateSync(Buffer.concat([Buffer.from('(caracter POSITIVO) Tj'), Buffer.alloc(8_000_000)]));
    expect(complianceResultOf(pdfWith(bomb))).toBeUndefined();
    expect(complianceResultOf(Buffer.concat([POSITIVE_PDF, Buffer.alloc(3_000_000)]))).toBeUndefined();
  });

  it('the result is searched for in any bytes without an error', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .constantFrom('stream\n', 'endstream', '(', ')', '<', '>', 'Tj', '\\', 'x\x9c')
        .map((s) => Buffer.from(s)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        complianceResultOf(Buffer.concat(parts));
      }),
    );
  });
});
