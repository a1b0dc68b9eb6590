import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommitGuard } from '../../../shared/authorities/port-options.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { explain, fileOnce, fileQueued, isUnderWay, noteDryRun } from '../../../shared/serving/filing.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Filing } from '../../../shared/stores/filings/record.ts';
import { toldServices } from '../../support/stores/told.ts';
import {
  type Answers,
  AT,
  callWith,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../support/stores/told-filing.ts';

/** A filing from its claim to its end: what is written down before and after what is sent, whatever fails. */

beforeEach(stubSettings);

const EVENT = { headers: { 'Idempotency-Key': 'k' } } as unknown as APIGatewayProxyEvent;
type Run = (guard: CommitGuard, filingId: string) => Promise<unknown>;
/** Files as a request does. */
const file = async (run: Run, answers: Answers = {}, operation: object = SUBMISSION, given: object = {}) => {
  const made = toldServices(NOW, answers);
  const call = callWith(given);
  const outcome = await fileOnce(
    made.services,
    EVENT,
    call,
    operation as never,
    '/api/v4/alta',
    run as never,
  ).then(
    (value) => ({ value }),
    (error: ServiceError) => ({ error }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const ends = made.asked('endFiling') as [
    Filing,
    string[],
    { state: string; facts: Partial<Filing> },
    object,
  ][];
  return { ...made, call, outcome, ends, end: ends.at(-1)?.[2] };
};

const sends =
  (then: (guard: CommitGuard) => unknown): Run =>
  async (guard) => {
    await guard.beforeCommit();
    guard.sent();
    return then(guard);
  };
const failure = (effect?: 'none' | 'accepted' | 'unknown') =>
  Object.assign(new ServiceError(422, 'No.', { errors: { tgss: ['uno'] } }), effect ? { effect } : {});
const fails = (error: unknown) => () => {
  throw error;
};

describe('what becomes of a filing', () => {
  test('of which nothing was sent has ended, with its answer', async () => {
    const { outcome, end, ends, asked, call } = await file(async (_, id) => ({ data: id }));
    expect(outcome).toEqual({ value: { data: call.filingId } });
    expect(end).toMatchObject({ state: 'ended', facts: { status: 200 } });
    expect(ends[0]!.slice(1)).toEqual([
      ['claimed', 'committing', 'unknown'],
      { state: 'ended', facts: expect.anything() },
      { now: NOW },
    ]);
    expect(end!.facts).not.toHaveProperty('evidenceDue');
    expect(asked('beginCommit')).toEqual([]);
    expect(asked('putEvidence')).toEqual([]);
    expect(asked('info')).toEqual([]);
    const [[claimed]] = asked('claimFiling') as [[Filing]];
    expect(claimed).toMatchObject({ id: call.filingId, state: 'claimed', key: 'k', request: '{"a":1}' });
  });

  test('that was refused before anything was sent has ended, with the messages', async () => {
    const error = failure();
    const { outcome, end } = await file(async () => fails(error)());
    expect(outcome).toEqual({ error });
    expect(end).toMatchObject({ state: 'ended', facts: { status: 422, messages: ['uno'] } });
  });

  test('that a defect stopped before anything was sent has ended; what is told of it is masked', async () => {
    const defect = new TypeError('secret');
    const { outcome, end } = await file(async () => {
      throw defect;
    });
    expect(outcome).toEqual({ error: defect });
    expect(end).toMatchObject({ state: 'ended', facts: { status: 500 } });
    expect(end!.facts.answer).not.toContain('secret');
  });

  const entry = (number: number, state: string) => ({ number, state });
  test.each<[string, (guard: CommitGuard) => unknown, string, number]>([
    ['was accepted', () => ({ data: 1 }), 'accepted', 200],
    ['was refused', fails(failure('none')), 'refused', 422],
    ['was accepted, and failed then', fails(failure('accepted')), 'accepted', 422],
    [
      'was accepted, and broke then',
      (guard) => {
        guard.accepted();
        throw new TypeError('x');
      },
      'accepted',
      200,
    ],
    [
      'was refused in part',
      () => ({ filed: { entries: [entry(1, 'accepted'), entry(2, 'refused')] } }),
      'accepted',
      200,
    ],
    ['was refused in whole', () => ({ filed: { entries: [entry(1, 'refused')] } }), 'refused', 200],
  ])('that %s is written down with its evidence', async (_, then, state, status) => {
    const { end, asked, outcome } = await file(sends(then));
    expect(end).toMatchObject({ state, facts: { status, evidenceDue: AT } });
    expect('value' in outcome ? 200 : outcome.error.status).toBe(status);
    expect(asked('beginCommit')).toHaveLength(1);
    expect(asked('info').map(([message]) => message)).toEqual(['commit begins', 'commit ended']);
    const line = { requestId: 'r1', operation: 'POST /api/v4/alta', filing: expect.any(String) };
    expect(asked('info')[0]![1]).toEqual({ ...line, gateway: undefined });
    expect(asked('info')[1]![1]).toEqual({ ...line, state });
    expect(asked('putEvidence').map(([key]) => key)).toEqual([
      'evidence/request.json',
      'evidence/manifest.json',
    ]);
    expect(asked('metric')).toEqual([['FilingsEnded', 1, { authority: 'tgss', state }]]);
  });

  test.each<[string, (guard: CommitGuard) => unknown]>([
    ['nobody foresaw', fails(new TypeError('x'))],
    ['may have had an effect', fails(failure('unknown'))],
    ['says nothing of its effect', fails(failure())],
    ['left something open', () => ({ filed: { entries: [entry(1, 'accepted'), entry(2, 'unknown')] } })],
  ])('whose failure %s is unknown, and is never told as done', async (_, then) => {
    const { end, ends, outcome, asked } = await file(sends(then));
    expect(end!.state).toBe('unknown');
    expect(ends[0]![1]).toEqual(['committing']);
    expect(outcome).not.toHaveProperty('value.success', true);
    if (!('value' in outcome)) expect(outcome.error).toMatchObject({ status: 502 });
    else expect(outcome.value).not.toBeInstanceOf(Error);
    expect(asked('info').at(-1)).toMatchObject(['commit ended', { state: 'unknown' }]);
  });

  test('of unknown outcome is looked up at once, and told as it is found', async () => {
    const find = vi.fn(async () => ({ data: 'found' }) as unknown);
    const operation = { ...SUBMISSION, lookUp: { find } };
    const later = inMs(3_000);
    const unknown = sends(fails(failure('unknown')));
    const { outcome, end, asked } = await file(unknown, {}, operation);
    expect(outcome).toEqual({ value: { data: 'found' } });
    expect(end!.state).toBe('accepted');
    expect(asked('info').at(-1)).toMatchObject(['commit ended', { state: 'accepted' }]);
    // Since it was about to be sent, not since the request came.
    const made = toldServices(NOW);
    made.services.now = () => later;
    await fileOnce(made.services, EVENT, callWith(), operation as never, '/x', unknown as never);
    const facts = (find.mock.calls as unknown as [unknown, { since: Date }][]).map(([, one]) => one.since);
    expect(facts).toEqual([NOW, later]);
  });

  test('of unknown outcome keeps what was answered, and what is known of each thing', async () => {
    const entries = [entry(1, 'accepted'), entry(2, 'unknown')];
    const answered = { status: 200, contentType: 'text/html', headers: {}, body: Buffer.from('hi') };
    const { asked, end } = await file(
      sends((guard) => {
        guard.answered(answered as never);
        throw Object.assign(failure('unknown'), { entries });
      }),
    );
    expect(end).toMatchObject({ state: 'unknown', facts: { status: 502 } });
    expect(asked('putEntries')).toEqual([[expect.any(String), entries]]);
    const parts = new Map(asked('putEvidence').map(([key, bytes]) => [key, String(bytes)]));
    expect(parts.get('evidence/answer-1')).toBe('hi');
    expect(parts.get('evidence/request.json')).toBe('{"a":1}');
  });

  test('has its evidence written at once, and in its usual order the second time', async () => {
    const first = await file(sends(() => ({ data: 1 })));
    expect(first.asked('listEvidence')).toEqual([]);
    let isLeft = true;
    const again = await file(
      sends(() => ({ data: 1 })),
      {
        endFiling: () => {
          if (!isLeft) return true;
          isLeft = false;
          return down();
        },
      },
    );
    expect(again.ends).toHaveLength(2);
    expect(again.asked('listEvidence')).toHaveLength(1);
    expect(again.asked('log').map(([message]) => message)).toEqual(['evidence could not be written']);
  });

  test('is answered without waiting until its evidence is noted, unless nobody waits', async () => {
    const noting = Promise.withResolvers<void>();
    const answers = { noteEvidence: () => noting.promise };
    expect(
      (
        await file(
          sends(() => ({ data: 1 })),
          answers,
        )
      ).outcome,
    ).toEqual({ value: { data: 1 } });
    const { services } = toldServices(NOW, answers);
    const begun = { ...FILING, state: 'claimed', async: true } as Filing;
    let done = false;
    const queued = fileQueued(
      services,
      callWith(),
      SUBMISSION as never,
      begun,
      sends(() => ({ data: 1 })) as never,
    ).finally(() => {
      done = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(false);
    noting.resolve();
    expect(await queued).toEqual({ data: 1 });
  });

  const LARGEST = 4 * 1024 * 1024;
  test.each([
    [LARGEST, false],
    [LARGEST + 1, true],
  ])('with a document of %i bytes waits for it before its end: %s', async (size, waits) => {
    const [asking, storing] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const document = {
      file: { name: 'a.pdf', contentType: 'application/pdf', content: '' },
      size,
      bytes: async () => Buffer.from('A'),
      stored: () => {
        asking.resolve();
        return storing.promise;
      },
    };
    let ended = 0;
    const files = [{ ...document, size: 1, stored: async () => 'k' }, document];
    const filed = file(
      sends(() => ({ data: 1 })),
      {
        endFiling: () => {
          ended += 1;
          return true;
        },
      },
      SUBMISSION,
      { files },
    );
    await asking.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(waits ? 0 : 1);
    storing.resolve('k');
    await filed;
    expect(ended).toBe(1);
  });

  test('keeps what the authority answered, and its reference', async () => {
    const answer = {
      status: 200,
      contentType: 'text/html',
      headers: { date: 'd', 'set-cookie': 's' },
      body: Buffer.from('hi'),
    };
    const { end, asked, ends } = await file(
      sends((guard) => {
        guard.answered(answer as never);
        guard.reference('ref');
        return { data: 1 };
      }),
    );
    expect(end!.facts.reference).toBe('ref');
    expect(asked('noteReference')[0]!.slice(1)).toEqual(['r1', 'ref']);
    const parts = new Map(asked('putEvidence').map(([key, bytes]) => [key, bytes as Buffer]));
    expect(parts.get('evidence/answer-1')!.toString()).toBe('hi');
    const manifest = JSON.parse(parts.get('evidence/manifest.json')!.toString());
    expect(manifest.parts.find(({ kind }: { kind: string }) => kind === 'answer')).toMatchObject({
      status: 200,
      headers: { date: 'd' },
      contentType: 'text/html',
    });
    expect(manifest.missing).toEqual([]);
    expect(manifest.times).toEqual({ claimed: AT, committing: AT, ended: AT });
    expect(ends[0]![0]).toMatchObject({ committingAt: AT });
    const own = await file(
      sends((guard) => {
        guard.reference('x');
        return { filed: { reference: 'better' } };
      }),
    );
    expect(own.end!.facts.reference).toBe('better');
  });

  test('is told as it was, whatever cannot be written down', async () => {
    const noted = await file(
      sends((guard) => {
        guard.reference('x');
        return { data: 1 };
      }),
      { noteReference: down },
    );
    expect(noted.outcome).toEqual({ value: { data: 1 } });
    expect(noted.asked('log')).toEqual([
      [
        'a reference could not be written down',
        { requestId: 'r1', filing: noted.call.filingId, error: new Error('down') },
      ],
    ]);
    const ended = await file(
      sends(() => ({ data: 1 })),
      { endFiling: down },
    );
    expect(ended.outcome).toEqual({ value: { data: 1 } });
    expect(ended.ends).toHaveLength(2);
    expect(ended.asked('log').map(([message]) => message)).toContain('a filing could not be ended');
    const entries = [entry(1, 'accepted')];
    const written = await file(sends(() => ({ filed: { entries } })));
    expect(written.asked('putEntries')).toEqual([[written.call.filingId, entries]]);
    expect((await file(sends(() => ({})))).asked('putEntries')).toEqual([]);
  });
});

describe('nothing is sent', () => {
  test('before the record says that it is about to be', async () => {
    const order: string[] = [];
    const { seen } = await file(
      sends(() => {
        order.push('sent');
        return {};
      }),
      { claimFiling: async () => ({ made: true }), beginCommit: () => void order.push('written') },
    );
    expect(order).toEqual(['written', 'sent']);
    const [, filing, ...when] = seen.find(([name]) => name === 'beginCommit')!;
    expect(filing).toMatchObject({ id: expect.any(String), owner: 'r1', accountId: 'a1' });
    expect(when).toEqual([NOW, inMs(59_000)]);
  });

  test.each<[string, Answers, number]>([
    ['the claim fails', { claimFiling: down }, 503],
    ['the record cannot say so', { beginCommit: down }, 503],
  ])('where %s', async (_, answers, status) => {
    const sent = vi.fn();
    const { outcome } = await file(sends(sent), answers);
    expect(sent).not.toHaveBeenCalled();
    expect(outcome).toMatchObject({ error: { status } });
  });

  test('where another one is under way', async () => {
    const other = { id: 'f2', state: 'committing', committingAt: AT, requestHash: 'x' };
    const sent = vi.fn();
    const { outcome, call, ends, asked } = await file(sends(sent), {
      claimFiling: () => ({ made: false, by: { content: { filingId: 'f2', requestHash: 'x' } } }),
      getFiling: () => other,
    });
    expect(outcome).toMatchObject({ error: { status: 409, message: expect.stringContaining('f2') } });
    expect(sent).not.toHaveBeenCalled();
    expect(asked('beginCommit')).toEqual([]);
    expect(call.filingId).toBe('f2');
    expect(ends).toEqual([]);
  });

  test.each<[string, Answers, object]>([
    ['the claim fails', { claimFiling: down }, {}],
    ['the request cannot be stored', { putDocument: down }, { input: { a: 'x'.repeat(9_000) } }],
  ])('where %s while the authority is asked, and no failure is left unheard', async (_, answers, given) => {
    const unheard = vi.fn();
    process.on('unhandledRejection', unheard);
    const sent = vi.fn();
    const { outcome } = await file(
      async (guard) => {
        // As a question to the authority, before anything is sent.
        await new Promise((resolve) => setTimeout(resolve, 5));
        return sends(sent)(guard, '');
      },
      answers,
      SUBMISSION,
      given,
    );
    process.off('unhandledRejection', unheard);
    expect(outcome).toMatchObject({ error: { status: 503 } });
    expect(sent).not.toHaveBeenCalled();
    expect(unheard).not.toHaveBeenCalled();
  });

  test('after the time of its function, where it was written down at first', async () => {
    const late = { ...toldServices(NOW), now: () => inMs(29_001) };
    const run = vi.fn();
    const services = { ...late.services, now: () => inMs(29_001) } as Services;
    const first = { ...SUBMISSION, commitsFirst: true };
    const filed = fileOnce(services, EVENT, callWith(), first as never, '/x', sends(run) as never);
    await expect(filed).rejects.toMatchObject({
      status: 503,
      cause: new Error('it was written down too long ago'),
    });
    expect(run).not.toHaveBeenCalled();
    const { asked, end } = await file(
      sends(() => ({})),
      {},
      first,
    );
    expect(asked('beginCommit')).toEqual([]);
    expect(end!.state).toBe('accepted');
  });
});

describe('a queued filing', () => {
  test('is made by whoever has begun it, behind the same record', async () => {
    const { services, asked } = toldServices(NOW);
    const begun = { ...FILING, state: 'claimed' } as Filing;
    const reply = await fileQueued(
      services,
      callWith(),
      SUBMISSION as never,
      begun,
      sends(() => ({ data: 1 })) as never,
    );
    expect(reply).toEqual({ data: 1 });
    expect(asked('claimFiling')).toEqual([]);
    expect(asked('beginCommit')).toEqual([
      [expect.objectContaining({ id: 'f1', owner: 'o1', accountId: 'a1' }), NOW, inMs(59_000)],
    ]);
    expect(asked('endFiling')[0]![2]).toMatchObject({ state: 'accepted' });
  });

  test.each<[string, Run, string]>([
    ['has ended where nothing was sent', async () => ({ data: 1 }), 'ended'],
    ['is unknown where nobody knows', sends(fails(new TypeError('x'))), 'unknown'],
  ])('%s', async (_, run, state) => {
    const { services, asked } = toldServices(NOW);
    const begun = { ...FILING, state: 'claimed' } as Filing;
    await fileQueued(services, callWith(), SUBMISSION as never, begun, run as never).catch(() => {});
    expect(asked('endFiling')[0]![2]).toMatchObject({ state });
    expect(asked('putEvidence').map(([key]) => key)).not.toContain('evidence/answer-1');
  });
});

describe('a dry run', () => {
  test('is written down at its end, and does not fail for that', async () => {
    const { services, asked } = toldServices(NOW);
    const call = callWith({ dry: true });
    await noteDryRun(services, call, SUBMISSION as never, '/api/v4/alta');
    const [[filing, worker, at]] = asked('putDryRun') as [[Filing, unknown, Date]];
    expect(filing).toMatchObject({ id: call.filingId, dry: true, state: 'ended', request: '{"a":1}' });
    expect([worker, at]).toEqual([undefined, NOW]);
    const about = toldServices(NOW);
    await noteDryRun(about.services, callWith({ input: { dni: '12345678Z' } }), SUBMISSION as never, '/x');
    expect(about.asked('putDryRun')[0]![1]).toMatch(/^[0-9a-f]{64}$/);
    // Its request is there before it, or it is not.
    const large = { dry: true, input: { a: 'x'.repeat(9_000) } };
    const lost = toldServices(NOW, { putDocument: down });
    await noteDryRun(lost.services, callWith(large), SUBMISSION as never, '/x');
    expect(lost.asked('putDryRun')).toEqual([]);
    const broken = toldServices(NOW, { putDryRun: down });
    const other = callWith({ dry: true });
    await noteDryRun(broken.services, other, SUBMISSION as never, '/x');
    expect(other.filingId).toBeUndefined();
    expect(broken.asked('log')).toEqual([
      [
        'a dry run could not be written down',
        { requestId: 'r1', filing: undefined, error: new Error('down') },
      ],
    ]);
  });
});

test('a filing is under way while it is queued, claimed or may still commit', () => {
  const under = (given: Partial<Filing>) => isUnderWay({ ...FILING, ...given }, NOW);
  for (const state of ['queued', 'claimed'] as const)
    expect(under({ state, claimedAt: inMs(-1e9).toISOString() })).toBe(true);
  expect(under({ committingAt: inMs(-59_000).toISOString() })).toBe(true);
  expect(under({ committingAt: inMs(-59_001).toISOString() })).toBe(false);
  for (const state of ['unknown', 'accepted', 'refused', 'ended'] as const)
    expect(under({ state })).toBe(false);
});

describe('a request that another one made', () => {
  const told = async (
    given: Partial<Filing>,
    way: object = {},
    answers: Answers = {},
    operation: object = SUBMISSION,
  ) => {
    const made = toldServices(NOW, answers);
    const filing = { ...FILING, ...given } as Filing;
    const outcome = await explain(
      made.services,
      callWith(),
      operation as never,
      {
        kind: 'content',
        filing,
        sameRequest: true,
        ...way,
      } as never,
    ).then(
      (value) => ({ value: value as unknown as { status?: number; body?: { message: string } } }),
      (error: ServiceError) => ({ error }),
    );
    return { ...made, outcome };
  };

  test('with the same key, and is another, is refused', async () => {
    const { outcome } = await told({ state: 'accepted' }, { kind: 'key', sameRequest: false });
    expect(outcome).toMatchObject({
      error: {
        status: 422,
        errors: { 'Idempotency-Key': [expect.stringContaining('Esta clave ya se usó con otra petición.')] },
      },
    });
    expect((await told({ state: 'accepted', answer: '{}' }, { sameRequest: false })).outcome).toHaveProperty(
      'value',
    );
  });

  test('waits for one that is under way', async () => {
    expect((await told({})).outcome).toMatchObject({
      error: { status: 409, message: expect.stringContaining('f1') },
    });
  });

  test('gets the answer of one that has ended', async () => {
    for (const state of ['accepted', 'refused'] as const) {
      const { outcome, asked } = await told({ state, status: 200, answer: '{"message":"m"}' });
      expect(outcome).toMatchObject({ value: { status: 200, body: { message: 'm' } } });
      expect(asked('openAuthority')).toEqual([]);
    }
  });

  const found = { lookUp: { find: async () => ({ data: 'found' }) } };
  test('is looked up where only its document was missing', async () => {
    const { outcome } = await told(
      { state: 'accepted', status: 500, answer: '{}' },
      {},
      {},
      { ...SUBMISSION, ...found },
    );
    expect(outcome).toEqual({ value: { data: 'found' } });
    const nothing = { ...SUBMISSION, lookUp: { find: async () => undefined } };
    const again = await told({ state: 'accepted', status: 500, answer: '{"message":"m"}' }, {}, {}, nothing);
    expect(again.outcome).toMatchObject({ value: { status: 500, body: { message: 'm' } } });
    expect(
      (
        await told({ state: 'refused', status: 500, answer: '{}' }, {}, {}, { ...SUBMISSION, ...found })
      ).asked('openAuthority'),
    ).toEqual([]);
    expect(
      (
        await told({ state: 'accepted', status: 499, answer: '{}' }, {}, {}, { ...SUBMISSION, ...found })
      ).asked('openAuthority'),
    ).toEqual([]);
  });

  test('is answered from the record where a person has declared it filed, and is not looked up', async () => {
    const stated = { filed: true, note: 'n', userId: 'u2', at: AT };
    const declared = (answers: Answers) =>
      told({ state: 'unknown', stated }, {}, answers, { ...SUBMISSION, ...found });
    const { outcome, asked } = await declared({ findUser: () => ({ email: 'ana@example.com' }) });
    expect(outcome).toMatchObject({
      value: {
        status: 200,
        body: {
          success: true,
          message:
            'Declarado como presentado por ana@example.com el 2026-11-04 12:00:00. Esta petición no se ha enviado. ' +
            'Trámite: f1 (GET /tramites/f1).',
        },
      },
    });
    expect(asked('findUser')).toEqual([['u2']]);
    expect(asked('openAuthority')).toEqual([]);
    const { value } = (await declared({})).outcome as { value: { body: { message: string } } };
    expect(value.body.message).toMatch(/^Declarado como presentado por el usuario u2 el /);
    const not = { state: 'unknown', stated: { ...stated, filed: false } } as const;
    expect((await told(not, {}, {}, { ...SUBMISSION, ...found })).outcome).toEqual({
      value: { data: 'found' },
    });
  });

  test('is looked up where its outcome is unknown, and stays so if nothing is found', async () => {
    expect((await told({ state: 'unknown' }, {}, {}, { ...SUBMISSION, ...found })).outcome).toEqual({
      value: { data: 'found' },
    });
    expect((await told({ state: 'unknown' })).outcome).toMatchObject({
      error: { status: 502, message: expect.stringContaining('f1') },
    });
  });
});
