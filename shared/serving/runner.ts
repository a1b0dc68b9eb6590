import type { Commit, SubmittingPort } from '../authorities/authority-port.ts';
import type { Reply } from '../kernel/reply.ts';
import type { Ports, ResourcePorts } from '../operation/ports.ts';
import { openAuthority, portsOf } from './operation-ports.ts';
import type { Services } from './services.ts';
import { type Acting, preferencesOf, type ReadForResource, type Running } from './stages.ts';

/** What stands between an operation that files and its authority. */
interface Filer {
  /** Of the filing. */
  id: string;
  send: Commit;
  /** The authority, through which it files. */
  over(port: SubmittingPort): SubmittingPort;
}

/** Runs an operation. One that files must be given a filer. */
export type Run = (filer?: Filer) => Promise<Reply<unknown>>;

/** The parser proved the input to be what an operation takes; its type was erased in the list. */
type RunWith = (input: unknown, ports: unknown) => Promise<Reply<unknown>>;

/**
 * How an operation before an authority is run, with all that it may use. What the answer of a question proves of what is due
 * is under way then (`trace.underWay`).
 */
export const runnerOf = (services: Services, acting: Acting): Run => {
  const ports = allPorts(services, acting);
  const { operation } = acting;
  const run: Run = async (filer) => {
    const opened = (await openAuthority(services, acting, filer && { commit: filer.send })) as SubmittingPort;
    return (operation.run as RunWith)(acting.input, {
      ...ports,
      filingId: filer?.id ?? '',
      [operation.authority]: filer?.over(opened) ?? opened,
    });
  };
  if (operation.kind !== 'reading' || !operation.emitsOnRead) return run;
  return () => services.hooks.runReading(services, acting, run);
};

/** Runs an operation on the gateway's own resources. */
export const runResource = (services: Services, read: ReadForResource): Promise<Reply<unknown>> => {
  const {
    operation,
    input,
    user,
    previews = 'optional',
    isOperator = false,
    ip,
    origin,
    trace,
    event,
  } = read;
  const ports: ResourcePorts = Object.defineProperty(
    Object.assign(allPorts(services, read) as ResourcePorts, services.hooks.ports(services, read), {
      ip,
      origin,
      previews,
      isOperator,
      waitSeconds: operation.waits && preferencesOf(event).waitSeconds,
      admitted: async () => trace.counting,
    }),
    'user',
    {
      get: () => {
        if (!user) throw new Error('an operation with anonymous access has no user');
        return user;
      },
    },
  );
  return (operation.run as RunWith)(input, ports);
};

/** Not spread: reading the caller where there is none is an error. */
const allPorts = (services: Services, running: Running): Ports =>
  Object.assign(portsOf(services, running), { filings: filingsOf(services, running) });

/** Loaded at first use: few operations do anything with a filing. */
const filingsOf = (services: Services, running: Running): Ports['filings'] => {
  const load = async () => (await import('./filing/for-operations.ts')).filingPorts(services, running);
  return {
    request: async (filing) => (await load()).request(filing),
    answer: async (filing) => (await load()).answer(filing),
    document: async (document) => (await load()).document(document),
    evidence: async (filing) => (await load()).evidence(filing),
    witnessOutage: async (filing) => (await load()).witnessOutage(filing),
    cancel: async (filing) => (await load()).cancel(filing),
    wasTried: async (operation, about) => (await load()).wasTried(operation, about),
    check: async (filing) => (await load()).check(filing),
    operationsNamed: async (name) => (await load()).operationsNamed(name),
  };
};
