import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
} from '@aws-sdk/client-api-gateway';

/**
 * Adds an account to the usage plan, through an API key. The value of the key is the account's id, because the
 * authorizer returns this id as the caller's key. The key alone gives no access. Calling this again does no harm.
 */
export const addToUsagePlan = async (accountId: string, usagePlanId: string): Promise<void> => {
  const client = new APIGatewayClient();
  const id = (await findKey(client, accountId)) ?? (await createKey(client, accountId));
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
  } catch (error) {
    // The key is already in the plan.
    if (!(error instanceof ConflictException)) throw error;
  }
};

/** Removes an account from all usage plans, with its key. */
export const removeFromUsagePlan = async (accountId: string): Promise<void> => {
  const client = new APIGatewayClient();
  const apiKey = await findKey(client, accountId);
  if (apiKey) await client.send(new DeleteApiKeyCommand({ apiKey }));
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
