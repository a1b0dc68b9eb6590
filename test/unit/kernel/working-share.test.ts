import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShare, showShare } from '../../../shared/kernel/working-share.ts';

/** Parts of the full working time. `test/unit/batches/sheets/cells.test.ts` is the table of how they are written. */

const thousandths = fc.integer({ min: 1, max: 999 });

test('a share that is shown in per cent is read as the same thousandths, wherever it stands', () => {
  fc.assert(
    fc.property(
      thousandths,
      fc.constantFrom('percent', 'thousandths', 'fraction', undefined),
      fc.boolean(),
      (share, code, mayBeHours) => {
        expect(readShare(showShare(share), { code, mayBeHours })).toEqual({ thousandths: share });
      },
    ),
  );
});

test('a number for a working time is read in one way only, or is a mistake that names its possible meanings', () => {
  fc.assert(
    fc.property(thousandths, (share) => {
      const percent = share / 10;
      const written = String(percent).replace('.', ',');
      const read = readShare(written);
      // Thousandths are whole numbers of three figures.
      if (percent < 1) expect(read).not.toEqual({ thousandths: share });
      else if (written.includes(',') && percent >= 2) expect(read).toEqual({ thousandths: share });
      else if (!written.includes(','))
        expect(read).toEqual({ mistake: expect.stringContaining('puede ser') });
    }),
  );
});

test('any text is read as a part of the full time, or is a mistake', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('percent', 'thousandths', 'fraction', undefined),
      (text, code) => {
        const read = readShare(text, { code });
        if ('mistake' in read) expect(read.mistake).not.toBe('');
        else expect(read.thousandths).toBeLessThanOrEqual(1000);
      },
    ),
  );
});
