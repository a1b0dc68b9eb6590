import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { addDays } from '../../../sandbox/calendar.ts';
import type { DehuNotice } from '../../../sandbox/dehu/records.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import type { SandboxPki } from '../../../sandbox/pki/folder.ts';
import { account, company, holder, person } from '../../../sandbox/population.ts';
import { makeSeed, seed } from '../../../sandbox/seed.ts';
import { contractOf } from '../../../sandbox/sepe/seed.ts';
import { authorityServer } from '../../../sandbox/server.ts';
import type { Company, ContributionAccount, Holder, Person, State } from '../../../sandbox/state.ts';
import { makeRegister, type RegisteredWorker } from '../../../sandbox/tgss/seed.ts';
import { memoryStore } from '../../../sandbox/worlds/store.ts';
import { Worlds } from '../../../sandbox/worlds/worlds.ts';

/** Stand-ins for many tenants, each with its own holder, company and workers. They record the requests that they receive. */

export interface Tenant {
  holder: Holder;
  company: Company;
  account: ContributionAccount;
  /** A worker registered in the account, with a contract that begins on the same day. */
  worker: RegisteredWorker;
  /** A worker who is registered in no account. */
  newWorker: Person;
}

/** A notification of a tenant that is pending at DEHú. */
const noticeOf = ({ holder }: Tenant): DehuNotice => ({
  ...seed.demo.dehu.pending,
  identifier: createHash('sha256').update(`notice of ${holder.nif}`).digest('hex').slice(0, 22),
  concept: `Requerimiento de ${holder.givenName}`,
  nif: holder.nif,
});

/** First sequence number, far from the seed's numbers. */
const FIRST = 300;

/** Creates tenants, and an initial state of the stand-ins that has them in addition to the seed. */
export const manyTenants = (count: number): { tenants: Tenant[]; firstState: () => State } => {
  const { registrations, register } = makeRegister();
  const tenants = Array.from({ length: count }, (_, index): Tenant => {
    const number = FIRST + index;
    const owner = company(number, `EMPRESA ${number} SL`);
    const own = account(number, owner);
    return {
      holder: holder(number, `TITULAR${number}`, [own]),
      company: owner,
      account: own,
      worker: register({ worker: person(number), account: own }, seed.demo.worker.fecha_alta),
      newWorker: person(number + count),
    };
  });
  const firstState = () => {
    const { state } = makeSeed(seed.today);
    state.holders.push(...tenants.map((tenant) => tenant.holder));
    state.companies.push(...tenants.map((tenant) => tenant.company));
    state.accounts.push(...tenants.map((tenant) => tenant.account));
    state.persons.push(...tenants.flatMap(({ worker, newWorker }) => [worker, newWorker]));
    for (const [index, { worker, account }] of tenants.entries())
      state.sepe.contracts.push(
        contractOf(FIRST + index, { worker, account }, [worker.fecha_alta, addDays(seed.today, 30)]),
      );
    state.dehu.notices.push(...tenants.map(noticeOf));
    const { tgss } = state;
    tgss.registrations.push(
      ...registrations.map((one) => ({ ...structuredClone(one), id: tgss.nextId + one.id - 1 })),
    );
    tgss.nextId += registrations.length;
    return state;
  };
  return { tenants, firstState };
};

/** A request as it reached the stand-ins. */
export interface Reached {
  /** The account that the gateway sent along. */
  account: string;
  /** Tax id of the certificate's holder. */
  nif: string;
  /** The operation that the gateway sent along. */
  operation: string;
  method: string;
  path: string;
  cookie: string;
  body: string;
}

/**
 * Starts stand-ins with a separate state for each account. `begin` resets all states; `reached` lists the requests since then.
 * @param beforeAnswer delays each answer, but not the work behind it
 */
export const startManyWorlds = async (
  pki: SandboxPki,
  firstState: () => State,
  beforeAnswer: (account: string) => Promise<unknown> | undefined = () => undefined,
) => {
  let run = 0;
  const reached: Reached[] = [];
  const accountOf = ({ headers }: IncomingMessage) => String(headers['x-sandbox-account']);
  const worlds = new Worlds({ store: memoryStore(), now: () => new Date(), firstState });
  const server = authorityServer({
    pki,
    worlds,
    accountOf: (request) => `${accountOf(request)} ${run}`,
    slowMilliseconds: 300,
  });
  server.prependListener('request', (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    const one: Reached = {
      account: accountOf(request),
      nif: String(subject.serialNumber).replace('IDCES-', ''),
      operation: String(request.headers['x-sandbox-operation']),
      method: request.method ?? '',
      path: request.url ?? '',
      cookie: String(request.headers.cookie),
      body: '',
    };
    reached.push(one);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      one.body = Buffer.concat(chunks).toString('latin1');
    });
  });
  // Simulates a slow authority: the answer is delayed, but not the work.
  const [answering] = server.listeners('request').slice(1) as ((...all: unknown[]) => void)[];
  server.removeListener('request', answering!);
  server.on('request', (request, response) => {
    const end = response.end.bind(response);
    response.end = ((...all: Parameters<typeof end>) => {
      void Promise.resolve(beforeAnswer(accountOf(request))).then(() => end(...all));
      return response;
    }) as typeof response.end;
    answering!(request, response);
  });
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const port = await listen(server);
  return {
    /** Bytes received and sent, including TLS. */
    bytes: () => sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    url: `https://${HOST}:${port}`,
    reached,
    begin: () => {
      run += 1;
      reached.length = 0;
    },
    close: () => shut(server),
  };
};
