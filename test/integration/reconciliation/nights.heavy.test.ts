import { beforeAll, expect, test, vi } from 'vitest';
import { driveReconciliations } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { beginNightlies } from '../../../functions/capabilities/reconciliation/driver/nightly.ts';
import { isNight } from '../../../functions/capabilities/reconciliation/night.ts';
import { resultIn } from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';
import { stores } from '../../../functions/stores.ts';
import { madridDay } from '../../../sandbox/calendar.ts';
import type { Outage } from '../../../sandbox/scenario.ts';
import type { Heard } from '../../../sandbox/server.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { dayAfter, ofMadridTime } from '../../../shared/kernel/spanish-time.ts';
import { forgetHealth } from '../../../shared/stores/health.ts';
import { aCompany, aProfile } from '../../support/accounts.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { changesIn, rowsOf } from '../../support/reconciliation/world.ts';
import { ownFilings, replaced } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/**
 * Three companies, in which 25 things were changed by hand, over two nights: in the first everything goes wrong, and it ends before all
 * is read. In this order: the clock moves from minute to minute.
 */

const MINUTE = 60_000;
const COMPANIES = 3;
/** The number of workers of all companies. For 300, which take minutes, set `NIGHT_WORKERS=300`; times are then printed. */
const WORKERS = Number(process.env.NIGHT_WORKERS ?? 60);
/** Readings that consumers come to in a minute of the first night: so few that it does not read all. */
const A_MINUTE = WORKERS / 10;
// Ten minutes for 60 workers, as for other tests.
vi.setConfig({ testTimeout: WORKERS * 10_000 });

const today = madridDay(new Date());
const { seed, companies } = worldOf(today, { companies: COMPANIES, workers: WORKERS / COMPANIES });
const log: Heard[] = [];
let ahead = 0;
let isSlow = false;
let isPaused = false;

/** The function of a store before whose next call its process ends. */
let deadAt: string | undefined;
let isDead = false;
const mortal = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get: (real, name) => {
      const member: unknown = Reflect.get(real, name);
      if (typeof member !== 'function') return member;
      return (...all: unknown[]) => {
        if (deadAt === name) {
          deadAt = undefined;
          isDead = true;
        }
        if (isDead) throw new Error('the process has ended');
        return member(...all);
      };
    },
  });

const { ofThisFile } = ownFilings();
const isOwn = (one: { accountId: string }) => one.accountId === accountId;
const pause = { message: 'Un momento.', since: 0, until: Number.MAX_SAFE_INTEGER };
const { service, authorities } = await newService(
  {
    now: () => new Date(Date.now() + ahead),
    log: { info: () => {}, error: () => {} },
    // The stand-ins are slower than that while they are slow.
    openAuthority: (options) =>
      authorityPort(isSlow ? { ...options, deadline: new Date(Date.now() + 1_000) } : options),
    stores: {
      ...stores,
      filings: mortal(replaced(stores.filings, () => ofThisFile)),
      health: replaced(stores.health, () => (isPaused ? { pauseOf: () => pause } : {})),
      reconciliation: mortal(
        replaced(stores.reconciliation, () => ({
          dueNightlies: async (now) => (await stores.reconciliation.dueNightlies(now)).filter(isOwn),
          dueReconciliations: async (now) =>
            (await stores.reconciliation.dueReconciliations(now)).filter(isOwn),
        })),
      ),
    },
  },
  { seed, log, slowMilliseconds: 30_000 },
);
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);
const streams = await followChanges(service.services, {
  isOwn: () => [accountId],
  tables: ['FILINGS_TABLE'],
});

const ids: number[] = [];
const { changes, expected } = changesIn(today, companies);

beforeAll(async () => {
  for (const one of companies) {
    const { regimen, ccc, cif } = one.account;
    const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
    const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
    const id = body.data.id;
    ids.push(id);
    const saved = await office.call('PUT', `/workforce/${id}`, { json: { rows: rowsOf(one) } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const on = { enabled: true, cert_secret_sepe: sepe };
    const { status } = await office.acting(tgss).call('PUT', `/reconciliations/nightly/${id}`, { json: on });
    expect(status).toBe(200);
  }
  await authorities.changeByHand(changes);
});

/**
 * The work of a minute: the schedule, and consumers. When a process has ended, a new one goes on.
 * @param most readings that consumers come to
 */
const context = { getRemainingTimeInMillis: () => MINUTE };
const minute = async ({ consumers = 4, most = A_MINUTE } = {}): Promise<void> => {
  for (const work of [
    () => asFunction('due-filings', () => beginNightlies(service.services, context)),
    () => asFunction('due-filings', () => driveReconciliations(service.services, context)),
    () => queues.makeAll(consumers, most),
    () => runSchedule(service.services),
  ]) {
    await work().catch((error: Error) => {
      if (!isDead) throw error;
    });
    isDead = false;
  }
  ahead += MINUTE;
};

/** Minutes until a process has ended before it called a function of a store. */
const minutesUntilDeath = async (name: string, consumers?: number): Promise<void> => {
  deadAt = name;
  for (let minutes = 0; deadAt !== undefined; minutes++) {
    expect(minutes, name).toBeLessThan(30);
    await minute({ consumers });
  }
};

/** A minute in which every request to the authorities goes wrong. Afterwards no process remembers it. */
const minuteOf = async (outage: Outage, most?: number): Promise<void> => {
  await authorities.breakDown(outage);
  isSlow = outage === 'slow';
  await minute({ most });
  await authorities.breakDown('none');
  isSlow = false;
  closeBreakers();
  forgetHealth();
};

/** What makes a request name what is read: each of these is the form with which a reading begins. */
const BEGINS = [/Formname=ATRM6101.*NUMNAF=\d/, /Formname=ACRM6901.*NUMCTA=\d/, /cifnifnie=\w/];

/** How often each thing was read whole since the last call, by what the authorities themselves noted. */
const readSince = (): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { transaction, sent, isAnswered } of log.splice(0)) {
    if (!isAnswered || !BEGINS.some((begin) => begin.test(sent))) continue;
    const name = `${transaction} ${sent.replace(/sessionId=\w*/, '')}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};
const added = (...all: Map<string, number>[]): Map<string, number> => {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [name, count] of counts) sum.set(name, (sum.get(name) ?? 0) + count);
  return sum;
};
/** Readings that were made more than once. */
const repeated = (counts: Map<string, number>): number[] => [...counts.values()].filter((count) => count > 1);

/** The last comparison of each company. */
const nights = () =>
  Promise.all(
    ids.map(async (company) => {
      const { last } = (await stores.reconciliation.findNightly(accountId, company))!;
      return (await stores.reconciliation.getReconciliation(accountId, last!))!;
    }),
  );
const haveEnded = async () => (await nights()).every(({ state }) => state === 'ended');
const untilTheyEnd = async (): Promise<void> => {
  for (let minutes = 0; !(await haveEnded()); minutes++) {
    expect(minutes).toBeLessThan(60);
    await minute({ most: Number.POSITIVE_INFINITY });
  }
};

/** The night begins, for all companies: the schedule comes to them late. */
const nightBegins = async (): Promise<void> => {
  const all = await Promise.all(ids.map((company) => stores.reconciliation.findNightly(accountId, company)));
  ahead = Math.max(...all.map((one) => Date.parse(one!.dueAt!))) - Date.now() + 1_000;
};

let after: number | undefined;
/** The number of differences that events have reported since the last call. */
const reportedSince = async (): Promise<number> => {
  await streams.catchUp();
  const { events, last } = await stores.events.listEvents(accountId, {
    after,
    limit: 1_000,
    now: service.services.now(),
    // The readings of a nightly comparison have no events.
    fits: ({ type }) => type === 'drift.found' || type.startsWith('tramite.'),
  });
  after = last;
  expect(events.map(({ type }) => type).filter((type) => type !== 'drift.found')).toEqual([]);
  return events.reduce((found, { detail }) => found + detail!.count!, 0);
};

const nameOf = (difference: { kind: string; document: string; field: string | null }) =>
  JSON.stringify([difference.kind, difference.document, difference.field]);
const EXPECTED = expected.map((one) => JSON.stringify(one));
/** The differences of a night, which of them are new, and whether anything about a worker could not be compared. */
const foundIn = async () => {
  const all = (await nights()).map((one) => resultIn(one)!);
  const differences = all.flatMap((one) => one.differences);
  const gaps = all.flatMap(({ notCompared }) => notCompared);
  const believedAt = (dni: string) =>
    companies.find(({ workers }) => workers.some(({ person }) => person.dni === dni))?.account;
  const isUnread = (dni: string): boolean => {
    const account = believedAt(dni);
    const own = account && account.regimen + account.ccc;
    // A list that was not read may have anybody of its account, and strangers.
    return gaps.some((gap) =>
      gap.document === null ? own === undefined || gap.account === own : gap.document === dni,
    );
  };
  return {
    found: differences.map(nameOf),
    fresh: differences.filter(({ isNew }) => isNew).map(nameOf),
    gaps,
    isUnread,
  };
};

const began = performance.now();
const lap = (what: string) => {
  if (process.env.NIGHT_WORKERS) console.log(`${Math.round((performance.now() - began) / 1000)} s: ${what}`);
};

/** The differences that the first night reported. */
let reported: string[] = [];

test('a night in which everything goes wrong compares what it could read, and calls nothing equal that it could not', async () => {
  await nightBegins();
  await minute();
  let read = readSince();
  expect(repeated(read)).toEqual([]);
  expect(read.size).toBeGreaterThan(0);

  for (const outage of ['down', 'maintenance', 'error-page', 'slow', 'cut'] as const) {
    await minuteOf(outage);
    if (outage !== 'cut') expect(readSince()).toEqual(new Map());
  }
  log.splice(0);

  // The operator pauses the authorities: nothing is asked.
  isPaused = true;
  await minute();
  expect(log).toEqual([]);
  isPaused = false;

  // The schedule ends before it notes a question, before it asks what it noted, and before it notes how far it is.
  for (const name of ['putAnswer', 'claimFiling', 'noteReconciliation']) await minutesUntilDeath(name);
  // A consumer ends before it asks: its message comes again.
  await minutesUntilDeath('beginQueued', 1);
  read = added(read, readSince());
  expect(repeated(read)).toEqual([]);
  // A consumer ends after it was answered and before it has written that down: that reading alone is made again.
  await minutesUntilDeath('endFiling', 1);

  // Messages that were answered are delivered again.
  const answers = await Promise.all((await nights()).map((one) => stores.reconciliation.listAnswers(one)));
  const answered = answers.flat().filter(({ state }) => state === 'answered');
  expect(answered.length).toBeGreaterThan(0);
  read = added(read, readSince());
  for (const { about, filing } of answered.slice(0, 5))
    await queues.deliver(
      about === 'contracts' || about === 'certificates' ? '/api/v4/sepe' : '/api/v4/seg-social',
      filing!,
    );
  expect(readSince()).toEqual(new Map());
  expect(await haveEnded()).toBe(false);

  // The portals close until the morning, and longer than slots of processes that have ended are held.
  for (let minutes = 0; minutes < 10; minutes++) await minuteOf('maintenance', Number.POSITIVE_INFINITY);
  expect(readSince()).toEqual(new Map());
  const day = madridDay(service.services.now());
  const mornings = [day, dayAfter(day, { days: 1 })].map((one) => ofMadridTime(`${one}T06:00:30`));
  ahead = mornings.find((at) => at > service.services.now())!.getTime() - Date.now();
  expect(isNight(service.services.now())).toBe(false);
  await untilTheyEnd();
  expect([[], [2]]).toContainEqual(repeated(added(read, readSince())));

  const night = await foundIn();
  for (const { message } of await nights()) expect(message).toMatch(/La noche terminó/);
  expect(EXPECTED).toEqual(expect.arrayContaining(night.found));
  for (const [kind, dni, field] of expected)
    expect(night.found.includes(JSON.stringify([kind, dni, field])) || night.isUnread(dni), kind).toBe(true);
  reported = night.fresh;
  expect(reported.toSorted()).toEqual(night.found.toSorted());
  expect(night.gaps).not.toEqual([]);
  expect(reported.length).toBeLessThan(expected.length);
  lap(`the first night, which reported ${reported.length} and did not compare ${night.gaps.length} things`);
  expect(await reportedSince()).toBe(reported.length);
});

test('the next night finds all 25 differences, and reports each that was not reported before', async () => {
  await nightBegins();
  await minute();
  await untilTheyEnd();
  expect(repeated(readSince())).toEqual([]);

  const night = await foundIn();
  expect(night.gaps).toEqual([]);
  expect(night.found.toSorted()).toEqual(EXPECTED.toSorted());
  expect([...reported, ...night.fresh].toSorted()).toEqual(EXPECTED.toSorted());
  expect(await reportedSince()).toBe(night.fresh.length);
  lap('the second night');
});

test('a third night without changes finds the same differences and reports nothing', async () => {
  await nightBegins();
  await minute();
  await untilTheyEnd();
  expect(repeated(readSince())).toEqual([]);
  const night = await foundIn();
  expect(night.found.toSorted()).toEqual(EXPECTED.toSorted());
  expect(night.fresh).toEqual([]);
  expect(await reportedSince()).toBe(0);
});
