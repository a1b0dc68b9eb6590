import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { realServices } from '../../functions/services.ts';
import { stores } from '../../functions/stores.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import type { Operation } from '../../shared/operation/operation.ts';
import { newAccount, newCompany, sessionOf } from '../support/accounts.ts';
import { startApi } from '../support/api-front.ts';
import { demo } from '../support/demo.ts';
import type { Answered, Gateway } from '../support/gateway.ts';
import { groups } from '../support/infra/groups.ts';
import { type Isolated, ofCapabilities } from '../support/of-capabilities.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

/**
 * Other tenants' data look as if they did not exist, for every operation that names a client company, a certificate or a
 * filing. The accounts belong to this file, so that no other calls count in their rate windows.
 */

/** Each test uses minutes in which nothing was counted before. */
let now = new Date();
beforeEach(() => {
  now = new Date(now.getTime() + 3 * 60_000);
});
const api = await startApi(groups, {
  ...realServices,
  now: () => now,
  log: { info: () => {}, error: (message) => expect(message).toBeUndefined() },
});
afterAll(() => api.close());
const { origin } = api;
const baseUrl = `${origin}/api/v4`;
const requests = requestsOf(demo);
const authorities = atAuthorities(demo.authorities.control);

/** What has an owner in capabilities. */
const ownedThings = await ofCapabilities<{ isolated: Isolated }>('isolated');

/** Fields that identify something that has an owner. */
const NAMES: Record<string, Kind> = {
  customerID: 'client',
  clientId: 'client',
  cert_secret: 'certificate',
  id: 'filing',
  tokenId: 'token',
  userId: 'user',
  ...Object.fromEntries(ownedThings.map(({ isolated: { field } }) => [field, field])),
};
/** What has an owner; of capabilities, the field that identifies it. */
type Kind = 'client' | 'certificate' | 'filing' | 'token' | 'user' | (string & {});

/** Fields that identify a part of something that another field identifies. */
const PARTS = ['n', 'deliveryId', 'account', 'key'];
/**
 * Fields that identify something without an owner: the user's own draft, pages and files of the reference, and a person by the
 * document.
 */
const PUBLIC = ['draftId', 'page', 'file', 'operation', 'authority', 'worker'];

interface Row {
  name: string;
  method: string;
  address: string;
  operation: Operation;
  /** The field that identifies another tenant's data; the header if the operation has no such field. */
  field: string;
  kind: Kind;
}

const all = groups.flatMap((group) =>
  group.operations.map((operation) => ({ address: addressOf(group, operation), operation })),
);

const table: Row[] = all.flatMap(({ address, operation }) => {
  const { method } = operation;
  const row = (field: string, kind: Row['kind']) => ({
    name: `${method} ${address}, by ${field}`,
    method,
    address,
    operation,
    field,
    kind,
  });
  const fields = Object.keys(operation.request.shape).filter((field) => field in NAMES);
  return [
    ...fields.map((field) => row(field, NAMES[field]!)),
    ...(operation.kind === 'resource' ? [] : [row('X-Cert-Secret', 'certificate')]),
  ];
});

let p12: Buffer;

const anAccount = async () => (await newAccount(origin)).gateway;

/** A client company that can sign in, and its certificate. */
const aClient = async (account: Gateway) => {
  const { id, email } = await newCompany(account.movedTo(baseUrl));
  return { id: Number(id), email, secret: await store(account, { clientId: id }) };
};

const upload = (gateway: Gateway, fields: Record<string, string>) =>
  gateway.movedTo(baseUrl).upload(p12, { password: demo.p12.password, ...fields });

const store = async (gateway: Gateway, fields: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await upload(gateway, fields);
  expect(status).toBe(200);
  return body.data.cert_secret;
};

/** Makes a dry run, and returns its id. */
const dryRun = async (gateway: Gateway): Promise<string> => {
  const json = { ...requests['PUT /seg-social/cno']!.request, test: 1 };
  const { status, headers } = await gateway.call('PUT', '/api/v4/seg-social/cno', { json });
  expect(status).toBe(200);
  return headers.get('x-tramite-id')!;
};

const asClient = ({ email }: { email: string }) => sessionOf(origin, email);

/** Changes the last but one letter: the length and the alphabet stay the same, but the MAC is invalid. */
const tampered = (secret: string) =>
  `${secret.slice(0, -2)}${secret.at(-2) === 'A' ? 'B' : 'A'}${secret.at(-1)}`;

/** Ids of something that has an owner: one that does not exist, and others' that must look the same to a caller. */
interface Hidden {
  missing: string | number;
  others: Record<string, string | number>;
}

/** A caller, with ids by kind. */
type Stranger = Record<'client' | 'certificate' | 'filing' | 'token' | 'user', Hidden> &
  Record<string, Hidden | Gateway> & { who: Gateway };

let strangers: Record<string, Stranger>;
let account: Gateway;

beforeAll(async () => {
  p12 = await readFile(demo.p12.file);
  const [{ gateway: own, accountId: ownId }, other] = await Promise.all([newAccount(origin), anAccount()]);
  account = own;
  const [company, sibling, inactive, removed, foreign] = await Promise.all([
    aClient(own),
    aClient(own),
    aClient(own),
    aClient(own),
    aClient(other),
  ]);
  // Stored, deleted, and stored again: the same file, but another certificate.
  const deleted = await store(own);
  expect((await own.delete(`/api/v4/certificate/${deleted}`)).status).toBe(200);
  const [accounts, foreigners] = await Promise.all([store(own), store(other, { type: '5' })]);
  await own.delete(`/api/v4/customer/${removed.id}`);
  await own.call('PUT', `/api/v4/customer/${inactive.id}/activate`, { json: { active: false } });

  // They run one after another. Other files may use the processors, and three dry runs at once could then take too long.
  const accountsFiling = await dryRun(own.acting(accounts));
  const siblingsFiling = await dryRun(own.acting(sibling.secret));
  const foreignFiling = await dryRun(other.acting(foreign.secret));
  const tokenOf = async (gateway: Gateway): Promise<string> =>
    (await gateway.post('/api/v4/auth/tokens', { name: 'Programa' })).body.data.id;
  const [accountsToken, siblingsToken, foreignToken] = await Promise.all([
    tokenOf(own),
    tokenOf(await asClient(sibling)),
    tokenOf(other),
  ]);
  const things = await Promise.all(
    ownedThings.map(async ({ isolated: { field, ofOthers } }) => {
      const siblingGateway = await asClient(sibling);
      const clients = { own, other, foreign, sibling: { id: sibling.id, gateway: siblingGateway } };
      return { field, ...(await ofOthers({ ...clients, now })) };
    }),
  );
  const thingsHiddenFrom = (isClient: boolean) =>
    Object.fromEntries(
      things.map(({ field, toAccount, toClient }) => [
        field,
        { missing: '01K00000000000000000000000', others: { ...toAccount, ...(isClient && toClient) } },
      ]),
    );
  const { body } = await other.get('/api/v4/users');
  const users = {
    missing: randomUUID(),
    others: {
      "another tenant's": body.data[0].id,
      "a client company's": (await stores.accounts.findUserByEmail(company.email))!.id,
    },
  };
  const missing = {
    token: '0'.repeat(32),
    client: 999_999_999_999,
    filing: '01K00000000000000000000000',
    certificate: await stores.certificates.issueSecret({
      accountId: ownId,
      id: randomUUID().replaceAll('-', ''),
      clientId: 0,
      fingerprint: '0'.repeat(64),
    }),
  };
  const hidden = {
    client: {
      "another tenant's": foreign.id,
      deleted: removed.id,
      zero: 0,
      'the largest': 999_999_999_999_999,
    },
    certificate: {
      "another tenant's": foreigners,
      "another tenant's client's": foreign.secret,
      deleted,
      "a deleted client's": removed.secret,
      'tampered with': tampered(accounts),
      'too long': `${accounts}AA`,
      garbage: 'inventado',
    },
  };
  strangers = {
    'the account': {
      who: own,
      client: { missing: missing.client, others: hidden.client },
      certificate: { missing: missing.certificate, others: hidden.certificate },
      filing: { missing: missing.filing, others: { "another tenant's": foreignFiling } },
      token: {
        missing: missing.token,
        others: { "another tenant's": foreignToken, "its client's": siblingsToken },
      },
      user: users,
      ...thingsHiddenFrom(false),
    },
    'a client company': {
      who: await asClient(company),
      client: {
        missing: missing.client,
        others: { ...hidden.client, "another company's": sibling.id, "an inactive company's": inactive.id },
      },
      certificate: {
        missing: missing.certificate,
        others: {
          ...hidden.certificate,
          "its account's": accounts,
          "another company's": sibling.secret,
          "an inactive company's": inactive.secret,
        },
      },
      filing: {
        missing: missing.filing,
        others: {
          "another tenant's": foreignFiling,
          "its account's": accountsFiling,
          "another company's": siblingsFiling,
        },
      },
      token: {
        missing: missing.token,
        others: {
          "another tenant's": foreignToken,
          "its account's": accountsToken,
          "another company's": siblingsToken,
        },
      },
      user: users,
      ...thingsHiddenFrom(true),
    },
  };
});

/** A request that would succeed with the caller's own data. */
const requestOf = ({ method, address, operation }: Row): Record<string, unknown> =>
  requests[`${method} ${address.replace('/api/v4', '')}`]?.request ?? operation.example.request;

const call = (row: Row, who: Gateway, value: string | number): Promise<Answered> => {
  const { method, operation, field } = row;
  if (field === 'X-Cert-Secret')
    return who.acting(String(value)).call(method, row.address, { json: requestOf(row) });
  const named = row.address.replace(`{${field}}`, encodeURIComponent(value));
  const address = PARTS.reduce((path, part) => path.replace(`{${part}}`, '1'), named);
  const inPath = named !== row.address;
  if (operation.kind === 'resource' && operation.body === 'multipart')
    return upload(who, { [field]: String(value) });
  const { [field]: _, ...request } = requestOf(row);
  const json = inPath ? request : { ...request, [field]: value };
  return who.call(method, address, Object.keys(json).length > 0 ? { json } : {});
};

/** Headers that differ from answer to answer for every caller. */
const OWN_HEADERS = ['date', 'x-request-id', 'x-ratelimit-remaining'];

const seen = ({ status, headers, body }: Answered) => ({
  status,
  body,
  headers: Object.fromEntries([...headers].filter(([name]) => !OWN_HEADERS.includes(name))),
});

/** Expects that each answer leaves one request less than the one before, so that all count in one window. */
const countTogether = (answers: Answered[]) => {
  const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(left).toEqual(left.map((_, index) => left[0]! - index));
};

/**
 * One check refuses a certificate that may not act before any operation runs, so for most operations two such certificates are
 * enough.
 */
const [first] = table.filter(({ field }) => field === 'X-Cert-Secret');
const isTried = (row: Row, whose: string) =>
  row.field !== 'X-Cert-Secret' || row === first || ["another tenant's", "its account's"].includes(whose);

test('the table has every field that names something with an owner', () => {
  for (const { operation } of all)
    for (const [, field = ''] of operation.path.matchAll(/\{(\w+)\}/g))
      if (!PARTS.includes(field) && !PUBLIC.includes(field))
        expect(NAMES, 'what it names, in NAMES, PARTS or PUBLIC of this file').toHaveProperty(field);
  expect(new Set(table.map(({ field }) => field))).toEqual(new Set([...Object.keys(NAMES), 'X-Cert-Secret']));
});

describe.each(table)('the isolation of $name', (row) => {
  test.each(['the account', 'a client company'])(
    'the caller, %s, gets the same answer for something of another owner and for something that does not exist',
    async (name) => {
      const { who, [row.kind]: hidden } = strangers[name]!;
      const values = hidden as Hidden;
      const sent = await authorities.requests();
      const none = await call(row, who, values.missing);
      const ofMissing = seen(none);
      expect([403, 404, 422]).toContain(ofMissing.status);
      const { operation } = row;
      const empty = operation.kind === 'submission' ? (operation.emptyData ?? []) : [];
      expect(ofMissing.body).toMatchObject({ success: false, data: empty });
      const others = Object.entries(values.others).filter(([whose]) => isTried(row, whose));
      const answers: [whose: string, answer: Answered][] = [];
      for (const [whose, value] of others) answers.push([whose, await call(row, who, value)]);
      expect(Object.fromEntries(answers.map(([whose, answer]) => [whose, seen(answer)]))).toEqual(
        Object.fromEntries(others.map(([whose]) => [whose, ofMissing])),
      );
      countTogether([none, ...answers.map(([, answer]) => answer)]);
      expect(await authorities.requests()).toBe(sent);
    },
  );

  if (row.kind === 'client')
    test('a value that is no id is refused to every caller', async () => {
      const garbage = ['abc', '-1', '1.5', '1e3', '9999999999999999', '../1', "1' OR '1'='1"];
      for (const { who } of Object.values(strangers))
        for (const { status, body } of await Promise.all(garbage.map((value) => call(row, who, value)))) {
          expect([403, 404, 422]).toContain(status);
          expect(body).toMatchObject({ success: false, data: [] });
        }
    });
});

test('a list has only the items of its caller', async () => {
  const { who } = strangers['a client company']!;
  const idsOf = async (gateway: Gateway, prefix: string) =>
    (await gateway.get(`${prefix}/customer`)).body.data.data.map(({ id }: { id: number }) => id);
  for (const prefix of ['/api/v4', '/api/web/v3']) {
    const ids = await idsOf(account, prefix);
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(strangers['the account']!.client.others["another tenant's"]);
    expect(await idsOf(who, prefix)).toHaveLength(1);
  }
  const secrets = (await who.get('/api/v4/certificate')).body.data.data.map(
    ({ cert_secret }: { cert_secret: string }) => cert_secret,
  );
  expect(secrets).toHaveLength(1);
  expect(Object.values(strangers['a client company']!.certificate.others)).not.toContain(secrets[0]);
});

test('a refused request has changed nothing', async () => {
  const { certificate, client } = strangers['a client company']!;
  const idc = await account
    .acting(String(certificate.others["another company's"]))
    .call('GET', '/api/v4/seg-social/idc', {
      json: requests['GET /seg-social/idc']!.request,
    });
  expect(idc.status).toBe(200);
  const { body } = await account.get('/api/v4/certificate', {
    clientId: client.others["another company's"]!,
  });
  expect(body.data.data).toEqual([
    expect.objectContaining({ active: 1, cert_secret: certificate.others["another company's"] }),
  ]);
});

describe('the certificates of a client company', () => {
  const idc = (gateway: Gateway, secret: string) =>
    gateway
      .acting(secret)
      .call('GET', '/api/v4/seg-social/idc', { json: requests['GET /seg-social/idc']!.request });

  test('the certificates stop working at once when the company is made inactive, and when it is deleted', async () => {
    const client = await aClient(account);
    const itself = await asClient(client);
    const both = async () =>
      (await Promise.all([idc(account, client.secret), idc(itself, client.secret)])).map(
        ({ status }) => status,
      );
    const activate = async (active: boolean) => {
      const { status } = await account.call('PUT', `/api/v4/customer/${client.id}/activate`, {
        json: { active },
      });
      expect(status).toBe(200);
    };
    const shown = async () =>
      (await account.get('/api/v4/certificate', { clientId: client.id })).body.data.data.map(
        ({ active }: { active: number }) => active,
      );
    expect(await both()).toEqual([200, 200]);
    await activate(false);
    const before = await authorities.requests();
    expect(await both()).toEqual([403, 403]);
    expect(await authorities.requests()).toBe(before);
    expect(await shown()).toEqual([0]);
    await activate(true);
    expect(await both()).toEqual([200, 200]);
    expect(await shown()).toEqual([1]);
    expect((await account.delete(`/api/v4/customer/${client.id}`)).status).toBe(200);
    const sent = await authorities.requests();
    expect(await both()).toEqual([422, 401]);
    expect(seen(await idc(account, client.secret))).toEqual(
      seen(await idc(account, String(strangers['the account']!.certificate.missing))),
    );
    expect(await authorities.requests()).toBe(sent);
    expect((await upload(account, { clientId: String(client.id) })).status).toBe(404);
  });
});
