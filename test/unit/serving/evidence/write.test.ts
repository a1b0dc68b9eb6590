import { beforeEach, describe, expect, test, vi } from 'vitest';
import { completeEvidence, endWithEvidence } from '../../../../shared/serving/evidence/write.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { limited } from '../../../../shared/stores/limits.ts';
import {
  type Answers,
  AT,
  down,
  FILING,
  inMs,
  NOW,
  stubSettings,
} from '../../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../../support/stores/scripted-services.ts';

/** The evidence of a filing: what is written, and when. */

beforeEach(stubSettings);

const FOLDER = 'evidence/';
const DOCUMENT = {
  name: 'a.pdf',
  contentType: 'application/pdf',
  size: 1,
  sha256: 'abcdef0123456789',
  key: 'k',
};

describe('evidence', () => {
  const ended = { ...FILING, state: 'accepted', evidenceDue: AT, endedAt: AT } as Filing;

  const complete = async (filing: Partial<Filing>, answers: Answers = {}) => {
    const made = scriptedServices(NOW, { listEvidence: () => [], ...answers });
    const isWritten = await completeEvidence(made.services, { ...ended, ...filing }, true);
    const manifest = made.asked('putEvidence').find(([key]) => key === `${FOLDER}manifest.json`)?.[1] as
      | Buffer
      | undefined;
    return { ...made, isWritten, manifest: manifest && JSON.parse(manifest.toString()) };
  };

  test('evidence names its missing parts', async () => {
    const { manifest } = await complete({
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

  /** Completes evidence that was stored in part. @param earlier the manifest that is already stored */
  const mendStored = (names: string[], earlier?: object) =>
    complete(
      {},
      {
        listEvidence: () => names.map((name) => FOLDER + name),
        getEvidence: (key: string) => {
          if (key.endsWith('manifest.json')) return earlier && Buffer.from(JSON.stringify(earlier));
          return names.includes(key.slice(FOLDER.length)) ? Buffer.from('hi') : undefined;
        },
      },
    );
  const namesOf = ({ parts }: { parts: { name: string }[] }) => parts.map(({ name }) => name);

  test('evidence keeps the status of each answer that an earlier manifest names', async () => {
    const { manifest } = await mendStored(['answer-1']);
    const [request, answer] = manifest.parts;
    const known = { ...answer, status: 200, headers: {} };
    const again = await mendStored(['request.json', 'answer-1', 'answer-2'], {
      ...manifest,
      parts: [request, known],
    });
    expect(again.manifest.parts).toContainEqual(known);
    expect(namesOf(again.manifest)).toEqual(['request.json', 'answer-1', 'answer-2']);
    expect(again.asked('putEvidence').at(-1)![2]).toEqual({ contentType: 'application/json' });
  });

  test('evidence that cannot be written is reported as not written', async () => {
    const { isWritten, asked } = await complete({}, { putEvidence: down });
    expect(isWritten).toBe(false);
    expect(asked('log')).toEqual([
      ['evidence could not be written', { requestId: 'r1', filing: 'f1', error: new Error('down') }],
    ]);
    expect(asked('noteEvidence')).toEqual([]);
  });

  const endIt = async (answers: Answers = {}, given: { lookUpAt?: Date; files?: object[] } = {}) => {
    const made = scriptedServices(NOW, answers);
    const { files = [], lookUpAt } = given;
    const isEnded = await endWithEvidence(made.services, FILING, {
      from: ['committing'],
      state: 'accepted',
      facts: { documents: [DOCUMENT] },
      now: NOW,
      lookUpAt,
      known: { request: { b: 2 }, answers: [], entries: [], files: files as never },
    }).catch((error: Error) => error);
    return { ...made, isEnded };
  };

  test('evidence is written together with the end of the record, which says that evidence is due', async () => {
    const { isEnded, asked } = await endIt({ listEvidence: () => [] });
    expect(isEnded).toBe(true);
    const [[, , end]] = asked('endFiling') as [[unknown, unknown, object]];
    expect(end).toEqual({
      state: 'accepted',
      facts: { documents: [DOCUMENT], evidenceDue: AT },
      now: NOW,
      dueAt: inMs(60_000),
    });
    expect(asked('noteEvidence')).toEqual([['f1', AT, false]]);
    const later = await endIt({ listEvidence: () => [] }, { lookUpAt: inMs(5) });
    expect(later.asked('endFiling')[0]![2]).toMatchObject({ now: NOW, dueAt: inMs(5) });
    expect(later.asked('noteEvidence')).toEqual([['f1', AT, true]]);
  });

  test('evidence includes answers that are stored already, and is noted before the end of the record unless the caller asks otherwise', async () => {
    const files = [{ bytes: async () => Buffer.from('A') }];
    const made = await endIt({ noteEvidence: down }, { files });
    expect(made.asked('listEvidence')).toHaveLength(1);
    expect(made.asked('log').map(([message]) => message)).toEqual(['evidence could not be written']);
    const { asked, isWritten } = await complete({ evidenceDue: undefined } as never);
    expect(isWritten).toBe(true);
    expect(asked('noteEvidence')).toEqual([]);
  });

  test('evidence is left to another function if that function moved the filing', async () => {
    const { isEnded, asked } = await endIt({ endFiling: () => false, listEvidence: () => [] });
    expect(isEnded).toBe(false);
    expect(asked('putEvidence').map(([key]) => key)).not.toContain(`${FOLDER}manifest.json`);
    expect(asked('noteEvidence')).toEqual([]);
  });

  test('evidence that cannot be written never fails a filing, but an end of the record that cannot be written does', async () => {
    expect((await endIt({ getEvidence: down })).isEnded).toBe(true);
    expect((await endIt({ endFiling: down, listEvidence: () => [] })).isEnded).toEqual(new Error('down'));
  });
});

describe('the first evidence of a filing', () => {
  const WHOLE = {
    ...DOCUMENT,
    sha256: '559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd',
  };
  const FILE = { bytes: async () => Buffer.from('A') };
  const ANSWER = {
    status: 200,
    contentType: 'text/html',
    headers: {
      'content-type': 'text/html',
      'content-encoding': 'gzip',
      'content-disposition': 'inline',
      'content-language': 'es',
      date: 'd',
      'set-cookie': ['s'],
      via: 'v',
    },
    body: Buffer.from('hi'),
  };
  const KNOWN = { request: { b: 2 }, answers: [ANSWER], entries: [], files: [FILE] };

  const endFirst = async (
    answers: Answers = {},
    {
      known = {},
      documents = [WHOLE],
      isAwaited = false,
    }: { known?: object; documents?: object[]; isAwaited?: boolean } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    const isEnded = await endWithEvidence(made.services, FILING, {
      from: ['committing'],
      state: 'accepted',
      facts: { documents: documents as never },
      now: NOW,
      known: { ...KNOWN, ...known } as never,
      isFirst: true,
      isAwaited,
    }).catch((error: Error) => error);
    const puts = made.asked('putEvidence') as [string, Buffer, { contentType: string; isFirst?: boolean }][];
    const manifests = puts.filter(([key]) => key.endsWith('manifest.json'));
    return { ...made, isEnded, puts, manifests };
  };
  /** Whether everything was written at once, without looking at what is already stored. */
  const isAtOnce = ({ asked }: Pick<Awaited<ReturnType<typeof endFirst>>, 'asked'>) =>
    asked('listEvidence').length === 0;

  test('all parts of the evidence are sent together with the end of the record, and noted afterwards', async () => {
    const ending = Promise.withResolvers<boolean>();
    const made = endFirst({ endFiling: () => ending.promise });
    await new Promise((resolve) => setImmediate(resolve));
    ending.resolve(true);
    const { isEnded, puts, manifests, asked, seen } = await made;
    expect(isEnded).toBe(true);
    expect(seen.map(([name]) => name)).toEqual([
      'endFiling',
      'putEvidence',
      'putEvidence',
      'putEvidence',
      'putEvidence',
      'metric',
      'noteEvidence',
    ]);
    expect(puts.map(([key, bytes, how]) => [key, String(bytes).slice(0, 7), how])).toEqual([
      [`${FOLDER}request.json`, '{"b":2}', { contentType: 'application/json' }],
      [`${FOLDER}answer-1`, 'hi', { contentType: 'text/html' }],
      [`${FOLDER}document-559aead08264-a.pdf`, 'A', { contentType: 'application/pdf' }],
      // Only if no other manifest is stored.
      [`${FOLDER}manifest.json`, '{\n  "ve', { contentType: 'application/json', isFirst: true }],
    ]);
    const manifest = JSON.parse(String(manifests[0]![1]));
    expect(manifest).toMatchObject({
      filing: { state: 'accepted' },
      times: { claimed: AT, committing: AT, ended: AT },
      missing: [],
    });
    expect(manifest.parts).toEqual([
      {
        name: 'request.json',
        kind: 'request',
        contentType: 'application/json',
        size: 7,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      {
        name: 'answer-1',
        kind: 'answer',
        contentType: 'text/html',
        size: 2,
        sha256: expect.stringMatching(/^8f434346/),
        status: 200,
        // None that may identify a session.
        headers: {
          'content-type': 'text/html',
          'content-encoding': 'gzip',
          'content-disposition': 'inline',
          'content-language': 'es',
          date: 'd',
        },
      },
      {
        name: 'document-559aead08264-a.pdf',
        kind: 'document',
        contentType: 'application/pdf',
        size: 1,
        sha256: WHOLE.sha256,
      },
    ]);
    expect(asked('noteEvidence')).toEqual([['f1', AT, false]]);
  });

  test('the answers in the evidence are numbered from 1, each with its content type', async () => {
    const { manifests } = await endFirst(
      {},
      { known: { answers: [ANSWER, { ...ANSWER, contentType: '', headers: {} }] } },
    );
    const { parts } = JSON.parse(String(manifests[0]![1]));
    expect(parts[2]).toMatchObject({
      name: 'answer-2',
      contentType: 'application/octet-stream',
      headers: {},
    });
  });

  const LARGEST = 4 * 1024 * 1024;
  test('evidence is written at once up to a size, also without documents', async () => {
    const large = (size: number) => endFirst({}, { documents: [{ ...WHOLE, size }] });
    expect(isAtOnce(await large(LARGEST))).toBe(true);
    expect(isAtOnce(await endFirst({}, { documents: [], known: { files: [] } }))).toBe(true);
    const copied = await large(LARGEST + 1);
    expect(isAtOnce(copied)).toBe(false);
    expect(copied.asked('copyToEvidence')).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof endFirst>[1], string[]]>([
    ['request is not at hand', { known: { request: undefined } }, []],
    ['documents are not at hand', { known: { files: [] } }, ['document-559aead08264-a.pdf']],
    [
      'documents have no bytes any more',
      { known: { files: [{ bytes: async () => undefined }] } },
      ['document-559aead08264-a.pdf'],
    ],
    ['documents have no hash', { documents: [{ ...WHOLE, sha256: undefined }] }, ['document--a.pdf']],
    [
      'documents are partly of another size',
      {
        documents: [WHOLE, { ...WHOLE, name: 'b.pdf', size: LARGEST + 1 }],
        known: { files: [FILE, FILE] },
      },
      [],
    ],
  ])('evidence is written in the usual order where %s', async (_, given, missing) => {
    const made = await endFirst({}, given);
    expect(isAtOnce(made)).toBe(false);
    expect(made.manifests).toHaveLength(1);
    expect(JSON.parse(String(made.manifests[0]![1])).missing).toEqual(missing);
    expect(made.asked('noteEvidence')).toHaveLength(1);
  });

  test('evidence is written again if a part was not stored or another manifest is there', async () => {
    const once = (fails: string, how: () => unknown) => {
      let isLeft = true;
      return {
        putEvidence: (key: string) => {
          if (!isLeft || !key.endsWith(fails)) return true;
          isLeft = false;
          return how();
        },
      };
    };
    for (const answers of [
      once('answer-1', down),
      once('manifest.json', down),
      once('manifest.json', () => false),
    ]) {
      const made = await endFirst(answers);
      expect(isAtOnce(made)).toBe(false);
      expect(made.manifests.map(([, , { isFirst }]) => isFirst)).toEqual([true, undefined]);
      expect(made.asked('noteEvidence')).toHaveLength(1);
      expect(made.asked('log')).toEqual([]);
    }
  });

  test('evidence is not written again by a function that did not end the record', async () => {
    const moved = await endFirst({ endFiling: () => false });
    expect(moved.isEnded).toBe(false);
    expect(isAtOnce(moved)).toBe(true);
    expect(moved.asked('noteEvidence')).toEqual([]);
    const failed = await endFirst({ endFiling: down });
    expect(failed.isEnded).toEqual(new Error('down'));
    expect(isAtOnce(failed)).toBe(true);
    expect(failed.asked('noteEvidence')).toEqual([]);
  });

  test('noting the evidence keeps no caller waiting, and a failure of it fails no answer', async () => {
    const noting = Promise.withResolvers<void>();
    const answers = { noteEvidence: () => noting.promise };
    const { isEnded, asked } = await endFirst(answers, { isAwaited: true });
    expect(isEnded).toBe(true);
    expect(asked('noteEvidence')).toEqual([['f1', AT, false]]);
    noting.reject(new Error('down'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked('log')).toEqual([]);
    // If no caller waits, it is awaited.
    const later = await endFirst({ noteEvidence: down });
    expect(later.isEnded).toBe(true);
    expect(later.asked('log').map(([message]) => message)).toEqual(['evidence could not be written']);
  });

  test('evidence takes at most two seconds of a request, and fifteen of a run of the schedule', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    const client = limited(() => ({ send: async (_command: object) => ({}) }), { callMs: 100_000 });
    const answers = { putEvidence: async () => Boolean(await client.send({})) };
    const longest = async (run: () => Promise<unknown>) => {
      timeouts.mockClear();
      await run();
      return Math.max(...timeouts.mock.calls.map(([milliseconds]) => milliseconds));
    };
    const ofRequest = await longest(() => endFirst(answers));
    const ended = { ...FILING, state: 'accepted', evidenceDue: AT, endedAt: AT } as Filing;
    const ofSchedule = await longest(() =>
      completeEvidence(scriptedServices(NOW, answers).services, ended, true),
    );
    timeouts.mockRestore();
    expect(ofRequest).toBeGreaterThan(1_000);
    expect(ofRequest).toBeLessThanOrEqual(2_000);
    expect(ofSchedule).toBeGreaterThan(14_000);
    expect(ofSchedule).toBeLessThanOrEqual(15_000);
  });
});
