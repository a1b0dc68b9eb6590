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
 * Adds an account to the usage plan by an API key. The key's value is the account's id, which the authorizer returns
 * as the caller's key; the key alone gives no access. Idempotent.
 */
export const addToUsagePlan = async (accountId: string, usagePlanId: string): Promise<void> => {
  const client = new APIGatewayClient();
  const id = (await findKey(client, accountId)) ?? (await createKey(client, accountId, usagePlanId));
  try {
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
  } catch (error) {
    // The key is in the plan already.
    if (!(error instanceof ConflictException)) throw error;
  }
};

/** Milliseconds to wait for a new key, in all and between two attempts. */
const KEY_MS = { longest: 5 * 60_000, pause: 2_000 };

/**
 * Waits until API Gateway knows the key of an account. That takes seconds to minutes, in which API Gateway answers
 * 403.
 * @param address of the API with its stage, without a trailing slash
 * @param token of a session of the account
 * @returns status of the last attempt; 403 if it is still refused
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
      // The role that erases accounts may delete only keys of this plan.
      tags: { [USAGE_PLAN_TAG]: usagePlanId },
    }),
  );
  return id!;
};
