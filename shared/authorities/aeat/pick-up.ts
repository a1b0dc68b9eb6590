import type { Step } from '../exchange.ts';
import { textOf } from '../html/page.ts';
import { csvOf } from './certificate.ts';
import type { PortalPage } from './portal.ts';

/** The page with the requested contractors' certificates. Issued ones can be fetched from it. */
export const PICK_UP_PATH =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';

export const pickUpStep: Step = { method: 'GET', path: PICK_UP_PATH };

/** A request on the list. */
export interface Requested {
  /** Code of the certificate; `undefined` while it is being prepared. */
  csv: string | undefined;
}

/**
 * The request for the client with that tax id that was made on that date or later. Of several, the latest with a
 * certificate, otherwise any that may still get one; `undefined` if there is none.
 */
export const findRequested = (page: PortalPage, nif: string, since: string): Requested | undefined => {
  const rows = rowsOf(page).filter(({ words, date }) => words.includes(nif) && date >= since);
  const issued = rows.filter(({ csv }) => csv !== undefined);
  const [latest] = issued.sort((one, other) => other.date.localeCompare(one.date));
  return latest ?? rows.find(({ text }) => !CLOSED.test(text));
};

/** States of a request that will not get a certificate any more. */
const CLOSED = /denegad|anulad|rechazad|desestimad/i;

interface Row extends Requested {
  text: string;
  /** In upper case. */
  words: string[];
  /** Date of the request, `YYYY-MM-DD`; `''` if the row has none. */
  date: string;
}

/** Rows are read by their content, because the columns are not known. */
const rowsOf = ({ $ }: PortalPage): Row[] =>
  $('tr')
    .toArray()
    .map((element) => $(element))
    // A row that contains rows is only layout.
    .filter((row) => row.find('tr').length === 0)
    .map((row) => {
      const cells = row.find('td').toArray();
      const text = cells.map((cell) => textOf($(cell))).join(' ');
      const words = text.toUpperCase().split(/[^0-9A-Z]+/);
      return { text, words, date: dateIn(text), csv: csvOf($.html(row)) };
    });

/** The first date in a text, `dd-mm-yyyy` or with slashes, as `YYYY-MM-DD`. */
const dateIn = (text: string): string => {
  const [, dd, mm, yyyy] = /\b(\d{2})[/-](\d{2})[/-](\d{4})\b/.exec(text) ?? [];
  return yyyy ? `${yyyy}-${mm}-${dd}` : '';
};
