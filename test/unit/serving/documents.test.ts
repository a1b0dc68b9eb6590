import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refused } from '../../../shared/kernel/authority-errors.ts';
import type { Document } from '../../../shared/kernel/document.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { completeFiles, fits, isKept, takeDocument, takeStored } from '../../../shared/serving/documents.ts';
import {
  answerOf,
  entriesOf,
  noteLost,
  replay,
  storeAnswer,
  storeDocuments,
  storedAnswer,
} from '../../../shared/serving/filing/answer.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { newTrace, type Running } from '../../../shared/serving/stages.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';

/** Documents on their way to the caller, and stored answers, with a bucket in memory that can fail. */

afterEach(() => void vi.useRealTimers());

const MOST = 5_900_000;
const NOW = new Date('2026-11-04T11:00:00.000Z');

const world = () => {
  const objects = new Map<string, { bytes: Uint8Array; contentType: string }>();
  const logged: [message: string, details: unknown][] = [];
  const noted: unknown[] = [];
  const state = { broken: false, keys: [] as unknown[], reads: 0 };
  const guard = () => {
    if (state.broken) throw new Error('S3 is down');
  };
  const services = {
    stores: {
      documents: {
        documentKey: (parts: { name: string }) => {
          state.keys.push(parts);
          return `k/${parts.name}`;
        },
        putDocument: async (key: string, bytes: Uint8Array, contentType: string) => {
          guard();
          objects.set(key, { bytes, contentType });
        },
        getDocument: async (key: string) => {
          state.reads += 1;
          guard();
          return objects.get(key)?.bytes;
        },
        hasDocument: async (key: string) => {
          guard();
          return objects.has(key);
        },
        linkTo: async (key: string, file: { name: string }) => {
          guard();
          return `https://link/${key}?${file.name}`;
        },
      },
      filings: {
        noteLost: async (id: string, place: number, kept: unknown) => {
          guard();
          noted.push([id, place, kept]);
        },
        listEntries: async () => entries,
      },
    },
    log: {
      info: () => {},
      error: (message: string, details: unknown) => logged.push([message, details]),
    },
  } as unknown as Services;
  const entries: { state: string }[] = [];
  return { services, objects, logged, noted, state, entries };
};

const runningWith = ({ filingId, ...given }: Partial<Running> & { filingId?: string } = {}) =>
  ({
    requestId: 'r1',
    now: NOW,
    caller: { accountId: 'a1' },
    operation: { kind: 'reading', path: '/report-x/{id}' },
    trace: { ...newTrace(), ...(filingId && { filingId }) },
    ...given,
  }) as unknown as Running;

const pdf = (size: number, name = 'a.pdf'): Document => ({
  name,
  contentType: 'application/pdf',
  bytes: new Uint8Array(size).fill(65),
});
const SHA256_OF_AAA = createHash('sha256').update('AAA').digest('hex');
const reply = (data: unknown, message = 'OK') => ({ success: true, message, status: 200, data });

describe('the size of an answer', () => {
  test('an answer fits up to the size that Lambda takes, where quotes count double and letters by their bytes', () => {
    expect(fits('a'.repeat(MOST - 2))).toBe(true);
    expect(fits('a'.repeat(MOST - 1))).toBe(false);
    expect(fits('"'.repeat((MOST - 2) / 2))).toBe(true);
    expect(fits('"'.repeat(MOST / 2))).toBe(false);
    expect(fits('é'.repeat(MOST / 2))).toBe(false);
  });
});

describe('a document of an authority', () => {
  test('a document that belongs to a record is stored at once, with its digest', async () => {
    for (const given of [
      { filingId: 'f1' },
      { operation: { kind: 'submission', path: '/alta' } },
    ] as never[]) {
      const { services, objects, state } = world();
      const running = runningWith(given);
      const file = takeDocument(services, running, pdf(3));
      expect(file).toEqual({ contentType: 'application/pdf', name: 'a.pdf', content: '' });
      const [taken] = running.trace.files;
      expect(taken).toMatchObject({ size: 3, sha256: SHA256_OF_AAA });
      expect(await taken!.stored()).toBe('k/a.pdf');
      expect(taken!.key).toBe('k/a.pdf');
      expect(objects.get('k/a.pdf')?.contentType).toBe('application/pdf');
      await taken!.stored();
      expect(state.keys).toMatchObject([{ of: 'r1' }]);
    }
  });

  test.each<[string, Partial<Running>, string]>([
    ['a question', {}, 'a1'],
    ['an anonymous request', { caller: undefined } as never, ''],
  ])(
    'a document of %s is stored only when that is asked for, under its digest',
    async (_, given, accountId) => {
      const { services, objects, state } = world();
      const running = runningWith(given);
      takeDocument(services, running, pdf(3));
      expect(running.trace.files[0]!.sha256).toBeUndefined();
      expect(Buffer.from((await running.trace.files[0]!.bytes())!).toString()).toBe('AAA');
      expect(objects.size).toBe(0);
      await running.trace.files[0]!.stored();
      expect(state.keys).toEqual([
        { accountId, operation: 'report-x-id-', now: NOW, of: SHA256_OF_AAA, name: 'a.pdf' },
      ]);
      expect(objects.size).toBe(1);
    },
  );

  test('a document that cannot be stored has no key, and the log names it', async () => {
    const { services, state, logged } = world();
    state.broken = true;
    const running = runningWith({ filingId: 'f1' });
    takeDocument(services, running, pdf(3));
    expect(await running.trace.files[0]!.stored()).toBeUndefined();
    expect(logged).toEqual([
      ['failed to store a document', { requestId: 'r1', error: new Error('S3 is down') }],
    ]);
  });
});

describe('a document of an earlier request', () => {
  test('the document is read once, from its key', async () => {
    const { services, objects, state } = world();
    objects.set('k', { bytes: Buffer.from('x'), contentType: 'x' });
    const running = runningWith();
    const taken = takeStored(services, running, { name: 'a.pdf', contentType: 'c', size: 1, key: 'k' });
    expect(running.trace.files).toEqual([taken]);
    expect(taken.file).toEqual({ contentType: 'c', name: 'a.pdf', content: '' });
    expect([await taken.bytes(), await taken.bytes()]).toEqual([Buffer.from('x'), Buffer.from('x')]);
    expect(state.reads).toBe(1);
    expect(await taken.stored()).toBe('k');
    expect(await isKept(taken)).toBe(true);
  });

  test('the document counts as missing if it has no key, or is no longer in S3', async () => {
    const { services } = world();
    for (const key of [undefined, 'gone'])
      for (const size of [1, 10_000_000]) {
        const taken = takeStored(services, runningWith(), {
          name: 'a',
          contentType: 'c',
          size,
          key,
        } as never);
        expect(await taken.bytes()).toBeUndefined();
        expect(await taken.stored()).toBeUndefined();
        expect(await isKept(taken)).toBe(false);
      }
  });

  test('a stored document that will be a link is not read to check that it exists', async () => {
    const { services, objects, state } = world();
    objects.set('k', { bytes: Buffer.from('x'), contentType: 'x' });
    // In Base64, three bytes take four.
    for (const [size, reads] of [
      [4_425_000, 1],
      [4_425_001, 1],
    ] as const) {
      expect(
        await isKept(takeStored(services, runningWith(), { name: 'a', contentType: 'c', size, key: 'k' })),
      ).toBe(true);
      expect(state.reads).toBe(reads);
    }
  });
});

describe('the documents of an answer', () => {
  test('documents are in the answer itself as far as they fit', async () => {
    const { services, objects } = world();
    const running = runningWith();
    const [a, b] = [
      takeDocument(services, running, pdf(2, 'a')),
      takeDocument(services, running, pdf(3, 'b')),
    ];
    const body = reply({ a, list: [b] });
    expect(await completeFiles(services, running, body)).toBe(body);
    expect(a).toEqual({ contentType: 'application/pdf', name: 'a', content: 'QUE=' });
    expect(b.content).toBe('QUFB');
    expect(objects.size).toBe(0);
  });

  test('leave an answer without any as it is', async () => {
    const { services, state } = world();
    state.broken = true;
    const running = runningWith();
    takeDocument(services, running, pdf(3));
    const body = reply({ a: 1 });
    expect(await completeFiles(services, running, body)).toBe(body);
    expect(running.trace.files[0]!.file.content).toBe('');
  });

  test('the largest documents become links first, until the rest fits', async () => {
    const { services } = world();
    const running = runningWith();
    const files = [2_000_000, 3_000_000, 1_000_000].map((size, index) =>
      takeDocument(services, running, pdf(size, `d${index}`)),
    );
    expect(await completeFiles(services, running, reply(files))).toEqual(
      reply(files, 'El documento está en el enlace (url de d1), que vale 15 minutos.'),
    );
    expect(files.map(({ url }) => url)).toEqual([undefined, 'https://link/k/d1?d1', undefined]);
    expect(files.map(({ size }) => size)).toEqual([undefined, 3_000_000, undefined]);
    expect(files.map(({ content }) => content.length)).toEqual([2_666_668, 0, 1_333_336]);
  });

  test('documents that just fit are in the answer, and larger ones become links', async () => {
    const running = runningWith();
    const { services } = world();
    const around = JSON.stringify(
      JSON.stringify(reply([{ contentType: 'application/pdf', name: 'a.pdf', content: '' }])),
    );
    const most = Math.floor((MOST - around.length) / 4) * 3;
    for (const [size, isLink] of [
      [most, false],
      [most + 1, true],
    ] as const) {
      const file = takeDocument(services, running, pdf(size));
      const body = await completeFiles(services, running, reply([file]));
      expect(file.url !== undefined).toBe(isLink);
      expect(fits(JSON.stringify(body))).toBe(true);
    }
  });

  test('a question whose document cannot be delivered is no success, and its answer says how to get the document', async () => {
    const { services, state, logged } = world();
    const running = runningWith();
    const file = takeStored(services, running, {
      name: 'a.pdf',
      contentType: 'c',
      size: 1,
      key: 'gone',
    }).file;
    expect(await completeFiles(services, running, reply([file]))).toEqual({
      ...reply([file]),
      success: false,
      maintenance: false,
      message: 'No se ha podido entregar el documento a.pdf. Repita la consulta más tarde.',
    });
    expect(logged).toEqual([]);
    state.broken = true;
    const other = runningWith();
    const broken = takeStored(services, other, { name: 'b.pdf', contentType: 'c', size: 1, key: 'k' }).file;
    expect((await completeFiles(services, other, reply([broken], 'Algo.'))).message).toBe(
      'Algo. No se ha podido entregar el documento b.pdf. Repita la consulta más tarde.',
    );
    expect(logged).toEqual([
      ['a document could not be delivered', { requestId: 'r1', error: new Error('S3 is down') }],
    ]);
  });

  test('a filing whose document cannot be delivered stays a success, and its answer says where the document is', async () => {
    const { services, state } = world();
    state.broken = true;
    const running = runningWith({ filingId: 'f1' });
    const files = [pdf(1, 'a.pdf'), pdf(6_000_000, 'b.pdf')].map((one) =>
      takeDocument(services, running, one),
    );
    expect(await completeFiles(services, running, reply(files))).toEqual({
      ...reply(files),
      message:
        'La operación se ha realizado. No se ha podido entregar el documento b.pdf. Pídalo más tarde con GET ' +
        '/tramites/f1/documents/2; si allí no está, pida un duplicado al organismo.',
    });
    expect(files[1]).toMatchObject({ size: 6_000_000, content: '' });
    expect(files[1]!.url).toBeUndefined();
    // There is no link to a document that is not stored, even if links can be made.
    state.broken = false;
    expect((await completeFiles(services, running, reply(files))).message).toContain('b.pdf');
    expect(files[1]!.url).toBeUndefined();
  });

  test('wait for a link until it is noted that they are stored', async () => {
    const { services } = world();
    const running = runningWith({ filingId: 'f1' });
    const file = takeDocument(services, running, pdf(6_000_000));
    const noted = Promise.withResolvers<void>();
    running.trace.files[0]!.noted = noted.promise;
    let done = false;
    const completed = completeFiles(services, running, reply([file])).then(() => {
      done = true;
    });
    await running.trace.files[0]!.stored();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect(done).toBe(false);
    noted.resolve();
    await completed;
    expect(file.url).toBeDefined();
  });
});

const FILING = { id: 'f1', accountId: 'a1', authority: 'tgss', state: 'accepted' } as Filing;

describe('the answer to a filing', () => {
  const error = (effect?: 'accepted') =>
    Object.assign(
      new ServiceError(500, 'Error.', { errors: { tgss: ['uno', 'dos'] } }),
      effect && { effect },
    );

  test('the answer has the outcome of each thing in a filing of several things', () => {
    const entries = [{ state: 'accepted' }] as never[];
    expect(entriesOf({ value: { filed: { entries } } as never })).toBe(entries);
    expect(entriesOf({ value: {} })).toEqual([]);
    expect(entriesOf({ value: { filed: {} } as never })).toEqual([]);
    expect(entriesOf({ error: Object.assign(error(), { entries }) })).toBe(entries);
    expect(entriesOf({ error: new Error('x') })).toEqual([]);
  });

  test('the answer is the reply, or a failure that fits the state of the filing', () => {
    const value = { data: 1 };
    expect(answerOf(FILING, 'unknown', { value })).toBe(value);
    expect(answerOf(FILING, 'unknown', { error: error() })).toMatchObject({
      status: 502,
      message: expect.stringContaining('f1'),
    });
    const refusal = error();
    expect(answerOf(FILING, 'refused', { error: refusal })).toBe(refusal);
    const partly = error('accepted');
    expect(answerOf(FILING, 'accepted', { error: partly })).toBe(partly);
    for (const defect of [error(), new Error('x')])
      expect(answerOf(FILING, 'accepted', { error: defect })).toEqual({
        message:
          'La operación se ha realizado, pero después se ha producido un error y no se pueden entregar sus documentos. Trámite: f1.',
      });
    expect(() => answerOf(FILING, 'refused', { error: new Error('x') })).toThrow('x');
  });
});

describe('the stored answer of a filing', () => {
  const storeOf = async (size: number, { async = false, broken = false } = {}) => {
    const made = world();
    made.state.broken = broken;
    const running = runningWith({ filingId: 'f1' });
    const file = takeDocument(made.services, running, pdf(3));
    const data = { file, text: 'x'.repeat(size) };
    const kept = await storeAnswer(
      made.services,
      { ...FILING, ...(async && { async }) },
      { outcome: { data }, files: running.trace.files },
    );
    return { ...made, kept, running };
  };
  const DOCUMENT = { name: 'a.pdf', contentType: 'application/pdf', size: 3, sha256: SHA256_OF_AAA };

  test('the answer is stored in its record, with the place of each document', async () => {
    const { kept, objects } = await storeOf(10);
    expect(kept).toMatchObject({ status: 200, documents: [{ ...DOCUMENT, key: 'k/a.pdf' }] });
    expect(JSON.parse(kept.answer!)).toEqual({
      success: true,
      message: 'OK',
      status: 200,
      data: {
        file: { contentType: 'application/pdf', name: 'a.pdf', content: '', document: 0 },
        text: 'xxxxxxxxxx',
      },
    });
    expect(kept).not.toHaveProperty('answerKey');
    expect([...objects.keys()]).toEqual(['k/a.pdf']);
  });

  test('a large answer is stored in S3', async () => {
    const { kept, objects, services } = await storeOf(500_000);
    expect(kept.answerKey).toBe('answers/a1/f1.json');
    expect(kept).not.toHaveProperty('answer');
    expect(objects.get('answers/a1/f1.json')?.contentType).toBe('application/json');
    expect(await storedAnswer(services, { ...FILING, ...kept })).toContain('"document":0');
  });

  test.each<[string, boolean, number]>([
    ['two seconds where a caller waits', false, 2_000],
    ['twenty where no one does', true, 20_000],
  ])('storing an answer waits for its documents no longer than %s', async (_, async, milliseconds) => {
    vi.useFakeTimers();
    const { services } = world();
    const storing = Promise.withResolvers<void>();
    services.stores.documents.putDocument = () => storing.promise;
    const running = runningWith({ filingId: 'f1' });
    takeDocument(services, running, pdf(3));
    const filing = { ...FILING, ...(async && { async: true as const }) };
    const ended: unknown[] = [];
    void storeDocuments(filing, running.trace.files).then(() => ended.push('documents'));
    void storeAnswer(services, filing, {
      outcome: { data: 'x'.repeat(9_000) },
      files: running.trace.files,
    }).then((kept) => ended.push(kept));
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    // Its key is not in the record, because it is not stored.
    const documents = [{ ...DOCUMENT, key: 'k/a.pdf' }];
    expect(ended).toEqual(['documents', { status: 200, message: 'OK', documents }]);
    expect(ended[1]).not.toHaveProperty('answerKey');
    // As soon as everything is stored, nothing waits.
    storing.resolve();
    await storeDocuments(filing, running.trace.files);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an answer whose documents could not be stored is stored as the failure', async () => {
    const { services } = world();
    const kept = await storeAnswer(services, FILING, { outcome: refused('tgss', ['no']), files: [] });
    expect(kept).toMatchObject({ status: 422 });
    expect(kept).not.toHaveProperty('documents');
    expect(JSON.parse(kept.answer!)).toMatchObject({ success: false, status: 422, errors: { tgss: ['no'] } });
  });

  test('a stored answer is repeated with its documents', async () => {
    const { kept, services } = await storeOf(10);
    const running = runningWith();
    const { status, body } = await replay(services, running, { ...FILING, ...kept });
    expect(status).toBe(200);
    expect(running.trace.files).toHaveLength(1);
    expect((body as unknown as { data: { file: unknown } }).data.file).toBe(running.trace.files[0]!.file);
  });

  test('a stored answer is repeated as it is if a document has no place in the record', async () => {
    const { services } = world();
    const answer = JSON.stringify({
      success: true,
      data: [
        { name: 'a', content: '', document: 3 },
        { content: 'x', document: 0 },
        { document: '0', content: '' },
      ],
    });
    const { status, body } = await replay(services, runningWith(), { ...FILING, answer });
    expect(status).toBe(200);
    expect((body as unknown as { data: unknown }).data).toEqual([
      { name: 'a', content: '' },
      { content: 'x', document: 0 },
      { document: '0', content: '' },
    ]);
  });

  test('the record says what is known if its stored answer is gone', async () => {
    const { services, entries, state, logged } = world();
    expect(await storedAnswer(services, FILING)).toBeUndefined();
    expect(await storedAnswer(services, { ...FILING, answerKey: 'gone' })).toBeUndefined();
    const documents = [{ name: 'a.pdf' }, { name: 'b.pdf' }] as Filing['documents'];
    const again = (given: Partial<Filing>) =>
      replay(services, runningWith(), { ...FILING, ...given } as Filing);
    expect(await again({ documents, status: 200 } as never)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message:
          'La operación se realizó, pero la respuesta que se dio no se conserva. Trámite: f1. Sus documentos están en el ' +
          'trámite: a.pdf, b.pdf.',
      },
    });
    entries.push({ state: 'accepted' });
    expect((await again({})).body).toMatchObject({ success: true });
    entries.push({ state: 'refused' });
    expect((await again({})).body).toMatchObject({ success: false });
    expect(await again({ state: 'refused', messages: ['no'] })).toMatchObject({
      status: 422,
      body: { success: false, errors: { tgss: ['no'] } },
    });
    state.broken = true;
    expect((await again({ answerKey: 'k' })).status).toBe(200);
    expect(logged).toEqual([
      ['an answer could not be read', { requestId: 'r1', filing: 'f1', error: new Error('S3 is down') }],
    ]);
  });
});

describe('documents that a record names', () => {
  const RECORDED = [
    { name: 'a', key: 'k/a' },
    { name: 'b', key: 'k/b' },
    { name: 'c', size: 3 },
  ] as never[];

  test('documents that were not stored after all are removed from the record by their place', async () => {
    const { services, noted, state } = world();
    const running = runningWith({ filingId: 'f1' });
    takeDocument(services, running, pdf(3, 'a'));
    await running.trace.files[0]!.stored();
    state.broken = true;
    for (const name of ['b', 'c']) takeDocument(services, running, pdf(3, name));
    await Promise.all(running.trace.files.map(({ stored }) => stored()));
    state.broken = false;
    await noteLost(services, FILING, { recorded: RECORDED, files: running.trace.files });
    await Promise.all(running.trace.files.map((file) => file.noted));
    expect(noted).toEqual([['f1', 1, { name: 'b', size: 3, key: 'k/b' }]]);
  });

  test('documents that may still be stored keep no caller waiting', async () => {
    const { services, noted } = world();
    const [lost, storing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = runningWith({ filingId: 'f1' });
    services.stores.documents.putDocument = (key) => (key === 'k/a' ? lost.promise : storing.promise);
    for (const name of ['a', 'b']) takeDocument(services, running, pdf(3, name));
    lost.reject(new Error('down'));
    await running.trace.files[0]!.stored();
    await noteLost(services, FILING, { recorded: RECORDED, files: running.trace.files });
    expect(noted).toEqual([['f1', 0, { name: 'a', size: 3, key: 'k/a' }]]);
    storing.reject(new Error('down'));
    await running.trace.files[1]!.noted;
    expect(noted[1]).toEqual(['f1', 1, { name: 'b', size: 3, key: 'k/b' }]);
  });

  test('documents that are known not to be stored are noted as lost before the answer leaves', async () => {
    const { services, state } = world();
    const running = runningWith({ filingId: 'f1' });
    state.broken = true;
    takeDocument(services, running, pdf(3, 'a'));
    await running.trace.files[0]!.stored();
    const noting = Promise.withResolvers<boolean>();
    services.stores.filings.noteLost = () => noting.promise;
    let done = false;
    const noted = noteLost(services, FILING, { recorded: RECORDED, files: running.trace.files }).then(() => {
      done = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(false);
    noting.resolve(true);
    await noted;
  });

  test('documents stay in the record if their loss cannot be noted', async () => {
    const { services, noted, logged, state } = world();
    const running = runningWith({ filingId: 'f1' });
    state.broken = true;
    takeDocument(services, running, pdf(3, 'a'));
    await running.trace.files[0]!.stored();
    logged.length = 0;
    await noteLost(services, FILING, { recorded: RECORDED, files: running.trace.files });
    await running.trace.files[0]!.noted;
    expect(noted).toEqual([]);
    expect(logged).toEqual([
      ['failed to record that a document is not stored', { filing: 'f1', error: new Error('S3 is down') }],
    ]);
  });
});
