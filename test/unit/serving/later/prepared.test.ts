import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lazyGroup } from '../../../../shared/derive/groups.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { askAgain, askOnce } from '../../../../shared/serving/later/prepared.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import {
  type Answers,
  actingWith,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../../support/stores/scripted-filing.ts';
import { scriptedServices, sealed } from '../../../support/stores/scripted-services.ts';

/** Answers that an authority prepares for hours or days, with scripted stores. */

beforeEach(stubSettings);
afterEach(() => void vi.useRealTimers());

const DAY_S = 24 * 60 * 60;
const READING = { ...SUBMISSION, kind: 'reading', method: 'GET', path: '/report', mayBePrepared: true };
const PREPARING = { success: false, message: 'El organismo la prepara.', preparing: true as const };

describe('a question whose answer may be prepared', () => {
  const ask = async (reply: object, answers: Answers = {}, { operation = {}, call: given = {} } = {}) => {
    const made = scriptedServices(NOW, answers);
    const acting = actingWith({ operation: { ...READING, ...operation }, ...given });
    const run = vi.fn(async () => reply);
    const outcome = await askOnce(made.services, acting, { address: '/api/v4/report', run: run as never });
    return { ...made, trace: acting.trace, run, outcome };
  };

  test('the question gets its answer and no record if the answer is ready', async () => {
    const { outcome, trace, asked, run } = await ask({ data: 1 });
    expect(outcome).toEqual({ data: 1 });
    expect(run.mock.calls).toEqual([[]]);
    expect(trace.filingId).toBeUndefined();
    expect(asked('claimFiling')).toEqual([]);
  });

  test('the question gets a record with which the schedule asks again, and the answer names that record', async () => {
    const { outcome, trace, asked } = await ask(PREPARING);
    expect(outcome).toEqual({
      ...PREPARING,
      message: `El organismo la prepara. Trámite: ${trace.filingId}.`,
    });
    const [[filing, how]] = asked('claimFiling') as [[Filing, object]];
    expect(filing).toMatchObject({
      id: trace.filingId,
      state: 'preparing',
      async: true,
      reading: true,
      operation: 'GET /api/v4/report',
      request: '{"a":1}',
      guards: { content: expect.any(String) },
    });
    expect(filing).not.toHaveProperty('key');
    // It may be prepared for ten days, and is then kept for a week.
    expect(how).toMatchObject({ dueAt: inMs(60_000), expires: NOW.getTime() / 1000 + 17 * DAY_S });
  });

  test('the request of the question is stored before its record if it is large', async () => {
    const large = { input: { a: 'x'.repeat(9_000) } };
    const stored = vi.fn();
    const { asked } = await ask(
      PREPARING,
      { putDocument: stored, claimFiling: () => ({ made: stored.mock.calls.length === 1 }) },
      { call: large },
    );
    expect(asked('claimFiling')[0]![0]).toHaveProperty('requestKey');
    // Without its stored request it could not be asked again, so there is no record of it.
    const lost = await ask(PREPARING, { putDocument: down }, { call: large });
    expect(lost.asked('claimFiling')).toEqual([]);
    expect(lost.outcome).toBe(PREPARING);
  });

  const known = (filing: Partial<Filing>): Answers => ({ findLocked: () => ({ ...FILING, ...filing }) });

  test('the question is not asked if the authority is known to be preparing its answer', async () => {
    const { outcome, run, trace, asked } = await ask({ data: 1 }, known({ state: 'preparing' }));
    expect(run).not.toHaveBeenCalled();
    expect(trace.filingId).toBe('f1');
    expect(outcome).toEqual({
      success: false,
      message:
        'La Seguridad Social aún está preparando la respuesta, que se pidió el 04/11/2026 a las 12:00. Este ' +
        'servicio la recogerá cuando esté. Trámite: f1.',
    });
    const [[guard]] = asked('findLocked') as [[string]];
    const claimed = await ask(PREPARING);
    expect((claimed.asked('claimFiling')[0]![0] as Filing).guards!.content).toBe(guard);
    const looked = await ask(
      {},
      known({ state: 'preparing', authority: 'aeat', lookedAt: inMs(3_600_000).toISOString() }),
    );
    expect(looked.outcome.message).toBe(
      'La Agencia Tributaria aún está preparando la respuesta, que se pidió el 04/11/2026 a las 12:00. Se ' +
        'consultó por última vez el 04/11/2026 a las 13:00. Este servicio la recogerá cuando esté. Trámite: f1.',
    );
  });

  test.each(['answered', 'failed', 'ended'] as const)(
    'the question is asked if an earlier one has %s',
    async (state) => {
      const { outcome, trace } = await ask({ data: 1 }, known({ state }));
      expect(outcome).toEqual({ data: 1 });
      expect(trace.filingId).toBeUndefined();
    },
  );

  test('a question whose answers are never prepared is asked without a search for an earlier one', async () => {
    const { asked, outcome } = await ask({ data: 1 }, known({ state: 'preparing' }), {
      operation: { mayBePrepared: undefined },
    });
    expect(asked('findLocked')).toEqual([]);
    expect(outcome).toEqual({ data: 1 });
  });

  test('the question is answered also if its record cannot be written', async () => {
    const { outcome, trace, asked } = await ask(PREPARING, { claimFiling: down });
    expect(outcome).toBe(PREPARING);
    expect(trace.filingId).toBeUndefined();
    expect(asked('log')).toEqual([
      ['failed to record an answer in preparation', { requestId: 'r1', error: new Error('down') }],
    ]);
  });
});

describe('the schedule that asks a question again', () => {
  const RECORD = {
    ...FILING,
    state: 'preparing',
    reading: true,
    async: true,
    operation: 'GET /api/v4/report',
    guards: { content: 'g' },
  } as Filing;

  const again = async (
    run: (input: unknown, ports: Record<string, unknown>) => unknown,
    {
      isLast = false,
      filing = {},
      answers = {},
    }: { isLast?: boolean; filing?: object; answers?: Answers } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    made.services.loadGroups = async () => [
      lazyGroup({
        prefix: '/api/v4',
        operations: [{ ...READING, run: async (...given: [unknown, never]) => run(...given) }],
      } as never),
    ];
    const outcome = await askAgain(made.services, await sealed({ ...RECORD, ...filing }), {
      requestId: 'r2',
      isLast,
    });
    const [end] = made.asked('endFiling') as [Filing, string[], { state: string; facts: Filing }][];
    return { ...made, outcome, end };
  };

  test('the schedule sends the request and uses the certificate of the record', async () => {
    const ran: unknown[] = [];
    const { outcome, end, asked, seen } = await again(
      (input, { tgss, caller }) => {
        ran.push(input, tgss, caller);
        return { data: 1 };
      },
      { filing: { scenario: 'slow', authority: 'tgss' } },
    );
    expect(outcome).toBe('answered');
    expect(ran).toEqual([{ a: 1 }, 'authority', { accountId: 'a1', userId: 'u1', sessionId: '' }]);
    expect(asked('openAuthority')[0]![0]).toMatchObject({ deadline: inMs(25_000), dry: false });
    // The shared state of the authority is read before it is asked.
    expect(asked('readHealth')).toEqual([[['tgss'], NOW]]);
    const steps = seen.map(([name]) => name);
    expect(steps.indexOf('readHealth')).toBeLessThan(steps.indexOf('openAuthority'));
    expect(end!.slice(1)).toEqual([
      ['queued', 'claimed', 'preparing'],
      {
        state: 'answered',
        facts: { status: 200, message: 'OK', answer: expect.stringContaining('"data":1') },
        now: NOW,
        expires: NOW.getTime() / 1000 + 7 * DAY_S,
      },
    ]);
    expect(asked('noteLook')).toEqual([]);
  });

  test('the schedule stores the documents of the answer, and waits until a document that was not stored is noted', async () => {
    vi.useFakeTimers();
    const [storing, noting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const document = { name: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('A') };
    let done = false;
    const asking = again(
      async (_, { keep }) => ({ data: await (keep as (one: object) => unknown)(document) }),
      { answers: { putDocument: () => storing.promise, noteLost: () => noting.promise } },
    ).finally(() => {
      done = true;
    });
    // It waits this long for anything that is still being stored.
    await vi.advanceTimersByTimeAsync(20_000);
    storing.reject(new Error('down'));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toBe(false);
    noting.resolve();
    const { end, asked } = await asking;
    const kept = { name: 'a.pdf', size: 1, key: 'documents/k' };
    expect(end![2].facts.documents).toMatchObject([kept]);
    expect(asked('noteLost')).toEqual([['f1', 0, kept]]);
  });

  test('the schedule waits on if the authority cannot be asked, and takes a refusal of the authority as the answer', async () => {
    const throws = (status: number) => () => {
      throw new ServiceError(status, 'No.');
    };
    for (const status of [500, 502, 503, 504]) {
      const { outcome, end } = await again(throws(status));
      expect(outcome).toBe('preparing');
      expect(end).toBeUndefined();
    }
    const refused = await again(throws(422));
    expect(refused.outcome).toBe('answered');
    expect(refused.end![2]).toMatchObject({ state: 'failed', facts: { status: 422, messages: ['No.'] } });
    expect(refused.asked('noteLook')).toEqual([]);
  });

  test('the schedule reports a defect, which ends nothing', async () => {
    const asked = again(() => {
      throw new TypeError('x');
    });
    await expect(asked).rejects.toThrow(new TypeError('x'));
  });

  test('the schedule gives the answer up the last time, and says so', async () => {
    const { outcome, end, asked } = await again(() => PREPARING, { isLast: true });
    expect(outcome).toBe('givenUp');
    const message =
      'La Seguridad Social no ha preparado la respuesta en 10 días, y este servicio ha dejado de consultarla. ' +
      'Puede volver a pedirla.';
    expect(end![2]).toMatchObject({ state: 'failed', facts: { status: 504, messages: [message] } });
    expect(JSON.parse(end![2].facts.answer!)).toMatchObject({ message, errors: { tgss: [message] } });
    expect(asked('noteLook')).toEqual([]);
    expect((await again(() => ({ data: 1 }), { isLast: true })).outcome).toBe('answered');
  });

  test('the schedule fails if no known operation asked the question', async () => {
    await expect(again(vi.fn(), { filing: { operation: 'GET /gone' } })).rejects.toThrow(
      'the filing has an unknown operation',
    );
  });
});
