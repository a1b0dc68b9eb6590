import { ulid } from 'ulid';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { driveInTurn } from '../../../../shared/serving/driven/drive.ts';
import type { Scheduled } from '../../../../shared/serving/hooks.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { todayOf } from '../../obligations/learn.ts';
import { comparedOf } from '../compared.ts';
import { isNight, nextNight } from '../night.ts';
import { type Nightly, nameOf, packed, type Reconciliation, resultIn } from '../store/reconciliation-row.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';

/** Begins the comparisons of a night; `drive.ts` continues them like any other. */

/** The most comparisons that one run of the schedule begins. */
const MOST_NIGHTLIES = 50;
/** Milliseconds that must be left to begin another one. */
const NIGHTLY_MS = 10_000;

/** The rows, beginning with those that last night did not reach, so that a large company is read over several nights. */
const unreadFirst = (rows: WorkforceRow[], before: Reconciliation | undefined): WorkforceRow[] => {
  const unread = (before && resultIn(before)?.notCompared) ?? [];
  const places = new Map(unread.map((gap, place) => [nameOf(gap), place]));
  const placeOf = (row: WorkforceRow) => places.get(nameOf(row)) ?? unread.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** Begins a company's comparison, or skips the night if there is nothing to compare. */
const beginOf = async (services: Services, nightly: Nightly): Promise<void> => {
  const { stores, log } = services;
  const { accountId, clientId, company, actor, certificates, scenario, last } = nightly;
  const now = services.now();
  const dueAt = nextNight(accountId, company, now);
  const client = isNight(now) ? await stores.clients.findClient(accountId, company) : undefined;
  // The schedule did not run for hours, or the company was deleted.
  if (!client) return stores.reconciliation.passNight(nightly, dueAt);
  // One comparison of a company at a time: it begins once the one that a person began has ended, if it is still night then.
  if (await stores.reconciliation.openOfCompany(accountId, company)) return;
  const today = await todayOf(services, accountId);
  try {
    const { rows: all, apart, ...compared } = await comparedOf(services, accountId, client, { today });
    const before = last ? await stores.reconciliation.getReconciliation(accountId, last) : undefined;
    const rows = unreadFirst(all, before);
    const reconciliation: Reconciliation = {
      id: ulid(now.getTime()),
      accountId,
      clientId,
      company,
      cif: client.cif,
      ...compared,
      ...(apart.length > 0 && { apart }),
      today,
      state: 'asking',
      actor,
      certificates,
      createdAt: now.toISOString(),
      ...(scenario && { scenario }),
      asked: 0,
      answered: 0,
      failed: 0,
      believed: packed(rows),
      night: madridDay(now),
      ...(last && { before: last }),
    };
    await stores.reconciliation.beginNight(nightly, reconciliation, { now, dueAt });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.info('a nightly comparison was left out', { account: accountId, company, status: error.status });
    await stores.reconciliation.passNight(nightly, dueAt);
  }
};

/** Begins the comparisons that are due. */
export const beginNightlies: Scheduled = async (services, context) => {
  const store = services.stores.reconciliation;
  return driveInTurn(services, await store.dueNightlies(services.now()), {
    most: MOST_NIGHTLIES,
    hasTime: () => context.getRemainingTimeInMillis() >= NIGHTLY_MS,
    drive: async ({ accountId, company, dueAt }) => {
      const nightly = await store.findNightly(accountId, company);
      if (nightly?.enabled && nightly.dueAt === dueAt) await beginOf(services, nightly);
    },
    failure: 'failed to begin a nightly comparison',
    facts: ({ accountId, company }) => ({ account: accountId, company }),
  });
};
