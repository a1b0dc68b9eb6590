import { randomBytes } from 'node:crypto';
import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { reconciliationData } from '../../../functions/capabilities/reconciliation/of-worker.ts';
import {
  believedOf,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  resultIn,
  type Seen,
  seenIn,
} from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';
import {
  listReconciliations,
  removeReconciliation,
  rewriteReconciliation,
} from '../../../functions/capabilities/reconciliation/store/reconciliations.ts';
import { stores } from '../../../functions/stores.ts';
import { person } from '../../../sandbox/population.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { asFunction } from '../../support/iam/recorder.ts';

/** Comparisons of companies of thousands of workers, whose workforce and result are larger than a row may be. */

const WORKERS = 5_000;
/** A row of DynamoDB, in bytes. */
const ROW = 400 * 1024;
const account = '011128999940052';
const accountId = `large-${randomBytes(6).toString('hex')}`;
const certificate = { certificateId: 'c', clientId: 0, fingerprint: 'f' };

const believed = Array.from({ length: WORKERS }, (_, place) => {
  const { dni, nss } = person(place);
  const mac = randomBytes(32).toString('hex');
  const terms = { contract: '100', coefficient: '', group: '07', cno: String(1000 + (place % 8999)) };
  return { company: 1, account, mac, document: dni, nss, since: '2024-01-01', at: '2026-01-01', ...terms };
});
/** As many differences as there can be: an office that sent a list with other codes. */
const result: ReconciliationResult = {
  differences: believed.flatMap(({ document, nss }) =>
    (['tipo_contrato', 'coeficiente', 'grupo_cotizacion', 'cno'] as const).map((field) => ({
      kind: 'field' as const,
      account,
      document,
      nss,
      name: null,
      field,
      believed: '1',
      found: '2',
      since: '2024-01-01',
      lacks: [],
      mends: {
        operation: 'updateContract',
        body: { regimen: '0111', ccc: account.slice(4), dni: document, nss },
      },
    })),
  ),
  notCompared: [],
};
const seen = result.differences.map(({ document }) => ({
  key: randomBytes(32).toString('hex'),
  account,
  document,
}));
const createdAt = new Date().toISOString();
const one: Reconciliation = {
  id: '01KAQ3C6D8Q2Z5R7T9V1W3X5Y7',
  accountId,
  clientId: 0,
  company: 1,
  cif: 'B99990017',
  accounts: [{ regimen: '0111', ccc: account.slice(4) }],
  from: '2025-01-01',
  today: '2026-01-01',
  state: 'asking',
  certificates: { tgss: certificate, sepe: certificate },
  createdAt,
  actor: { userId: 'u', token: { kind: 'session', id: 's', generation: 0 } },
  asked: 0,
  answered: 0,
  failed: 0,
  believed: packed(believed),
  night: '2026-01-01',
};

/** All rows of the comparison, with their sizes in bytes. */
const sizes = async (): Promise<number[]> => {
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: filingsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `reconciliation#${accountId}#${one.id}` },
    },
  );
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  return items.map((item) =>
    Object.entries(item).reduce(
      (sum, [name, value]) =>
        sum + name.length + (value instanceof Uint8Array ? value.length : JSON.stringify(value).length),
      0,
    ),
  );
};

test('a comparison of 5,000 workers, all of whom differ in everything, fits into rows and is read as it was written', async () => {
  const now = new Date();
  await stores.reconciliation.createReconciliation(one, now);
  const owner = 'o';
  const taken = await stores.reconciliation.leaseReconciliation(one, { owner, now, until: now });
  expect(believedOf(taken!)).toEqual(believed);
  const ended = await stores.reconciliation.noteReconciliation(taken!, owner, {
    state: 'ended',
    endedAt: createdAt,
    result: packed(result),
    seen: packed(seen),
    dueAt: null,
  });
  for (const read of [
    ended!,
    (await stores.reconciliation.getReconciliation(accountId, one.id))!,
    (await listReconciliations(accountId))[0]!,
  ]) {
    expect(believedOf(read)).toEqual(believed);
    expect(resultIn(read)).toEqual(result);
    expect(seenIn(read)).toEqual(seen);
  }
  for (const size of await sizes()) expect(size).toBeLessThan(ROW);

  // The worker is taken out of every part, and no earlier part is left.
  const [erased, ...others] = believed;
  const isOther = ({ document }: { document: string | null }) => document !== erased!.document;
  const left = { ...result, differences: result.differences.filter(isOther) };
  await asFunction('tramites', () =>
    rewriteReconciliation(ended!, {
      believed: packed(others),
      result: packed(left),
      seen: packed(seen.filter(isOther)),
      open: [account],
    }),
  );
  const rewritten = (await stores.reconciliation.getReconciliation(accountId, one.id))!;
  expect(believedOf(rewritten)).toEqual(others);
  expect(resultIn(rewritten)).toEqual(left);
  expect(seenIn(rewritten)).toEqual(seen.filter(isOther));
  const parts = Object.values(rewritten.rest!).reduce((sum, { count }) => sum + count, 0);
  expect(await sizes()).toHaveLength(1 + parts);
  for (const size of await sizes()) expect(size).toBeLessThan(ROW);
  await removeReconciliation(one);
  expect(await sizes()).toEqual([]);
});

test('a comparison whose entry in the list has expired is deleted with the worker, because it would expire at any moment', async () => {
  await stores.reconciliation.createReconciliation(one, new Date());
  const owner = 'o';
  const now = new Date();
  const taken = await stores.reconciliation.leaseReconciliation(one, { owner, now, until: now });
  const ended = await stores.reconciliation.noteReconciliation(taken!, owner, {
    state: 'ended',
    result: packed({ differences: [], notCompared: [] }),
    dueAt: null,
  });
  const listed = { pk: `reconciliation#${accountId}#list`, sk: one.id };
  await dynamo().send(new DeleteCommand({ TableName: filingsTable(), Key: listed }));
  await asFunction('tramites', () =>
    rewriteReconciliation(ended!, {
      believed: packed(believed.slice(1)),
      result: packed({ differences: [], notCompared: [] }),
      open: [],
    }),
  );
  expect(await sizes()).toEqual([]);
});

const STRANGER = person(9_000).dni;
const OTHER = person(9_001).dni;
const EMPTY: ReconciliationResult = { differences: [], notCompared: [] };
const ofStranger = (document: string): ReconciliationResult['differences'][number] => ({
  ...result.differences[0]!,
  document,
});

test.each<[string, { result?: ReconciliationResult; seen?: Seen[]; listed?: string }]>([
  [
    'that it was not compared',
    {
      result: {
        ...EMPTY,
        notCompared: [
          { about: 'situation', account, document: STRANGER, name: null, because: 'Sin respuesta.' },
        ],
      },
    },
  ],
  ['that a night before reported it', { seen: [{ key: 'a', account, document: STRANGER }] }],
  [
    'that the document of another row is now the one of the stranger',
    {
      result: {
        ...EMPTY,
        differences: [
          { ...ofStranger(OTHER), kind: 'document', believed: OTHER, found: STRANGER },
          ofStranger(OTHER),
        ],
      },
      seen: [{ key: 'b', account, document: OTHER }],
    },
  ],
  ['that the list of the account has it', { listed: STRANGER }],
])('a stranger of whom a comparison only has %s is found and erased, too', async (_, more) => {
  const small = { ...one, believed: packed([]) };
  await stores.reconciliation.createReconciliation(small, new Date());
  if (more.listed)
    await stores.reconciliation.putAnswer(small, {
      key: 'registered',
      account,
      about: 'registered',
      state: 'answered',
      answer: packed([{ document: more.listed, nss: '', since: '2026-01-01' }]),
    });
  const owner = 'o';
  const now = new Date();
  const taken = await stores.reconciliation.leaseReconciliation(small, { owner, now, until: now });
  const kept = { key: 'kept', account, document: believed[0]!.document };
  await stores.reconciliation.noteReconciliation(taken!, owner, {
    state: 'ended',
    result: packed(more.result ?? EMPTY),
    seen: packed([...(more.seen ?? []), kept]),
    dueAt: null,
  });
  const key = await stores.keys.serviceKey('worker');
  const mac = listMac(accountId, { what: 'worker', value: STRANGER }, key);
  const of = { accountId, mac } as Parameters<typeof reconciliationData.erase>[1];
  const { erased } = await reconciliationData.erase({ stores } as Services, of);
  expect(erased).toEqual([one.id]);
  const left = (await stores.reconciliation.getReconciliation(accountId, one.id))!;
  expect(resultIn(left)).toEqual(EMPTY);
  expect(seenIn(left)).toEqual([kept]);
  expect(await stores.reconciliation.listAnswers(left)).toEqual([]);
  await removeReconciliation(one);
});
