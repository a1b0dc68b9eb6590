import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { NoMemory } from '../../../../shared/authorities/channel/failure.ts';
import {
  MemoryBudget,
  type OwnMemory,
  ownMemory,
  withOwnMemory,
} from '../../../../shared/authorities/channel/memory.ts';
import { eventually, get, open, serve, soon } from '../../../support/tls/mutual-tls.ts';

/** Large documents of requests at the same time are counted. */

/** A request that goes on until the test ends it. */
const request = async (budget: MemoryBudget) => {
  const own = Promise.withResolvers<OwnMemory>();
  const end = Promise.withResolvers<void>();
  const ended = budget.during(async (memory) => {
    own.resolve(memory);
    await end.promise;
  });
  return {
    memory: await own.promise,
    end: async () => {
      end.resolve();
      await ended;
    },
  };
};

describe('the budget', () => {
  it('lets a document wait until another request has ended', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = await Promise.all([request(budget), request(budget)]);
    expect(one.memory.take(80)).toBeUndefined();
    const waiting = two.memory.take(30);
    expect(waiting).toBeDefined();
    expect(budget.used).toBe(80);
    await one.end();
    await waiting?.over;
    expect(budget.used).toBe(30);
    await two.end();
    expect(budget.used).toBe(0);
  });

  it('lets who has had memory longest have more, so that no two wait for each other', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = await Promise.all([request(budget), request(budget)]);
    expect(one.memory.take(50)).toBeUndefined();
    expect(two.memory.take(50)).toBeUndefined();
    const waiting = two.memory.take(10);
    expect(one.memory.take(60)).toBeUndefined();
    await one.end();
    await waiting?.over;
    await two.end();
    expect(budget.used).toBe(0);
  });

  it('takes one that is larger than all of it, alone, and counts what must not wait', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = await Promise.all([request(budget), request(budget)]);
    expect(one.memory.take(300)).toBeUndefined();
    expect(two.memory.take(50, false)).toBeUndefined();
    expect(budget.used).toBe(350);
    one.memory.give(300);
    expect(budget.used).toBe(50);
    await Promise.all([one.end(), two.end()]);
    expect(budget.used).toBe(0);
  });

  it('keeps nothing of a request that ended while it waited, or of what comes after it', async () => {
    const budget = new MemoryBudget(100);
    const [one, two] = await Promise.all([request(budget), request(budget)]);
    one.memory.take(100);
    const waiting = two.memory.take(10);
    await two.end();
    await waiting?.over;
    two.memory.give(10);
    expect(two.memory.take(500)).toBeUndefined();
    expect(budget.used).toBe(100);
    await one.end();
    expect(budget.used).toBe(0);
  });
});

const MiB = 1024 * 1024;
/** All that large documents of this process may take together: an eighth of 1,024 MB. */
const ALL = 128 * MiB;
/** For answers of 60 MiB, in milliseconds, on a machine with much else to do. */
const PATIENT = 240_000;

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
      resolve((await open(baseUrl).send(get(path), soon(PATIENT))).body.byteLength);
      await end.promise;
      order.push('first ended');
    });
    return { got, ended };
  };
  const first = [holding('/one'), holding('/two')];
  for (const { got } of first) expect(await got).toBe(60 * MiB);
  const third = withOwnMemory(async () => {
    const { body } = await open(baseUrl).send(get('/third'), soon(PATIENT));
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

describe('a wait that lasts too long', () => {
  /** A portal that sends so much at once, and the rest when it is asked to; it announces no size. */
  const inTwo = async (...sizes: [number, number]) => {
    const { promise: goOn, resolve: sendRest } = Promise.withResolvers<void>();
    const { baseUrl } = await serve(async (_, response) => {
      response.write(Buffer.alloc(sizes[0], 'x'));
      await goOn;
      response.end(Buffer.alloc(sizes[1], 'x'));
    });
    return { baseUrl, sendRest };
  };

  it('ends with a failure of its own, which gives back at once what it has, also while its request goes on', async () => {
    const { baseUrl, sendRest } = await inTwo(2 * MiB, 6 * MiB);
    await withOwnMemory(async () => {
      // All but 6 MiB, of which the first part takes four.
      ownMemory()!.take(ALL - 6 * MiB, false);
      await withOwnMemory(async () => {
        sendRest();
        await expect(open(baseUrl).send(get('/'), soon(12_000))).rejects.toBeInstanceOf(NoMemory);
        await withOwnMemory(async () => expect(ownMemory()!.take(5 * MiB)).toBeUndefined());
      });
    });
  });

  it('leaves its place to those behind it', async () => {
    const budget = new MemoryBudget(100);
    const [one, two, three] = await Promise.all([request(budget), request(budget), request(budget)]);
    one.memory.take(80);
    const large = two.memory.take(50)!;
    const small = three.memory.take(30)!;
    // Enough for the small one, which is not the first.
    one.memory.give(20);
    expect(budget.used).toBe(60);
    large.leave();
    await small.over;
    expect(budget.used).toBe(90);
    await Promise.all([one.end(), two.end(), three.end()]);
    expect(budget.used).toBe(0);
  });
});

it('the time for which an answer waited is known', async () => {
  const { baseUrl } = await large();
  const { promise: free, resolve } = Promise.withResolvers<void>();
  const holding = withOwnMemory(async () => {
    ownMemory()!.take(ALL, false);
    await free;
  });
  const { waited } = await withOwnMemory(async () => {
    const take = vi.spyOn(ownMemory()!, 'take');
    const answer = open(baseUrl).send(get('/'), soon(PATIENT));
    await eventually(() =>
      expect(take).toHaveReturnedWith(expect.objectContaining({ leave: expect.any(Function) })),
    );
    await sleep(300);
    resolve();
    return answer;
  });
  await holding;
  expect(waited).toBeGreaterThanOrEqual(290);
});

it('the answer to what commits never waits for memory', async () => {
  const { baseUrl } = await large();
  let arrived = 0;
  const sizes = await Promise.all(
    Array.from({ length: 3 }, (_, number) =>
      withOwnMemory(async () => {
        const { body } = await open(baseUrl).send({ ...get(`/${number}`), commits: true }, soon(PATIENT));
        // Each keeps its own until all are there.
        arrived += 1;
        await vi.waitFor(() => expect(arrived).toBe(3), { timeout: PATIENT });
        return body.byteLength;
      }),
    ),
  );
  expect(sizes).toEqual([60, 60, 60].map((size) => size * MiB));
});
