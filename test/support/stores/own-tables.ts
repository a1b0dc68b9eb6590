import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { vi } from 'vitest';
import { createTables } from '../emulator.ts';

/** Gives a file of tests tables of its own: those of all files have rows of others, and what holds for all holds there, too. */
export const useOwnTables = async (): Promise<void> => {
  const tables = await createTables(new DynamoDBClient(), `-${randomUUID()}`);
  for (const [variable, name] of Object.entries(tables)) vi.stubEnv(variable, name);
};
