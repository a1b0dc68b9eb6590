import { ServiceError, type Watched } from '../../../shared/kernel/errors.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import { certificateOf, operationOf } from '../../../shared/serving/filing/recorded.ts';
import { authorityMs } from '../../../shared/serving/filing/times.ts';
import { runnerOf } from '../../../shared/serving/run.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { type Acting, newTrace } from '../../../shared/serving/stages.ts';
import type { CertificateRow } from '../../../shared/stores/certificate-row.ts';

/**
 * The operation that lists pending notifications at each authority, by method and address. It is a reading, so it
 * has no port that could open a notification.
 */
const LISTS: Record<Watched, string> = {
  dehu: 'GET /api/v4/dehu/notifications-pending',
  tgss: 'GET /api/v4/seg-social/notifications',
  aeat: 'GET /api/v4/aeat/notifications',
};

/** From when on it is looked, twice a day, by the clock in Madrid. */
const HALVES = ['07:00:00', '15:00:00'];

/** The half of the day in which a look is due, such as `2026-11-23#1`; `undefined` before the first. */
const halfOf = (now: Date): string | undefined => {
  const [day, time = ''] = madridTime(now).split(' ');
  const begun = HALVES.filter((from) => time >= from).length;
  return begun > 0 ? `${day}#${begun}` : undefined;
};

/** After all places: no account sorts behind it. */
const DONE = '~';

/** Milliseconds after which a run begins no further look: one may take the 25 seconds of a question. */
const BEGINS_MS = 45_000;

/**
 * Looks for notifications with each certificate for which its account has switched that on, once in each half of a day. A new
 * notification becomes an obligation. A run continues where the last one ended; of two concurrent runs one continues. A look
 * that fails is repeated in the next half.
 * @returns the number of certificates it looked with
 */
export const lookForNotices = async (services: Services): Promise<number> => {
  const { accounts, certificates, events } = services.stores;
  const began = services.now();
  const half = halfOf(began);
  let at = half === undefined ? DONE : await events.lookedUpTo(half);
  let looks = 0;
  if (half === undefined || at === DONE) return looks;
  const moveTo = async (to: string): Promise<boolean> => {
    const isOurs = await events.moveLooks(half, { from: at, to, now: services.now() });
    at = to;
    return isOurs;
  };
  const all = (await accounts.listAccounts()).filter(({ disabled }) => !disabled);
  for (const { id } of all.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (id < at.split('#')[0]!) continue;
    const watching = (await certificates.listAllCertificates(id, undefined)).filter(
      (one) => one.watches?.length,
    );
    const placed = watching.map((certificate) => ({ certificate, place: `${id}#${certificate.id}` }));
    for (const { certificate, place } of placed.toSorted((a, b) => (a.place < b.place ? -1 : 1))) {
      if (place <= at) continue;
      if (services.now().getTime() - began.getTime() > BEGINS_MS || !(await moveTo(place))) return looks;
      await lookWith(services, certificate);
      looks += 1;
    }
  }
  await moveTo(DONE);
  return looks;
};

/** Looks with one certificate at each authority. What fails at one keeps no other waiting. */
const lookWith = async (services: Services, { accountId, clientId, id, watches = [] }: CertificateRow) => {
  const { log, metrics, newId, now } = services;
  for (const authority of watches) {
    const requestId = newId();
    try {
      const usable = await certificateOf(services, { accountId, clientId, certificate: { id } }, now());
      if (typeof usable === 'string') continue;
      const operation = await operationOf(await services.loadGroups?.(), { operation: LISTS[authority] });
      const at = now();
      await services.stores.health.readHealth([operation.authority], at);
      const acting: Acting = {
        requestId,
        now: at,
        deadline: new Date(at.getTime() + authorityMs.request()),
        operation,
        ...usable,
        caller: { accountId, userId: '', sessionId: '' },
        dry: false,
        trace: newTrace(),
        // All of them on one page.
        input: { page: 1, limit: Number.MAX_SAFE_INTEGER },
      };
      await runnerOf(services, acting)();
      await Promise.all(acting.trace.underWay);
    } catch (error) {
      const isExpected = error instanceof ServiceError;
      const facts = { requestId, account: accountId, authority };
      if (isExpected) log.info('notifications could not be listed', { ...facts, status: error.status });
      else {
        log.error('failed to look for notifications', { ...facts, error: error as Error });
        measureDefect(metrics, { requestId });
      }
    }
  }
};
