import type { LambdaClient } from '@aws-sdk/client-lambda';
import { setting } from '../../../../shared/kernel/config.ts';
import { limited } from '../../../../shared/stores/limits.ts';

/** Invokes the function that parses files of batches and has no rights. */

/** Deadline of the call in milliseconds, longer than the function's timeout. */
const READ_MS = 24_000;

let client: LambdaClient | undefined;

/**
 * Invokes the function with JSON and returns its answer.
 * @throws Error if it failed or timed out, which a hostile file may cause on purpose
 */
export const askSheets = async (question: unknown): Promise<unknown> => {
  // Loaded on first use, because few requests have a file.
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  client ??= limited((config) => new LambdaClient(config), {
    attempts: 1,
    attemptMs: READ_MS,
    callMs: READ_MS,
  });
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: setting('SHEETS_FUNCTION'), Payload: JSON.stringify(question) }),
  );
  if (FunctionError || !Payload) throw new Error(`the reader of files failed: ${FunctionError}`);
  return JSON.parse(Buffer.from(Payload).toString('utf8'));
};
