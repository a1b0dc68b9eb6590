import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { routerOf } from '../derive/groups.ts';
import { once } from '../kernel/lazy.ts';
import type { LazyGroup } from '../operation/operation.ts';
import { dynamo } from '../stores/dynamo/dynamo.ts';
import { withDeadline } from '../stores/limits.ts';
import { secretsManager } from '../stores/secrets.ts';
import { admit } from './admit.ts';
import { answer, preflight, receive } from './answer.ts';
import { requestMs } from './filing/times.ts';
import { readInput } from './input.ts';
import { runResource } from './run.ts';
import type { Services } from './services.ts';
import { isActing, type Received } from './stages.ts';

/** What acts before authorities; `loadAuthorities` has begun to load it. Few groups have such operations. */
const loadBeforeAuthority = once(() => import('./before-authority.ts'));

/** Milliseconds before API Gateway waits no longer at which no AWS call of a request goes on. */
const BEFORE_END_MS = 1_000;

/** The handler of a function that serves the operations of a group behind API Gateway's proxy integration. */
export const serve = (group: LazyGroup, services: Services) => {
  // While a function starts it has all of a processor, and afterwards a part.
  dynamo();
  secretsManager();
  const route = routerOf(group);
  const reply = async (received: Received) => {
    const read = await readInput(await admit(services, route, received));
    return isActing(read)
      ? (await loadBeforeAuthority()).runBeforeAuthority(services, read)
      : runResource(services, read);
  };
  return (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
    withDeadline(requestMs() - BEFORE_END_MS, async () => {
      if (event.httpMethod === 'OPTIONS') return preflight;
      const received = receive(services, event);
      return answer(services, received, reply(received));
    });
};
