import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Answer } from '../../../../shared/authorities/channel/channel.ts';
import { ChannelFailure, CommitForbidden } from '../../../../shared/authorities/channel/failure.ts';
import { refused } from '../../../../shared/kernel/authority-errors.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { hundredths } from '../../../../shared/kernel/fields.ts';
import { tryOnce } from '../../../../shared/serving/filing/dry-run.ts';
import { type Commit, fileOnce, fileQueued } from '../../../../shared/serving/filing/once.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import {
  type Answers,
  AT,
  actingWith,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../../support/stores/scripted-services.ts';

/** A filing from its claim to its end: what is stored before and after sending, whatever fails. */

beforeEach(stubSettings);

type Run = (commit: Commit) => Promise<unknown>;
/** Files as a request does. */
const file = async (
  run: Run,
  answers: Answers = {},
  operation: object = SUBMISSION,
  given: Parameters<typeof actingWith>[0] = {},
) => {
  const made = scriptedServices(NOW, answers);
  const acting = actingWith({ operation, ...given });
  const outcome = await fileOnce(made.services, acting, {
    address: '/api/v4/alta',
    key: 'k',
    run: run as never,
  }).then(
    (value) => ({ value }),
    (error: ServiceError) => ({ error }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const ends = made.asked('endFiling') as [
    Filing,
    string[],
    { state: string; facts: Partial<Filing>; furtherActs?: object[]; notAccepted?: number[] },
  ][];
  return { ...made, trace: acting.trace, outcome, ends, end: ends.at(-1)?.[2] };
};

const ANSWER: Answer = {
  status: 200,
  contentType: 'text/html',
  headers: { date: 'd', 'set-cookie': 's' },
  body: Buffer.from('hi'),
};

/** Handles a commit that was not allowed as the port to an authority does. */
const reasonOf = (error: unknown): never => {
  throw error instanceof CommitForbidden ? error.reason : error;
};

/** Sends one request that may take effect, and then runs the test's function. */
const sends =
  (then: (commit: Commit) => unknown, answer = async () => ANSWER): Run =>
  async (commit) => {
    await commit.send(answer).catch(reasonOf);
    return then(commit);
  };
/** Sends it, and returns an answer. */
const succeeds = sends(() => ({ data: 1 }));
/** Sends it; the authority answers with a reference. */
const refers = (text: string, reply: object = { data: 1 }) =>
  sends((commit) => {
    commit.reference(text);
    return reply;
  });
const failure = (effect?: 'none' | 'accepted' | 'unknown') =>
  Object.assign(new ServiceError(422, 'No.', { errors: { tgss: ['uno'] } }), effect ? { effect } : {});
const fails = (error: unknown) => () => {
  throw error;
};

describe('a filing', () => {
  test('a filing from which nothing was sent has ended, with its answer', async () => {
    const { outcome, end, ends, asked, trace } = await file(async ({ id }) => ({ data: id }));
    expect(outcome).toEqual({ value: { data: trace.filingId } });
    expect(end).toMatchObject({ state: 'ended', facts: { status: 200 } });
    expect(ends[0]!.slice(1)).toEqual([
      ['claimed', 'committing', 'unknown'],
      { state: 'ended', facts: expect.anything(), now: NOW },
    ]);
    expect(end!.facts).not.toHaveProperty('evidenceDue');
    expect(asked('beginCommit')).toEqual([]);
    expect(asked('putEvidence')).toEqual([]);
    expect(asked('info')).toEqual([]);
    const [[claimed]] = asked('claimFiling') as [[Filing]];
    expect(claimed).toMatchObject({ id: trace.filingId, state: 'claimed', key: 'k', request: '{"a":1}' });
  });

  test('a filing that was refused before anything was sent has ended, with the messages', async () => {
    const error = failure();
    const { outcome, end } = await file(() => Promise.reject(error));
    expect(outcome).toEqual({ error });
    expect(end).toMatchObject({ state: 'ended', facts: { status: 422, messages: ['uno'] } });
  });

  test('a filing that a defect stopped before anything was sent has ended, and its answer does not show the defect', async () => {
    const defect = new TypeError('secret');
    const { outcome, end } = await file(() => Promise.reject(defect));
    expect(outcome).toEqual({ error: defect });
    expect(end).toMatchObject({ state: 'ended', facts: { status: 500 } });
    expect(end!.facts.answer).not.toContain('secret');
  });

  const entry = (number: number, state: string) => ({ number, state });
  test.each<[string, (commit: Commit) => unknown, string, number]>([
    ['was accepted', () => ({ data: 1 }), 'accepted', 200],
    ['was refused', fails(failure('none')), 'refused', 422],
    ['was accepted, and failed then', fails(failure('accepted')), 'accepted', 422],
    [
      'was accepted, and broke then',
      (commit) => {
        commit.accept();
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
  ])('a filing that %s is recorded with its evidence', async (_, then, state, status) => {
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
      'evidence/answer-1',
      'evidence/manifest.json',
    ]);
    expect(asked('metric')).toEqual([['FilingsEnded', 1, { authority: 'tgss', state }]]);
  });

  test.each<[string, (commit: Commit) => unknown]>([
    ['no one foresaw', fails(new TypeError('x'))],
    ['may have had an effect', fails(failure('unknown'))],
    ['says nothing of its effect', fails(failure())],
    ['left something open', () => ({ filed: { entries: [entry(1, 'accepted'), entry(2, 'unknown')] } })],
  ])('a filing whose failure %s is unknown, and is never reported as done', async (_, then) => {
    const { end, ends, outcome, asked } = await file(sends(then));
    expect(end!.state).toBe('unknown');
    expect(ends[0]![1]).toEqual(['committing']);
    expect(outcome).not.toHaveProperty('value.success', true);
    if (!('value' in outcome)) expect(outcome.error).toMatchObject({ status: 502 });
    else expect(outcome.value).not.toBeInstanceOf(Error);
    expect(asked('info').at(-1)).toMatchObject(['commit ended', { state: 'unknown' }]);
  });

  test('a filing of unknown outcome is looked up at once, and answered with what is found', async () => {
    const find = vi.fn(async () => ({ data: 'found' }) as unknown);
    const operation = { ...SUBMISSION, lookUp: { find } };
    const later = inMs(3_000);
    const unknown = sends(fails(failure('unknown')));
    const { outcome, end, asked } = await file(unknown, {}, operation);
    expect(outcome).toEqual({ value: { data: 'found' } });
    expect(end!.state).toBe('accepted');
    expect(asked('info').at(-1)).toMatchObject(['commit ended', { state: 'accepted' }]);
    // Counted from when it was about to be sent, not from when the request came.
    const made = scriptedServices(NOW);
    made.services.now = () => later;
    await fileOnce(made.services, actingWith({ operation }), {
      address: '/x',
      key: undefined,
      run: unknown as never,
    });
    const facts = (find.mock.calls as unknown as [unknown, { since: Date }][]).map(([, one]) => one.since);
    expect(facts).toEqual([NOW, later]);
  });

  test('a filing of unknown outcome keeps its answers, and what is known of each thing', async () => {
    const entries = [entry(1, 'accepted'), entry(2, 'unknown')];
    const { asked, end } = await file(sends(fails(Object.assign(failure('unknown'), { entries }))));
    expect(end).toMatchObject({ state: 'unknown', facts: { status: 502 } });
    expect(asked('putEntries')).toEqual([[expect.any(String), entries]]);
    const parts = new Map(asked('putEvidence').map(([key, bytes]) => [key, String(bytes)]));
    expect(parts.get('evidence/answer-1')).toBe('hi');
    expect(parts.get('evidence/request.json')).toBe('{"a":1}');
  });

  test('the evidence of a filing is written together with its end, and in order if that is tried a second time', async () => {
    const first = await file(succeeds);
    expect(first.asked('listEvidence')).toEqual([]);
    let isLeft = true;
    const again = await file(succeeds, {
      endFiling: () => {
        if (!isLeft) return true;
        isLeft = false;
        return down();
      },
    });
    expect(again.ends).toHaveLength(2);
    expect(again.asked('listEvidence')).toHaveLength(1);
    expect(again.asked('log').map(([message]) => message)).toEqual(['evidence could not be written']);
  });

  test('a filing is answered before its evidence is noted, unless no caller waits', async () => {
    const noting = Promise.withResolvers<void>();
    const answers = { noteEvidence: () => noting.promise };
    expect((await file(succeeds, answers)).outcome).toEqual({ value: { data: 1 } });
    const { services } = scriptedServices(NOW, answers);
    const begun = { ...FILING, state: 'claimed', async: true } as Filing;
    let done = false;
    const queued = fileQueued(services, actingWith(), {
      filing: begun,
      run: succeeds as never,
    }).finally(() => {
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
  ])(
    'a filing with a document of %i bytes waits for that document before its end: %s',
    async (size, waits) => {
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
        succeeds,
        {
          endFiling: () => {
            ended += 1;
            return true;
          },
        },
        SUBMISSION,
        { trace: { files } },
      );
      await asking.promise;
      await new Promise((resolve) => setImmediate(resolve));
      expect(ended).toBe(waits ? 0 : 1);
      storing.resolve('k');
      await filed;
      expect(ended).toBe(1);
    },
  );

  test('the evidence and record of a filing have the authority’s answer and its reference', async () => {
    const { end, asked, ends } = await file(refers('ref'));
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
    const own = await file(refers('x', { filed: { reference: 'better' } }));
    expect(own.end!.facts.reference).toBe('better');
  });

  test('the answer to a filing stays the same, whatever cannot be written', async () => {
    const noted = await file(refers('x'), { noteReference: down });
    expect(noted.outcome).toEqual({ value: { data: 1 } });
    expect(noted.asked('log')).toEqual([
      [
        'failed to record a reference',
        { requestId: 'r1', filing: noted.trace.filingId, error: new Error('down') },
      ],
    ]);
    const ended = await file(succeeds, { endFiling: down });
    expect(ended.outcome).toEqual({ value: { data: 1 } });
    expect(ended.ends).toHaveLength(2);
    expect(ended.asked('log')).toContainEqual([
      'a filing could not be ended',
      { requestId: 'r1', filing: ended.trace.filingId, error: new Error('down') },
    ]);
    const entries = [entry(1, 'accepted')];
    const written = await file(sends(() => ({ filed: { entries } })));
    expect(written.asked('putEntries')).toEqual([[written.trace.filingId, entries]]);
    expect((await file(sends(() => ({})))).asked('putEntries')).toEqual([]);
  });
});

test('a filing that was accepted names the acts that only its answer makes known, and one that was refused names none', async () => {
  const operation = {
    ...SUBMISSION,
    acts: (_: object, referenceOf: () => string | undefined) => [
      { family: 'x', subject: ['worker'] },
      ...(referenceOf() ? [{ family: 'x', subject: [referenceOf()] }] : []),
    ],
  };
  const furtherActs = async (run: Run) => (await file(run, {}, operation)).end!.furtherActs;
  const withReference: Run = async (commit) =>
    Object.assign((await succeeds(commit)) as object, { filed: { reference: 'E-1' } });
  expect(await furtherActs(withReference)).toEqual([
    { name: expect.stringMatching(/^subject#/), sets: expect.any(String) },
  ]);
  expect(await furtherActs(succeeds)).toEqual([]);
  expect(await furtherActs(sends(fails(failure('none'))))).toBeUndefined();
});

const unsent = new ChannelFailure('unreachable', {
  sent: false,
  authorityAtFault: true,
  code: 'ECONNREFUSED',
});

test('a filing of which no request left has ended, also after a second attempt', async () => {
  const run: Run = async (commit) => {
    await commit.send(() => Promise.reject(unsent)).catch(() => {});
    await commit.send(() => Promise.reject(unsent));
  };
  const { asked, outcome, end } = await file(run);
  expect(outcome).toHaveProperty('error');
  expect(end).toMatchObject({ state: 'ended' });
  expect(asked('beginCommit')).toHaveLength(2);
});

test('a filing of several requests is written down once, and again before its next exchange', async () => {
  const run: Run = async (commit) => {
    await commit.send(async () => ANSWER);
    await commit.send(async () => ANSWER);
    commit.begin();
    commit.accept();
    await commit.send(async () => ANSWER);
    return { data: 1 };
  };
  const { asked, end } = await file(run);
  expect(asked('beginCommit')).toHaveLength(2);
  expect(end).toMatchObject({ state: 'accepted' });
});

test('a filing of which one request was sent stays sent, also where a further one never left', async () => {
  const run: Run = async (commit) => {
    await commit.send(async () => ANSWER);
    await commit.send(() => Promise.reject(unsent));
  };
  const { outcome, end } = await file(run);
  expect(outcome).toMatchObject({ error: { status: 502, effect: 'unknown' } });
  expect(end).toMatchObject({ state: 'unknown' });
});

describe('what must be written before anything is sent', () => {
  test('nothing is sent before the record says that it is about to be sent', async () => {
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

  test.each<[string, Answers, Record<string, unknown>]>([
    ['the claim fails', { claimFiling: down }, {}],
    ['the request cannot be stored', { putDocument: down }, { input: { a: 'x'.repeat(9_000) } }],
  ])(
    'nothing is sent where %s while the authority is asked, and no failure stays unhandled',
    async (_, answers, given) => {
      const unheard = vi.fn();
      process.on('unhandledRejection', unheard);
      const sent = vi.fn();
      const { outcome } = await file(
        async (commit) => {
          // A query to the authority, before anything is sent.
          await new Promise((resolve) => setImmediate(resolve));
          return sends(sent)(commit);
        },
        answers,
        SUBMISSION,
        given,
      );
      process.off('unhandledRejection', unheard);
      expect(outcome).toMatchObject({ error: { status: 503 } });
      expect(sent).not.toHaveBeenCalled();
      expect(unheard).not.toHaveBeenCalled();
    },
  );
});

test('nothing is sent where an equal filing is under way, and the answer names it', async () => {
  const sent = vi.fn();
  const { outcome, trace, ends, asked } = await file(sends(sent), {
    claimFiling: () => ({ made: false, by: { content: { filingId: 'f2', requestHash: 'x' } } }),
    getFiling: () => ({ id: 'f2', state: 'committing', committingAt: AT, requestHash: 'x' }),
  });
  expect(outcome).toMatchObject({ error: { status: 409, message: expect.stringContaining('f2') } });
  expect(sent).not.toHaveBeenCalled();
  expect(asked('beginCommit')).toEqual([]);
  expect(trace.filingId).toBe('f2');
  expect(ends).toEqual([]);
});

test.each(['key', 'preview', 'content'] as const)(
  'nothing is sent where another filing under way has the same %s',
  async (kind) => {
    const sent = vi.fn();
    const { outcome, asked } = await file(sends(sent), {
      claimFiling: () => ({
        made: false,
        by: { [kind]: { filingId: 'f2', requestHash: 'x' } },
        acts: [],
        entered: 0,
      }),
      getFiling: () => ({ ...FILING, id: 'f2', requestHash: 'x' }),
    });
    expect(outcome).toHaveProperty('error');
    expect(sent).not.toHaveBeenCalled();
    expect(asked('beginCommit')).toEqual([]);
  },
);

describe('an operation that files with its first request', () => {
  const first = { ...SUBMISSION, commitsFirst: true };

  test('the operation is recorded as being sent with its claim, and sent without a further write', async () => {
    const { asked, end } = await file(
      sends(() => ({})),
      {},
      first,
    );
    expect(asked('beginCommit')).toEqual([]);
    expect(end!.state).toBe('accepted');
  });

  test('the operation sends nothing once the time of its function is over', async () => {
    const run = vi.fn();
    const services = { ...scriptedServices(NOW).services, now: () => inMs(29_001) } as Services;
    const filed = fileOnce(services, actingWith({ operation: first }), {
      address: '/x',
      key: 'k',
      run: sends(run) as never,
    });
    await expect(filed).rejects.toMatchObject({ cause: new Error('the record is too old to send') });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a queued filing', () => {
  test.each<[string, Run, string]>([
    ['has ended where nothing was sent', async () => ({ data: 1 }), 'ended'],
    ['is unknown where no one knows', sends(() => ({}), fails(new TypeError('x'))), 'unknown'],
  ])('a queued filing %s', async (_, run, state) => {
    const { services, asked } = scriptedServices(NOW);
    const begun = { ...FILING, state: 'claimed' } as Filing;
    await fileQueued(services, actingWith(), { filing: begun, run: run as never }).catch(() => {});
    expect(asked('endFiling')[0]![2]).toMatchObject({ state });
    expect(asked('putEvidence').map(([key]) => key)).not.toContain('evidence/answer-1');
  });
});

const OTHERS = 'La cuenta de cotización es de cliente (4) y el certificado, de cliente (7).';
const DOUBT = 'Compruebe el grupo.';

describe('a dry run', () => {
  test('a dry run is recorded at its end, and does not fail if that fails', async () => {
    const { services, asked } = scriptedServices(NOW);
    const acting = actingWith({ dry: true });
    await tried(services, acting);
    const [[filing, macs, at]] = asked('putDryRun') as [[Filing, unknown, Date]];
    expect(filing).toMatchObject({
      id: acting.trace.filingId,
      dry: true,
      state: 'ended',
      request: '{"a":1}',
      message: expect.stringContaining('No se ha presentado nada'),
      endedAt: AT,
    });
    expect([macs, at]).toEqual([{}, NOW]);
    const about = scriptedServices(NOW);
    await tried(about.services, actingWith({ input: { dni: '12345678Z' } }));
    expect(about.asked('putDryRun')[0]![1]).toEqual({ worker: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // Its request is stored before it, or it is not stored at all.
    const large = { dry: true, input: { a: 'x'.repeat(9_000) } };
    const lost = scriptedServices(NOW, { putDocument: down });
    await tried(lost.services, actingWith(large));
    expect(lost.asked('putDryRun')).toEqual([]);
    const broken = scriptedServices(NOW, { putDryRun: down });
    const other = actingWith({ dry: true });
    await tried(broken.services, other);
    expect(other.trace.filingId).toBeUndefined();
    expect(broken.asked('log')).toEqual([
      ['failed to record a dry run', { requestId: 'r1', filing: undefined, error: new Error('down') }],
    ]);
  });

  const ABOUT = { dni: '12345678Z', startDate: '2026-12-01' };

  test.each<[string, () => Promise<unknown>, object]>([
    ['passes', async () => ({}), { state: 'ended' }],
    [
      'comes to no success',
      async () => ({ success: false, message: 'Elija.' }),
      { state: 'failed', message: 'Elija.' },
    ],
    [
      'is refused by the authority',
      () => Promise.reject(refused('tgss', ['3408* NO'])),
      { state: 'failed', refusal: true, message: '3408* NO', messages: ['3408* NO'] },
    ],
    [
      'fails otherwise',
      () => Promise.reject(failure()),
      { state: 'failed', message: 'No.', messages: ['uno'] },
    ],
    [
      'breaks',
      () => Promise.reject(new TypeError('secret')),
      { state: 'failed', message: expect.not.stringContaining('secret') },
    ],
  ])(
    'the record of a dry run that %s says so, and only a dry run that passes is found as tried',
    async (_, run, expected) => {
      const { services, asked } = scriptedServices(NOW);
      const acting = actingWith({ dry: true, input: ABOUT });
      await tried(services, acting, run).catch(() => {});
      const [[filing]] = asked('putDryRun') as [[Filing]];
      expect(filing).toMatchObject(expected);
      const { id } = filing;
      const found = [expect.objectContaining({ id }), expect.stringMatching(/^content#/), NOW];
      expect(asked('putTried')).toEqual(filing.state === 'ended' ? [found] : []);
      if (!('refusal' in expected)) expect(filing).not.toHaveProperty('refusal');
    },
  );

  test('a dry run that fails throws the error of its operation', async () => {
    const error = refused('tgss', ['3408* NO']);
    const { services } = scriptedServices(NOW);
    await expect(tried(services, actingWith({ dry: true }), () => Promise.reject(error))).rejects.toBe(error);
  });

  test.each<[string, object, string[]]>([
    ['the office', { accountId: 'a1', userId: 'u1' }, [OTHERS, DOUBT]],
    [
      'a client company, which does not learn of others',
      { accountId: 'a1', userId: 'u1', clientId: 7 },
      [DOUBT],
    ],
  ])('a dry run shows all of its warnings to %s', async (_, caller, shown) => {
    const { services, asked } = scriptedServices(NOW, {
      clientsWithAccount: async () => [4],
      companyNames: async () => new Map(),
    });
    const acting = actingWith({
      dry: true,
      caller,
      certificate: { id: 'c1', fingerprint: 'f', dni: '12345678Z', clientId: 7 },
      input: { regimen: '0111', ccc: '28999901134' },
      operation: { ...SUBMISSION, doubts: () => [DOUBT] },
    });
    const reply = await tried(services, acting, async () => ({ warnings: ['propio'] }));
    const [[filing]] = asked('putDryRun') as [[Filing]];
    expect(reply).toMatchObject({
      warnings: ['propio', ...shown],
      envelope: { warnings: ['propio', ...shown], previewToken: filing.id },
    });
    expect(filing).toMatchObject({ companyId: 4, warnings: ['propio', expect.any(String), DOUBT] });
  });

  test('the record of a dry run without warnings has none', async () => {
    const { services, asked } = scriptedServices(NOW);
    await tried(services, actingWith({ dry: true }));
    expect((asked('putDryRun') as [[Filing]])[0][0]).not.toHaveProperty('warnings');
  });

  test('the record of a dry run says how the amounts of its request were read, unless it has no success', async () => {
    const operation = { ...SUBMISSION, request: z.object({ base: hundredths(6, 'Base', '€') }) };
    const { services } = scriptedServices(NOW);
    const acting = actingWith({ dry: true, operation, input: { base: '123456' } });
    const { message } = (await tried(services, acting, async () => ({ message: 'Visto.' }))) as {
      message: string;
    };
    expect(message).toMatch(/Visto\. Se han leído estos importes\. .*1\.234,56 €/);
    const none = await tried(services, acting, async () => ({ success: false, message: 'Elija.' }));
    expect(none).toMatchObject({ message: 'Elija.' });
  });
});

const tried = (
  services: Services,
  acting: ReturnType<typeof actingWith>,
  run = async (): Promise<unknown> => ({}),
) => tryOnce(services, acting, { address: '/api/v4/alta', run: run as never });
