import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignedAccounts } from '../../../../../shared/authorities/tgss/prosa/assigned-accounts.ts';
import { assignment } from '../../../../../shared/authorities/tgss/prosa/assignment.ts';
import { changeGroup } from '../../../../../shared/authorities/tgss/prosa/change-record.ts';
import { contributionRecord } from '../../../../../shared/authorities/tgss/prosa/contribution-record.ts';
import { fie } from '../../../../../shared/authorities/tgss/prosa/fie.ts';
import {
  documentOfNumber,
  numberOfDocument,
} from '../../../../../shared/authorities/tgss/prosa/identities.ts';
import { settlementReceipt } from '../../../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { anyAnswer, type Case, holdsWithChanges } from '../../../../support/portals/any-answers.ts';
import { fieSheet } from '../../../../support/portals/fie-sheet.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { inTurn, pdf, play } from '../../../../support/portals/portal.ts';
import { confirmation, confirmationData, done, donePage, xml } from '../../../../support/portals/prosa.ts';
import {
  accountRow,
  accountRows,
  cesion,
  cesionForm,
  criteria,
  documentForm,
  fieForm,
  fieFound,
  fieMade,
  groupChange,
  numberForm,
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

const cases: Case[] = [
  {
    name: 'changeGroup',
    portal: () => inTurn(searchForm(), recordData(), done(), pdf),
    run: (portal, dry) => play(changeGroup, groupChange, portal, dry),
  },
  {
    name: 'changeGroup in HTML',
    portal: () => inTurn(searchForm(), recordForm('codNuevoGrupo', 'fechaSituacion'), donePage(), pdf),
    run: (portal, dry) => play(changeGroup, groupChange, portal, dry),
  },
  {
    name: 'assignment in data',
    portal: () => inTurn(cesionForm(), confirmationData(), done(), pdf),
    run: (portal, dry) => play(assignment, cesion, portal, dry),
  },
  {
    name: 'contributionRecord',
    portal: () => inTurn(searchForm(), recordData()),
    run: (portal) => play(contributionRecord, worker, portal),
  },
  {
    name: 'assignment',
    portal: () => inTurn(cesionForm(), confirmation(), done(), pdf),
    run: (portal, dry) => play(assignment, cesion, portal, dry),
  },
  {
    name: 'settlementReceipt',
    portal: () => inTurn(users(), users(), settlementForm(), oneSettlement(), receiptPage(), pdf),
    run: (portal) => play(settlementReceipt, settlement, portal),
  },
  {
    name: 'numberOfDocument',
    portal: () =>
      inTurn(
        documentForm(),
        xml(`<S><DOC>12345678Z</DOC><NOMBRE>GARCIA, ANA</NOMBRE><NAF>${worker.nss}</NAF></S>`),
      ),
    run: (portal) => play(numberOfDocument, { dni: '12345678Z', apellido1: 'GARCIA' }, portal),
  },
  {
    name: 'documentOfNumber',
    portal: () =>
      inTurn(numberForm(), numberForm(`<td>${worker.nss}</td><td>1 12345678Z</td><td>GARCIA, ANA</td>`)),
    run: (portal) => play(documentOfNumber, { nss: worker.nss }, portal),
  },
  {
    name: 'assignedAccounts',
    portal: () =>
      inTurn(
        criteria(),
        accountRows(true, accountRow('0111 28 000000097')),
        accountRows(false, accountRow('0111 28 000000097')),
      ),
    run: (portal) => play(assignedAccounts, { authorised: '2517' }, portal),
  },
  {
    name: 'fie',
    portal: () => inTurn(fieForm(), fieFound(), fieMade(), fieSheet()),
    run: (portal) => play(fie, { ...range, of: 'authorised-user' }, portal),
  },
];

const parts = fc.constantFrom(
  ...['<', '>', '"', '</form>', "<form id='\"'>", '<![CDATA[', ']]>', '&#0;', '\u0000', ''],
);
const answers = anyAnswer(parts, 'text/xml', 'text/html');

describe('scripts of Prosa with arbitrary answers', () => {
  holdsWithChanges(cases, { parts, answers, runs: 150 });

  it('a change counts as accepted only after an answer that is known to accept', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (last) => {
        const { result } = await play(changeGroup, groupChange, [searchForm(), recordData(), last]);
        expect(result).toBeUndefined();
      }),
      tries(200),
    );
  });
});
