import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { dni } from '../../../sandbox/identifiers.ts';
import {
  createCertificateAuthority,
  type Issued,
  issueClient,
  issueServer,
  type Subject,
} from '../../../sandbox/pki/pki.ts';
import { makeSeed, type Seed } from '../../../sandbox/seed.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/server.ts';
import type { ContributionAccount, Person } from '../../../sandbox/state.ts';
import { type Channel, connect } from '../../../shared/authorities/channel/channel.ts';
import { closeConnections } from '../../../shared/authorities/channel/connections.ts';
import { atAuthorities } from '../sandbox.ts';
import { PortalClient, type SentRequest } from './portal-client.ts';

/** The current day at the stand-in authorities. It does not depend on the day on which the tests run. */
export const TODAY = '2026-06-15';
/** Noon of that day in Madrid. */
const NOON = Date.parse(`${TODAY}T10:00:00Z`);

/** The state of the stand-in authorities before each test. */
export const seed: Seed = makeSeed(TODAY);
const { demo, other } = seed;

/** Identifiers of a worker. */
export type WorkerKey = Pick<Person, 'nss' | 'identificacion' | 'dni'>;
/** Identifiers of an account. */
export type AccountKey = Pick<ContributionAccount, 'regimen' | 'ccc'>;

/** Making keys takes long, so each is made when a test first needs it, and once for all stand-ins of a test file. */
const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const authority = once(() => createCertificateAuthority());
const serverCertificate = once(async () => issueServer(await authority()));
const clientCertificate = (subject: Subject, options?: { notAfter: Date }) =>
  once<Issued | undefined>(async () => issueClient(await authority(), subject, options));

/** Client certificates, by the name of the client. */
const CERTIFICATES = {
  demo: clientCertificate({ person: demo.holder }),
  /** Holder of another tenant. */
  other: clientCertificate({ person: other.holder }),
  /** The demo holder as the representative of the agency. */
  agency: clientCertificate({ person: demo.holder, organisation: demo.agency }),
  /** The seal of the demo company. */
  seal: clientCertificate({ organisation: demo.company }),
  /** Issued by a certificate authority that the portals do not know. */
  foreign: once(async () =>
    issueClient(await createCertificateAuthority('Otra CA'), { person: demo.holder }),
  ),
  expired: clientCertificate({ person: demo.holder }, { notAfter: new Date(Date.now() - 1000) }),
  /** A person who is unknown to the portals. */
  unknown: clientCertificate({ person: { ...demo.holder, nif: dni(12_345_678) } }),
  /** No certificate. */
  anonymous: async () => undefined,
};

/** Which certificate the client has, and the scenario of all its requests. */
export interface ClientOptions {
  as?: keyof typeof CERTIFICATES;
  scenario?: string;
}

interface StandInOptions {
  /** A seed other than the default. */
  seed?: Seed;
  /** Delay of the scenario `slow`. */
  slowMilliseconds?: number;
  /** Where the state is kept, if not in the memory of the stand-ins. */
  kept?: SandboxOptions['kept'];
}

/** Stand-in authorities for a test file, with a clock that only the tests move. */
export class StandIn {
  /** Time at the authorities, in milliseconds. */
  time = NOON;
  /** The clients' requests since the last reset. */
  readonly sent: SentRequest[] = [];
  readonly #options: StandInOptions;
  readonly #agents = new Map<string, Promise<Agent>>();
  #sandbox: Sandbox | undefined;

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const pki = { authority: await authority(), server: await serverCertificate() };
    this.#sandbox = await startSandbox({ seed, ...this.#options, pki, now: () => new Date(this.time) });
  }

  /** Restores the initial state and time. */
  async reset(): Promise<void> {
    this.time = NOON;
    this.sent.length = 0;
    await this.control.reset();
  }

  async close(): Promise<void> {
    for (const agent of this.#agents.values()) await (await agent).close();
    await closeConnections();
    await this.#sandbox?.close();
  }

  get url(): string {
    return this.#sandbox!.url;
  }

  /** The control server. */
  get control(): ReturnType<typeof atAuthorities> {
    return atAuthorities(this.#sandbox!.controlUrl);
  }

  client({ as = 'demo', scenario }: ClientOptions = {}): PortalClient {
    return new PortalClient(this.url, () => this.#agent(as), scenario, this.sent);
  }

  /** A channel as our connectors use it. */
  async channel({ as = 'demo' }: ClientOptions = {}): Promise<Channel> {
    const [{ certificate: ca }, client] = await Promise.all([authority(), CERTIFICATES[as]()]);
    if (!client) throw new Error('connectors have a certificate');
    const credential = { version: '1', key: client.key, chain: client.chain };
    return connect({ baseUrl: this.url, ca, credential });
  }

  /** The agent for a certificate, which has one connection. */
  #agent(as: keyof typeof CERTIFICATES): Promise<Agent> {
    const agent = this.#agents.get(as) ?? makeAgent(as);
    this.#agents.set(as, agent);
    return agent;
  }
}

const makeAgent = async (as: keyof typeof CERTIFICATES): Promise<Agent> => {
  const { certificate } = await authority();
  const client = await CERTIFICATES[as]();
  return new Agent({
    connections: 1,
    connect: { ca: certificate, ...(client && { cert: client.chain, key: client.key }) },
  });
};

/** Stand-in authorities for the tests of a file. They are reset before each test. */
export const useStandIn = (options: StandInOptions = {}): StandIn => {
  const standIn = new StandIn(options);
  beforeAll(() => standIn.start());
  beforeEach(() => standIn.reset());
  afterAll(() => standIn.close());
  return standIn;
};
