import { finished } from 'node:stream/promises';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { withOwnMemory } from '../authorities/channel/memory.ts';
import { routerOf } from '../derive/router.ts';
import { isStreamed, STREAM_SECONDS } from '../kernel/config.ts';
import type { LazyGroup } from '../operation/operation.ts';
import { dynamo } from '../stores/aws.ts';
import { withDeadline } from '../stores/limits.ts';
import { secretsManager } from '../stores/secrets.ts';
import { admit } from './admit.ts';
import { answer, preflight, receive } from './answer.ts';
import { requestMs } from './filing/times.ts';
import { readInput } from './input.ts';
import { runOperation } from './run.ts';
import type { Services } from './services.ts';
import type { Received } from './stages.ts';

/** Milliseconds before API Gateway waits no longer at which no AWS call of a request goes on. */
const BEFORE_END_MS = 1_000;

/** The handler of a function that serves the operations of a group behind API Gateway's proxy integration. */
export const serve = (group: LazyGroup, services: Services) => {
  // While a function starts it has all of a processor, and afterwards a part.
  dynamo();
  secretsManager();
  const route = routerOf(group);
  const reply = async (received: Received) => {
    const admitted = await admit(services, route, received);
    return runOperation(services, await readInput(admitted));
  };
  const handle: Handler = (event) =>
    withDeadline(requestMs() - BEFORE_END_MS, async () => {
      if (event.httpMethod === 'OPTIONS') return preflight;
      const received = receive(services, event);
      return answer(services, received, reply(received));
    });
  return isStreamed() ? inParts(handle) : (event: APIGatewayProxyEvent) => withOwnMemory(() => handle(event));
};

type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/**
 * A handler whose answer Lambda passes on in parts, as API Gateway wants it: status and headers first, then the body.
 * `awslambda` is a global of Lambda's runtime, which calls what it makes. The memory of the request is its own until all has left,
 * which Lambda ends in time only on demand.
 */
const inParts = (handle: Handler): Handler =>
  awslambda.streamifyResponse((event: APIGatewayProxyEvent, whole: awslambda.HttpResponseStream) =>
    withOwnMemory(async () => {
      const { body, ...metadata } = await handle(event);
      const parts = awslambda.HttpResponseStream.from(whole, metadata);
      // Status and headers go with the first part, also where it is empty.
      parts.write(body);
      parts.end();
      await finished(parts, { signal: AbortSignal.timeout(STREAM_SECONDS * 1000) });
    }),
  ) as unknown as Handler;
