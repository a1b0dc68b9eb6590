import type { CommitGuard } from '../authorities/port-options.ts';
import type { Operation, Reply } from '../operation.ts';
import type { Ports, ResourcePorts } from '../ports.ts';
import type { Call } from './call.ts';
import { openAuthority, portsOf } from './ports.ts';
import type { Services } from './services.ts';

/** Runs the operation of a call; behind a guard, and for a filing, where it files. */
export type Run = (guard?: CommitGuard, filingId?: string) => Promise<Reply<unknown>>;

/** How the operation of a call is run, with all that it may use. */
export const runnerOf = async (services: Services, call: Call, operation: Operation): Promise<Run> => {
  // Not spread: reading the caller where there is none is an error.
  const ports: Ports = Object.assign(portsOf(services, call), {
    filings: filingsOf(services, call),
  });
  // The parser proved the input to be what this operation takes; its type was erased in the list.
  const runWith = operation.run as (input: unknown, ports: unknown) => Promise<Reply<unknown>>;
  if (operation.kind === 'resource') return () => runWith(call.input, forResource(ports, call));
  const { authority } = operation;
  return async (guard, filingId = '') =>
    runWith(call.input, {
      ...ports,
      filingId,
      [authority]: await openAuthority(services, call, authority, guard && { guard }),
    });
};

/** Loaded at first use: few operations do anything with a filing. */
const filingsOf = (services: Services, call: Call): Ports['filings'] => {
  const load = async () => (await import('./filing-ports.ts')).filingPorts(services, call);
  return {
    request: async (filing) => (await load()).request(filing),
    answer: async (filing) => (await load()).answer(filing),
    document: async (document) => (await load()).document(document),
    evidence: async (filing) => (await load()).evidence(filing),
    cancel: async (filing) => (await load()).cancel(filing),
    check: async (filing) => (await load()).check(filing),
  };
};

const forResource = (ports: Ports, { user, admitted }: Call): ResourcePorts =>
  Object.defineProperty(
    Object.assign(ports as ResourcePorts, { admitted: admitted ?? (async () => {}) }),
    'user',
    {
      get: () => {
        if (!user) throw new Error('an operation with anonymous access has no user');
        return user;
      },
    },
  );
