/**
 * What the simulation assumes of callers, authorities and the gateway. Requests to authorities are those of
 * `test/unit/functions/authority-requests.heavy.test.ts`. Everything else here is an estimate until a stage has run.
 */

export type Authority = 'tgss' | 'sepe' | 'aeat';

/** A kind of request. */
export interface Kind {
  name: string;
  /** The function that serves it. */
  group: string;
  /** Of all requests. */
  share: number;
  authority?: Authority;
  /** Requests to the authority: without a kept log-in, and with one. */
  pages: [first: number, next: number];
  /** It files: nothing has taken effect before this part of the pages. */
  commitsAfter?: number;
  /** A minute, of one certificate; without authority, of one user. */
  limit: number;
  /** Capacity units that it reads of the table of records, and writes to that of filings. */
  reads: number;
  writes: number;
}

export const KINDS: Kind[] = [
  {
    name: 'clients and trámites',
    group: 'customer',
    share: 0.35,
    pages: [0, 0],
    limit: 80,
    reads: 6,
    writes: 0,
  },
  {
    name: 'TGSS, question',
    group: 'seg-social',
    share: 0.32,
    authority: 'tgss',
    pages: [4, 4],
    limit: 80,
    reads: 4,
    writes: 0,
  },
  {
    name: 'TGSS, filing',
    group: 'seg-social',
    share: 0.14,
    authority: 'tgss',
    pages: [5, 5],
    commitsAfter: 0.4,
    limit: 120,
    reads: 4,
    writes: 13,
  },
  {
    name: 'SEPE, question',
    group: 'sepe',
    share: 0.08,
    authority: 'sepe',
    pages: [7, 3],
    limit: 80,
    reads: 4,
    writes: 0,
  },
  {
    name: 'SEPE, filing',
    group: 'sepe',
    share: 0.08,
    authority: 'sepe',
    pages: [10, 6],
    commitsAfter: 0.2,
    limit: 120,
    reads: 4,
    writes: 13,
  },
  {
    name: 'AEAT',
    group: 'aeat',
    share: 0.03,
    authority: 'aeat',
    pages: [5, 5],
    limit: 80,
    reads: 4,
    writes: 0,
  },
];

/** Milliseconds, unless said otherwise. */
export const TIMES = {
  /** An answer of an authority: median, and the spread of its logarithm. */
  page: { median: 400, spread: 0.5 },
  handshake: 100,
  /** The gateway's own work of a request: DynamoDB in one round, and CPU. */
  own: 30,
  secret: 40,
  filing: 25,
  /** A new environment, until its first request begins. */
  init: 700,
  authorizer: 15,
  /** An authority must have answered by then. */
  deadline: 25_000,
  /** For a look-up, after a step that commits. */
  lookUp: 6_000,
  /** What must be left to send a step that commits. */
  commitNeeds: 4_000,
  /** After so long without an answer, the authority is at fault. */
  atFault: 5_000,
  /** Until an authority without a connection is given up, with two more attempts. */
  unreachable: 15_450,
};

export const MEMORY_GB = { function: 1, authorizer: 0.5 };

/** Certificates in the memory of an environment, and how long; as `shared/stores/secrets.ts` and `connections.ts` have it. */
export const KEPT = { secrets: 200, secretMs: 3_600_000, connectionMs: 60_000 };

/** As `shared/channel/breaker.ts` has it: failures of so many subjects open it, for so long. */
export const BREAKER = { failures: 5, openMs: 15_000 };

/** What happens at an authority, from a second on. */
export interface Phase {
  name: string;
  from: number;
  /** Times slower than usual. */
  slow?: number;
  /** It answers error pages, or not at all. */
  fails?: 'pages' | 'connection';
}

/** An hour: the social security slows down, fails, and comes back; later the employment service cannot be reached. */
export const HOUR: Record<Authority, Phase[]> = {
  tgss: [
    { name: 'usual', from: 0 },
    { name: 'TGSS 8 times slower', from: 900, slow: 8 },
    { name: 'TGSS answers errors', from: 1_500, fails: 'pages' },
    { name: 'TGSS is back', from: 1_800 },
  ],
  sepe: [
    { name: 'usual', from: 0 },
    { name: 'SEPE cannot be reached', from: 2_400, fails: 'connection' },
    { name: 'SEPE is back', from: 2_700 },
  ],
  aeat: [{ name: 'usual', from: 0 }],
};

/** Which share of the requests the account of a rank has: `rank ** -SKEW`, of the sum of all. */
export const SKEW = 0.6;
/** Certificates for each account, on average; an account has them as it has requests. */
export const CERTIFICATES = 3;
