import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/answer.ts';
import { MAX_STEPS } from '../../../../../shared/authorities/run-script.ts';
import { assignment } from '../../../../../shared/authorities/tgss/prosa/assignment.ts';
import { changeGroup } from '../../../../../shared/authorities/tgss/prosa/change-record.ts';
import { contributionRecord } from '../../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { fie } from '../../../../../shared/authorities/tgss/prosa/fie.ts';
import { settlementReceipt } from '../../../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { anyAnswer, anyChange, expectForeseen } from '../../../../support/portals/any-answers.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { pdf, play } from '../../../../support/portals/portal.ts';
import { confirmation, confirmationData, done, donePage } from '../../../../support/portals/prosa.ts';
import {
  cesion,
  cesionForm,
  fieForm,
  fieFound,
  fieMade,
  groupChange,
  oneSettlement,
  range,
  receiptPage,
  recordData,
  recordForm,
  searchForm,
  settlement,
  settlementForm,
  users,
} from '../../../../support/portals/prosa-applications.ts';
import { tries } from '../../../../support/setup/fast-check.ts';

interface Case {
  name: string;
  /** Answers with which the exchange succeeds. */
  good: () => Answer[];
  run: (answers: Answer[], dry: boolean) => ReturnType<typeof play>;
}

const cases: Case[] = [
  {
    name: 'changeGroup',
    good: () => [searchForm(), recordData(), done(), pdf],
    run: (answers, dry) => play(changeGroup, groupChange, answers, dry),
  },
  {
    name: 'changeGroup in HTML',
    good: () => [searchForm(), recordForm('codNuevoGrupo', 'fechaSituacion'), donePage(), pdf],
    run: (answers, dry) => play(changeGroup, groupChange, answers, dry),
  },
  {
    name: 'assignment in data',
    good: () => [cesionForm(), confirmationData(), done(), pdf],
    run: (answers, dry) => play(assignment, cesion, answers, dry),
  },
  {
    name: 'contributionRecord',
    good: () => [searchForm(), recordData()],
    run: (answers) => play(contributionRecord, worker, answers),
  },
  {
    name: 'assignment',
    good: () => [cesionForm(), confirmation(), done(), pdf],
    run: (answers, dry) => play(assignment, cesion, answers, dry),
  },
  {
    name: 'settlementReceipt',
    good: () => [users(), users(), settlementForm(), oneSettlement(), receiptPage(), pdf],
    run: (answers) => play(settlementReceipt, settlement, answers),
  },
  {
    name: 'fie',
    good: () => [fieForm(), fieFound(), fieMade(), pdf],
    run: (answers) => play(fie, { ...range, of: 'authorised-user' }, answers),
  },
];

const parts = fc.constantFrom(
  ...['<', '>', '"', '</form>', "<form id='\"'>", '<![CDATA[', ']]>', '&#0;', '\u0000', ''],
);
const answers = anyAnswer(parts, 'text/xml', 'text/html');

describe('scripts, whatever the answers are', () => {
  it.each(cases)(
    '$name ends, in a result or in one of the three errors of scripts',
    async ({ good, run }) => {
      const changes = fc.array(anyChange(parts, answers), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(changes, fc.boolean(), async (change, dry) => {
          const changed = good().map((answer, index) => change[index % change.length]!(answer));
          const { error, steps, seen } = await run(changed, dry);
          expect(steps).toBeLessThanOrEqual(MAX_STEPS);
          if (dry) expect(seen.some(({ commits }) => commits)).toBe(false);
          expectForeseen(error);
        }),
        tries(150),
      );
    },
  );

  it('a change counts as accepted only for what is known to accept', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (last) => {
        const { result } = await play(changeGroup, groupChange, [searchForm(), recordData(), last]);
        expect(result).toBeUndefined();
      }),
      tries(200),
    );
  });
});
