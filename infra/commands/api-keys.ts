import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  GetApiKeysCommand,
} from '@aws-sdk/client-api-gateway';

/**
 * Gives an account its place in the usage plan. The key is the account's id, since that is what the authorizer answers
 * for whoever calls; it opens nothing by itself. Does what is missing, so it can be repeated.
 */
export const giveApiKey = async (accountId: string, usagePlanId: string): Promise<void> => {
  const client = new APIGatewayClient();
  const id = (await findKey(client, accountId)) ?? (await createKey(client, accountId));
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
  } catch (error) {
    // It is in the plan already.
    if (!(error instanceof ConflictException)) throw error;
  }
};

const findKey = async (client: APIGatewayClient, name: string): Promise<string | undefined> => {
  const { items } = await client.send(new GetApiKeysCommand({ nameQuery: name }));
  return items?.find((key) => key.name === name)?.id;
};

const createKey = async (client: APIGatewayClient, accountId: string): Promise<string> => {
  const { id } = await client.send(
    new CreateApiKeyCommand({ name: accountId, value: accountId, enabled: true }),
  );
  return id!;
};
