import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { vi } from 'vitest';
import { createTables } from '../emulator.ts';

/** Gives a test file its own tables, because the shared ones have rows of other files. */
export const useOwnTables = async (): Promise<void> => {
  const tables = await createTables(new DynamoDBClient(), `-${randomUUID()}`);
  for (const [variable, name] of Object.entries(tables)) vi.stubEnv(variable, name);
};
