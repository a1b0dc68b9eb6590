import type { Document } from '../../../kernel/document.ts';
import type { Exchange, Script } from '../../exchange.ts';
import { pdfDocument } from '../../pdf.ts';
import { dateFields, isoDate, splitFields, type WorkerInCcc } from '../values.ts';
import type { Screen } from './dialog.ts';
import { enterForData } from './enter.ts';
import { fetchReport } from './report.ts';
import { findRow, labelList, selectStep } from './rows.ts';

/** Identifies a TA: a movement of a worker in a contribution account, by its effective date. */
export interface DuplicateTaInput extends WorkerInCcc {
  /** `YYYY-MM-DD`. */
  date: string;
  movType: 'ALTA' | 'BAJA' | 'VARIACION';
  /** Movements communicated before this day, `YYYY-MM-DD`, or without date, do not count. */
  communicatedSince?: string;
}

/** The document (TA) of a registration, termination or change; `undefined` if there is none of that kind and date. */
export const duplicateTa: Exchange<'reading', DuplicateTaInput, Document | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR65 duplicate TA',
  standing: {
    state: 'confirmed',
    note: 'Public programs. Assumed: code 3543 on the first screen if there is no document.',
    ifWrong: 'Nothing: it only makes duplicates of documents.',
  },
  script,
};

/** Documents: column 1 movement, 2 date on which it took effect, 3 date on which it was communicated. */
export const DOCUMENTS = labelList('Sub0900112079');

function* script({
  date,
  movType,
  communicatedSince = '',
  ...worker
}: DuplicateTaInput): Script<Document | undefined> {
  const list = yield* openDocuments(worker, date);
  if (!list) return undefined;
  const selection = yield* findRow(list, DOCUMENTS, (row, screen) => {
    const isIt =
      row.cell(1).toUpperCase().startsWith(movType) &&
      isoDate(row.cell(2)) === date &&
      isSince(isoDate(row.cell(3)), communicatedSince);
    return isIt ? selectStep(screen, DOCUMENTS, row) : undefined;
  });
  return selection && pdfDocument('TA', yield* fetchReport(selection));
}

/** Whether a movement was communicated on that day or later. Where the portal gives no date (`''`), it is not known to be. */
export const isSince = (communicated: string, day: string): boolean => communicated >= day;

/**
 * The list of a worker's documents in a contribution account, of a date or (`''`) all; `undefined` if there is none.
 */
export function* openDocuments({ regimen, ccc, nss }: WorkerInCcc, date: string): Script<Screen | undefined> {
  return yield* enterForData('ATR65', {
    first: {
      button: { name: 'btn_Sub2207601004' },
      changes: {
        ...splitFields('txt_SDFTESNAF', 'txt_SDFNAF', nss),
        txt_SDFREGCTA_NH: regimen,
        ...splitFields('txt_SDFTESCTA', 'txt_SDFCUENTA', ccc),
        ...dateFields('txt_SDF', date, ['DIA', 'MES', 'AO']),
        cbo_ListaTipoImpresion: 'OnLine',
        chk_SDFINFTA1: true,
      },
    },
  });
}
