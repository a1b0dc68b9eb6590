import { describe, expect, test } from 'vitest';
import { PasarelaError, StillPending, UnknownOutcome } from '../../support/client/client.ts';
import { scriptedClient } from '../../support/servers/scripted-client.ts';
import type { Scripted } from '../../support/servers/scripted-gateway.ts';

const worker = { regimen: '0111', ccc: '28000000097', nss: '280000000097', dni: '12345678Z' };
const cno = { ...worker, fecha_real: '2026-12-01', cno: '2611' };
const ID = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';

/** The error that a call throws. */
const thrownBy = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it was answered'),
    (thrown) => thrown,
  );

describe('the key of a submission', () => {
  test('the key is random, differs for each call, and is in the answer', async () => {
    const { client, seen } = await scriptedClient([{ headers: { 'X-Tramite-Id': ID } }]);
    const answers = [await client.updateCno(cno), await client.updateCno(cno)];
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(2);
    expect(answers.map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
    expect(answers[0]).toMatchObject({ filingId: ID, replayed: false });
  });

  test("the key is the caller's own if there is one, as an option or as a header", async () => {
    const { client, seen } = await scriptedClient([{ headers: { 'Idempotency-Replayed': 'true' } }]);
    const answer = await client.updateCno(cno, { idempotencyKey: 'alta-17' });
    await client.updateCno(cno, { headers: { 'idempotency-key': 'alta-18' } });
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['alta-17', 'alta-18']);
    expect(answer).toMatchObject({ idempotencyKey: 'alta-17', replayed: true });
  });

  test('an invalid key is refused before anything is sent', async () => {
    const { client, seen } = await scriptedClient([{}]);
    for (const idempotencyKey of ['', 'a b', 'ñ', 'x'.repeat(101)])
      await expect(client.updateCno(cno, { idempotencyKey })).rejects.toThrow(TypeError);
    expect(seen).toHaveLength(0);
  });

  test('the key is sent with no other call', async () => {
    const { client, seen } = await scriptedClient([{}]);
    await client.getLifeReport(worker);
    await client.saveClient({ name: 'Una' } as never);
    await client.resolveFiling({ id: ID, filed: true, note: 'Consta.' });
    for (const { headers } of seen) expect(headers).not.toHaveProperty('idempotency-key');
  });

  test('the key is named with an error, so that the same submission can be sent again', async () => {
    const { client, seen } = await scriptedClient([{ status: 503, headers: { 'Retry-After': '0' } }]);
    const error = await thrownBy(client.updateCno(cno));
    expect(error).toMatchObject({ name: 'PasarelaError', status: 503, retryAfter: 1 });
    expect(error.idempotencyKey).toBe(seen[0]!.headers['idempotency-key']);
    expect(seen).toHaveLength(1);
  });
});

describe('an act that was accepted before', () => {
  test('the act is repeated only if the option names its trámite, also by a dry run and by a request for later', async () => {
    const { client, seen } = await scriptedClient([{}]);
    await client.updateCno(cno);
    await client.updateCno(cno, { repeats: ID });
    await client.updateCno(cno, { repeats: ID, dryRun: true });
    await client.updateCno(cno, { repeats: ID, respondAsync: true });
    expect(seen.map(({ headers }) => headers.repeats)).toEqual([undefined, ID, ID, ID]);
  });

  test('the act is named by an answer that was not sent again, by a dry run, and by a refusal', async () => {
    const headers = { 'X-Repeated': ID, 'X-Tramite-Id': ID };
    const { client } = await scriptedClient([{ headers }, { headers }, { status: 409, headers }]);
    expect(await client.updateCno(cno)).toMatchObject({ repeated: ID, filingId: ID, replayed: false });
    expect(await client.updateCno(cno, { dryRun: true })).toMatchObject({ repeated: ID });
    expect(await thrownBy(client.updateCno(cno))).toMatchObject({ status: 409, repeated: ID });
  });

  test('the act is named by no other answer', async () => {
    const { client } = await scriptedClient([{}, { status: 409 }]);
    expect(await client.updateCno(cno)).not.toHaveProperty('repeated');
    expect((await thrownBy(client.updateCno(cno))).repeated).toBeUndefined();
  });
});

describe('a submission that was not sent', () => {
  const busy = { status: 503, headers: { 'Retry-After': '0' } };
  const full = { status: 429, headers: { 'Retry-After': '0' } };

  test('a submission is sent again with its own key, if the program wants that', async () => {
    const answers = [busy, full, {}];
    const { client, seen } = await scriptedClient(answers, { retryUnsent: true });
    expect(await client.updateCno(cno)).toMatchObject({ status: 200 });
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test.each([
    ['of unknown outcome', { ...busy, status: 502 }],
    [
      'that something before the service answered',
      { status: 503, headers: { 'Retry-After': '0', 'X-Request-Id': [] } },
    ],
    ['that says no time', { status: 503 }],
    ['that asks for a longer wait', { status: 503, headers: { 'Retry-After': '121' } }],
  ])('a submission is not sent again if it is one %s', async (_, answer) => {
    const { client, seen } = await scriptedClient([answer as never], { retryUnsent: true });
    await thrownBy(client.updateCno(cno));
    expect(seen).toHaveLength(1);
  });

  test('a submission is sent once if its operation has no key', async () => {
    const { client, seen } = await scriptedClient([busy], { retryUnsent: true });
    await thrownBy(client.saveClient({ name: 'Una' } as never));
    expect(seen).toHaveLength(1);
  });
});

describe('a dry run', () => {
  test('a dry run is an option, and is sent as the interface expects it', async () => {
    const { client, seen } = await scriptedClient([{}]);
    await client.updateCno(cno, { dryRun: true });
    await client.removeTermination({ ...worker, fecha_real: '2026-12-01' }, { dryRun: true });
    await client.updateCno(cno, { dryRun: false });
    expect(seen[0]!.json).toEqual({ ...cno, test: 1 });
    expect(seen[1]!.path).toContain('&test=1');
    expect(seen[2]!.json).toEqual(cno);
  });

  test('a dry run has no unknown outcome if it gets no answer', async () => {
    const { client } = await scriptedClient([(response) => response.destroy(), { status: 502 }]);
    for (const status of [undefined, 502]) {
      const error = await thrownBy(client.updateCno(cno, { dryRun: true }));
      expect(error).toBeInstanceOf(PasarelaError);
      expect(error).not.toBeInstanceOf(UnknownOutcome);
      expect(error.status).toBe(status);
    }
  });

  test('a dry run sends nothing if its option is misspelled', async () => {
    const { client, seen } = await scriptedClient([{}]);
    for (const options of [
      { dryrun: true },
      { test: 1 },
      { dryRun: 1 },
      { dryRun: 'true' },
      { dryRun: null },
    ])
      await expect(client.updateCno(cno, options as never), JSON.stringify(options)).rejects.toThrow(
        TypeError,
      );
    expect(seen).toHaveLength(0);
  });
});

describe('an unknown outcome', () => {
  const unknown = {
    status: 502,
    headers: { 'X-Tramite-Id': ID },
    body: { message: 'No se conoce el resultado.' },
  };

  test('the outcome is an error of its own with its trámite, and is not sent again', async () => {
    const { client, seen } = await scriptedClient([unknown]);
    const error = await thrownBy(client.updateCno(cno));
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(error).toBeInstanceOf(PasarelaError);
    expect(error).toMatchObject({ status: 502, filingId: ID, message: 'No se conoce el resultado.' });
    expect(seen).toHaveLength(1);
  });

  test('the outcome is checked with the certificate of the call', async () => {
    const { client, seen, calls } = await scriptedClient([unknown, { data: { id: ID, state: 'accepted' } }]);
    const error = await thrownBy(client.updateCno(cno, { certificate: 'own' }));
    expect(await error.check()).toMatchObject({ state: 'accepted' });
    expect(calls()[1]).toBe(`POST /tramites/${ID}/check`);
    expect(seen[1]!.headers['x-cert-secret']).toBe('own');
    expect(seen[1]!.json).toEqual({});
  });

  test('an outcome that is known by now is read if a check is refused', async () => {
    const { client, calls } = await scriptedClient([
      ...[unknown, { status: 409 }, { data: { id: ID, state: 'accepted', documents: [] } }],
    ]);
    const error = await thrownBy(client.updateCno(cno));
    expect(await error.check()).toMatchObject({ state: 'accepted' });
    expect(calls().slice(1)).toEqual([`POST /tramites/${ID}/check`, `GET /tramites/${ID}`]);
  });

  test('an outcome that cannot be looked up is an error of the check', async () => {
    const missing = { status: 409, body: { message: 'Falta un certificado.' } };
    const { client } = await scriptedClient([unknown, missing, { data: { id: ID, state: 'unknown' } }]);
    const error = await thrownBy(client.updateCno(cno));
    await expect(error.check()).rejects.toThrow('Falta un certificado.');
  });

  test('a person resolves the outcome by declaring what was seen', async () => {
    const resolved = { data: { id: ID, state: 'unknown', stated: { filed: false } } };
    const { client, seen, calls } = await scriptedClient([unknown, resolved]);
    const error = await thrownBy(client.updateCno(cno));
    expect(await error.resolve({ filed: false, note: 'No consta.' })).toMatchObject({
      stated: { filed: false },
    });
    expect(calls()[1]).toBe(`POST /tramites/${ID}/resolve`);
    expect(seen[1]!.json).toEqual({ filed: false, note: 'No consta.' });
  });

  const fromElsewhere =
    (status: number): Scripted =>
    (response) =>
      response.writeHead(status).end(JSON.stringify({ success: false, message: 'x', status }));
  test.each<[string, Scripted, number?]>([
    ['no answer', (response) => response.destroy()],
    [
      'an answer that is cut',
      (response) => response.writeHead(200, { 'Content-Length': '99' }).write('{') && response.destroy(),
    ],
    ['an answer that is cut, of no known length', (response) => response.end('{"success": tr')],
    ['no answer in time', () => {}, 5],
    ['a page of somebody else', (response) => response.writeHead(503).end('<html>')],
    ['a redirect', (response) => response.writeHead(307, { Location: '/api/v4/seg-social/baja' }).end()],
    ['a 500 that is not from the service', fromElsewhere(500)],
    ['a 504 that is not from the service', fromElsewhere(504)],
  ])('an outcome is %s, and its trámite is found by its key', async (_, answer, timeoutSeconds) => {
    const { client, seen, calls } = await scriptedClient(
      ({ path }, time) => {
        if (time === 1) return answer;
        if (path.endsWith('/check')) return { data: { id: ID, state: 'refused' } };
        return { data: { data: [{ id: ID }], continueToken: null } };
      },
      timeoutSeconds ? { timeoutSeconds } : {},
    );
    const error = await thrownBy(client.updateCno(cno));
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(error.filingId).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(await error.check()).toMatchObject({ state: 'refused' });
    const key = seen[0]!.headers['idempotency-key'];
    expect(calls().slice(1)).toEqual([`GET /tramites?key=${key}`, `POST /tramites/${ID}/check`]);
  });

  test('a submission without a trámite had not reached the gateway', async () => {
    const { client } = await scriptedClient([
      (response) => response.destroy(),
      { data: { data: [], continueToken: null } },
    ]);
    const error = await thrownBy(client.updateCno(cno));
    expect(await error.check()).toBeUndefined();
    await expect(error.resolve({ filed: true, note: '' })).rejects.toMatchObject({ status: 404 });
  });

  test('a submission that the caller gave up has an unknown outcome, too', async () => {
    const giveUp = new AbortController();
    const { client } = await scriptedClient(() => {
      giveUp.abort();
      return () => {};
    });
    expect(await thrownBy(client.updateCno(cno, { signal: giveUp.signal }))).toBeInstanceOf(UnknownOutcome);
    const error = await thrownBy(client.updateCno(cno, { signal: giveUp.signal }));
    expect(error, 'given up before it was sent').not.toBeInstanceOf(UnknownOutcome);
  });

  test('the outcome is not unknown if the gateway says that nothing was sent', async () => {
    for (const status of [400, 401, 403, 409, 413, 415, 422, 429, 500, 503, 504]) {
      const { client } = await scriptedClient([{ status }]);
      const error = await thrownBy(client.updateCno(cno));
      expect(error, `${status}`).not.toBeInstanceOf(UnknownOutcome);
      expect(error).toMatchObject({ status });
    }
  });
});

describe('a submission that is answered later', () => {
  const accepted = {
    status: 202,
    data: { id: ID, state: 'queued' },
    headers: { 'X-Tramite-Id': ID, 'Retry-After': '5' },
  };
  const under = (state: string) => ({ data: { id: ID, state }, headers: { 'Retry-After': '0' } });
  const ended = (state: string, answer: unknown, messages: string[] = []) => ({
    data: { id: ID, state, key: 'mine', messages, answer },
  });
  const OK = { success: true, message: 'OK', status: 200 };
  const file = { contentType: 'application/pdf', name: 'TA.pdf' };
  const content = Buffer.from('%PDF-').toString('base64');

  test('the submission is polled until it has ended, and answered like one at once, with its documents', async () => {
    const answers = [
      accepted,
      under('queued'),
      under('claimed'),
      under('committing'),
      ended('accepted', {
        ...OK,
        data: {
          file: { ...file, content: '', document: 0 },
          list: [{ file: { ...file, content: '', document: 1 } }],
        },
      }),
      { data: { file: { ...file, content } } },
      { data: { file: { ...file, content } } },
    ];
    const { client, seen, calls } = await scriptedClient(answers);
    const pending = await client.updateCno(cno, { respondAsync: true });
    expect(seen[0]!.headers.prefer).toBe('respond-async');
    expect(pending.filingId).toBe(ID);
    const answer = await pending.wait();
    expect(answer).toMatchObject({ ...OK, filingId: ID, idempotencyKey: 'mine' });
    expect(answer.data).toEqual({ file: { ...file, content }, list: [{ file: { ...file, content } }] });
    expect(Buffer.from(await client.bytes(answer.data.file)).toString()).toBe('%PDF-');
    expect(calls().slice(-2).toSorted()).toEqual([1, 2].map((n) => `GET /tramites/${ID}/documents/${n}`));
  });

  test('the submission is polled again after an error that passes, and not after another', async () => {
    const { client, seen } = await scriptedClient([
      { status: 503, headers: { 'Retry-After': '999' } },
      { status: 404 },
    ]);
    const soon = thrownBy(client.waitFor(ID, { timeoutSeconds: 3 }));
    expect(await soon).toBeInstanceOf(StillPending);
    expect(await thrownBy(client.waitFor(ID))).toMatchObject({ name: 'PasarelaError', status: 404 });
    expect(seen).toHaveLength(2);
    const cut = await scriptedClient([
      (response) => response.destroy(),
      ended('accepted', { ...OK, data: [] }),
    ]);
    expect(await cut.client.waitFor(ID)).toMatchObject({ success: true });
    expect(cut.seen).toHaveLength(2);
  });

  test('the submission has no document if that is not stored, and was filed all the same', async () => {
    const answer = { ...OK, data: { file: { ...file, content: '', document: 0 } } };
    const { client } = await scriptedClient([ended('accepted', answer), { status: 404 }]);
    expect((await client.waitFor(ID)).data).toEqual({ file: { ...file, content: '' } });
  });

  test('the submission fails as it would have failed at once', async () => {
    const answer = {
      success: false,
      status: 422,
      message: 'ALTA PREVIA',
      errors: { tgss: ['ALTA PREVIA'] },
      data: [],
    };
    for (const state of ['refused', 'failed', 'ended']) {
      const { client } = await scriptedClient([ended(state, answer)]);
      const error = await thrownBy(client.waitFor(ID));
      expect(error).toMatchObject({
        name: 'PasarelaError',
        status: 422,
        message: 'ALTA PREVIA',
        filingId: ID,
      });
      expect(error.errors).toEqual({ tgss: ['ALTA PREVIA'] });
    }
  });

  test('a submission of unknown outcome throws UnknownOutcome with its trámite', async () => {
    const answer = { success: false, status: 502, message: 'No se conoce.', data: [] };
    const { client, calls } = await scriptedClient([
      ended('unknown', answer),
      { data: { id: ID, state: 'accepted' } },
    ]);
    const error = await thrownBy(client.waitFor(ID));
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect(error).toMatchObject({ filingId: ID, idempotencyKey: 'mine' });
    expect(await error.check()).toMatchObject({ state: 'accepted' });
    expect(calls()[1]).toBe(`POST /tramites/${ID}/check`);
  });

  test('a submission whose answer is no longer stored is answered by its state', async () => {
    const { client } = await scriptedClient([ended('accepted', null)]);
    expect(await client.waitFor(ID)).toMatchObject({ success: true, status: 200, data: [] });
    const other = await scriptedClient([ended('ended', null, ['Esperó demasiado.'])]);
    await expect(other.client.waitFor(ID)).rejects.toThrow('Esperó demasiado.');
  });

  test('the submission is answered at once if it was answered before, with the same key', async () => {
    const { client, seen } = await scriptedClient([
      {
        data: { file: { ...file, content } },
        headers: { 'Idempotency-Replayed': 'true', 'X-Tramite-Id': ID },
      },
    ]);
    const pending = await client.updateCno(cno, { respondAsync: true, idempotencyKey: 'mine' });
    expect(await pending.wait()).toMatchObject({ replayed: true, data: { file: { content } } });
    expect(seen).toHaveLength(1);
  });

  test('a submission that takes longer than the caller waits throws an error with its trámite', async () => {
    const { client } = await scriptedClient([{ ...under('claimed'), headers: { 'Retry-After': '5' } }]);
    const error = await thrownBy(client.waitFor(ID, { timeoutSeconds: 3 }));
    expect(error).toBeInstanceOf(StillPending);
    expect(error.filingId).toBe(ID);
  });

  test('a question can be answered later, too', async () => {
    const { client } = await scriptedClient([accepted, ended('answered', { ...OK, data: [{ nss: '1' }] })]);
    const pending = await client.listTaDocuments(worker, { respondAsync: true });
    expect((await pending.wait()).data).toEqual([{ nss: '1' }]);
  });
});
