import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { economicActivities } from '../../../../shared/authorities/aeat/economic-activities.ts';
import { subcontractors } from '../../../../shared/authorities/aeat/subcontractors.ts';
import { taxCompliance } from '../../../../shared/authorities/aeat/tax-compliance.ts';
import { type Exchange, Refusal } from '../../../../shared/authorities/exchange.ts';
import { confirmation, entry, positivePdf, receipt } from '../../../support/portals/aeat.ts';
import { anyAnswer, expectForeseen } from '../../../support/portals/any-answers.ts';
import { play, sourceOf } from '../../../support/portals/portal.ts';
import { tries } from '../../../support/setup/fast-check.ts';

/** Parts of the portal's pages. */
const parts = fc.constantFrom(
  ...[entry, confirmation, receipt, positivePdf].map(sourceOf),
  '<form id="Form">',
  '<form id="Form" action="javascript:x">',
  '</form>',
  '<input name="fIslw">',
  '<input name="FIR"><input name="FIRNIF"><input name="FIRNOMBRE">',
  '_fbNif="',
  "_fbNombre: '\\",
  '<main>',
  '<tr><td>21-11-2026 B12345674</td>',
  '<tr><td>99/99/9999 B12345674 <a href="?CSV=0000000000000000">',
  'CSV=ABCD',
  'en mantenimiento',
  '\0',
);
const answers = anyAnswer(parts, 'text/html', 'text/html;charset=x');

describe('any bytes', () => {
  it.each([
    ['ECOT', taxCompliance, { purpose: 'C1' }],
    ['IAE', economicActivities, { year: 2025 }],
    ['contractors', subcontractors, { nif: 'B12345674', name: '', today: '2026-11-21' }],
  ] as [string, Exchange<'reading', unknown, unknown>, unknown][])(
    'end in a result or one of the three errors: %s',
    async (_, exchange, input) => {
      await fc.assert(
        fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 12 }), async (replies) => {
          const { error } = await play(exchange, input, replies);
          expectForeseen(error);
          if (error instanceof Refusal) expect(error.messages[0]?.length).toBeLessThanOrEqual(400);
        }),
        tries(400),
      );
    },
  );
});
