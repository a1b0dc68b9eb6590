import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { stores } from '../../../functions/stores.ts';
import { ccc as cccOf, cif, dni, nss } from '../../../sandbox/identifiers.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import { listedBy } from '../../../shared/stores/filings/claim.ts';
import type { Filing, FilingState } from '../../../shared/stores/filings/filing.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import { serviceKey } from '../../../shared/stores/service-keys.ts';
import { created } from './clients.ts';
import { writeRows } from './write-rows.ts';

/** Fills an account with an office's data: many client companies, workers and a year's trámites, in the stores' format. */

const PROVINCE = 28;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Number of concurrent writes. */
const AT_ONCE = 16;

const TRADES = ['Panadería', 'Talleres', 'Ferretería', 'Transportes', 'Librería', 'Farmacia', 'Bar'];
const NAMES = ['Begoña', 'Íñigo', 'María del Mar', 'Raúl', 'Noelia', 'Tomás', 'Ainhoa', 'Óscar', 'Inés'];
const SURNAMES =
  'García Muñoz Ruiz Peña Ibáñez López Núñez Ordóñez Vidal Otero Sáez Gil Cañizares Agüero Zamora Ortega Garrido'.split(
    ' ',
  );

/** A worker of the office. */
interface Worker {
  document: string;
  nss: string;
  name: string;
  /** Position of the company. */
  company: number;
}

/** A client company of the office. */
interface Company {
  id: number;
  name: string;
  cif: string;
  /** 11 digits, of scheme 0111. */
  ccc: string;
}

/** The amounts of data of a filled office. */
export interface Filled {
  companies: Company[];
  workers: Worker[];
  filings: Filing[];
}

const workerAt = (number: number, companies: number): Worker => ({
  document: dni(99_990_000 + number),
  nss: nss(PROVINCE, 99_990_000 + number),
  name: `${NAMES[number % NAMES.length]} ${SURNAMES[number % SURNAMES.length]} ${SURNAMES[(number * 5 + 3) % SURNAMES.length]}`,
  company: number % companies,
});

/** Maps over elements with limited concurrency. */
const withEach = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const done: R[] = [];
  const entries = all.entries();
  const go = async () => {
    for (const [index, one] of entries) done[index] = await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
  return done;
};

/** State of a filing by its number: of a hundred, five are refused and two not sent; of five hundred, one is unknown. */
const stateOf = (number: number): { state: FilingState; refusal?: true } => {
  if (number % 500 === 77) return { state: 'unknown' };
  if (number % 20 === 7) return { state: 'ended', refusal: true };
  return { state: number % 50 === 3 ? 'ended' : 'accepted' };
};

/** The size of an office. */
interface Amounts {
  companies: number;
  workers: number;
  filings: number;
  /** Number of late contracts; the first workers have them. */
  contracts: number;
}

/**
 * Fills an account. Trámites are spread evenly over a year and over workers, and workers evenly over companies.
 * @param now the end of the year
 */
export const fillOffice = async (
  { accountId, userId }: { accountId: string; userId: string },
  { companies: count, workers, filings, contracts }: Amounts,
  now: Date,
): Promise<Filled> => {
  const numbers = (length: number) => Array.from({ length }, (_, number) => number);
  const companies = await withEach(numbers(count), async (number): Promise<Company> => {
    const name = `${TRADES[number % TRADES.length]} ${SURNAMES[number % SURNAMES.length]} ${number + 1}`;
    const ccc = cccOf(PROVINCE, 9_990_000 + number);
    const client = await created(accountId, {
      name,
      companyName: `${name} S.L.`,
      cif: cif(9_990_000 + number),
      accounts: [{ regimen: '0111', ccc, alias: 'Centro' }],
    });
    return { id: client.id, name, cif: client.cif, ccc };
  });
  const key = await serviceKey('worker');
  const people = numbers(workers).map((number) => workerAt(number, count));
  await withEach(people, async ({ company, ...worker }) => {
    const mac = listMac(accountId, { what: 'worker', value: worker.document }, key);
    for (const reader of [companies[company]!.id, 0])
      await stores.search.notePerson(accountId, { ...worker, mac, reader, company: companies[company]!.id });
  });
  await withEach(people.slice(0, contracts), async ({ company, ...worker }) => {
    const of = companies[company]!;
    const mac = listMac(accountId, { what: 'worker', value: worker.document }, key);
    const at = new Date(now.getTime() - 40 * DAY_MS);
    const alta: Fact = {
      id: randomUUID(),
      kind: 'alta',
      at: at.toISOString(),
      how: 'accepted',
      date: madridDay(at),
      account: `0111${of.ccc}`,
      company: of.id,
      contractType: '100',
      ...worker,
    };
    await stores.obligations.learn(
      accountId,
      { kind: 'worker', mac },
      { facts: [alta], today: madridDay(now) },
    );
  });
  const made = numbers(filings).map((number): [Filing, object] => {
    const at = new Date(now.getTime() - Math.ceil(((filings - number) * 365 * DAY_MS) / filings));
    const worker = people[number % workers]!;
    const company = companies[worker.company]!;
    const filing: Filing = {
      id: ulid(at.getTime()),
      ...stateOf(number),
      dry: false,
      // This operation creates no obligations, so only the written ones exist.
      operation: 'POST /api/v4/seg-social/pract-no-remun',
      operationName: 'Comunicar los días de prácticas no remuneradas',
      about: {
        regimen: '0111',
        ccc: company.ccc,
        document: worker.document,
        nss: worker.nss,
        name: worker.name,
        date: madridDay(at),
      },
      authority: 'tgss',
      accountId,
      userId,
      clientId: 0,
      companyId: company.id,
      certificate: { id: 'c'.repeat(32), fingerprint: 'f'.repeat(64), nif: dni(99_998_000) },
      requestId: randomUUID(),
      owner: randomUUID(),
      requestHash: 'h'.repeat(64),
      contentHash: randomUUID(),
      claimedAt: at.toISOString(),
      committingAt: at.toISOString(),
      endedAt: at.toISOString(),
      request: JSON.stringify({ dia_efectivo: 1 }),
      status: 200,
      answer: '{}',
      message: 'OK',
    };
    const macs = {
      worker: listMac(accountId, { what: 'worker', value: worker.document }, key),
      ccc: listMac(accountId, { what: 'ccc', value: company.ccc }, key),
    };
    return [filing, { ...filingKey.head(filing.id), ...filing, ...listedBy(filing, macs) }];
  });
  await writeRows(made.map(([, Item]) => ({ PutRequest: { Item } })));
  return { companies, workers: people, filings: made.map(([filing]) => filing) };
};
