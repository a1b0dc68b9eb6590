import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { webhookKey } from '../../../functions/capabilities/webhooks/store/webhook-keys.ts';
import { stores } from '../../../functions/stores.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import type { Sealed } from '../of-capabilities.ts';

/** A webhook, whose secret is sealed in its row. */
export const sealed: Sealed = async ({ accountId, userId }) => {
  const { webhook, secret } = await stores.webhooks.addWebhook(
    { accountId, userId, bond: {} },
    { url: 'https://a.example', description: undefined, types: undefined, company: undefined },
    new Date(),
  );
  return {
    works: async () => {
      const [found] = await stores.webhooks.listWebhooks(accountId);
      expect(await stores.webhooks.secretsOf(found!, new Date())).toEqual([secret]);
    },
    addUnreadable: async () => {
      const nothing = { sealed: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA', until: '2020' };
      await dynamo().send(
        new UpdateCommand({
          TableName: process.env.ACCOUNTS_TABLE,
          Key: webhookKey(accountId, webhook.id),
          UpdateExpression: 'SET secrets = list_append(secrets, :more)',
          ExpressionAttributeValues: { ':more': [nothing] },
        }),
      );
    },
  };
};
