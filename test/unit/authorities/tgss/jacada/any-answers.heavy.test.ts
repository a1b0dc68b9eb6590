import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../../../shared/authorities/html/latin1.ts';
import { alta, baja } from '../../../../../shared/authorities/tgss/jacada/atr01.ts';
import { contributionData } from '../../../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { duplicateTa } from '../../../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import { accountUpToDate } from '../../../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { situations } from '../../../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { workerOfCcc } from '../../../../../shared/authorities/tgss/jacada/worker-of-ccc.ts';
import { anyAnswer, type Case, holdsWithChanges } from '../../../../support/portals/any-answers.ts';
import {
  ANNOUNCED,
  button,
  inputs,
  label,
  list,
  NEXT_PAGE,
  reportPage,
  worker,
} from '../../../../support/portals/jacada.ts';
import {
  altaInput,
  atr01First,
  atr01Second,
  bajaInput,
  CONDITIONS,
  debtParts,
  debtsFirst,
  fullPage,
  IDC,
  idcFirst,
  relations,
  rowOfAna,
  rowOfJuan,
  SITUATIONS,
  TA,
  taFirst,
  taInput,
  warnings,
  workerPortal,
  workers,
  workersFirst,
} from '../../../../support/portals/jacada-dialogs.ts';
import { inTurn, pdf, play, sourceOf } from '../../../../support/portals/portal.ts';
import { tries } from '../../../../support/setup/fast-check.ts';

const cases: Case[] = [
  {
    name: 'alta',
    portal: () =>
      inTurn(atr01First(), atr01Second(), warnings.handling(), warnings.coefficient(), reportPage(), pdf),
    run: (portal, dry) => play(alta, altaInput, portal, dry),
  },
  {
    name: 'baja',
    portal: () => inTurn(atr01First(), atr01Second(), atr01Second('3408* OPERACION REALIZADA CORRECTAMENTE')),
    run: (portal, dry) => play(baja, bajaInput, portal, dry),
  },
  {
    name: 'duplicateTa',
    portal: () =>
      inTurn(taFirst(), list(TA, fullPage), list(TA, [['BAJA', '09 03 2026']]), reportPage(), pdf),
    run: (portal) => play(duplicateTa, taInput, portal),
  },
  {
    name: 'contributionData',
    portal: () => inTurn(idcFirst(), list(IDC, [['01 02 2025', '']]), reportPage(), pdf),
    run: (portal) => play(contributionData, { ...worker, date: '2025-02-01' }, portal),
  },
  {
    name: 'accountUpToDate',
    portal: () => inTurn(debtsFirst(), debtParts(), reportPage(), pdf),
    run: (portal) => play(accountUpToDate, worker, portal),
  },
  {
    name: 'workerOfCcc',
    portal: () =>
      inTurn(
        workersFirst(),
        workers([rowOfAna], '3252*'),
        workersFirst(),
        workers([rowOfAna], '3251*'),
        workers([rowOfJuan], '3252*'),
      ),
    run: (portal) => play(workerOfCcc, worker, portal),
  },
  {
    name: 'situations',
    portal: () => workerPortal(relations(30)),
    run: (portal) =>
      play(situations, { ...worker, offset: 11, limit: 2, getDatos: true, pl_period: '2026-03' }, portal),
  },
];

/** Parts of the portal's pages. */
const parts = fc.constantFrom(
  '<form id="jacadaform" action="/Xhtml?SessionId=1&amp;x">',
  '<form name="jacadaform" action="http://[">',
  '</form>',
  ...[
    ...['3083*', '3408* OPERACION REALIZADA', '3543*', '3251*', '3252*', '3037*', '3462* NO', '', '* *'],
    '99999999* X',
  ].map((message) => label('DIL', message)),
  ...[atr01First, atr01Second, taFirst, idcFirst, reportPage, ...Object.values(warnings)].map((make) =>
    sourceOf(make()),
  ),
  ...[TA, IDC, SITUATIONS, CONDITIONS, 'Sub1000112079'].map((table) =>
    sourceOf(list(table, [['ALTA', '01 02 2025', '']])),
  ),
  label('SDFAPELNOM', 'A, B'),
  label('SDFREGIM', '0111'),
  inputs('SDFTESORNAF', 'SDFNUMNAF', 'SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62'),
  '<input type=checkbox name=chk_chkgrupo1_1><input type=checkbox name=chk_chkgrupo1_2>',
  button('Sub2207401004'),
  button('Sub2207601004'),
  button(NEXT_PAGE, 'Pág. Sig.'),
  button('Sub2205801004'),
  '<table><tr><td>',
  '<select name="x"><option selected>',
  '<!--',
  '<script>',
  '\0',
  ANNOUNCED,
);
const answers = anyAnswer(parts, 'text/html; charset=ISO-8859-1');

describe('scripts of Jacada with arbitrary answers', () => {
  holdsWithChanges(cases, { parts, answers, runs: 120 });

  it('a registration counts as accepted only after an answer that is known to accept', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (last) => {
        const { result } = await play(alta, altaInput, [atr01First(), atr01Second(), last]);
        if (!result) return;
        expect(last.status).toBe(200);
        expect(decode(last.body)).toMatch(/^%PDF-|SDFFICHERO|3408\*/);
      }),
      tries(300),
    );
  });
});
