import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { makeSeed } from '../../../sandbox/seed.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { deployed } from '../../support/deployed.ts';
import type { Answered, Gateway } from '../../support/gateway.ts';
import { actorOf, ended, ownFiler } from './caller.ts';
import { operations, type Placed } from './operations.ts';

/** For many calls, some of them asynchronous. On a busy machine each takes seconds. */
const PATIENT = { timeout: 900_000 };
const LATER = { Prefer: 'respond-async' };

const atAuthorities = operations.filter(({ operation }) => operation.kind !== 'resource');

/** Requests that succeed in a sandbox that was reset today. */
const requestsOfToday = () => {
  const seed = makeSeed(madridDay(new Date()));
  return requestsAt(seed, demoData(seed));
};

/** The relevant parts of an answer. Its errors say why it is not a success. */
const outcome = ({ status, body }: Answered) => ({ status, success: body.success, errors: body.errors });
const GOOD = { status: 200, success: true, errors: undefined };

const send = (caller: Gateway, name: string, json: unknown) => {
  const [method, path] = name.split(' ') as [string, string];
  return caller.call(method, path, { json });
};

/** Resets the account's sandbox and makes the calls that must come before this operation. @returns its digest */
const prepare = async (caller: Gateway, name: string): Promise<string> => {
  const { body } = await caller.post('/sandbox/reset', {});
  const { after = [] } = requestsOfToday()[name]!;
  for (const [earlier, request] of after) expect(outcome(await send(caller, earlier, request))).toEqual(GOOD);
  return after.length === 0 ? body.data.digest : digestOf(caller);
};

const digestOf = async (caller: Gateway): Promise<string> => (await caller.get('/sandbox')).body.data.digest;

/** The number of filings that have taken effect in the account's sandbox. */
const filed = async (caller: Gateway): Promise<number> => {
  const { accepted } = (await caller.get('/sandbox/counts')).body.data as {
    accepted: Record<string, number>;
  };
  return Object.values(accepted).reduce((sum, count) => sum + count, 0);
};

const authorityOf = ({ operation }: Placed) =>
  operation.kind === 'resource' ? undefined : operation.authority;

/** The first submission and the first reading of each authority. */
export const firstOfEach = (): Placed[] => {
  const kindAt = (placed: Placed) => `${authorityOf(placed)} ${placed.operation.kind}`;
  return [...new Map(atAuthorities.toReversed().map((placed) => [kindAt(placed), placed])).values()];
};

/**
 * Tests the operations at authorities, as far as the stage allows. They run concurrently if each test has its own sandbox.
 * @param chosen by default all of them
 */
export const authorityStories = (chosen = atAuthorities): void => {
  const describeAll = deployed.standIns ? describe.concurrent : describe;
  describeAll('each operation at an authority', () => {
    for (const placed of chosen) {
      if (!deployed.standIns) withoutEffect(placed);
      else if (placed.operation.kind === 'submission') submitted(placed);
      else asked(placed);
    }
  });
};

const submitted = ({ name, method, operation }: Placed) =>
  test(
    `${name}: a dry run, a filing, the same again by its key, and one that is made later`,
    PATIENT,
    async (context) => {
      const { acting } = await ownFiler(context);
      const { request } = requestsOfToday()[name]!;
      const before = await prepare(acting, name);
      const dry = await send(acting, name, { ...request, test: 1 });
      if (operation.kind === 'submission' && operation.dryRun === 'confirmation')
        expect(outcome(dry)).toEqual(GOOD);
      else expect([dry.status, Object.keys(dry.body.errors)]).toEqual([422, ['test']]);
      expect(await digestOf(acting)).toBe(before);

      const keyed = acting.with({ 'Idempotency-Key': randomUUID() });
      const first = await send(keyed, name, request);
      expect(outcome(first)).toEqual(GOOD);
      const count = await filed(acting);
      expect(count).toBeGreaterThan(0);
      const again = await send(keyed, name, request);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
      expect(await filed(acting)).toBe(count);

      await prepare(acting, name);
      const state = await madeLater(acting, method, name, { json: request });
      expect(state).toMatchObject({ state: 'accepted', answer: { success: true, status: 200 } });
    },
  );

const asked = ({ name, method }: Placed) =>
  test(
    `${name}: an answer to a body and to a query, and one that is made later`,
    PATIENT,
    async (context) => {
      const { acting } = await ownFiler(context);
      await prepare(acting, name);
      const { request } = requestsOfToday()[name]!;
      expect(outcome(await send(acting, name, request))).toEqual(GOOD);
      const query = request as Record<string, string>;
      const [, path] = name.split(' ') as [string, string];
      expect(outcome(await acting.call(method, path, { query }))).toEqual(GOOD);
      const state = await madeLater(acting, method, name, { query });
      expect(state).toMatchObject({ state: 'answered', answer: { success: true, status: 200 } });
    },
  );

/** Makes an asynchronous request. @returns its record when it has ended, read at the address in the answer */
const madeLater = async (caller: Gateway, method: string, name: string, sent: object) => {
  const [, path] = name.split(' ') as [string, string];
  const { status, headers } = await caller.with(LATER).call(method, path, sent);
  expect(status).toBe(202);
  const id = headers.get('x-tramite-id')!;
  const place = new URL(headers.get('location')!, deployed.baseUrl);
  expect(place.href).toBe(`${deployed.baseUrl}/tramites/${id}`);
  return ended(caller, id);
};

/** Tests an operation on a stage where filings are real: with a reading or a dry run. */
const withoutEffect = (placed: Placed) => {
  const { name, operation } = placed;
  test(`${name}: ${operation.kind === 'reading' ? 'an answer' : 'a dry run'}`, PATIENT, async (context) => {
    const { skip } = context;
    const isOffered = operation.kind !== 'submission' || operation.dryRun === 'confirmation';
    skip(!isOffered, 'it has no dry run');
    const { caller, certificates } = await actorOf(context);
    const request = deployed.account?.requests?.[name];
    const secret = certificates[authorityOf(placed)!];
    skip(!request || !secret, 'no request, or no certificate, was given for it (--as)');
    const wanted = operation.kind === 'submission' ? { ...request, test: 1 } : request;
    expect(outcome(await send(caller.acting(secret!), name, wanted))).toEqual(GOOD);
  });
};
