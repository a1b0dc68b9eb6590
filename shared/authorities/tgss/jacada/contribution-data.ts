import type { Document } from '../../../kernel/document.ts';
import { madridDay } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, type Script, Unreadable } from '../../exchange.ts';
import { pdfDocument } from '../../pdf.ts';
import { dateFields, isoDate, splitNumber } from '../values.ts';
import type { WorkerInCcc } from '../worker.ts';
import type { Screen } from './dialog.ts';
import { enter } from './enter.ts';
import { fetchReport } from './report.ts';
import { findRow, type List, labelRows, mayGoOn, type Row, selectStep } from './rows.ts';

/** Whose contribution data, and for which date. */
export interface ContributionDataInput extends WorkerInCcc {
  /** `YYYY-MM-DD`: the date of the registration, or any date on which it was in force. */
  date: string;
}

/** The report (IDC), and the date of the registration it is about, `YYYY-MM-DD`. */
export interface ContributionData {
  date: string;
  document: Document;
}

/**
 * Contribution data of a worker in a contribution account: for the registration that began on the date, otherwise for
 * the latest one in force on it. Refused if there is none.
 */
export const contributionData: Exchange<'reading', ContributionDataInput, ContributionData> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR37 contribution data',
  standing: {
    state: 'confirmed',
    note: 'Public programs. Assumed: the list without a date also has future registrations.',
    ifWrong: 'Nothing: it only makes reports.',
  },
  script,
};

const LIST: List = { table: 'Sub0900112078', read: labelRows, next: { name: 'btn_Sub2206301003' } };

function* script(input: ContributionDataInput): Script<ContributionData> {
  const { date } = input;
  let latest: { start: string; row: Row; screen: Screen } | undefined;
  let last: Screen | undefined;
  const began = yield* findRow(yield* openList(input), LIST, (row, screen) => {
    const start = isoDate(row.cell(1));
    const end = isoDate(row.cell(2));
    last = screen;
    if (start === date) return selectStep(screen, LIST, row);
    if (start > (latest?.start ?? '') && start < date && (end === '' || end >= date))
      latest = { start, row, screen };
    return undefined;
  });
  if (began) return { date, document: pdfDocument('IDC', yield* fetchReport(began)) };

  if (!latest)
    throw new NothingFound('La lista de la Seguridad Social no tiene ningún alta en vigor en esa fecha.');
  const { start, row, screen } = latest;
  // A row can only be selected on the page that the portal showed last. It is read again if that was another one.
  const isShown = screen === last && !mayGoOn(screen, LIST);
  const inForce = isShown
    ? selectStep(screen, LIST, row)
    : yield* findRow(yield* openList(input), LIST, (again, page) =>
        isoDate(again.cell(1)) === start ? selectStep(page, LIST, again) : undefined,
      );
  if (!inForce) throw new Unreadable('ATR37 lists other rows than before');
  return { date: start, document: pdfDocument('IDC', yield* fetchReport(inForce)) };
}

function* openList({ regimen, ccc, nss, date }: ContributionDataInput): Script<Screen> {
  const [provinceOfNss, restOfNss] = splitNumber(nss);
  const [provinceOfCcc, restOfCcc] = splitNumber(ccc);
  // Public programs for the portal never send a future date here. The date may be left empty.
  const isPast = date <= madridDay(new Date());
  return yield* enter('ATR37', {
    button: { name: 'btn_Sub2207601004' },
    changes: {
      txt_SDFTESNAF: provinceOfNss,
      txt_SDFNAF: restOfNss,
      txt_SDFREGCTA: regimen,
      txt_SDFTESCTA: provinceOfCcc,
      txt_SDFCUENTA: restOfCcc,
      ...dateFields('txt_SDF', isPast ? date : '', ['DIA', 'MES', 'AO']),
      cbo_ListaTipoImpresion: 'OnLine',
    },
  });
}
