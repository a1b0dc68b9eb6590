import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';

/** A DynamoDB call as it was passed to the document client. */
export interface RecordedCall {
  name: string;
  input: unknown;
}

/** Records the DynamoDB calls that some work makes. */
export const dynamoCalls = async (work: () => Promise<unknown>): Promise<RecordedCall[]> => {
  const calls: RecordedCall[] = [];
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        calls.push({ name: commandName, input: structuredClone(args.input) });
        return next(args);
      },
    { step: 'initialize', name: 'bench' },
  );
  try {
    await work();
  } finally {
    dynamo().middlewareStack.remove('bench');
  }
  return calls;
};
