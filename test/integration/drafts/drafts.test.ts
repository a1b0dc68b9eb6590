import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { MOST_DRAFTS } from '../../../functions/capabilities/drafts/fields.ts';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { DRAFTS, filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { demo } from '../../support/demo.ts';
import type { Gateway } from '../../support/gateway.ts';

/** Drafts: who can read them, and for how long. */

const DAY_MS = 24 * 60 * 60 * 1000;
const content = JSON.stringify({ title: 'Dar de alta a un trabajador', filled: { dni: '99999100E' } });

let account: Awaited<ReturnType<typeof newAccount>>;
let whose: { accountId: string; userId: string };
beforeEach(async () => {
  account = await newAccount(demo.baseUrl);
  whose = { accountId: account.accountId, userId: account.userId };
});
const keep = (gateway: Gateway, id: string, text = content) =>
  gateway.call('PUT', `/drafts/${id}`, { json: { content: text } });
const idsOf = async (gateway: Gateway) =>
  (await gateway.get('/drafts')).body.data.map(({ id }: { id: string }) => id);

describe('a draft', () => {
  test('a draft is stored, replaced and deleted by its name', async () => {
    const { gateway } = account;
    expect((await keep(gateway, 'registerEmployee', '{}')).status).toBe(200);
    expect((await keep(gateway, 'registerEmployee')).body.data).toMatchObject({
      id: 'registerEmployee',
      content,
    });
    const listed = (await gateway.get('/drafts')).body.data;
    expect(listed).toMatchObject([{ id: 'registerEmployee', content }]);
    for (const _ of [1, 2]) expect((await gateway.delete('/drafts/registerEmployee')).status).toBe(200);
    expect(await idsOf(gateway)).toEqual([]);
  });

  test('a draft is seen by its user alone, and not by another user of the account or of a client company', async () => {
    const other = await newUser(demo.baseUrl, account.accountId, 'files');
    const company = await newCompany(account.gateway);
    const all = [account.gateway, other.gateway, company.gateway];
    await keep(account.gateway, 'registerEmployee');
    for (const one of [other, company]) expect(await idsOf(one.gateway)).toEqual([]);
    await keep(other.gateway, 'registerEmployee', '{}');
    await other.gateway.delete('/drafts/registerEmployee');
    await keep(company.gateway, 'updateCno', '{}');
    expect(await Promise.all(all.map(idsOf))).toEqual([['registerEmployee'], [], ['updateCno']]);
  });

  test('a draft is encrypted in its row, and does not open in the row of another draft', async () => {
    await keep(account.gateway, 'registerEmployee');
    const { Items = [] } = await dynamo().send(
      new ScanCommand({
        TableName: filingsTable(),
        FilterExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `${DRAFTS}${account.accountId}` },
      }),
    );
    const drafts = Items.filter(({ id }) => id !== undefined);
    expect(drafts).toHaveLength(1);
    expect(JSON.stringify(Items)).not.toMatch(/99999100E|alta/);
    const moved = { ...drafts[0], id: 'updateCno', sk: `draft#${account.userId}#updateCno` };
    await dynamo().send(new PutCommand({ TableName: filingsTable(), Item: moved }));
    expect(await idsOf(account.gateway)).toEqual(['registerEmployee']);
  });

  test('a draft expires seven days after its last change, before the table deletes its row', async () => {
    const now = new Date();
    const later = (days: number) => new Date(now.getTime() + days * DAY_MS);
    await stores.drafts.keepDraft(whose, { id: 'one', content }, now);
    await stores.drafts.keepDraft(whose, { id: 'two', content }, now);
    await stores.drafts.keepDraft(whose, { id: 'two', content }, later(1));
    const at = async (days: number) =>
      (await stores.drafts.listDrafts(whose, later(days))).map(({ id }) => id);
    expect(await at(6.9)).toEqual(['two', 'one']);
    expect(await at(7.1)).toEqual(['two']);
    expect(await at(8.1)).toEqual([]);
    // Begun again, it counts as a new one.
    for (let number = 1; number < MOST_DRAFTS; number++)
      await stores.drafts.keepDraft(whose, { id: `d${number}`, content }, later(9));
    await stores.drafts.keepDraft(whose, { id: 'one', content }, later(9));
    await expect(stores.drafts.keepDraft(whose, { id: 'two', content }, later(9))).rejects.toMatchObject({
      status: 422,
    });
  });

  test('a draft is one of a few, of a limited size, with a name that identifies no person', async () => {
    const { gateway } = account;
    for (let number = 0; number < MOST_DRAFTS; number++)
      await stores.drafts.keepDraft(whose, { id: `d${number}`, content: '{}' }, new Date());
    expect((await keep(gateway, 'more', '{}')).status).toBe(422);
    expect((await keep(gateway, 'd0')).status).toBe(200);
    expect((await keep(gateway, 'd0', 'x'.repeat(16_001))).status).toBe(422);
    expect((await keep(gateway, 'Begoña%20Muñoz')).status).toBe(422);
    expect(await idsOf(gateway)).toHaveLength(MOST_DRAFTS);
  });

  test('a draft can be saved up to the limit, also if several calls at once save the last ones', async () => {
    const { gateway } = account;
    for (let number = 0; number < MOST_DRAFTS - 3; number++)
      await stores.drafts.keepDraft(whose, { id: `d${number}`, content: '{}' }, new Date());
    const names = ['e1', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'];
    const kept = await Promise.all(
      names.map(async (id) => ({ id, status: (await keep(gateway, id)).status })),
    );
    const good = new Set(kept.filter(({ status }) => status === 200).map(({ id }) => id));
    const refused = kept.filter(({ id }) => !good.has(id));
    expect(good.size).toBe(3);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]));
    expect((await idsOf(gateway)).filter((id: string) => id.startsWith('e')).sort()).toEqual(
      [...good].sort(),
    );
    await gateway.delete('/drafts/d0');
    expect((await keep(gateway, 'f')).status).toBe(200);
    expect((await keep(gateway, 'g')).status).toBe(422);
  });

  test('a draft is erased with its account, and drafts of other accounts stay', async () => {
    const other = await newAccount(demo.baseUrl);
    for (const { gateway } of [account, other]) await keep(gateway, 'registerEmployee');
    await stores.drafts.eraseDrafts(account.accountId);
    expect(await idsOf(account.gateway)).toEqual([]);
    expect(await idsOf(other.gateway)).toEqual(['registerEmployee']);
  });
});
