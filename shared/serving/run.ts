import type { APIGatewayProxyEvent } from 'aws-lambda';
import { API_STAGE } from '../derive/routes.ts';
import { dryRunMessage } from '../dry-run.ts';
import type { Reply } from '../operation.ts';
import type { Replayed } from './answer.ts';
import { callOf, type ServedContext } from './call.ts';
import { fileOnce, noteDryRun } from './filing.ts';
import { acceptForLater, prefersLater } from './later/accept.ts';
import { askOnce } from './later/prepared.ts';
import { runnerOf } from './runner.ts';
import type { Services } from './services.ts';

/** Runs the operation of a request that was admitted and read, or accepts it to be run later. */
export const runOperation =
  (services: Services) =>
  async (event: APIGatewayProxyEvent, context: ServedContext): Promise<Reply<unknown> | Replayed> => {
    const call = callOf({ event, context });
    const { operation } = call;
    if (!operation) throw new Error('a request without operation was admitted');
    const address = `/${API_STAGE}${event.resource}`;
    if (operation.kind !== 'resource' && prefersLater(event))
      return acceptForLater(services, event, call, operation, address);
    const run = await runnerOf(services, call, operation);
    if (operation.kind === 'resource') return run();
    if (operation.kind === 'reading')
      return operation.mayBePrepared ? askOnce(services, call, operation, address, run) : run();
    if (!call.dry) return fileOnce(services, event, call, operation, address, run);
    const reply = await run();
    await noteDryRun(services, call, operation, address);
    return reply.success === false ? reply : { ...reply, message: dryRunMessage(operation, reply.message) };
  };
