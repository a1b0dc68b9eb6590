import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { newAccount, newCompany } from '../support/accounts.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { type Answered, type Gateway, idOf } from '../support/gateway.ts';
import { type Faults, failingServices } from '../support/servers/failing-services.ts';
import { ownService } from '../support/setup/own-service.ts';

/** Submissions that are repeated or interrupted, or whose record cannot be stored. */

/** The faults of a test, in addition to the authorities' scenarios. */
let faults: Faults = {};

const { service, authorities, requests } = await ownService(failingServices(() => faults));
const { caller } = service;
let gateway: Gateway;

let count = 0;
/** A change that a query shows, with other content in each test, because equal filings are remembered. */
let change: Record<string, unknown>;
beforeEach(async () => {
  faults = {};
  await authorities.reset();
  // A new certificate, so that no other test's calls count in its rate windows.
  gateway = await actingAs(seed.demo.holder);
  change = { ...requests['PUT /seg-social/cno']!.request, cno: String(2000 + count++) };
});

/** The caller with a new certificate of a person. */
const actingAs = async (person: typeof seed.demo.holder): Promise<Gateway> =>
  caller.acting(await storeNewCertificate(caller, { person }));

const make = (
  headers: Record<string, string> = {},
  json: object = change,
  who = gateway,
): Promise<Answered> => who.with(headers).call('PUT', '/seg-social/cno', { json });
const made = () => authorities.submissions('tgss.cno');
const filing = async (id: string, who = gateway) => (await who.get(`/tramites/${id}`)).body.data;
const LOST = { 'X-Sandbox-Scenario': 'lost-answer' };
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });

/** Registers a worker who has not been registered yet. The answer has a document. */
const register = (headers: Record<string, string>, json: object = {}) =>
  gateway.with(headers).call('POST', '/seg-social/alta', {
    json: { ...requests['POST /seg-social/alta']!.request, duplicate: 1, ...json },
  });

describe('a filing with an idempotency key', () => {
  test('the filing is answered the same to the same request, with its documents, and filed once', async () => {
    const keyed = key();
    const first = await register(keyed);
    expect(first.status).toBe(200);
    const again = await register(keyed);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(idOf(again)).toBe(idOf(first));
    expect(await authorities.submissions('tgss.alta')).toBe(1);

    const record = await filing(idOf(first));
    expect(record).toMatchObject({
      state: 'accepted',
      dry: false,
      operation: 'POST /api/v4/seg-social/alta',
      key: keyed['Idempotency-Key'],
      requestId: first.headers.get('x-request-id'),
    });
    const documents = Object.values<{ content?: string }>(first.body.data).filter((value) => value?.content);
    expect(record.documents).toHaveLength(documents.length);
    expect(documents.length).toBeGreaterThan(0);
    const { file } = (await gateway.get(`/tramites/${idOf(first)}/documents/1`)).body.data;
    expect(documents.map(({ content }) => content)).toContain(file.content);
    expect((await gateway.get(`/tramites/${idOf(first)}/documents/99`)).status).toBe(404);
  });

  test('the filing is the same if the key is in quotes, as the draft standard writes it', async () => {
    const name = crypto.randomUUID();
    const quoted = { 'Idempotency-Key': `"${name}"` };
    const first = await make(quoted);
    const again = await make({ 'Idempotency-Key': name });
    expect([first.status, again.status, (await make(quoted)).status]).toEqual([200, 200, 200]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await made()).toBe(1);
    for (const key of [name, `"${name}"`])
      expect((await gateway.get('/tramites', { key })).body.data.data).toMatchObject([
        { id: idOf(first), key: name },
      ]);
  });

  test('the filing keeps its key from another request, which is refused and not sent', async () => {
    const keyed = key();
    expect((await make(keyed)).status).toBe(200);
    const other = await make(keyed, { ...change, cno: '1211' });
    expect(other).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    });
    expect(await made()).toBe(1);
  });

  test.each([
    ['refused', 422, 'refused'],
    ['error-page', 500, 'notSent'],
  ])(
    'a filing that took no effect may be sent again: the authority answered “%s”',
    async (scenario, status, state) => {
      const keyed = key();
      const failed = await make({ ...keyed, 'X-Sandbox-Scenario': scenario });
      expect(failed.status).toBe(status);
      expect(await filing(idOf(failed))).toMatchObject({ state, message: failed.body.message });
      expect((await make(keyed)).status).toBe(200);
      expect(await made()).toBe(1);
    },
  );

  test('the filing differs from one of another account with the same key', async () => {
    const keyed = key();
    expect((await make(keyed)).status).toBe(200);
    const other = service.otherCaller;
    // The same key of another tenant is neither refused nor shows this answer.
    const answered = await other
      .with(keyed)
      .call('PUT', '/seg-social/cno', { json: { ...change, cno: '1211' } });
    expect(answered.status).not.toBe(200);
    expect(answered.body.errors).not.toHaveProperty('Idempotency-Key');
    expect((await other.get(`/tramites/${idOf(await make(keyed))}`)).status).toBe(404);
  });
});

test('one of several equal requests at once is filed, and the others are answered with its name', async () => {
  // Holds them back, because on a busy machine one could end before another one is claimed.
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  faults.stores = {
    claimFiling: async (...claim) => {
      if (++arrived === 5) all.resolve();
      await all.promise;
      return stores.filings.claimFiling(...claim);
    },
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => make()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await made()).toBe(1);
});

test('a certificate of the same holder at another company neither delays its filing nor learns of it', async () => {
  const path = '/seg-social/pract-no-remun';
  const json = requests[`POST ${path}`]!.request;
  const companies = await Promise.all(
    [1, 2].map(async () => {
      const { id, gateway: company } = await newCompany(caller);
      const subject = { person: seed.demo.holder };
      return company.acting(await storeNewCertificate(caller, subject, { clientId: id }));
    }),
  );
  const [own, other] = companies as [Gateway, Gateway];
  const unknown = await own.with(LOST).post(path, json);
  expect(unknown.status).toBe(502);
  expect((await own.post(path, json)).status).toBe(502);
  const filed = await other.post(path, json);
  expect(idOf(filed)).not.toBe(idOf(unknown));
  expect(JSON.stringify(filed.body)).not.toContain(idOf(unknown));
  expect((await filing(idOf(filed), other)).state).not.toBe('unknown');
});

test('a claim that is sent twice, because its answer was lost, does not block the filing', async () => {
  faults.stores = {
    claimFiling: async (...claim) => {
      await stores.filings.claimFiling(...claim);
      return stores.filings.claimFiling(...claim);
    },
  };
  expect((await make(key())).status).toBe(200);
  expect(await made()).toBe(1);
});

test('a dry run is recorded and files nothing', async () => {
  const dry = await make({}, { ...change, test: 1 });
  expect(dry.status).toBe(200);
  expect(await filing(idOf(dry))).toMatchObject({
    state: 'dryRun',
    result: 'passed',
    dry: true,
    message: dry.body.message,
  });
  expect(await made()).toBe(0);
});

describe('an outcome that is unknown', () => {
  /** A submission that no query shows, so that it stays unknown when its answer is lost. */
  const place = (headers: Record<string, string> = {}, dia_efectivo = 1, who = gateway) =>
    who.with(headers).call('POST', '/seg-social/pract-no-remun', {
      json: { ...requests['POST /seg-social/pract-no-remun']!.request, dia_efectivo },
    });

  test('an unknown outcome is recorded, names its filing, and is not filed again until a person declares it', async () => {
    const lost = await place(LOST);
    expect(lost.status).toBe(502);
    const id = idOf(lost);
    expect(JSON.stringify(lost.body)).toContain(id);
    expect(await filing(id)).toMatchObject({ state: 'unknown', committing_at: expect.any(String) });
    const { submissions: before } = await authorities.stats();

    const again = await place();
    expect(again).toMatchObject({ status: 502 });
    expect(idOf(again)).toBe(id);
    expect((await authorities.stats()).submissions).toEqual(before);

    expect((await gateway.post(`/tramites/${id}/check`, {})).body.data).toMatchObject({ state: 'unknown' });
    const stated = await gateway.post(`/tramites/${id}/resolve`, {
      filed: false,
      note: 'No consta en el informe.',
    });
    expect(stated).toMatchObject({ status: 200, body: { data: { stated: { filed: false } } } });
    const sent = await place();
    expect(sent.status).not.toBe(502);
    expect(idOf(sent)).not.toBe(id);
  });

  test('an unknown outcome counts for a new certificate of its holder, and not for the certificate of another person', async () => {
    const id = idOf(await place(LOST, 2));
    const renewed = await place({}, 2, await actingAs(seed.demo.holder));
    expect({ status: renewed.status, id: idOf(renewed) }).toEqual({ status: 502, id });
    const elses = await place({}, 2, await actingAs(seed.other.holder));
    expect(idOf(elses)).toMatch(/^[0-9A-Z]{26}$/);
    expect(idOf(elses)).not.toBe(id);
  });

  describe('an act of unknown outcome with another certificate', () => {
    const stops = async (day: number, who: Gateway) => {
      const id = idOf(await place(LOST, day));
      const { submissions: before } = await authorities.stats();
      const stopped = await place({}, day, who);
      expect(stopped.status).toBe(409);
      for (const one of [id, idOf(stopped)]) expect(stopped.body.message).toContain(one);
      expect(stopped.body.message).toContain(`POST /tramites/${id}/resolve`);
      const { message } = stopped.body;
      expect(await filing(idOf(stopped))).toMatchObject({
        state: 'notSent',
        message,
        answer: { status: 409 },
      });
      expect((await authorities.stats()).submissions).toEqual(before);
      // A person declared that it was not filed, so it is filed.
      await gateway.post(`/tramites/${id}/resolve`, { filed: false, note: 'No consta.' });
      expect((await place({}, day, who)).status).not.toBe(409);
    };

    test('the act is stopped with the same P12, stored for a client company', async () => {
      const { id } = await newCompany(caller);
      const stored = await storeNewCertificate(caller, { person: seed.demo.holder }, { clientId: id });
      await stops(5, caller.acting(stored));
    });

    test('the act is stopped with the certificate of a colleague', async () =>
      stops(6, await actingAs(seed.other.holder)));

    test('the act is stopped also if it is to be made later', async () => {
      const id = idOf(await place(LOST, 7));
      const other = await actingAs(seed.other.holder);
      const later = await place({ Prefer: 'respond-async' }, 7, other);
      expect(later).toMatchObject({ status: 409, body: { message: expect.stringContaining(id) } });
      expect(await filing(idOf(later))).toMatchObject({ state: 'notSent' });
    });

    test('the act is answered from the record once it was declared filed', async () => {
      const id = idOf(await place(LOST, 8));
      await gateway.post(`/tramites/${id}/resolve`, { filed: true, note: 'Consta.' });
      const answered = await place({}, 8, await actingAs(seed.other.holder));
      expect({ status: answered.status, id: idOf(answered) }).toEqual({ status: 200, id });
      expect(answered.body.message).toContain('así que no se ha vuelto a enviar.');
    });

    test('one of several equal acts with different certificates at once is filed', async () => {
      const who = await Promise.all(
        Array.from({ length: 6 }, (_, place) => actingAs(place % 2 ? seed.other.holder : seed.demo.holder)),
      );
      // The request that has the claim waits until the others have been answered, because TGSS may refuse its holder at the
      // first query, which releases the lock for them.
      let answers = 0;
      const othersAnswered = Promise.withResolvers<void>();
      faults.stores = {
        claimFiling: async (...all) => {
          const claim = await stores.filings.claimFiling(...all);
          if (claim.made) await othersAnswered.promise;
          return claim;
        },
      };
      const sent = await Promise.all(
        who.map(async (one) => {
          const answer = await make({}, change, one);
          if (++answers === who.length - 1) othersAnswered.resolve();
          return answer;
        }),
      );
      // None at all if TGSS does not let the holder act for the company.
      expect(await made()).toBeLessThanOrEqual(1);
      expect(sent.filter(({ status }) => status === 409)).toHaveLength(who.length - 1);
    });

    test('the act of another account is filed, and that account learns nothing', async () => {
      const id = idOf(await place(LOST, 9));
      const { gateway: account } = await newAccount(service.demo.baseUrl);
      const secret = await storeNewCertificate(account, { person: seed.demo.holder });
      const filed = await place({}, 9, account.acting(secret));
      expect(filed.status).toBe(200);
      expect(JSON.stringify(filed.body)).not.toContain(id);
    });
  });

  test('an unknown outcome is the same if the request is written differently', async () => {
    const id = idOf(await place(LOST, 4));
    const { submissions: before } = await authorities.stats();
    const { dni, ...worker } = requests['POST /seg-social/pract-no-remun']!.request;
    const json = { ...worker, dni: ` 0${String(dni).toLowerCase()}`, dia_efectivo: '4', no_remunerada: '1' };
    const again = await gateway.call('POST', '/seg-social/pract-no-remun', { json });
    expect({ status: again.status, id: idOf(again) }).toEqual({ status: 502, id });
    expect((await authorities.stats()).submissions).toEqual(before);
  });

  test('an unknown outcome of a termination is the same as that of the dismissal of this worker', async () => {
    const { request } = requests['POST /seg-social/despido']!;
    const unknown = { state: 'unknown', facts: {} } as const;
    faults.stores = {
      endFiling: (filing, from, end) => stores.filings.endFiling(filing, from, { ...end, ...unknown }),
    };
    const id = idOf(await gateway.post('/seg-social/baja', { ...request, obtener_idc: 1 }));
    faults = {};
    expect(idOf(await gateway.post('/seg-social/despido', request))).toBe(id);
    expect(await authorities.submissions('tgss.baja')).toBe(1);
  });

  test('a filing that is declared filed after another one has its content leaves the content to the other one', async () => {
    const first = idOf(await place(LOST, 3));
    const declare = async (id: string, filed: boolean) => {
      const { status } = await gateway.post(`/tramites/${id}/resolve`, { filed, note: 'Visto.' });
      expect(status).toBe(200);
    };
    await declare(first, false);
    const second = idOf(await place(LOST, 3));
    expect(second).not.toBe(first);
    await declare(first, true);
    expect(idOf(await place({}, 3))).toBe(second);
    // No filing holds the lock of the content any more, so the filing that is declared filed next takes it again.
    await declare(second, false);
    await declare(first, true);
    expect(await place({}, 3)).toMatchObject({ status: 200 });
    expect(idOf(await place({}, 3))).toBe(first);
  });

  /** A filing with an unknown outcome that a person declared, and that was found at the authority afterwards. */
  const foundAfterDeclared = async (filed: boolean) => {
    faults.stores = {
      endFiling: (filing, from, end) =>
        stores.filings.endFiling(filing, from, { ...end, state: 'unknown', facts: {} }),
    };
    const keyed = key();
    const id = idOf(await make(keyed));
    faults = {};
    await gateway.post(`/tramites/${id}/resolve`, { filed: filed, note: 'Visto.' });
    expect((await gateway.post(`/tramites/${id}/check`, {})).body.data).toMatchObject({ state: 'accepted' });
    return { keyed, id };
  };

  test('a filing that is declared filed and found afterwards still holds its content', async () => {
    const { keyed, id } = await foundAfterDeclared(true);
    for (const headers of [keyed, key(), {}]) {
      const again = await make(headers as Record<string, string>);
      expect({ status: again.status, id: idOf(again) }).toEqual({ status: 200, id });
    }
    expect(await made()).toBe(1);
  });

  test('a filing that is declared not filed and found afterwards is answered to its key again', async () => {
    const { keyed, id } = await foundAfterDeclared(false);
    expect(idOf(await make(keyed))).toBe(id);
    expect(await made()).toBe(1);
  });

  test('a filing that is declared filed, and removed through the gateway since, can be filed again', async () => {
    const { request } = requests['POST /seg-social/alta']!;
    const { regimen, ccc, dni, nss, fecha_real } = request;
    const keyed = key();
    const unknown = { state: 'unknown', facts: {} } as const;
    faults.stores = {
      endFiling: (filing, from, end) => stores.filings.endFiling(filing, from, { ...end, ...unknown }),
    };
    const first = idOf(await register(keyed));
    faults = {};
    await gateway.post(`/tramites/${first}/resolve`, { filed: true, note: 'Visto.' });
    const remove = (json: object) => gateway.call('DELETE', '/seg-social/alta', { json });
    const removal = { regimen, ccc, nss, dni, fecha_real };
    // The lock is not released by the removal of another filing, nor by one that is refused, tried, or of another account.
    expect((await remove({ ...removal, fecha_real: seed.demo.worker.fecha_alta })).status).toBe(422);
    expect((await remove({ ...removal, test: 1 })).status).toBe(200);
    for (const headers of [keyed, {}]) expect(idOf(await register(headers))).toBe(first);
    expect(await authorities.submissions('tgss.alta')).toBe(1);

    expect((await remove(removal)).status).toBe(200);
    const second = await register({});
    expect([second.status, idOf(second) === first]).toEqual([200, false]);
    expect(await authorities.submissions('tgss.alta')).toBe(2);
    // This also releases its key, once.
    expect((await remove(removal)).status).toBe(200);
    const third = await register(keyed);
    expect([third.status, [first, idOf(second)].includes(idOf(third))]).toEqual([200, false]);
    expect(idOf(await register(keyed))).toBe(idOf(third));
    expect(await authorities.submissions('tgss.alta')).toBe(3);
  });

  test('a filing that is declared filed after its removal holds its content again', async () => {
    const { request } = requests['POST /seg-social/alta']!;
    const { regimen, ccc, dni, nss, fecha_real } = request;
    await register({});
    expect(
      (await gateway.call('DELETE', '/seg-social/alta', { json: { regimen, ccc, nss, dni, fecha_real } }))
        .status,
    ).toBe(200);
    faults.stores = {
      endFiling: (filing, from, end) =>
        stores.filings.endFiling(filing, from, { ...end, state: 'unknown', facts: {} }),
    };
    const id = idOf(await register({}));
    faults = {};
    await gateway.post(`/tramites/${id}/resolve`, { filed: true, note: 'Visto.' });
    expect(idOf(await register({}))).toBe(id);
    expect(await authorities.submissions('tgss.alta')).toBe(2);
  });

  test('an unknown outcome is found at the authority when the request is sent again', async () => {
    // The function ends after the submission, before it could store anything.
    faults.stores = {
      endFiling: async () => {
        throw new Error('gone');
      },
    };
    const keyed = key();
    const first = await make(keyed);
    expect(first.status).toBe(200);
    const id = idOf(first);
    expect(await filing(id)).toMatchObject({ state: 'committing' });
    faults = {};
    expect((await make(keyed)).status).toBe(409);

    faults.now = 2 * 60_000;
    const again = await make(keyed);
    expect(again.status).toBe(200);
    expect(idOf(again)).toBe(id);
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    expect(await made()).toBe(1);
  });

  test('an unknown outcome that a clock ahead of time wrote is replaced by the answer of the function that files', async () => {
    faults.stores = {
      endFiling: async (filing, from, end) => {
        const { owner: _, ...other } = filing;
        await stores.filings.endFiling(other, ['committing'], { ...end, state: 'unknown', facts: {} });
        return stores.filings.endFiling(filing, from, end);
      },
    };
    const made = await make();
    expect(made.status).toBe(200);
    expect(await filing(idOf(made))).toMatchObject({ state: 'accepted' });
  });

  test('an unknown outcome does not arise if the record can be written at the second try', async () => {
    let tries = 0;
    faults.stores = {
      endFiling: async (...end) => {
        if (++tries === 1) throw new Error('no answer');
        return stores.filings.endFiling(...end);
      },
    };
    const made = await make();
    expect(made.status).toBe(200);
    expect(await filing(idOf(made))).toMatchObject({ state: 'accepted' });
  });

  test('a filing that is not of unknown outcome can neither be declared nor looked up', async () => {
    const id = idOf(await make());
    for (const [path, json] of [
      ['check', {}],
      ['resolve', { filed: true, note: 'Consta.' }],
    ] as const)
      expect((await gateway.post(`/tramites/${id}/${path}`, json)).status).toBe(409);
    expect(await filing(id)).toMatchObject({ state: 'accepted', stated: null });
  });
});

describe('a filing whose claim or commit cannot be written', () => {
  const fails = async () => {
    throw new Error('no answer');
  };

  test.each([
    ['where the claim cannot be written down', 'claimFiling'],
    ['where it cannot be written down that it is about to be sent', 'beginCommit'],
  ])('nothing is filed %s', async (_, name) => {
    faults.stores = { [name]: fails };
    const answered = await make();
    expect(answered.status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(answered.body)).toContain('No se ha presentado nada');
    expect(await made()).toBe(0);
    faults = {};
    faults.now = 2 * 60_000;
    expect((await make()).status).toBe(200);
    expect(await made()).toBe(1);
  });

  /** Makes DynamoDB refuse this many transactions with this reason. */
  const throttle = (times: number, Code: string) => {
    const { middlewareStack } = dynamo();
    onTestFinished(() => {
      middlewareStack.remove('throttle');
      vi.restoreAllMocks();
    });
    // Makes the pauses between retries take no time.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let left = times;
    middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'TransactWriteItemsCommand' || left-- <= 0) return next(args);
          const { TransactItems } = args.input as { TransactItems: object[] };
          const CancellationReasons = TransactItems.map(() => ({ Code }));
          throw new TransactionCanceledException({
            message: 'canceled',
            $metadata: {},
            CancellationReasons,
          });
        },
      { name: 'throttle' },
    );
  };
  const REASONS = ['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict'];
  const LATER: Record<string, string> = { Prefer: 'respond-async' };

  test.each(REASONS)(
    'a filing is sent after its claim is written, which is tried again while DynamoDB refuses it: %s',
    async (code) => {
      throttle(3, code);
      expect((await make()).status).toBe(200);
      expect(await made()).toBe(1);
    },
  );

  const refusals = [
    ...REASONS.map((code) => [code, {}] as const),
    [REASONS[0]!, key()],
    [REASONS[0]!, LATER],
  ] as const;

  test.each(refusals)(
    'nothing is filed, and no other filing is named, while DynamoDB goes on to refuse the claim: %s, %j',
    async (code, headers) => {
      throttle(Number.POSITIVE_INFINITY, code);
      const refused = await make(headers);
      expect(refused).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('No se ha presentado nada') },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      dynamo().middlewareStack.remove('throttle');
      vi.restoreAllMocks();
      expect(await made()).toBe(0);
      expect((await make(headers === LATER ? {} : headers)).status).toBe(200);
      expect(await made()).toBe(1);
    },
  );

  test('nothing is filed by a function whose filing was taken over meanwhile', async () => {
    // The row belongs to another owner by the time of the write.
    faults.stores = {
      beginCommit: (filing, ...when) =>
        stores.filings.beginCommit({ ...filing, owner: 'somebody else' }, ...when),
    };
    expect((await make()).status).toBeGreaterThanOrEqual(500);
    expect(await made()).toBe(0);
  });
});

describe('the list of filings', () => {
  test('the list has pages, the newest first', async () => {
    const made: string[] = [];
    for (let count = 0; count < 3; count++) made.push(idOf(await make({}, { ...change, test: 1 })));
    // Limited to this test, because each test has its own certificate.
    const certificateId = (await stores.filings.getFiling(made[0]!))!.certificate.id;
    const ask = (continueToken?: string, other: object = {}) =>
      gateway.get('/tramites', {
        perPage: 2,
        certificateId,
        ...other,
        ...(continueToken && { continueToken }),
      });
    const page = async (continueToken?: string) => (await ask(continueToken)).body.data;
    const first = await page();
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([made[2], made[1]]);
    const second = await page(first.continueToken);
    expect(second.data[0].id).toBe(made[0]);
    expect((await ask(first.continueToken, { perPage: 1 })).body.data.data).toHaveLength(1);
    // With other filters the token would continue in another list, and end too early.
    for (const other of [{ dry: 0 }, { state: 'refused' }, { worker: service.demo.worker.dni }])
      expect(await ask(first.continueToken, other), JSON.stringify(other)).toMatchObject({
        status: 422,
        body: { errors: { continueToken: [expect.any(String)] } },
      });
  });
});
