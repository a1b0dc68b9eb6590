import type { Step } from '../exchange.ts';
import { textOf } from '../html/page.ts';
import { csvOf } from './certificate.ts';
import type { PortalPage } from './portal.ts';

/** Where the portal lists the contractors' certificates that were requested, and hands over those it has issued. */
export const PICK_UP_PATH =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';

export const pickUpStep: Step = { method: 'GET', path: PICK_UP_PATH };

/** A request on the list. */
export interface Requested {
  /** Code of the certificate; `undefined` while it is being prepared. */
  csv: string | undefined;
}

/**
 * The request for the client with that tax id made on the date or later: of several the latest issued one, else any;
 * `undefined` when there is none.
 */
export const findRequested = (page: PortalPage, nif: string, since: string): Requested | undefined => {
  const those = rowsOf(page).filter(({ words, date }) => words.includes(nif) && date >= since);
  const issued = those.filter(({ csv }) => csv !== undefined);
  const [latest] = issued.sort((one, other) => other.date.localeCompare(one.date));
  return latest ?? those.find(({ text }) => !CLOSED.test(text));
};

/** States in which a request without certificate will not get one any more. */
const CLOSED = /denegad|anulad|rechazad|desestimad/i;

interface Row extends Requested {
  text: string;
  /** In capitals. */
  words: string[];
  /** Of the request, `YYYY-MM-DD`; `''` when the row has none. */
  date: string;
}

/** A row is understood by what stands in it, since the columns are not known. */
const rowsOf = ({ $ }: PortalPage): Row[] =>
  $('tr')
    .toArray()
    .map((element) => $(element))
    // A row with rows in it only lays out the page.
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
