import { randomUUID } from 'node:crypto';
import { APIGatewayClient, CreateApiKeyCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { ListObjectsV2Command, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSecretsCommand } from '@aws-sdk/client-secrets-manager';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { eraseAccount } from '../../../commands/erase/erase.ts';
import { stores } from '../../../functions/stores.ts';
import { TABLES } from '../../../infra/tables.ts';
import { seed } from '../../../sandbox/seed.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { FOLDERS_OF_ACCOUNTS } from '../../../shared/stores/keyspace.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';
import { newAccount } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { contractMaker } from '../../support/contracts.ts';
import { fromElsewhere, type Gateway, idOf } from '../../support/gateway.ts';
import { makeStage } from '../../support/infra/stage.ts';
import { type LeftByErasure, ofCapabilities } from '../../support/of-capabilities.ts';
import { withoutLookUps } from '../../support/servers/failing-services.ts';
import { newService } from '../../support/setup/own-service.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';

/** The data that remain of an account that an operator erased. */

/** Whether look-ups are not answered. */
let down = false;
/** Whether evidence cannot be written. */
let isFull = false;
const evidence = {
  ...stores.evidence,
  putEvidence: async (...all: Parameters<typeof stores.evidence.putEvidence>) => {
    if (isFull) throw new Error('S3 is down');
    return stores.evidence.putEvidence(...all);
  },
};

// Its own tables, because these tests read all rows repeatedly.
await useOwnTables();
const { service, authorities, requests } = await newService({
  openAuthority: withoutLookUps(() => down),
  stores: { ...stores, evidence },
});
const run = await makeStage();
const DAY_MS = 24 * 60 * 60 * 1000;

const upload = async (gateway: Gateway, fields: Record<string, string> = {}) =>
  gateway.acting(await storeNewCertificate(gateway, { person: seed.demo.holder }, fields));

/** The data of capabilities. */
const dataOfCapabilities = await ofCapabilities<{ erased: LeftByErasure }>('erased');

/** An account that has data of every kind. */
const newTenant = async () => {
  await authorities.reset();
  const nextContract = contractMaker(service.demo);
  const { accountId, email, gateway } = await newAccount(service.demo.baseUrl, 'Gestoría que se va');
  const unique = randomUUID();
  const companyEmail = `${unique}@example.com`;
  const access = { email: companyEmail, password: 'abcd', password_confirmation: 'abcd' };
  const made = await gateway.post('/customer', {
    name: 'Panadería Inolvidable',
    access,
    profile: {
      dni: unique.replaceAll('-', '').slice(0, 9).toUpperCase(),
      razon_social: 'PANADERIA INOLVIDABLE S.L.',
      account: [{ regimen: '0111', cuenta: '28123456789', alias: 'Obrador' }],
    },
  });
  expect(made.status).toBe(200);
  const clientId = String(made.body.data.id);
  await gateway.post('/auth/login', access);
  await gateway.with(fromElsewhere()).post('/auth/login', { email: companyEmail, password: 'otra' });
  const user = (await stores.accounts.findUserByEmail(email))!;
  await stores.links.issueLink(user, new Date());
  const people = [
    await newUser(service.demo.baseUrl, accountId, 'files', 'la de Lucía'),
    await newUser(service.demo.baseUrl, accountId, 'reads', 'la de quien se fue'),
  ].map((person) => person.user);
  for (const { id, email } of people) await stores.secondFactors.beginSecondFactor({ id, email });
  await stores.users.removeUser(accountId, people[1]!.id, new Date());
  expect((await gateway.post('/auth/tokens', { name: 'Programa' })).status).toBe(200);
  await new APIGatewayClient().send(new CreateApiKeyCommand({ name: accountId, value: accountId }));
  expect((await gateway.post('/sandbox/reset', {})).status).toBe(200);

  const [own, ofClient] = [await upload(gateway), await upload(gateway, { clientId })];
  const registration = { ...requests['POST /seg-social/alta']!.request, duplicate: 1 };
  const dry = idOf(await own.post('/seg-social/alta', { ...registration, test: 1 }));
  const accepted = idOf(
    await own.with({ 'Idempotency-Key': randomUUID() }).post('/seg-social/alta', registration),
  );
  const cno = { ...requests['PUT /seg-social/cno']!.request, cno: '4309' };
  down = true;
  const lost = ofClient.with({ 'X-Sandbox-Scenario': 'lost-answer' });
  const unknown = idOf(await lost.call('PUT', '/seg-social/cno', { json: cno }));
  down = false;
  const contract = nextContract();
  const notified = await own.post('/sepe/contrata', contract);
  const refused = idOf(await own.with({ Repeats: idOf(notified) }).post('/sepe/contrata', contract));
  const ended = idOf(
    await own
      .with({ Repeats: accepted, 'X-Sandbox-Scenario': 'refused' })
      .post('/seg-social/alta', registration),
  );

  for (const { erased } of dataOfCapabilities)
    await erased.leave({ accountId, userId: user.id, filingId: accepted });

  const states = await Promise.all(
    [accepted, unknown, refused, ended, dry].map(async (id) => (await stores.filings.getFiling(id))!.state),
  );
  expect(states).toEqual(['accepted', 'unknown', 'refused', 'ended', 'ended']);
  const company = (await stores.accounts.findUserByEmail(companyEmail))!;
  const users = [user, company, ...people].map(({ id }) => id);
  const { filings } = await stores.filings.listFilings({ accountId, now: new Date(), limit: 50 });
  const kept = filings.filter(({ state }) => state === 'accepted' || state === 'unknown').map(({ id }) => id);
  expect(kept).toHaveLength(3);
  return {
    accountId,
    email,
    companyEmail,
    clientId,
    gateway,
    own,
    users,
    accepted,
    unknown,
    refused,
    ended,
    dry,
    kept,
  };
};
type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** Everything that the service has of an account: rows with its id or one of these texts, objects, secrets and API keys. */
const leftOf = async (accountId: string, texts: string[] = []) => {
  const rows: Record<string, unknown>[] = [];
  for (const table of Object.keys(TABLES))
    for await (const { Items = [] } of paginateScan({ client: dynamo() }, { TableName: process.env[table]! }))
      rows.push(
        ...Items.map((item) => ({ table, ...item })).filter((row) =>
          [accountId, ...texts].some((text) => JSON.stringify(row).includes(text)),
        ),
      );
  const s3 = new S3Client({ forcePathStyle: true });
  const documents = await Promise.all(
    FOLDERS_OF_ACCOUNTS.map((kind) =>
      s3.send(
        new ListObjectsV2Command({ Bucket: process.env.DOCUMENTS_BUCKET!, Prefix: `${kind}/${accountId}/` }),
      ),
    ),
  );
  const worlds = await s3.send(
    new ListObjectsV2Command({ Bucket: process.env.SANDBOX_BUCKET!, Prefix: `worlds/${accountId}` }),
  );
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket: process.env.EVIDENCE_BUCKET!, Prefix: `${accountId}/` }),
  );
  const secrets = await secretsManager().send(
    new ListSecretsCommand({ Filters: [{ Key: 'name', Values: [`certificates/${accountId}/`] }] }),
  );
  const keys = await new APIGatewayClient().send(new GetApiKeysCommand({ nameQuery: accountId }));
  return {
    rows,
    documents: documents.flatMap(({ Contents = [] }) => Contents.map(({ Key }) => Key)),
    worlds: (worlds.Contents ?? []).map(({ Key }) => Key),
    evidence: [...Versions, ...DeleteMarkers].map(({ Key }) => Key!),
    secrets: (secrets.SecretList ?? []).map(({ Name }) => Name),
    keys: (keys.items ?? []).map(({ name }) => name),
  };
};

/** Further texts that identify a tenant's data, such as in the locks of filings. */
const textsOf = ({ users, email, companyEmail, refused, ended, dry, kept }: Tenant) => [
  ...[email, companyEmail, refused, ended, dry],
  ...users,
  ...kept,
];

/** Expects that only data that the law requires remain, reduced to what evidence needs. */
const isErased = async (tenant: Tenant) => {
  const left = await leftOf(tenant.accountId, textsOf(tenant));
  expect(left.documents).toEqual([]);
  expect(left.worlds).toEqual([]);
  expect(left.secrets).toEqual([]);
  expect(left.keys).toEqual([]);
  expect(new Set(left.evidence.map((key) => key.split('/')[2]))).toEqual(new Set(tenant.kept));
  expect(left.rows.map(({ table, id, sk }) => [table, id, sk]).sort()).toEqual(
    tenant.kept.map((id) => ['FILINGS_TABLE', id, 'head']).sort(),
  );
  for (const { id, table, ...row } of left.rows) {
    expect(
      Object.keys(row)
        .sort()
        .filter((name) => name !== 'committingAt' && name !== 'reference'),
    ).toEqual(
      [
        ...[
          'pk',
          'sk',
          'account',
          'accountId',
          'userId',
          'clientId',
          'certificate',
          'authority',
          'operation',
        ],
        ...[
          'state',
          'dry',
          'requestId',
          'owner',
          'requestHash',
          'contentHash',
          'claimedAt',
          'endedAt',
          'expires',
        ],
      ].sort(),
    );
    const years = (Number(row.expires) * 1000 - Date.now()) / (365.25 * DAY_MS);
    expect(years).toBeGreaterThan(3.99);
    expect(years).toBeLessThan(4.01);
  }
};

test('erasing an account removes what the law allows, lists the rest with its date, and changes nothing of other accounts', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { accountId } = tenant;
  const before = await leftOf(other.accountId);
  expect(before.secrets).toHaveLength(2);
  expect(before.keys).toHaveLength(1);
  expect(before.worlds).toHaveLength(1);
  expect(before.documents.length).toBeGreaterThan(0);
  for (const part of dataOfCapabilities.flatMap(({ erased }) => erased.rows))
    expect(
      before.rows.some(({ pk, sk }) => `${pk} ${sk}`.includes(part)),
      part,
    ).toBe(true);
  const { endedAt } = (await stores.filings.getFiling(tenant.accepted))!;
  const date = new Date(Date.parse(endedAt!) + 1461 * DAY_MS).toISOString().slice(0, 10);
  await run('disable', '--id', accountId);

  const printed = await run('erase', '--id', accountId, '--confirm', accountId);
  const lines = printed
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(lines.map(([id]) => id).sort()).toEqual(tenant.kept.toSorted());
  expect(lines).toContainEqual([tenant.accepted, 'POST /api/v4/seg-social/alta', 'accepted', date]);
  expect(lines).toContainEqual([tenant.unknown, 'PUT /api/v4/seg-social/cno', 'unknown', date]);
  await isErased(tenant);

  // Running it again prints the same and changes nothing.
  expect((await run('erase', '--id', accountId, '--confirm', accountId)).split('\n').sort()).toEqual(
    printed.split('\n').sort(),
  );
  await isErased(tenant);

  expect(await leftOf(other.accountId)).toEqual(before);
  const evidence = await other.gateway.get(`/tramites/${other.accepted}/evidence`);
  const files = unzipSync(Buffer.from(evidence.body.data.file.content, 'base64'));
  expect(Object.keys(files)).toContain('manifest.json');
  // The e-mail addresses can be used again.
  await expect(stores.accounts.createAccount({ email: tenant.email, name: 'Otra' })).resolves.toBeTruthy();
  await expect(
    stores.accounts.createAccount({ email: tenant.companyEmail, name: 'Otra' }),
  ).resolves.toBeTruthy();
  expect((await tenant.gateway.get('/auth')).status).toBe(401);
});

describe('an erasure that is interrupted and repeated', () => {
  const STEPS = [
    'sessions and links',
    'filings and evidence',
    'documents',
    'usage plan',
    'client companies, users and the account',
  ];
  test('the erasure ends as if it had not been interrupted, whichever step that was before', async () => {
    const tenant = await newTenant();
    await stores.accounts.setAccountDisabled(tenant.accountId, true);
    for (const last of STEPS) {
      const interrupted = eraseAccount(tenant.accountId, (step) => {
        if (step === last) throw new Error('interrupted');
      });
      await expect(interrupted).rejects.toThrow('interrupted');
    }
    expect(await eraseAccount(tenant.accountId)).toHaveLength(3);
    await isErased(tenant);
  });
});

test('evidence that is due is written before the record of its filing is reduced', async () => {
  const { accountId, gateway } = await newAccount(service.demo.baseUrl);
  const own = await upload(gateway);
  isFull = true;
  const { request } = requests['PUT /seg-social/cno']!;
  const id = idOf(await own.call('PUT', '/seg-social/cno', { json: { ...request, cno: '4500' } }));
  isFull = false;
  const filing = (await stores.filings.getFiling(id))!;
  expect(filing).toMatchObject({ state: 'accepted', evidenceDue: filing.endedAt });
  const folder = stores.evidence.evidenceFolder(filing);
  expect(await stores.evidence.listEvidence(folder)).not.toContain(`${folder}manifest.json`);

  await stores.accounts.setAccountDisabled(accountId, true);
  expect((await eraseAccount(accountId)).map(({ filingId }) => filingId)).toEqual([id]);
  expect(await stores.evidence.listEvidence(folder)).toEqual(
    expect.arrayContaining([`${folder}manifest.json`, `${folder}request.json`]),
  );
  const reduced = (await stores.filings.getFiling(id))!;
  expect(reduced).not.toHaveProperty('evidenceDue');
  expect(reduced).not.toHaveProperty('request');
});
