import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../shared/errors.ts';
import { endWithEvidence, mendEvidence } from '../../../shared/serving/evidence/write.ts';
import { lookUpFiling } from '../../../shared/serving/look-up.ts';
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

/** What is found of a filing later, and the evidence of it. */

beforeEach(stubSettings);

const failure = (effect?: 'none' | 'accepted' | 'unknown') =>
  Object.assign(new ServiceError(422, 'No.', { errors: { tgss: ['uno'] } }), effect ? { effect } : {});
describe('a look-up', () => {
  const entry = (number: number, state: string) => ({ number, state });
  const look = async (
    find: ((...args: never[]) => unknown) | undefined,
    {
      filing = {},
      answers = {},
      call = {},
      unresolved,
      lookUp = {},
    }: {
      filing?: Partial<Filing>;
      answers?: Answers;
      call?: object;
      unresolved?: object;
      lookUp?: object;
    } = {},
  ) => {
    const made = toldServices(NOW, answers);
    const operation = { ...SUBMISSION, lookUp: find ? { find, ...lookUp } : { none: 'x' } };
    const outcome = await lookUpFiling(
      made.services,
      callWith(call),
      operation as never,
      { ...FILING, ...filing } as Filing,
      unresolved as never,
    ).then(
      (value) => ({ value }),
      (error: ServiceError) => ({ error }),
    );
    const [end] = made.asked('endFiling') as [
      Filing,
      string[],
      { state: string; facts: Partial<Filing> },
      { dueAt?: Date },
    ][];
    return { ...made, outcome, end };
  };

  test('asks with what the record says, past the breaker', async () => {
    const find = vi.fn(async () => undefined);
    const { asked } = await look(find as never, {
      filing: { reference: 'ref' },
      answers: { listEntries: () => [entry(1, 'unknown')] },
    });
    const [[request, facts, ports]] = find.mock.calls as unknown as [
      [unknown, unknown, Record<string, unknown>],
    ];
    expect(request).toEqual({ a: 1 });
    expect(facts).toEqual({ id: 'f1', since: NOW, reference: 'ref', entries: [entry(1, 'unknown')] });
    expect(ports).toMatchObject({ filingId: 'f1', tgss: 'authority' });
    expect(asked('openAuthority')).toHaveLength(1);
    expect(asked('openAuthority')[0]![0]).toMatchObject({ authority: 'tgss', bypassesBreaker: true });
    const { committingAt: _, ...claimed } = FILING;
    const again = vi.fn(async () => undefined);
    await look(again as never, {
      filing: { ...claimed, committingAt: undefined } as never,
      unresolved: { entries: [entry(2, 'unknown')], answers: [], answer: failure() },
    });
    expect((again.mock.calls as unknown as [[unknown, object]])[0][1]).toMatchObject({
      since: NOW,
      entries: [entry(2, 'unknown')],
    });
  });

  test('that finds it ends it as accepted', async () => {
    const reply = { data: 1, filed: { reference: 'ref', entries: [entry(1, 'accepted')] } };
    const { outcome, end, asked } = await look(async () => reply);
    expect(outcome).toEqual({ value: { state: 'accepted', reply } });
    expect(end!.slice(1, 3)).toMatchObject([
      ['committing', 'unknown', 'accepted'],
      { state: 'accepted', facts: { status: 200, reference: 'ref' } },
    ]);
    expect(asked('putEntries')).toEqual([['f1', [entry(1, 'accepted')]]]);
    const own = await look(async () => ({ data: 1 }), { filing: { reference: 'mine' } });
    expect(own.end![2].facts.reference).toBe('mine');
  });

  test('that finds a refusal ends it as refused, and tells it', async () => {
    const { outcome, end } = await look(async () => ({ refused: ['no'] }));
    expect(outcome).toMatchObject({ error: { status: 422, errors: { tgss: ['no'] } } });
    expect(end!.slice(1, 3)).toMatchObject([
      ['committing', 'unknown'],
      { state: 'refused', facts: { messages: ['no'] } },
    ]);
    const entries = [entry(1, 'refused')];
    expect((await look(async () => ({ refused: ['no'], entries }))).asked('putEntries')).toEqual([
      ['f1', entries],
    ]);
  });

  test('that finds nothing leaves it unknown, to be asked about again', async () => {
    const { outcome, end, asked } = await look(async () => undefined);
    expect(outcome).toEqual({ value: undefined });
    expect(end!.slice(1)).toMatchObject([
      ['committing'],
      { state: 'unknown', facts: { status: 502 } },
      { now: NOW, dueAt: inMs(60_000) },
    ]);
    expect(asked('noteLook')).toEqual([]);
    const noted = await look(async () => undefined, { filing: { state: 'unknown' } });
    expect(noted.asked('noteLook')).toEqual([['f1', NOW]]);
    expect(noted.end).toBeUndefined();
  });

  test('is not made where no query can prove it, and the filing is given up', async () => {
    const { end, asked } = await look(undefined);
    expect(asked('openAuthority')).toEqual([]);
    expect(end![2].state).toBe('unknown');
    expect(asked('metric')).toContainEqual(['UnknownGivenUp', 1, {}, { filing: 'f1' }]);
    const byReference = { lookUp: { onlyByReference: true } };
    const without = await look(vi.fn() as never, byReference);
    expect(without.asked('openAuthority')).toEqual([]);
    expect(without.asked('metric')).toContainEqual(['UnknownGivenUp', 1, {}, { filing: 'f1' }]);
    const withOne = await look(async () => undefined, { ...byReference, filing: { reference: 'ref' } });
    expect(withOne.asked('openAuthority')).toHaveLength(1);
    expect(withOne.asked('metric').map(([name]) => name)).not.toContain('UnknownGivenUp');
    expect(
      (await look(vi.fn() as never, { call: { certificate: undefined } })).asked('openAuthority'),
    ).toEqual([]);
  });

  test('that fails proves nothing, and is logged; a defect is measured', async () => {
    for (const [error, metrics] of [
      [new TypeError('x'), 1],
      [failure(), 0],
    ] as const) {
      const { outcome, end, asked } = await look(async () => {
        throw error;
      });
      expect(outcome).toEqual({ value: undefined });
      expect(end![2].state).toBe('unknown');
      expect(asked('info')).toEqual([
        ['a look-up failed', { requestId: 'r1', filing: 'f1', reason: error.name }],
      ]);
      expect(asked('metric').filter(([name]) => name === 'Defects')).toEqual(
        metrics ? [['Defects', 1, {}, { requestId: 'r1' }]] : [],
      );
    }
  });

  test('writes what is new of several things, and keeps the answer that was told', async () => {
    const entries = [entry(1, 'accepted'), entry(2, 'unknown')];
    const told = { answer: failure(), answers: [], entries: [entry(1, 'unknown')] };
    const undecided = await look(async () => ({ undecided: entries }), { unresolved: told });
    expect(undecided.end![2]).toMatchObject({ state: 'unknown', facts: { status: 422 } });
    expect(undecided.asked('putEntries')).toEqual([['f1', entries]]);
    const part = await look(async () => ({ data: 1, filed: { entries } }), {
      filing: { state: 'unknown' },
      answers: { listEntries: () => [entry(1, 'accepted'), entry(2, 'accepted')] },
    });
    expect(part.outcome).toMatchObject({ value: { state: 'unknown', reply: { data: 1 } } });
    expect(part.asked('putEntries')).toEqual([['f1', [entry(2, 'unknown')]]]);
    expect((await look(async () => undefined, { unresolved: told })).asked('putEntries')).toEqual([
      ['f1', told.entries],
    ]);
  });

  test('is told also where it cannot be written down', async () => {
    const { outcome, asked } = await look(async () => ({ data: 1 }), { answers: { endFiling: down } });
    expect(outcome).toMatchObject({ value: { reply: { data: 1 } } });
    expect(asked('log').map(([message]) => message)).toContain('a look-up could not be written down');
  });
});

describe('evidence', () => {
  const FOLDER = 'evidence/';
  const DOCUMENT = {
    name: 'a.pdf',
    contentType: 'application/pdf',
    size: 1,
    sha256: 'abcdef0123456789',
    key: 'k',
  };
  const ended = { ...FILING, state: 'accepted', evidenceDue: AT, endedAt: AT } as Filing;

  const mend = async (filing: Partial<Filing>, answers: Answers = {}) => {
    const made = toldServices(NOW, { listEvidence: () => [], ...answers });
    const isWritten = await mendEvidence(made.services, { ...ended, ...filing }, true);
    const manifest = made.asked('putEvidence').find(([key]) => key === `${FOLDER}manifest.json`)?.[1] as
      | Buffer
      | undefined;
    return { ...made, isWritten, manifest: manifest && JSON.parse(manifest.toString()) };
  };

  test('is mended from the record alone, and noted', async () => {
    const { isWritten, manifest, asked } = await mend(
      { documents: [DOCUMENT] },
      { copyToEvidence: () => true },
    );
    expect(isWritten).toBe(true);
    expect(asked('copyToEvidence')).toEqual([['k', `${FOLDER}document-abcdef012345-a.pdf`]]);
    expect(manifest.parts.map(({ name, kind }: { name: string; kind: string }) => [name, kind])).toEqual([
      ['request.json', 'request'],
      ['document-abcdef012345-a.pdf', 'document'],
    ]);
    expect(manifest.missing).toEqual(['answer']);
    expect(asked('noteEvidence')).toEqual([['f1', AT, true]]);
    expect(asked('listEvidence')).toEqual([[FOLDER]]);
  });

  test('names what is missing', async () => {
    const { manifest } = await mend({
      request: undefined,
      documents: [DOCUMENT, { ...DOCUMENT, sha256: undefined, name: 'b' }],
    } as never);
    expect(manifest.parts).toEqual([]);
    expect(manifest.missing).toEqual([
      'request.json',
      'document-abcdef012345-a.pdf',
      'document--b',
      'answer',
    ]);
  });

  const storedHi = (key: string) => (key.endsWith('answer-1') ? Buffer.from('hi') : undefined);

  test('has answers that were stored when the manifest could not be, and keeps what an earlier one says', async () => {
    const objects = {
      listEvidence: () => [`${FOLDER}answer-1`],
      getEvidence: storedHi,
    };
    const { manifest } = await mend({}, objects);
    expect(manifest.parts[1]).toMatchObject({
      name: 'answer-1',
      kind: 'answer',
      size: 2,
      contentType: 'application/octet-stream',
    });
    const earlier = { ...manifest, parts: [{ ...manifest.parts[1], status: 200, headers: {} }] };
    const again = await mend(
      {},
      {
        ...objects,
        getEvidence: (key: string) =>
          Buffer.from(key.endsWith('manifest.json') ? JSON.stringify(earlier) : 'hi'),
      },
    );
    expect(again.manifest.parts.find(({ kind }: { kind: string }) => kind === 'answer')).toMatchObject({
      status: 200,
    });
  });

  test('names no part of an earlier manifest that never came', async () => {
    const { manifest } = await mend({}, { listEvidence: () => [`${FOLDER}answer-1`], getEvidence: storedHi });
    const lost = { ...manifest.parts[1], name: 'answer-2' };
    const earlier = Buffer.from(JSON.stringify({ ...manifest, parts: [...manifest.parts, lost] }));
    const again = await mend(
      {},
      {
        listEvidence: () => [`${FOLDER}manifest.json`, `${FOLDER}answer-1`],
        getEvidence: (key: string) => (key.endsWith('manifest.json') ? earlier : storedHi(key)),
      },
    );
    expect(again.manifest.parts.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'answer-1',
      'request.json',
    ]);
  });

  test('that cannot be written is said not to be', async () => {
    const { isWritten, asked } = await mend({}, { putEvidence: down });
    expect(isWritten).toBe(false);
    expect(asked('log')).toEqual([
      ['evidence could not be written', { requestId: 'r1', filing: 'f1', error: new Error('down') }],
    ]);
    expect(asked('noteEvidence')).toEqual([]);
  });

  const endIt = async (answers: Answers = {}, given: { lookUpAt?: Date; files?: object[] } = {}) => {
    const made = toldServices(NOW, answers);
    const { files = [], lookUpAt } = given;
    const isEnded = await endWithEvidence(
      made.services,
      FILING,
      ['committing'],
      { state: 'accepted', facts: { documents: [DOCUMENT] } },
      { now: NOW, lookUpAt, known: { request: { b: 2 }, answers: [], entries: [], files: files as never } },
    ).catch((error: Error) => error);
    return { ...made, isEnded };
  };

  test('is written beside the end, which says that it is due', async () => {
    const { isEnded, asked } = await endIt({ listEvidence: () => [] });
    expect(isEnded).toBe(true);
    const [[, , end, how]] = asked('endFiling') as [[unknown, unknown, object, object]];
    expect(end).toEqual({ state: 'accepted', facts: { documents: [DOCUMENT], evidenceDue: AT } });
    expect(how).toEqual({ now: NOW, dueAt: inMs(60_000) });
    expect(asked('noteEvidence')).toEqual([['f1', AT, false]]);
    const later = await endIt({ listEvidence: () => [] }, { lookUpAt: inMs(5) });
    expect(later.asked('endFiling')[0]![3]).toEqual({ now: NOW, dueAt: inMs(5) });
    expect(later.asked('noteEvidence')).toEqual([['f1', AT, true]]);
  });

  test('has a document from memory where it is not stored', async () => {
    const files = [{ bytes: async () => Buffer.from('A') }];
    const { asked } = await endIt({ listEvidence: () => [], copyToEvidence: () => false }, { files });
    const put = asked('putEvidence').map(([key, bytes, type]) => [key, String(bytes).slice(0, 7), type]);
    expect(put).toContainEqual([`${FOLDER}document-abcdef012345-a.pdf`, 'A', 'application/pdf']);
    expect(put).toContainEqual([`${FOLDER}request.json`, '{"b":2}', 'application/json']);
  });

  test('is somebody else’s where the filing was moved by another one', async () => {
    const { isEnded, asked } = await endIt({ endFiling: () => false, listEvidence: () => [] });
    expect(isEnded).toBe(false);
    expect(asked('putEvidence').map(([key]) => key)).not.toContain(`${FOLDER}manifest.json`);
    expect(asked('noteEvidence')).toEqual([]);
  });

  test('fails nothing; that the end fails does', async () => {
    expect((await endIt({ getEvidence: down })).isEnded).toBe(true);
    expect((await endIt({ endFiling: down, listEvidence: () => [] })).isEnded).toEqual(new Error('down'));
  });
});
