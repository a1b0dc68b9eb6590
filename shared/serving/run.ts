import type { APIGatewayProxyEvent } from 'aws-lambda';
import { API_STAGE } from '../derive/routes.ts';
import { dryRunMessage } from '../dry-run.ts';
import type { Reply } from '../operation.ts';
import type { Replayed } from './answer.ts';
import { callOf, type ServedContext } from './call.ts';
import { prefersLater } from './later/prefers-later.ts';
import { runnerOf } from './runner.ts';
import type { Services } from './services.ts';

// Loaded at first use: questions do not need it.
const loadFiling = () => import('./filing.ts');
const loadPrepared = () => import('./later/prepared.ts');
const loadLater = () => import('./later/accept.ts');

/** Runs the operation of a request that was admitted and read, or accepts it to be run later. */
export const runOperation =
  (services: Services) =>
  async (event: APIGatewayProxyEvent, context: ServedContext): Promise<Reply<unknown> | Replayed> => {
    const call = callOf({ event, context });
    const { operation } = call;
    if (!operation) throw new Error('a request without operation was admitted');
    const address = `/${API_STAGE}${event.resource}`;
    if (operation.kind !== 'resource' && prefersLater(event)) {
      const { acceptForLater } = await loadLater();
      return acceptForLater(services, event, call, operation, address);
    }
    const run = await runnerOf(services, call, operation);
    if (operation.kind === 'resource') return run();
    if (operation.kind === 'reading') {
      if (!operation.mayBePrepared) return run();
      const { askOnce } = await loadPrepared();
      return askOnce(services, call, operation, address, run);
    }
    const { fileOnce, noteDryRun } = await loadFiling();
    if (!call.dry) return fileOnce(services, event, call, operation, address, run);
    const reply = await run();
    await noteDryRun(services, call, operation, address);
    return reply.success === false ? reply : { ...reply, message: dryRunMessage(operation, reply.message) };
  };
