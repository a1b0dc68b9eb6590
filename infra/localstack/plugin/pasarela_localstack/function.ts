/**
 * One process of a function: loads the handler that `_HANDLER` names, then answers one invocation after another, as the
 * runtime of Lambda does. Its argument is the descriptor of the socket to LocalStack, on which requests and answers are
 * lines of JSON.
 */
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

interface Invocation {
  id: string;
  arn: string;
  trace: string;
  /** JSON. */
  event: string;
  /** Milliseconds. */
  timeout: number;
}

type Handler = (event: unknown, context: object) => Promise<unknown>;

const { env } = process;
const socket = new Socket({ fd: Number(process.argv[2]) });
// LocalStack has ended, or needs this process no more.
socket.on('close', () => process.exit());

const send = (answer: { answer: string } | { error: string }): Promise<void> =>
  new Promise((sent) => socket.write(`${JSON.stringify(answer)}\n`, () => sent()));

const errorOf = (thrown: unknown): { error: string } => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '' } = error;
  return { error: JSON.stringify({ errorType: name, errorMessage: message, trace: stack.split('\n') }) };
};

const load = async (): Promise<Handler> => {
  const [file, name] = env._HANDLER!.split('.') as [string, string];
  const module = await import(pathToFileURL(join(env.LAMBDA_TASK_ROOT!, `${file}.mjs`)).href);
  if (typeof module[name] !== 'function') throw new Error(`${env._HANDLER} is no function`);
  return module[name];
};

const contextOf = ({ id, arn, timeout }: Invocation) => {
  const end = Date.now() + timeout;
  return {
    awsRequestId: id,
    invokedFunctionArn: arn,
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => end - Date.now(),
  };
};

const handler = await load().catch(async (error) => {
  console.error(error);
  await send(errorOf(error));
  process.exit(1);
});
await send({ answer: '' });

for await (const line of createInterface({ input: socket })) {
  const invocation = JSON.parse(line) as Invocation;
  env._X_AMZN_TRACE_ID = invocation.trace;
  try {
    const answer = await handler(JSON.parse(invocation.event), contextOf(invocation));
    await send({ answer: JSON.stringify(answer) ?? 'null' });
  } catch (error) {
    console.error(error);
    await send(errorOf(error));
  }
}
