import type { Exchange, Script } from '../exchange.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { findRequested, PICK_UP_PATH, pickUpStep, type Requested } from './pick-up.ts';
import { enter, get, pageError, readPortalPage } from './portal.ts';
import { request } from './request.ts';

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
  /** Today in Spain, `YYYY-MM-DD`. */
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
    const answer = yield { ...pickUpStep, after, optional: true };
    // No answer, or no time left for one: the certificate is not ready in time.
    if (!answer) return undefined;
    const requested: Requested | undefined = findRequested(readPortalPage(answer, PICK_UP_PATH), nif, since);
    if (requested?.csv) return requested.csv;
  }
  return undefined;
}

/** The first day whose requests count as this one, `YYYY-MM-DD`. A request of today always counts: the portal answers it in the same way. */
export const sinceOf = ({ since = '', today }: Pick<SubcontractorsInput, 'since' | 'today'>): string => {
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - SAME_REQUEST_DAYS);
  const earliest = first.toISOString().slice(0, 10);
  if (since > today) return today;
  return since > earliest ? since : earliest;
};
