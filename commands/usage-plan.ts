import { setTimeout as sleep } from 'node:timers/promises';
import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
} from '@aws-sdk/client-api-gateway';
import { USAGE_PLAN_TAG } from '../infra/names.ts';

/**
 * Adds an account to the usage plan, through an API key. The value of the key is the account's id, because the
 * authorizer returns this id as the caller's key. The key alone gives no access. Calling this again does no harm.
 */
export const addToUsagePlan = async (accountId: string, usagePlanId: string): Promise<void> => {
  const client = new APIGatewayClient();
  const id = (await findKey(client, accountId)) ?? (await createKey(client, accountId, usagePlanId));
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
  } catch (error) {
    // The key is already in the plan.
    if (!(error instanceof ConflictException)) throw error;
  }
};

/** Milliseconds for which a new key is waited for, and between two tries. */
const KEY_MS = { longest: 5 * 60_000, pause: 2_000 };

/**
 * Waits until API Gateway knows the key of an account: that takes seconds to minutes, in which it answers 403 to every call.
 * @param address of the API with its stage, without a slash at its end
 * @param token of a session of the account
 * @returns the status of the last try; 403 if it is still refused
 * @throws Error if the address cannot be reached
 */
export const untilAdmitted = async (
  address: string,
  token: string,
  { longest, pause } = KEY_MS,
): Promise<number> => {
  for (const began = Date.now(); ; await sleep(pause)) {
    const { status, body } = await fetch(`${address}/v4/auth`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(longest),
    });
    await body?.cancel();
    if (status !== 403 || Date.now() - began + pause > longest) return status;
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

const createKey = async (
  client: APIGatewayClient,
  accountId: string,
  usagePlanId: string,
): Promise<string> => {
  const { id } = await client.send(
    new CreateApiKeyCommand({
      name: accountId,
      value: accountId,
      enabled: true,
      // Who erases accounts may delete no other keys.
      tags: { [USAGE_PLAN_TAG]: usagePlanId },
    }),
  );
  return id!;
};
