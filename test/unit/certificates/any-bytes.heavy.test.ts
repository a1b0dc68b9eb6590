import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import { tries } from '../../support/setup/fast-check.ts';
import { contentOf, refusal, representative, seal } from '../../support/tls/p12.ts';

describe('arbitrary bytes in place of a P12', () => {
  const outcome = (bytes: Uint8Array, password: string) => {
    const error = refusal(bytes, password);
    return !error || error.message.length > 0;
  };

  it('random bytes are not a P12', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.string(), (bytes, password) => {
        expect(refusal(bytes, password)?.reason).toBe('not-a-p12');
      }),
      tries(500),
    );
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['deep nesting', Buffer.from('3080'.repeat(32_768), 'hex')],
    [
      'many empty values',
      Buffer.concat([Buffer.from('30830100fa', 'hex'), Buffer.from('3000'.repeat(32_893), 'hex')]),
    ],
    ['a huge length', Buffer.from('3084ffffffff0201', 'hex')],
  ])('a file with %s is not a P12', (_, bytes) => {
    expect(refusal(bytes, '')?.reason).toBe('not-a-p12');
  });

  it('a certificate by itself is not a P12', () => {
    expect(refusal(new X509Certificate(representative.certificate).raw, '')?.reason).toBe('not-a-p12');
  });

  it('a truncated P12 is not a P12', () => {
    const p12 = toP12(representative, 'x', { rounds: 1 });
    fc.assert(
      fc.property(fc.nat(p12.length - 1), (length) => {
        expect(refusal(p12.subarray(0, length), 'x')?.reason).toBe('not-a-p12');
      }),
      tries(200),
    );
  });

  it.each(['modern', 'legacy'] as const)('a damaged %s P12 is refused or read', (encryption) => {
    const p12 = toP12(representative, 'x', { encryption, rounds: 1 });
    fc.assert(
      fc.property(fc.nat(p12.length * 8 - 1), (bit) => outcome(flip(p12, bit), 'x')),
      tries(300),
    );
  });

  it.each(['modern', 'legacy'] as const)(
    'a %s P12 damaged on purpose, with a valid MAC, is refused or read',
    (encryption) => {
      const content = contentOf(toP12(representative, 'x', { encryption, rounds: 1 }));
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat(content.length * 8 - 1), { minLength: 1, maxLength: 4 }), (bits) =>
          outcome(seal(bits.reduce(flip, content), 'x'), 'x'),
        ),
        tries(500),
      );
    },
  );

  function flip(bytes: Buffer, bit: number): Buffer {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    return flipped;
  }
});
