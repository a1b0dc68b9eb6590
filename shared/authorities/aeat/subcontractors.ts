import type { Exchange, Script } from '../exchange.ts';
import { type Certificate, csvOf, fetchCertificate } from './certificate.ts';
import { findRequested, PICK_UP_PATH, pickUpStep, type Requested } from './pick-up.ts';
import { enter, get, readPortalPage, rejectionOf } from './portal.ts';
import { request } from './request.ts';

/** For whom the holder works as contractor or subcontractor, and which requests count as this one. */
export interface SubcontractorsInput {
  /** Tax id of the client, in capitals. */
  nif: string;
  /** Name of the client, or `''`. */
  name: string;
  /** `YYYY-MM-DD`: a request made before is not this one. */
  since?: string;
  /** In Spain, `YYYY-MM-DD`. */
  today: string;
}

/**
 * Certificate for contractors and subcontractors; `undefined` while it is being prepared. It is handed over at once or
 * up to five working days later at the pick-up address. So that asking again collects what was asked for, a request of
 * the last days for the same client is the same request.
 */
export const subcontractors: Exchange<'reading', SubcontractorsInput, Certificate | undefined> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'Contractors and subcontractors',
  standing: {
    state: 'assumed',
    note:
      'Addresses from public links; that the form asks for NIF and name of the client, and that the certificate comes ' +
      'at once or is picked up within days, from the help pages of the Agencia Tributaria. Assumed: names of the two ' +
      'fields, steps as of the certificate of being up to date, no CSV on the receipt of what is not handed over at ' +
      'once, and the table at the pick-up address.',
    ifWrong:
      'Nothing: the signed request goes to the address of this certificate, whatever the page says, and can only have ' +
      'it issued; at worst it is requested once more.',
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
    // The list proves that the request was taken; where it is not there, the receipt says why.
    requested = findRequested(yield* get(PICK_UP_PATH), input.nif, since);
    if (!requested) throw rejectionOf(receipt);
  }
  const csv = requested.csv ?? (yield* pollFor(input.nif, since));
  return csv === undefined ? undefined : yield* fetchCertificate(csv, FILE_NAME);
}

const FILE_NAME = 'certificado-contratistas';

/** Looks again a few times for the code of a certificate that is being prepared. */
function* pollFor(nif: string, since: string): Script<string | undefined> {
  for (const after of POLLS) {
    const answer = yield { ...pickUpStep, after, optional: true };
    // No answer, or no time left for one: it is not ready in time.
    if (!answer) return undefined;
    const requested: Requested | undefined = findRequested(readPortalPage(answer, PICK_UP_PATH), nif, since);
    if (requested?.csv) return requested.csv;
  }
  return undefined;
}

/** The first day of which a request counts; one of today always does, since the portal answers it the same. */
const sinceOf = ({ since = '', today }: SubcontractorsInput): string => {
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - SAME_REQUEST_DAYS);
  const earliest = first.toISOString().slice(0, 10);
  if (since > today) return today;
  return since > earliest ? since : earliest;
};
