import type { Document } from '../../../kernel/document.ts';
import { madridDay } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, type Script, Unreadable } from '../../exchange.ts';
import { pdfDocument } from '../../pdf.ts';
import { dateFields, isoDate, splitFields, type WorkerInCcc } from '../values.ts';
import type { Press, Screen } from './dialog.ts';
import { enter, enterForData } from './enter.ts';
import { fetchReport } from './report.ts';
import { everyRow, findRow, labelList, mayGoOn, type Row, selectStep } from './rows.ts';

/** Worker and date of the contribution data. */
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

/** A registration for which there is a report. Dates `YYYY-MM-DD`; `end` is empty while it is in force. */
export interface ReportedRegistration {
  start: string;
  end: string;
}

/** For which registrations of a worker in a contribution account there are contribution data, in the portal's order. */
export const contributionReports: Exchange<'reading', WorkerInCcc, ReportedRegistration[]> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR37 list of contribution data',
  standing: {
    state: 'confirmed',
    note: 'Public programs: the list without a date, and its columns of start and end.',
    ifWrong: 'Nothing: it only lists registrations.',
  },
  script: function* (worker) {
    const list = yield* enterForData('ATR37', { first: firstPress(worker, '') });
    if (!list) return [];
    const { rows } = yield* everyRow(list, LIST);
    return rows.map(({ cell }) => ({ start: isoDate(cell(1)), end: isoDate(cell(2)) }));
  },
};

const LIST = labelList('Sub0900112078');

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

function* openList({ date, ...worker }: ContributionDataInput): Script<Screen> {
  // Public programs for the portal never send a future date here. The date may be left empty.
  const isPast = date <= madridDay(new Date());
  return yield* enter('ATR37', firstPress(worker, isPast ? date : ''));
}

/** The press on the first screen, for a date or (`''`) all. */
const firstPress = ({ regimen, ccc, nss }: WorkerInCcc, date: string): Press => {
  return {
    button: { name: 'btn_Sub2207601004' },
    changes: {
      ...splitFields('txt_SDFTESNAF', 'txt_SDFNAF', nss),
      txt_SDFREGCTA: regimen,
      ...splitFields('txt_SDFTESCTA', 'txt_SDFCUENTA', ccc),
      ...dateFields('txt_SDF', date, ['DIA', 'MES', 'AO']),
      cbo_ListaTipoImpresion: 'OnLine',
    },
  };
};
