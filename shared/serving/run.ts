import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { CommitGuard } from '../authorities/authority-port.ts';
import { API_STAGE } from '../derive/routes.ts';
import { dryRunMessage } from '../dry-run.ts';
import type { Reply } from '../operation.ts';
import type { Ports } from '../ports.ts';
import type { Replayed } from './answer.ts';
import { callOf, type ServedContext } from './call.ts';
import { fileOnce, noteDryRun } from './filing.ts';
import { filingPorts } from './filing-ports.ts';
import { openAuthority, portsOf } from './ports.ts';
import type { Services } from './services.ts';

/** Runs the operation of a request that was admitted and read. */
export const runOperation =
  (services: Services) =>
  async (event: APIGatewayProxyEvent, context: ServedContext): Promise<Reply<unknown> | Replayed> => {
    const call = callOf({ event, context });
    const { operation } = call;
    if (!operation) throw new Error('a request without operation was admitted');
    // Not spread: reading the caller where there is none is an error.
    const ports: Ports = Object.assign(await portsOf(services, call), {
      filings: filingPorts(services, call),
    });
    // The parser proved the input to be what this operation takes; its type was erased in the list.
    const runWith = operation.run as (input: unknown, ports: unknown) => Promise<Reply<unknown>>;
    if (operation.kind === 'resource') return runWith(call.input, ports);
    const { authority } = operation;
    const run = (guard?: CommitGuard, filingId = '') =>
      runWith(call.input, {
        ...ports,
        filingId,
        [authority]: openAuthority(services, call, authority, guard && { guard }),
      });
    if (operation.kind === 'reading') return run();
    const address = `/${API_STAGE}${event.resource}`;
    if (!call.dry) return fileOnce(services, event, call, operation, address, run);
    const reply = await run();
    await noteDryRun(services, call, operation, address);
    return reply.success === false ? reply : { ...reply, message: dryRunMessage(operation, reply.message) };
  };
