import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { routerOf } from '../derive/groups.ts';
import { once } from '../kernel/lazy.ts';
import type { LazyGroup } from '../operation/operation.ts';
import { dynamo } from '../stores/dynamo/dynamo.ts';
import { withDeadline } from '../stores/limits.ts';
import { secretsManager } from '../stores/secrets.ts';
import { admit } from './admit.ts';
import { enveloped, type Serving } from './answer.ts';
import { requestMs } from './filing/times.ts';
import { readInput } from './input.ts';
import { runResource } from './run.ts';
import type { Services } from './services.ts';
import { isActing } from './stages.ts';

/** Code for acting before authorities; `loadAuthorities` has begun to load it. Few groups have such operations. */
const loadBeforeAuthority = once(() => import('./before-authority.ts'));

/** Milliseconds before API Gateway waits no longer at which no AWS call of a request goes on. */
const BEFORE_END_MS = 1_000;

/**
 * The handler of a function that serves the operations of a group behind API Gateway's proxy integration. Its stages
 * are functions and not middlewares: each takes the result of the one before, so none can be left out or come too
 * early.
 */
export const serve = (group: LazyGroup, services: Services) => {
  // While a function starts it has all of a processor, and afterwards a part.
  dynamo();
  secretsManager();
  const route = routerOf(group);
  const handle = enveloped(services).handler(async (_, { received }) => {
    const read = await readInput(await admit(services, route, received));
    return isActing(read)
      ? (await loadBeforeAuthority()).runBeforeAuthority(services, read)
      : runResource(services, read);
  });
  return (event: APIGatewayProxyEvent, context: Partial<Context> = {}) =>
    withDeadline(
      requestMs() - BEFORE_END_MS,
      handle,
      event,
      context as Serving,
    ) as Promise<APIGatewayProxyResult>;
};
