import { ulid } from 'ulid';
import { createCertificateAuthority, issueClient, issueServer } from '../../sandbox/pki/pki.ts';
import { type Seed, seed } from '../../sandbox/seed.ts';
import { startSandbox } from '../../sandbox/server.ts';
import type { State } from '../../sandbox/state.ts';
import {
  authorityPort,
  type PortOptions,
  type SubmittingPort,
} from '../../shared/authorities/authority-port.ts';
import { closeConnections } from '../../shared/authorities/channel/connections.ts';
import { toFileObject } from '../../shared/kernel/document.ts';
import { type AuthorityName, ServiceError } from '../../shared/kernel/errors.ts';
import * as identifiers from '../../shared/kernel/identifiers.ts';
import type { FilingFacts, Reply } from '../../shared/kernel/reply.ts';
import { readRequest } from '../../shared/kernel/validation.ts';
import type { Operation, Submission } from '../../shared/operation/operation.ts';
import type { Ports } from '../../shared/operation/ports.ts';
import { runAsServed } from './run-as-served.ts';

type Fields = Record<string, unknown>;
/** The stand-in's counts, by authority and kind. */
type Stats = Record<'accepted' | 'submissions', Record<string, number>>;

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Options of a run. */
interface Run {
  /** Runs it as a dry run, with `test=1`. */
  dry?: boolean;
  /** Address of the authorities; by default the ones in this process. */
  baseUrl?: string;
  scenario?: string;
  /** Whether the exchanges that are off until seen are enabled; true by default. */
  switchedOn?: boolean;
  /** Records the conversations. */
  record?: PortOptions['record'];
  /** The port that carries out the exchanges, in place of the service's own. */
  port?: SubmittingPort;
}

/**
 * The issuer, and the certificates of the server and of the demo holder. They are made once in a process, because making keys
 * is slow.
 */
const makePki = async () => {
  const authority = await createCertificateAuthority();
  const [server, client] = await Promise.all([
    issueServer(authority),
    issueClient(authority, { person: seed.demo.holder }),
  ]);
  return { authority, server, client };
};
let madePki: ReturnType<typeof makePki> | undefined;

/**
 * The stand-in authorities in this process over real TLS, and operations run against them through real ports, but without the
 * stages of a request.
 * @param now the clock of the authorities
 */
export const startAuthorities = async (seeded: Seed = seed, now?: () => Date) => {
  madePki ??= makePki();
  const pki = await madePki;
  const { authority, client } = pki;
  const sandbox = await startSandbox({ pki, seed: seeded, ...(now && { now }) });
  const look = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${sandbox.controlUrl}${path}`)).json()) as T;

  const port = (
    name: AuthorityName,
    { dry = false, baseUrl = sandbox.url, scenario, switchedOn = true, record }: Run = {},
  ): SubmittingPort =>
    authorityPort({
      authority: name,
      baseUrl,
      ca: authority.certificate,
      credential: async () => ({ version: '1', key: client.key, chain: client.chain }),
      dry,
      deadline: new Date(Date.now() + 60_000),
      headers: scenario ? { 'X-Sandbox-Scenario': scenario } : {},
      isSwitchedOn: () => switchedOn,
      ...(record && { record }),
      log: () => {},
    });

  const runParsed = async (
    operation: Operation,
    request: unknown,
    how: Run = {},
  ): Promise<Reply<unknown>> => {
    if (operation.kind === 'resource') throw new Error('not an operation before an authority');
    const name = operation.authority as AuthorityName;
    const ports = { ...portsWithoutServing(), [name]: how.port ?? port(name, how) };
    return runAsServed(operation, request as Fields, ports, () => undefined);
  };

  return {
    sandbox,
    pki,
    /** The port to an authority, as an operation gets it. */
    port,
    /** The state of the authorities. */
    state: () => look<State>('/state'),
    digest: async () => (await look<{ digest: string }>('/digest')).digest,
    /** The number of filings that took effect. */
    filed: async () => sumOf((await look<Stats>('/stats')).accepted),
    /** The number of requests that would file something, including refused ones. */
    submitted: async () => sumOf((await look<Stats>('/stats')).submissions),
    /** Resets the authorities to the seed. */
    reset: async () => {
      await fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' });
    },
    /** Runs an operation. Its schema must accept the request. */
    run: (operation: Operation, request: Fields, how: Run = {}): Promise<Reply<unknown>> =>
      runParsed(operation, parsed(operation, request), how),
    /** Runs an operation with a request that its schema has parsed. */
    runParsed,
    /** Looks a submission up. Its schema must accept the request. */
    lookUp: async (operation: Submission, request: Fields, facts: FilingFacts) => {
      if ('none' in operation.lookUp) throw new Error('an operation without look-up');
      const ports = { ...portsWithoutServing(), [operation.authority]: port(operation.authority) };
      return operation.lookUp.find(parsed(operation, request), facts, ports as never);
    },
    close: async () => {
      await closeConnections();
      await sandbox.close();
    },
  };
};

/** Parses a valid request with the operation's schema, including check digits. */
export const parsed = (operation: Operation, request: Fields): Fields => {
  const { value, errors } = readRequest(operation.request, request, {
    onlyDefined: true,
    identifiers,
  });
  if (!value) throw new Error(`not a valid request: ${JSON.stringify(errors)}`);
  return value;
};

/** The ports of an operation, without the port to its authority. */
const portsWithoutServing = (): Omit<Ports, 'stores' | 'filings' | 'listMac'> & { filingId: string } => ({
  filingId: ulid(),
  caller: { accountId: 'account', userId: 'user', sessionId: 'session' },
  now: new Date(),
  authorityNow: new Date(),
  askedAt: new Date(),
  keep: async (document) => toFileObject(document),
  continuation: {
    issue: async (payload) => JSON.stringify(payload),
    read: async (token) => JSON.parse(token),
  },
});

/** The status and messages that a caller gets. */
export const outcomeOf = async (run: Promise<Reply<unknown>>) => {
  try {
    const reply = await run;
    return { status: 200, data: reply.data, message: reply.message };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: error.status, message: error.message, errors: error.errors };
  }
};
