import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  MemoryBudget,
  type OwnMemory,
  withOwnMemory,
} from '../../../../shared/authorities/channel/memory.ts';
import { get, open, serve, soon } from '../../../support/tls/mutual-tls.ts';

/** Large documents of requests at the same time are counted. */

/** A request that goes on until the test ends it. */
const request = (budget: MemoryBudget) => {
  const own = Promise.withResolvers<OwnMemory>();
  const end = Promise.withResolvers<void>();
  const ended = budget.during(async (memory) => {
    own.resolve(memory);
    await end.promise;
  });
  return {
    take: async (bytes: number, mayWait?: boolean) => (await own.promise).take(bytes, mayWait),
    memory: own.promise,
    end: async () => {
      end.resolve();
      await ended;
    },
  };
};

describe('the budget', () => {
  it('lets a document wait until another request has ended', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = [request(budget), request(budget)];
    expect((await one.memory).take(80)).toBeUndefined();
    const waiting = (await two.memory).take(30);
    expect(waiting).toBeInstanceOf(Promise);
    expect(budget.used).toBe(80);
    await one.end();
    await waiting;
    expect(budget.used).toBe(30);
    await two.end();
    expect(budget.used).toBe(0);
  });

  it('lets who has had memory longest have more, so that no two wait for each other', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = [request(budget), request(budget)];
    const [first, second] = await Promise.all([one.memory, two.memory]);
    expect(first.take(50)).toBeUndefined();
    expect(second.take(50)).toBeUndefined();
    const waiting = second.take(10);
    expect(first.take(60)).toBeUndefined();
    await one.end();
    await waiting;
    await two.end();
    expect(budget.used).toBe(0);
  });

  it('takes one that is larger than all of it, alone, and counts what must not wait', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = [request(budget), request(budget)];
    const [first, second] = await Promise.all([one.memory, two.memory]);
    expect(first.take(300)).toBeUndefined();
    expect(second.take(50, false)).toBeUndefined();
    expect(budget.used).toBe(350);
    first.give(300);
    expect(budget.used).toBe(50);
    await Promise.all([one.end(), two.end()]);
    expect(budget.used).toBe(0);
  });

  it('keeps nothing of a request that ended while it waited, or of what comes after it', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = [request(budget), request(budget)];
    const [first, second] = await Promise.all([one.memory, two.memory]);
    first.take(100);
    const waiting = second.take(10);
    await two.end();
    await waiting;
    second.give(10);
    expect(second.take(500)).toBeUndefined();
    expect(budget.used).toBe(100);
    await one.end();
    expect(budget.used).toBe(0);
  });
});

const MiB = 1024 * 1024;

/** A portal that announces 60 MiB, and ends after a part of it when the test says so: the rest is never there. */
const large = async () => {
  const document = Buffer.alloc(60 * MiB, 'x');
  return serve((_, response) => response.writeHead(200, { 'content-length': document.length }).end(document));
};

it('a third answer of 60 MiB waits for one of the first two requests to end', async () => {
  const { baseUrl } = await large();
  const order: string[] = [];
  const end = Promise.withResolvers<void>();
  /** Gets a document, and keeps it until the test ends. */
  const holding = (path: string) => {
    const { promise: got, resolve } = Promise.withResolvers<number>();
    const ended = withOwnMemory(async () => {
      resolve((await open(baseUrl).send(get(path), soon())).body.byteLength);
      await end.promise;
      order.push('first ended');
    });
    return { got, ended };
  };
  const first = [holding('/one'), holding('/two')];
  for (const { got } of first) expect(await got).toBe(60 * MiB);
  const third = withOwnMemory(async () => {
    const { body } = await open(baseUrl).send(get('/third'), soon());
    order.push('third');
    return body.byteLength;
  });
  // A third that does not wait is there by then, on a machine that is not busy.
  await sleep(500);
  end.resolve();
  expect(await third).toBe(60 * MiB);
  await Promise.all(first.map(({ ended }) => ended));
  expect(order[0]).toBe('first ended');
});

it('the answer to what commits never waits for memory', async () => {
  const { baseUrl } = await large();
  let arrived = 0;
  const sizes = await Promise.all(
    Array.from({ length: 3 }, (_, number) =>
      withOwnMemory(async () => {
        const { body } = await open(baseUrl).send({ ...get(`/${number}`), commits: true }, soon());
        // Each keeps its own until all are there.
        arrived += 1;
        await vi.waitFor(() => expect(arrived).toBe(3), { timeout: 20_000 });
        return body.byteLength;
      }),
    ),
  );
  expect(sizes).toEqual([60, 60, 60].map((size) => size * MiB));
});
