import { dayAfter } from '../../kernel/spanish-time.ts';
import type { Exchange, Script } from '../exchange.ts';
import { textOf } from '../html/page.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { enter, get, type PortalPage, pageError, readPortalPage } from './portal.ts';
import { request } from './request.ts';

/** The page with the requested contractors' certificates. Issued ones can be fetched from it. */
const PICK_UP_PATH =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';

/** A request on the list. */
export interface Requested {
  /** Code of the certificate; `undefined` while it is being prepared. */
  csv: string | undefined;
}

/**
 * The request for the client with that tax id that was made on that date or later. Of several, the latest with a
 * certificate, otherwise any that may still get one; `undefined` if there is none.
 */
const findRequested = (page: PortalPage, nif: string, since: string): Requested | undefined => {
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

/**
 * The client for which the holder works as contractor or subcontractor, and which earlier requests count as this one.
 */
export interface SubcontractorsInput {
  /** Tax id of the client, in capitals. */
  nif: string;
  /** Name of the client, or `''`. */
  name: string;
  /** `YYYY-MM-DD`: a request made before this date is another one. */
  since?: string;
  /** The day in Spain on which it was asked for, `YYYY-MM-DD`. */
  today: string;
}

/**
 * Certificate for contractors and subcontractors; `undefined` while it is being prepared. The portal issues it at once,
 * or up to five working days later on the pick-up page. A request of the last days for the same client counts as the
 * same request, so that asking again gets the certificate that was requested.
 */
export const subcontractors: Exchange<'reading', SubcontractorsInput, Certificate | undefined> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'Contractors and subcontractors',
  standing: {
    state: 'assumed',
    note:
      'Addresses from public links, the form from help pages. Assumed: names of its two fields, ' +
      "ECOT's steps, no CSV on the receipt of one issued later, the pick-up table. Settled by one request.",
    ifWrong:
      'Nothing: the signed request can only have this certificate issued. At worst it is requested once more.',
  },
  script,
};

/** Calendar days that hold five working days. */
const SAME_REQUEST_DAYS = 7;
/** Waits before looking again whether the certificate is ready, in milliseconds. */
const POLLS = [1_000, 2_000, 3_000];

function* script(input: SubcontractorsInput): Script<Certificate | undefined> {
  const since = sinceOf(input);
  yield* enter();
  let requested = findRequested(yield* get(PICK_UP_PATH), input.nif, since);
  if (!requested) {
    const receipt = yield* request('ContratistasInternetServlet', [
      ['fNifPagador', input.nif],
      ['fNombrePagador', input.name],
    ]);
    const csv = csvOf(receipt.source);
    if (csv) return yield* fetchCertificate(csv, FILE_NAME);
    // The list proves that the portal accepted the request. If it is not there, the receipt says why.
    requested = findRequested(yield* get(PICK_UP_PATH), input.nif, since);
    if (!requested) throw pageError(receipt);
  }
  const csv = requested.csv ?? (yield* pollFor(input.nif, since));
  return csv === undefined ? undefined : yield* fetchCertificate(csv, FILE_NAME);
}

const FILE_NAME = 'certificado-contratistas';

/** Looks a few more times for the code of a certificate that is being prepared. */
function* pollFor(nif: string, since: string): Script<string | undefined> {
  for (const after of POLLS) {
    const answer = yield { method: 'GET', path: PICK_UP_PATH, after, optional: true };
    // No answer, or no time left for one: the certificate is not ready in time.
    if (!answer) return undefined;
    const requested: Requested | undefined = findRequested(readPortalPage(answer, PICK_UP_PATH), nif, since);
    if (requested?.csv) return requested.csv;
  }
  return undefined;
}

/** The first day whose requests count as this one, `YYYY-MM-DD`. A request of today always counts: the portal answers it in the same way. */
export const sinceOf = ({ since = '', today }: Pick<SubcontractorsInput, 'since' | 'today'>): string => {
  const earliest = dayAfter(today, { days: -SAME_REQUEST_DAYS });
  if (since > today) return today;
  return since > earliest ? since : earliest;
};
