import { describe, expect, test } from 'vitest';
import { createClient, PasarelaError } from '../../support/client/client.ts';
import { scriptedClient } from '../../support/servers/scripted-client.ts';

const account = { regimen: '0111', ccc: '28000000097' };
const worker = { ...account, nss: '280000000097' };

const busy = (retryAfter: string) => ({ status: 429, headers: { 'Retry-After': retryAfter } });

describe('the header Retry-After', () => {
  test.each([429, 503])('the header of a %i makes a reading wait', async (status) => {
    const { client, seen } = await scriptedClient([
      { status, headers: { 'Retry-After': '1' } },
      { data: { file: {} } },
    ]);
    const before = performance.now();
    await client.getLifeReport(worker);
    expect(performance.now() - before).toBeGreaterThan(950);
    expect(seen.map(({ path }) => path)).toEqual([seen[0]!.path, seen[0]!.path]);
  });

  test('the header may be a date', async () => {
    const { client, seen } = await scriptedClient([busy(new Date(Date.now() + 1500).toUTCString()), {}]);
    await client.listClients();
    expect(seen).toHaveLength(2);
  });

  test('an empty header counts as a second, so that there is no endless loop', async () => {
    const { client, seen } = await scriptedClient([busy('0')], { maxWaitSeconds: 2 });
    await expect(client.listClients()).rejects.toMatchObject({ status: 429, retryAfter: 1 });
    expect(seen).toHaveLength(3);
  });

  test('the header is passed on if it is longer than the caller would wait in all', async () => {
    const { client, seen } = await scriptedClient([busy('2')], { maxWaitSeconds: 3 });
    const error = await client.getLifeReport(worker).catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 429, retryAfter: 2 });
    expect(seen).toHaveLength(2);
  });

  test('the client says why it waits and for how long, and by default ends after 30 seconds', async () => {
    const waits: string[] = [];
    const onWait = (message: string) => waits.push(message);
    const closed = { status: 503, headers: { 'Retry-After': '1' } };
    const { client } = await scriptedClient([closed, busy('1'), {}], { onWait });
    await client.getLifeReport(worker);
    expect(waits).toEqual([
      'El organismo no atiende; se vuelve a preguntar en 1 s',
      'Hay demasiadas peticiones; se vuelve a preguntar en 1 s',
    ]);
    const longer = await scriptedClient([busy('31')], { onWait });
    await expect(longer.client.getLifeReport(worker)).rejects.toMatchObject({ retryAfter: 31 });
    expect([waits.length, longer.seen.length]).toEqual([2, 1]);
  });

  test('a call that is no reading does not wait', async () => {
    const { client, seen } = await scriptedClient([busy('0')]);
    await expect(client.saveClient({ name: 'Una' } as never)).rejects.toMatchObject({
      status: 429,
      retryAfter: 1,
    });
    await expect(client.deleteClient({ customerID: 1 })).rejects.toMatchObject({ status: 429 });
    await expect(client.updateCno({ ...worker, dni: '1', fecha_real: '', cno: 1 })).rejects.toMatchObject({
      status: 429,
      filingId: undefined,
    });
    expect(seen).toHaveLength(3);
  });

  test('a wait ends when the caller gives up', async () => {
    const { client, seen } = await scriptedClient([busy('30')]);
    const reason = new Error('enough');
    const giveUp = new AbortController();
    const answer = client.getLifeReport(worker, { signal: giveUp.signal });
    await expect.poll(() => seen.length).toBe(1);
    giveUp.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

test('a 503 or 504 without Retry-After is an error at once', async () => {
  const { client, seen } = await scriptedClient([{ status: 503 }, { status: 504 }]);
  await expect(client.getLifeReport(worker)).rejects.toMatchObject({ status: 503 });
  await expect(client.getLifeReport(worker)).rejects.toMatchObject({ status: 504 });
  expect(seen).toHaveLength(2);
});

test('a failure has all that the gateway answered', async () => {
  const answer = {
    message: 'nss: No es válido.',
    errors: { nss: ['nss: No es válido.'] },
    maintenance: false,
  };
  const { client } = await scriptedClient([{ status: 422, headers: { 'X-Tramite-Id': 'T' }, body: answer }]);
  const error = await client.getLifeReport(worker).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(PasarelaError);
  expect(error).toMatchObject({ ...answer, status: 422, filingId: 'T', requestId: 'request-1' });
});

test('a response that is not from the gateway is an error without a status', async () => {
  const { client } = await scriptedClient(
    [
      (response) => response.destroy(),
      (response) => response.writeHead(302, { Location: '/api/v4/auth' }).end(),
      (response) => response.end('<html>Wifi</html>'),
      () => {},
    ],
    { timeoutSeconds: 0.5 },
  );
  for (let time = 1; time <= 4; time++) {
    const error = await client.getSession().catch((thrown) => thrown);
    expect(error, `${time}`).toBeInstanceOf(PasarelaError);
    expect(error.status, `${time}`).toBeUndefined();
  }
});

test('fields go to the path, the query or the body, as the reference says', async () => {
  const { client, seen, calls } = await scriptedClient([{}]);
  await client.getFilingDocument({ id: '01K/', n: 2 });
  await client.listClients({ search: 'pan & más', page: 2 });
  await client.activateClient({ customerID: 7, active: false });
  await client.deleteClient({ customerID: 7 });
  expect(calls()).toEqual([
    'GET /tramites/01K%2F/documents/2',
    'GET /customer?search=pan%20%26%20m%C3%A1s&page=2',
    'PUT /customer/7/activate',
    'DELETE /customer/7',
  ]);
  expect(seen[2]!.json).toEqual({ active: false });
});

test('a file is sent as a form', async () => {
  const { client, seen } = await scriptedClient([{}]);
  await client.saveCertificate({ file: new Blob(['p12-bytes']), password: 'clave', type: 1 });
  expect(seen[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  for (const part of ['name="file"', 'p12-bytes', 'name="password"', 'clave', 'name="type"'])
    expect(seen[0]!.text).toContain(part);
});

test('the certificate is sent to operations that may act with it, and to others only if the caller says so', async () => {
  const { client, seen } = await scriptedClient([{}]);
  await client.getLifeReport(worker);
  await client.getLifeReport(worker, { certificate: 'other' });
  await client.listClients();
  await client.checkFiling({ id: '01K' }, { certificate: 'third' });
  expect(seen.map(({ headers }) => headers['x-cert-secret'])).toEqual([
    'secret',
    'other',
    undefined,
    'third',
  ]);
});

test('the certificate is sent with data that the gateway stores, if it may act with the certificate afterwards', async () => {
  const { client, seen } = await scriptedClient([{}]);
  await client.createBatch({ rows: [] } as never);
  expect(seen.map(({ headers }) => headers['x-cert-secret'])).toEqual(['secret']);
});

test('headers of the client and of the call are sent', async () => {
  const { client, seen } = await scriptedClient([{}], {
    headers: { 'X-Sandbox-Scenario': 'slow', 'X-Own': 'a' },
  });
  await client.getLifeReport(worker, { headers: { 'x-sandbox-scenario': 'refused' } });
  expect(seen[0]!.headers).toMatchObject({ 'x-sandbox-scenario': 'refused', 'x-own': 'a' });
});

test('a scenario of a sandbox is sent as a header, by its name', async () => {
  const { client, seen } = await scriptedClient([{}]);
  await client.getLifeReport(worker, { scenario: 'maintenance' });
  await client.getLifeReport(worker);
  expect(seen.map(({ headers }) => headers['x-sandbox-scenario'])).toEqual(['maintenance', undefined]);
});

test('the client uses the function fetch that it is given, also for documents', async () => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(url);
    return Response.json({ success: true, message: 'OK', status: 200, data: [] });
  };
  const client = createClient({ baseUrl: 'https://example.com/api/v4', token: 't', fetch });
  await client.listTokens();
  await client.bytes({ contentType: '', name: '', content: '', url: 'https://example.org/a' });
  expect(asked).toEqual(['https://example.com/api/v4/auth/tokens', 'https://example.org/a']);
});

describe('the client that reads a document', () => {
  const bytes = new Uint8Array(Array.from({ length: 256 }, (_, byte) => byte));
  const file = { contentType: 'application/pdf', name: 'TA.pdf' };

  test('the client reads a document from its content', async () => {
    const { client } = await scriptedClient([{}]);
    const content = Buffer.from(bytes).toString('base64');
    expect(await client.bytes({ ...file, content })).toEqual(bytes);
  });

  test('the client reads a document from its link, to which no token goes', async () => {
    const { client, origin, seen } = await scriptedClient([(response) => response.end(bytes)]);
    expect(await client.bytes({ ...file, content: '', url: `${origin}/document?signature=x` })).toEqual(
      bytes,
    );
    expect(seen[0]!.headers.authorization).toBeUndefined();
    expect(seen[0]!.headers['x-cert-secret']).toBeUndefined();
  });

  test('the client does not read a document from an expired link, and the error says what to do', async () => {
    const { client, origin } = await scriptedClient([{ status: 403 }]);
    await expect(client.bytes({ ...file, content: '', url: `${origin}/x` })).rejects.toThrow(
      /getFilingDocument/,
    );
  });

  test('the client fails with an error if there is no document', async () => {
    const { client } = await scriptedClient([{}]);
    await expect(client.bytes(undefined)).rejects.toThrow(/no lleva el documento/);
    await expect(client.bytes({ ...file, content: '' })).rejects.toThrow(/no lleva el documento/);
  });
});

describe('the client that reads a list', () => {
  const all = async <Item>(items: AsyncIterable<Item>) => {
    const found: Item[] = [];
    for await (const item of items) found.push(item);
    return found;
  };

  test('the client reads a list by pages, each requested when it is needed', async () => {
    const { client, seen } = await scriptedClient(({ path }) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1);
      return {
        data: { data: [{ id: page * 10 }, { id: page * 10 + 1 }], pagination: { page, lastPage: 3 } },
      };
    });
    const ids: number[] = [];
    for await (const { id } of client.listClients.each({ search: 'x' })) {
      ids.push(id);
      if (id === 20) expect(seen).toHaveLength(2);
    }
    expect(ids).toEqual([10, 11, 20, 21, 30, 31]);
    expect(seen.map(({ path }) => path.split('?')[1])).toEqual([
      'search=x',
      'search=x&page=2',
      'search=x&page=3',
    ]);
  });

  test('the client reads a list by a token in the data', async () => {
    const { client } = await scriptedClient((_, time) => ({
      data: { data: [{ id: `${time}` }], continueToken: time < 3 ? `after-${time}` : null },
    }));
    expect((await all(client.listFilings.each())).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('the client reads a list by parts, some of which are empty, no success, or have to be waited for', async () => {
    const part = (data: unknown[], continueToken: string) => ({
      data,
      body: { success: false, limitReached: true, continueToken },
    });
    const answers = [part([], 'a'), part([{ nss: '1' }], 'b'), busy('0'), { data: [{ nss: '2' }] }];
    const { client, seen } = await scriptedClient(answers);
    const found = await all(client.listEmployeeSituations.each({ ...account, dni: '1', offset: 10 }));
    expect(found.map(({ nss }) => nss)).toEqual(['1', '2']);
    const query = 'regimen=0111&ccc=28000000097&dni=1';
    expect(seen.map(({ path }) => path.split('?')[1])).toEqual([
      `${query}&offset=10`,
      ...['a', 'b', 'b'].map((token) => `${query}&continueToken=${token}`),
    ]);
  });

  test('the client reads parts whose list is a member of the data', async () => {
    const { client } = await scriptedClient([
      { data: [], body: { success: false, continueToken: 'a' } },
      { data: { enterprise: {}, employees: [{ nss: '9' }] } },
    ]);
    const found = await all(client.listEmployees.each({ ...account, options: '3' }));
    expect(found.map(({ nss }) => nss)).toEqual(['9']);
  });

  test('the client fails with an error if a part is no success and has no token', async () => {
    const { client } = await scriptedClient([{ body: { success: false, message: 'No se ha podido.' } }]);
    await expect(all(client.listTaDocuments.each(worker))).rejects.toThrow('No se ha podido.');
  });

  test('the client reads a list up to an error, which is thrown', async () => {
    const { client } = await scriptedClient([{ data: [{}], body: { continueToken: 'a' } }, { status: 504 }]);
    await expect(all(client.listTaDocuments.each(worker))).rejects.toMatchObject({ status: 504 });
  });
});
