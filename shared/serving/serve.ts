import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { routerOf } from '../derive/groups.ts';
import { API_STAGE } from '../derive/routes.ts';
import type { Reply } from '../kernel/reply.ts';
import type { LazyGroup } from '../operation/operation.ts';
import { dynamo } from '../stores/dynamo/dynamo.ts';
import { withDeadline } from '../stores/limits.ts';
import { secretsManager } from '../stores/secrets.ts';
import { admit } from './admit.ts';
import { answer, preflight, type Replayed, receive } from './answer.ts';
import { KEY } from './filing/draft.ts';
import { requestMs } from './filing/times.ts';
import { readInput } from './input.ts';
import { runnerOf, runResource } from './runner.ts';
import type { Services } from './services.ts';
import { header, isActing, isSubmitting, preferencesOf, type Read, type Received } from './stages.ts';

// Loaded at first use: questions do not need it.
const loadPreview = () => import('./filing/preview.ts');
const loadOnce = () => import('./filing/once.ts');
const loadDryRun = () => import('./filing/dry-run.ts');
const loadPrepared = () => import('./later/prepared.ts');
const loadLater = () => import('./later/accept.ts');

/** Runs the operation of a request that was read, or accepts it to be run later. */
export const runOperation = async (services: Services, read: Read): Promise<Reply<unknown> | Replayed> => {
  if (!isActing(read)) return runResource(services, read);
  const { event, operation } = read;
  const address = `/${API_STAGE}${event.resource}`;
  const key = operation.kind === 'submission' ? header(event, KEY) : undefined;
  const preview = isSubmitting(read)
    ? await (await loadPreview()).previewOf(services, read, { event, address })
    : undefined;
  const acting = preview ? { ...read, preview } : read;
  if (preferencesOf(event).later)
    return (await loadLater()).acceptForLater(services, acting, { event, address, key });
  const run = runnerOf(services, acting);
  if (isSubmitting(acting))
    return acting.dry
      ? (await loadDryRun()).tryOnce(services, acting, { address, run })
      : (await loadOnce()).fileOnce(services, acting, { address, key, run });
  return operation.kind === 'reading' && operation.mayBePrepared
    ? (await loadPrepared()).askOnce(services, read, { address, run })
    : run();
};

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
  return (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
    withDeadline(requestMs() - BEFORE_END_MS, async () => {
      if (event.httpMethod === 'OPTIONS') return preflight;
      const received = receive(services, event);
      return answer(services, received, reply(received));
    });
};
