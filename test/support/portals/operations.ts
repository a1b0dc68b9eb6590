import { expect, vi } from 'vitest';
import type { SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import type { Exchange } from '../../../shared/authorities/exchange.ts';
import { outcomeAndError } from '../../../shared/authorities/run-script.ts';
import { unknownOutcome } from '../../../shared/kernel/authority-errors.ts';
import { type Document, toFileObject } from '../../../shared/kernel/document.ts';
import { type AuthorityName, ServiceError } from '../../../shared/kernel/errors.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import type { Operation } from '../../../shared/operation/operation.ts';
import { runAsServed } from '../run-as-served.ts';
import { PDF, type Portal, resultOf } from './portal.ts';

/** Runs operations without a server: requests are parsed, and the authority is replaced by functions. */

/** Noon in Madrid. */
const NOW = new Date('2026-11-04T11:00:00Z');

/** Parses a request as the server does. */
export const read = (operation: Operation, request: Record<string, unknown>) =>
  readRequest(operation.request, request, {
    onlyDefined: operation.kind === 'submission',
  });

/** The names of the fields for which a request is refused, sorted. */
export const failingFields = (operation: Operation, request: Record<string, unknown>): string[] =>
  Object.keys(read(operation, request).errors).toSorted();

/** In place of a result: the authority did not answer, so the outcome of the submission is unknown. */
export const LOST = Symbol('lost');

/**
 * An authority's results by exchange: a result, `LOST`, or an error (thrown or returned), which the port converts into the
 * error that operations get.
 */
type Results = Record<string, (input: never) => unknown>;

/** Ports as `run` receives them. `asked` lists the exchanges in order, and `inputs` their arguments. */
export const portsTo = (
  authority: AuthorityName,
  results: Results,
  { dry = false, now = NOW } = {},
): { ports: never; asked: string[]; inputs: unknown[] } => {
  const asked: string[] = [];
  const inputs: unknown[] = [];
  const call = async (exchange: { name: string }, input: unknown) => {
    asked.push(exchange.name);
    inputs.push(input);
    const result = results[exchange.name];
    if (!result) throw new Error(`no result for ${exchange.name}`);
    const give = async () => (result as (input: unknown) => unknown)(input);
    const value = await give().catch((error: unknown) => error);
    if (value instanceof ServiceError) throw value;
    if (value instanceof Error) throw outcomeAndError(authority, value, undefined)[1];
    return value;
  };
  const port: SubmittingPort = {
    dry,
    access: async () => undefined,
    read: call as SubmittingPort['read'],
    submit: (async (exchange: { name: string }, input: unknown) => {
      if (dry) return undefined;
      const value = await call(exchange, input);
      if (value === LOST) throw unknownOutcome(authority);
      return value;
    }) as SubmittingPort['submit'],
    reference: (text) => {
      ports.reference = text;
    },
  };
  const ports: Record<string, unknown> = {
    [authority]: port,
    now,
    authorityNow: now,
    askedAt: now,
    filingId: '01K00000000000000000000000',
    keep: async (document: Document) => toFileObject(document),
  };
  return { ports: ports as never, asked, inputs };
};

/** Ports that run these exchanges against a portal. */
export const portsOver = (
  authority: AuthorityName,
  portal: Portal,
  ...exchanges: Exchange<'reading', never, unknown>[]
): never => {
  const asking = exchanges.map((exchange) => [
    exchange.name,
    (query: never) => resultOf(exchange, query, portal),
  ]);
  return portsTo(authority, Object.fromEntries(asking)).ports;
};

/** The reply of an operation to a valid request. */
export const run = async (operation: Operation, request: Record<string, unknown>, ports: never) => {
  const { value, errors } = read(operation, request);
  expect(errors).toEqual({});
  const served = ports as { now: Date; filingId: string; reference?: string };
  const reply = await runAsServed(operation, value!, served, () => served.reference);
  // `filed` is for the record of the filing and not part of the answer.
  const { filed: _, ...answered } = reply as Record<string, unknown>;
  return answered;
};

/** The error with which an operation fails. */
export const failure = async (promise: Promise<unknown>): Promise<ServiceError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
};

/** A PDF as authorities return it. */
export const document = (name: string): Document => ({ contentType: 'application/pdf', name, bytes: PDF });

/** Runs something with fake timers, so that its waiting takes no time. */
export const withoutWaiting = async <T>(make: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ now: NOW });
  try {
    const promise = make();
    promise.catch(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    return await promise;
  } finally {
    vi.useRealTimers();
  }
};
