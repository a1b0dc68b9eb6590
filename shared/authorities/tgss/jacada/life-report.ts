import type { Document } from '../../../kernel/document.ts';
import { type Exchange, NothingFound, type Script, type Step, Unreadable } from '../../exchange.ts';
import { pdfDocument, pdfText } from '../../pdf.ts';
import { digitsOf, splitFields, splitNumber, type WorkerInCcc } from '../values.ts';
import { messageOf, open, type Screen, stepFor } from './dialog.ts';
import { fetchReport } from './report.ts';
import { findRow, type List, labelList, selectStep } from './rows.ts';

/**
 * Report of a worker's registrations in a contribution account (vida laboral). The portal asks for the contribution
 * account only if the worker has several. With a single one, the report is for that account, and refused here if it
 * is another.
 */
export const lifeReport: Exchange<'reading', WorkerInCcc, Document> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR63 life work report',
  standing: {
    state: 'confirmed',
    note:
      'aonsolutions/aon-application: fields, button, DIL 3710, double click (its answer unread). Assumed: OnLine is third; ' +
      'a choice in each row; how it names the account. Settled by a report.',
    ifWrong: 'Nothing: it only makes reports.',
  },
  script: function* ({ nss, ...account }) {
    const request = stepFor(yield* open('ATR63'), {
      button: { name: 'btn_Sub2207001009' },
      changes: { ...splitFields('txt_SDFTESORNAF', 'txt_SDFNUMNAF', nss), cbo_ListaTipoImpresion: 'OnLine' },
    });
    const report = yield* fetchReport(request, (screen) => chooseAccount(screen, account));
    checkAccount(report, account.ccc);
    return pdfDocument('vida-laboral', report);
  },
};

/** An account after its words in the report, perhaps with its scheme, in any usual form. */
const ACCOUNT =
  /(?:CUENTA(?:\s+DE)?\s+COTIZACI[OÓ]N|\bC\.?C\.?C\b\.?)\W{0,5}(?:\d{4}[\s/-]+)?(\d{2}[\s/-]?\d{7}[\s/-]?\d{2})\b/gi;

/** No screen shows the account, only the report. One that cannot be read proves nothing. @throws NothingFound */
const checkAccount = (report: Uint8Array, ccc: string): void => {
  const shown = Array.from(pdfText(report).matchAll(ACCOUNT), ([, account = '']) => digitsOf(account));
  if (shown.length > 0 && !shown.includes(ccc))
    throw new NothingFound(
      'La Seguridad Social solo tiene altas de ese trabajador en otra cuenta de cotización.',
      'ccc',
    );
};

/** The message that the worker has several contribution accounts, and must choose one. */
const SEVERAL_ACCOUNTS = 3710;

/** The double click on the contribution account, on the list of several. */
function* chooseAccount(
  screen: Screen,
  { regimen, ccc }: Omit<WorkerInCcc, 'nss'>,
): Script<Step | undefined> {
  if (messageOf(screen)?.code !== SEVERAL_ACCOUNTS) return undefined;
  const list = listOn(screen);
  const wanted = [regimen, ...splitNumber(ccc)].join(' ');
  const chosen = yield* findRow(screen, list, (row, page) =>
    row.text.split('|').includes(wanted) ? selectStep(page, list, row) : undefined,
  );
  if (!chosen)
    throw new NothingFound('La Seguridad Social no muestra esa cuenta entre las del trabajador.', 'ccc');
  return chosen;
}

/** The list on a screen. Public programs find its rows by their text, so the name of its table is not known. */
const listOn = ({ form }: Screen): List => {
  const names = form.controls.map(({ name }) => /^tbl_cbo_(\w+)_0_\d+$/.exec(name)?.[1]);
  const table = names.find((name) => name !== undefined);
  if (!table) throw new Unreadable('page without a list of contribution accounts');
  return labelList(table);
};
