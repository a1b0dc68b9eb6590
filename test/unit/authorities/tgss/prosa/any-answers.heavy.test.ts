import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../shared/authorities/channel/answer.ts';
import { MAX_STEPS } from '../../../../../shared/authorities/run-script.ts';
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
import { anyAnswer, anyChange, expectForeseen } from '../../../../support/portals/any-answers.ts';
import { spreadsheet } from '../../../../support/portals/fie-sheet.ts';
import { worker } from '../../../../support/portals/jacada.ts';
import { answerWith, pdf, play } from '../../../../support/portals/portal.ts';
import {
  button,
  confirmation,
  confirmationData,
  done,
  donePage,
  form,
  inputs,
  plain,
  select,
  xml,
} from '../../../../support/portals/prosa.ts';
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

const numberForm = (cells: string) =>
  plain(
    form(
      `<table><tr><td>${inputs('NA1NumSegSocialSinDC1')}</td>${cells}</tr></table>${button('ENVIO_3', 'Consultar')}`,
    ),
  );
const assigned = (goesOn: boolean) =>
  xml(
    `<asignadosCCC><cccFormateado>0111 28 000000097</cccFormateado></asignadosCCC><pagSiguiente>${goesOn}</pagSiguiente>`,
  );

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
    name: 'numberOfDocument',
    good: () => [
      plain(
        form(
          `${select('tipo', '1', '6')}${inputs('ipf6NumeroDocumento', 'primerApellido', 'segundoApellido')}${button('ENVIO_2', 'Continuar')}`,
        ),
      ),
      xml(`<S><DOC>12345678Z</DOC><NOMBRE>GARCIA, ANA</NOMBRE><NAF>${worker.nss}</NAF></S>`),
    ],
    run: (answers) => play(numberOfDocument, { dni: '12345678Z', apellido1: 'GARCIA' }, answers),
  },
  {
    name: 'documentOfNumber',
    good: () => [
      numberForm(''),
      numberForm(`<td>${worker.nss}</td><td>1 12345678Z</td><td>GARCIA, ANA</td>`),
    ],
    run: (answers) => play(documentOfNumber, { nss: worker.nss }, answers),
  },
  {
    name: 'assignedAccounts',
    good: () => [
      plain(
        form(
          `<input type="radio" id="autorizado_1" name="a" value="1"/>${['2', '3'].map((n) => `<select id="seleccion_${n}" name="s${n}"><option>A</option><option>O</option></select>`).join('')}${button('CRITERIOS', 'CRITERIOS')}`,
        ),
      ),
      assigned(true),
      assigned(false),
    ],
    run: (answers) => play(assignedAccounts, { authorised: '2517' }, answers),
  },
  {
    name: 'fie',
    good: () => [
      fieForm(),
      fieFound(),
      fieMade(),
      answerWith(spreadsheet(), { contentType: 'application/vnd.ms-excel' }),
    ],
    run: (answers) => play(fie, { ...range, of: 'authorised-user' }, answers),
  },
];

const parts = fc.constantFrom(
  ...['<', '>', '"', '</form>', "<form id='\"'>", '<![CDATA[', ']]>', '&#0;', '\u0000', ''],
);
const answers = anyAnswer(parts, 'text/xml', 'text/html');

describe('scripts, whatever the answers are', () => {
  it.each(cases)('$name succeeds with the answers that are changed', async ({ good, run }) => {
    expect(await run(good(), false)).toMatchObject({ end: { result: expect.anything() } });
  });

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
