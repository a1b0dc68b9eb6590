import { expect } from 'vitest';
import type { Request } from '../../../shared/authorities/channel/channel.ts';
import type { Exchange } from '../../../shared/authorities/exchange.ts';
import { runScript } from '../../../shared/authorities/run-script.ts';
import { decodeForm } from '../portals/portal.ts';
import type { SentRequest } from './portal-client.ts';
import type { ClientOptions, StandIn } from './stand-in.ts';

/** Compares the requests of a public program and of our connector that do the same at the stand-in authorities. */

/** Differences between two forms: the program's and the connector's value of a field, by name. */
export type Differences = Record<string, [program: string | undefined, connector: string | undefined]>;

/** Fields that differ in each session, or that contain the position of the cursor. */
const UNIMPORTANT = /^(?:sessionId|focusedControl|ARQ\.SPM\.TICKET|fIslw|param|trans)$/;

const differencesOf = (program: string, connector: string, among: 'all' | 'sentByProgram'): Differences => {
  const [theirs, ours] = [program, connector].map((body) => new Map(decodeForm(body)));
  const both = among === 'all' ? [...theirs!.keys(), ...ours!.keys()] : [...theirs!.keys()];
  const names = [...new Set(both)].filter((name) => !UNIMPORTANT.test(name));
  const different = names.filter((name) => theirs!.get(name) !== ours!.get(name));
  return Object.fromEntries(different.map((name) => [name, [theirs!.get(name), ours!.get(name)]]));
};

const postsOf = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST');

/** Result of a run at the stand-ins. */
export interface Run<Out> {
  sent: SentRequest[];
  /** Digest of the authorities' state afterwards. */
  digest: string;
  result: Out;
}

/** Runs a program against the stand-ins in their initial state. */
export const runProgram = async <Out>(
  standIn: StandIn,
  program: () => Promise<Out>,
  before: () => Promise<unknown> = async () => {},
): Promise<Run<Out>> => {
  await standIn.reset();
  await before();
  standIn.sent.length = 0;
  const result = await program();
  return { sent: [...standIn.sent], digest: await standIn.control.digest(), result };
};

/** Runs one of our exchanges against the stand-ins in their initial state. Each step is sent once. */
export const runConnector = async <In, Out>(
  standIn: StandIn,
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  {
    options = {},
    sentAs = (request) => request,
    before = async () => {},
  }: {
    options?: ClientOptions;
    /** Changes a request before the stand-in gets it. */
    sentAs?: (request: Request) => Request;
    before?: () => Promise<unknown>;
  } = {},
): Promise<Run<Out>> => {
  await standIn.reset();
  await before();
  const channel = await standIn.channel(options);
  const scenario: Record<string, string> = options.scenario ? { 'x-sandbox-scenario': options.scenario } : {};
  const sent: SentRequest[] = [];
  const { end } = await runScript({ exchange, input, dry: false }, ({ method, path, headers, body = '' }) => {
    sent.push({ method, path, body: Buffer.from(body).toString('latin1') });
    const rest = { headers: { ...headers, ...scenario }, ...(body && { body }) };
    return channel.send(sentAs({ method, path, ...rest }), Date.now() + 60_000);
  });
  if (!('result' in end)) throw 'error' in end ? end.error : new Error('no dry run was asked for');
  return { sent, digest: await standIn.control.digest(), result: end.result };
};

/**
 * Expects both runs to have the same effect. Returns the differences between their forms: in all fields, or only in
 * those that the program sends, for programs that omit what the portal does not need.
 */
export const compare = (
  program: Run<unknown>,
  connector: Run<unknown>,
  among: 'all' | 'sentByProgram' = 'all',
): Differences[] => {
  expect(connector.digest).toBe(program.digest);
  const [theirs, ours] = [postsOf(program.sent), postsOf(connector.sent)];
  expect(ours.map(({ path }) => path.replace(/[?;].*/, ''))).toEqual(
    theirs.map(({ path }) => path.replace(/[?;].*/, '')),
  );
  return ours.map(({ body }, index) => differencesOf(theirs[index]!.body, body, among));
};
