import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { expectBudget } from '../../support/callers/bursts.ts';
import { deployed, newTenant } from '../../support/deployed.ts';
import { type Answered, type Gateway, withinOneMinute } from '../../support/gateway.ts';
import { isBusy } from '../../support/setup/busy.ts';
import { ended, filer } from './caller.ts';

/** Simultaneous calls. On a busy machine there are so few that each function answers within API Gateway's 29 seconds. */
const AT_ONCE = isBusy() ? 4 : 300;

/** Makes this many calls, as many at once as the machine allows. */
const burst = async (count: number, call: (index: number) => Promise<Answered>): Promise<Answered[]> => {
  const answers: Answered[] = [];
  while (answers.length < count) {
    const length = Math.min(AT_ONCE, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length }, (_, index) => call(answers.length + index)))));
  }
  return answers;
};

/** The tests queue fewer, because an emulator starts a process for each. */
const QUEUED = deployed.isKept ? 100 : 20;
const OPERATION = 'PUT /seg-social/cno';

/** Consumers process an account's filings one after another; on a busy machine each takes seconds. */
const PATIENT = { timeout: 1_800_000 };

/** A filing of this operation that differs from all others. */
const filing = (index: number) => ({
  ...requestsAt(seed, demoData())[OPERATION]!.request,
  cno: String(4100 + index),
});

/** Tests many calls at the same time. */
export const loadStories = (): void => {
  describe('many calls', () => {
    test('300 at once on a route of limit 80 admit exactly 80, and leave the other tenant alone', async (context) => {
      context.skip(!deployed.standIns, 'it takes what callers in earnest need');
      const [{ gateway }, { gateway: other }] = [await newTenant(), await newTenant()];
      await withinOneMinute(30);
      const answers = (await burst(300, () => gateway.exchange('GET', '/certificate'))).filter(
        // API Gateway itself refuses some if the concurrency limit of the AWS account is lower.
        ({ status, headers }) => status !== 429 || headers.has('x-ratelimit-limit'),
      );
      expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit')))).toEqual(
        new Set(['80']),
      );
      expectBudget(answers, 80, 200);
      expect((await other.get('/certificate')).status).toBe(200);
      // Another route of the same user has its own window.
      expect((await gateway.get('/auth')).status).toBe(200);
    });

    test(`${QUEUED} filings that are made later are each made once`, PATIENT, async (context) => {
      const { acting } = await filer(context);
      await acting.post('/sandbox/reset', {});
      const ids = new Set<string>();
      const later = acting.with({ Prefer: 'respond-async' });
      for (let begun = 0; begun < QUEUED; begun += 10)
        for (const { status, headers } of await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            later.call('PUT', '/seg-social/cno', { json: filing(begun + index) }),
          ),
        )) {
          expect(status).toBe(202);
          ids.add(headers.get('x-tramite-id')!);
        }
      expect(ids.size).toBe(QUEUED);
      await expect
        .poll(async () => endedOf(await statesOf(acting, ids)), {
          timeout: PATIENT.timeout,
          interval: 3_000,
        })
        .toBe(QUEUED);
      expect(await statesOf(acting, ids)).toEqual({ accepted: QUEUED });
      expect((await acting.get('/sandbox/counts')).body.data.accepted).toEqual({ 'tgss.cno': QUEUED });
    });
  });

  test('what waits to be made can be cancelled, and is not sent', PATIENT, async (context) => {
    const { acting } = await filer(context);
    await acting.post('/sandbox/reset', {});
    // An account has four slots at an authority, so the last requests wait until slow ones end.
    const later = acting.with({ Prefer: 'respond-async', 'X-Sandbox-Scenario': 'slow' });
    const accepted = await Promise.all(
      Array.from({ length: 10 }, (_, index) => later.call('PUT', '/seg-social/cno', { json: filing(index) })),
    );
    const ids = accepted.map(({ headers }) => headers.get('x-tramite-id')!);
    const answers = await Promise.all(ids.map((id) => acting.delete(`/tramites/${id}`)));
    const cancelled = ids.filter((_, index) => answers[index]!.status === 200);
    expect(cancelled.length).toBeGreaterThan(0);
    for (const [index, id] of ids.entries()) {
      const isCancelled = cancelled.includes(id);
      // The other requests had already begun.
      expect(answers[index]!.status).toBe(isCancelled ? 200 : 409);
      expect(await ended(acting, id)).toMatchObject({ state: isCancelled ? 'notSent' : 'accepted' });
    }
    const filed = ids.length - cancelled.length;
    const { data } = (await acting.get('/sandbox/counts')).body;
    expect(data.accepted).toEqual(filed === 0 ? {} : { 'tgss.cno': filed });
  });

  const minutes = deployed.idleMinutes ?? 0;
  test('a filing after minutes without a call', {
    timeout: minutes * 60_000 + PATIENT.timeout,
  }, async (context) => {
    context.skip(minutes === 0, 'it was not asked for (--idle)');
    const { acting } = await filer(context);
    await acting.post('/sandbox/reset', {});
    await sleep(minutes * 60_000);
    expect((await acting.call('PUT', '/seg-social/cno', { json: filing(0) })).status).toBe(200);
  });
};

/** The number of filings that are no longer under way. */
const endedOf = ({ queued: _, claimed: __, committing: ___, ...ended }: Record<string, number>): number =>
  Object.values(ended).reduce((sum, count) => sum + count, 0);

/** The number of these trámites in each state. */
const statesOf = async (caller: Gateway, ids: Set<string>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  let continueToken: string | undefined;
  do {
    const { body } = await caller.get('/tramites', { ...(continueToken && { continueToken }) });
    for (const { id, state } of body.data.data as { id: string; state: string }[])
      if (ids.has(id)) counts[state] = (counts[state] ?? 0) + 1;
    continueToken = body.data.continueToken ?? undefined;
  } while (continueToken && Object.values(counts).reduce((sum, count) => sum + count, 0) < ids.size);
  return counts;
};
