import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../shared/authorities/authority-port.ts';
import type { SharedHealth } from '../../../shared/authorities/health.ts';
import { NoSlot, Semaphore } from '../../../shared/authorities/semaphore.ts';
import { exchange } from '../../support/portals/examples.ts';
import { eventually, serve, soon } from '../../support/tls/mutual-tls.ts';
import { portTo } from '../../support/tls/port.ts';

/** Limits on simultaneous conversations, and the order of waiting ones. */

const LATER = 60_000;

/** Has a conversation as the port does. */
const converse = async <T>(
  semaphore: Semaphore,
  wanted: Parameters<Semaphore['acquire']>[0],
  run: () => Promise<T>,
) => {
  const release = await semaphore.acquire(wanted);
  try {
    return await run();
  } finally {
    release();
  }
};

/** Conversations that end when the test says so. */
const conversations = (semaphore: Semaphore) => {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    begin: (name: string, { certificate = 'one', of = {} as object, milliseconds = LATER } = {}) =>
      converse(semaphore, { certificate, of, until: Date.now() + milliseconds }, async () => {
        began.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    end: async (name: string) => {
      await sleep(0);
      ends.get(name)!();
      // Promises that wait for it continue before any timer.
      await sleep(0);
    },
  };
};

describe('the semaphore of conversations', () => {
  it('the semaphore limits the conversations with one certificate, and those in all', async () => {
    const { begin, began, end } = conversations(new Semaphore({ ofCertificate: 2, inAll: 3 }));
    const all = [
      begin('a1'),
      begin('a2'),
      begin('a3'),
      begin('b1', { certificate: 'two' }),
      begin('b2', { certificate: 'two' }),
    ];
    await sleep(0);
    expect(began).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(began).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('a1');
    expect(began.at(-1)).toBe('a3');
    for (const name of ['a2', 'a3', 'b2']) await end(name);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  });

  it('the semaphore admits first the request with the fewest conversations', async () => {
    const { begin, began, end } = conversations(new Semaphore({ ofCertificate: 2, inAll: 9 }));
    const [first, second] = [{}, {}];
    const all = [
      begin('first 1', { of: first }),
      begin('first 2', { of: first }),
      begin('first 3', { of: first }),
      begin('second 1', { of: second }),
    ];
    await end('first 1');
    expect(began.at(-1)).toBe('second 1');
    for (const name of ['first 2', 'first 3', 'second 1']) await end(name);
    await Promise.all(all);
    expect(began.at(-1)).toBe('first 3');
  });

  it('the semaphore admits others after a conversation fails', async () => {
    const semaphore = new Semaphore({ ofCertificate: 1, inAll: 1 });
    const { begin, end } = conversations(semaphore);
    const failing = converse(semaphore, { certificate: 'x', of: {}, until: soon() }, () =>
      Promise.reject(new Error('x')),
    );
    const next = begin('next');
    await expect(failing).rejects.toThrow('x');
    await end('next');
    expect(await next).toBe('next');
  });

  it('the semaphore refuses a request without time left, and admits the next one', async () => {
    const { begin, began, end } = conversations(new Semaphore({ ofCertificate: 1, inAll: 1 }));
    const first = begin('first');
    const late = begin('late', { milliseconds: 0 });
    const patient = begin('patient');
    await expect(late).rejects.toBeInstanceOf(NoSlot);
    await end('first');
    await end('patient');
    expect(await Promise.all([first, patient])).toEqual(['first', 'patient']);
    expect(began).toEqual(['first', 'patient']);
  });
});

/** A portal that answers only when this many requests wait for it, or when it is asked to answer all. */
const gathering = async (howMany: number) => {
  let needed = howMany;
  let waiting: (() => void)[] = [];
  let most = 0;
  const { baseUrl } = await serve((request, response) => {
    waiting.push(() => response.end(request.url));
    most = Math.max(most, waiting.length);
    if (waiting.length >= needed) answerAll();
  });
  const answerAll = () => {
    for (const answer of waiting) answer();
    waiting = [];
  };
  const answerFromNowOn = () => {
    needed = 1;
    answerAll();
  };
  return { baseUrl, most: () => most, answerFromNowOn };
};

const twoPages = exchange('reading', function* (path: string) {
  const first = yield { method: 'GET', path };
  // A list that continues only if there is time for more answers as slow as the slowest.
  const second = yield { method: 'GET', path: `${path}/list`, needs: 2 };
  return [first, second].map((answer) => Buffer.from(answer!.body).toString());
});

const portOf = (
  baseUrl: string,
  records: ExchangeRecord[] = [],
  milliseconds?: number,
  health?: SharedHealth,
) =>
  portTo(baseUrl, {
    deadline: new Date(soon(milliseconds)),
    log: (record) => records.push(record),
    ...(health && { health }),
  });

it('each of 16 requests at once with one certificate has an answer of its own', async () => {
  const { baseUrl, most } = await gathering(16);
  const names = Array.from({ length: 16 }, (_, number) => `/${number}`);
  const answers = await Promise.all(names.map((name) => portTo(baseUrl).read(twoPages, name)));
  expect(answers).toEqual(names.map((name) => [name, `${name}/list`]));
  expect(most()).toBe(16);
});

it('further requests wait without a connection, and are refused with 503 if no time is left', async () => {
  const { baseUrl, most, answerFromNowOn } = await gathering(17);
  const records: ExchangeRecord[] = [];
  const held = Array.from({ length: 16 }, (_, number) => portTo(baseUrl).read(twoPages, `/${number}`));
  await eventually(() => expect(most()).toBe(16));
  const refused = portOf(baseUrl, records, 4_500).read(twoPages, '/late');
  await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  expect(records).toMatchObject([{ outcome: 'too-long', steps: 0 }]);
  expect(most()).toBe(16);
  answerFromNowOn();
  await Promise.all(held);
});

const page = exchange('reading', function* (path: string) {
  return (yield { method: 'GET', path })!.body.byteLength;
});

const TOO_MANY = { status: 503, headers: { 'Retry-After': '5' } };

it('the trial of an authority that was down does not wait for a turn while it stops all others', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const { baseUrl } = await serve(async (_, response) => {
    await end;
    response.end('x');
  });
  const held = Array.from({ length: 16 }, (_, number) => portTo(baseUrl).read(page, `/${number}`));
  await sleep(0);
  const records: ExchangeRecord[] = [];
  const wasDown = { openUntil: () => Date.now() - 1, pause: () => undefined, saw: () => {} };
  const trial = portOf(baseUrl, records, 60_000, wasDown).read(page, '/trial');
  trial.finally(resolve).catch(() => {});
  // A request that waits gets its turn when these end.
  const late = setTimeout(resolve, 120_000);
  await expect(trial).rejects.toMatchObject(TOO_MANY);
  clearTimeout(late);
  expect(records).toMatchObject([{ outcome: 'too-long', steps: 0 }]);
  await Promise.all(held);
});
