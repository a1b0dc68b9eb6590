import { ulid } from 'ulid';
import { type ListMacs, listedBy } from '../../../shared/stores/filings/claim.ts';
import type { Filing, FilingState } from '../../../shared/stores/filings/filing.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import { writeRows } from './write-rows.ts';

/** The trámites of an office with ten users and 200 client companies, evenly over a year. */

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const USERS = 10;
const COMPANIES = 200;
const WORKERS = 5_000;

const OPERATIONS = [
  'POST /api/v4/seg-social/alta',
  'POST /api/v4/seg-social/baja',
  'POST /api/v4/sepe/contrata',
];
/** One of a thousand is of this operation. */
export const RARE_OPERATION = 'PUT /api/v4/seg-social/datos-bancarios';

/** As much text as a usual request and its answer have. */
const REQUEST = JSON.stringify({ text: 'x'.repeat(600) });
const ANSWER = JSON.stringify({ text: 'x'.repeat(300) });

/** How many users, companies and so on come before the same one comes again. */
export const placeOf = (number: number) => ({
  user: `user-${number % USERS}`,
  company: 1 + (Math.floor(number / USERS) % COMPANIES),
  worker: `worker-${number % WORKERS}`,
});

/** Of a hundred filings, five are refused, two not sent, and ten dry runs; of a thousand, one is unknown. */
const stateOf = (number: number): { state: FilingState; refusal?: true } => {
  if (number % 1_000 === 77) return { state: 'unknown' };
  if (number % 20 === 7) return { state: 'ended', refusal: true };
  return { state: number % 50 === 3 ? 'ended' : 'accepted' };
};

/** When the trámite with this number was made, of so many in the year before an instant; the last one just before it. */
export const madeAt = (number: number, count: number, now: Date): Date =>
  new Date(now.getTime() - Math.ceil(((count - number) * YEAR_MS) / count));

const rowOf = (accountId: string, number: number, at: Date): [Filing, ListMacs] => {
  const { user, company, worker } = placeOf(number);
  const filing: Filing = {
    ...{ id: ulid(at.getTime()), ...stateOf(number), dry: number % 10 === 1 },
    operation: number % 1_000 === 500 ? RARE_OPERATION : OPERATIONS[number % 3]!,
    operationName: 'Dar de alta a un trabajador',
    about: {
      regimen: '0111',
      ccc: '28000000097',
      document: '12345678Z',
      nss: '280000000097',
      date: '2026-12-01',
    },
    ...{ authority: 'tgss', accountId, userId: user, clientId: 0, companyId: company },
    certificate: { id: 'c'.repeat(32), fingerprint: 'f'.repeat(64), nif: '12345678Z' },
    ...{ requestId: crypto.randomUUID(), owner: crypto.randomUUID() },
    ...{ requestHash: 'h'.repeat(64), contentHash: 'h'.repeat(64) },
    guards: { content: `content#${'g'.repeat(64)}` },
    ...{ claimedAt: at.toISOString(), committingAt: at.toISOString(), endedAt: at.toISOString() },
    ...{ request: REQUEST, status: 200, answer: ANSWER, message: 'OK' },
  };
  // Each company has an account of its own.
  return [filing, { worker: `${accountId}-${worker}`, ccc: `${accountId}-${company}` }];
};

/** MACs by which `fillFilings` lists this worker and a company's contribution account. */
export const macsOf = (accountId: string, number: number) => rowOf(accountId, number, new Date())[1];

/**
 * Writes the trámites of an account.
 * @param isReached whether to write one; those that no query reaches cost nothing
 */
export const fillFilings = async (
  accountId: string,
  { count, now }: { count: number; now: Date },
  isReached: (number: number) => boolean = () => true,
): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, number) => number).filter(isReached);
  for (let from = 0; from < numbers.length; from += 1_000)
    await writeRows(
      numbers.slice(from, from + 1_000).map((number) => {
        const [filing, macs] = rowOf(accountId, number, madeAt(number, count, now));
        return {
          PutRequest: { Item: { ...filingKey.head(filing.id), ...filing, ...listedBy(filing, macs) } },
        };
      }),
    );
};

/** A caller that asks for a rare state reaches all that is listed in it. */
export const isUnknown = (number: number): boolean => stateOf(number).state === 'unknown';
export const isRare = (number: number): boolean => number % 1_000 === 500;
