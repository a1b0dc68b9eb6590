import type { Document } from '../../document.ts';
import type { Exchange, Script } from '../exchange.ts';
import { open, pressUnheeded, type Screen } from './jacada.ts';
import { heed, isNoData, messageOf } from './message.ts';
import { fetchReport, pdfDocument } from './report.ts';
import { findRow, type List, labelRows, selectStep } from './rows.ts';
import { dateFields, isoDate, splitNumber } from './values.ts';

/** Which TA: of a movement of a worker in an account, by the date on which it took effect. */
export interface DuplicateTaInput {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits. */
  nss: string;
  /** `YYYY-MM-DD`. */
  date: string;
  movType: 'ALTA' | 'BAJA' | 'VARIACION';
  /** None that is known to have been communicated before this day, `YYYY-MM-DD`. */
  communicatedSince?: string;
}

/** The document (TA) of a registration, termination or change; `undefined` when there is none of that kind and date. */
export const duplicateTa: Exchange<'reading', DuplicateTaInput, Document | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'ATR65 duplicate TA',
  standing: {
    state: 'confirmed',
    note: 'As public programs use it. Assumed: code 3543 on the first screen when there is no document.',
    ifWrong: 'Nothing: ATR65 is a dialog that only makes duplicates of documents.',
  },
  script,
};

/** Documents: column 1 movement, 2 date on which it took effect, 3 date on which it was communicated. */
export const DOCUMENTS: List = {
  table: 'Sub0900112079',
  read: labelRows,
  next: { name: 'btn_Sub2206301003' },
};

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

/** Whether something was communicated on that day or later; where the portal does not say when, it may have been. */
export const isSince = (communicated: string, day: string): boolean =>
  communicated === '' || communicated >= day;

/** The list of the documents of a worker in an account, of a date or (`''`) of all; `undefined` when there is none. */
export function* openDocuments(
  { regimen, ccc, nss }: Pick<DuplicateTaInput, 'regimen' | 'ccc' | 'nss'>,
  date: string,
): Script<Screen | undefined> {
  const [provinceOfNss, restOfNss] = splitNumber(nss);
  const [provinceOfCcc, restOfCcc] = splitNumber(ccc);
  const list = yield* pressUnheeded(yield* open('ATR65'), {
    button: { name: 'btn_Sub2207601004' },
    changes: {
      txt_SDFTESNAF: provinceOfNss,
      txt_SDFNAF: restOfNss,
      txt_SDFREGCTA_NH: regimen,
      txt_SDFTESCTA: provinceOfCcc,
      txt_SDFCUENTA: restOfCcc,
      ...dateFields('txt_SDF', date, ['DIA', 'MES', 'AO']),
      cbo_ListaTipoImpresion: 'OnLine',
      chk_SDFINFTA1: true,
    },
  });
  const message = messageOf(list);
  if (isNoData(message)) return undefined;
  heed(message);
  return list;
}
