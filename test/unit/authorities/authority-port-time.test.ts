import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import type { connect as realConnect } from '../../../shared/authorities/channel/channel.ts';
import { ChannelFailure } from '../../../shared/authorities/channel/failure.ts';
import { COMMIT_NEEDS_MS, LOOK_UP_MS } from '../../../shared/authorities/converse.ts';
import { isOutOfTime } from '../../../shared/authorities/exchange.ts';
import { exchange, file } from '../../support/portals/examples.ts';
import { answerWith } from '../../support/portals/portal.ts';

/**
 * How the port to an authority uses its time. The clock moves only when something waits: the port, or the channel for a missing
 * answer.
 */

/** The requests that were sent, with the milliseconds since the beginning of the test. */
const sent: [path: string, at: number][] = [];
const BEGINNING = Date.parse('2026-11-04T11:00:00Z');
const advance = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const connect: typeof realConnect = () => ({
  send: async ({ path }, deadline) => {
    sent.push([path, Date.now() - BEGINNING]);
    const takes = timeFor(path);
    if (Date.now() + takes <= deadline) {
      advance(takes);
      return answerWith('ok');
    }
    const authorityAtFault = deadline - Date.now() >= 5_000;
    vi.setSystemTime(deadline);
    throw new ChannelFailure('silent', { sent: true, authorityAtFault, code: 'deadline' });
  },
});

/** Milliseconds that an answer takes: the number in its address, or infinity. */
const timeFor = (path: string): number => {
  const [, milliseconds, , after] = /^\/(\d+)(\/silent\/after\/(\d+))?/.exec(path) ?? [];
  const isSilent = path.startsWith('/silent/file') || sent.length > Number(after ?? Number.POSITIVE_INFINITY);
  return isSilent ? Number.POSITIVE_INFINITY : Number(milliseconds ?? 0);
};

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: BEGINNING });
});
afterEach(() => {
  vi.useRealTimers();
});

const portFor = (milliseconds: number) =>
  authorityPort({
    authority: 'tgss',
    baseUrl: 'https://tgss.test',
    credential: async () => ({ version: '', key: '', chain: '' }),
    dry: false,
    deadline: new Date(Date.now() + milliseconds),
    log: () => {},
    connect,
    sleep: async (wait) => advance(wait),
  });

describe('a step that waits', () => {
  /** Sends a request at once, and again after each of the waits. Returns the number of later answers. */
  const polling = exchange('reading', function* (waits: number[]) {
    yield { method: 'GET', path: '/' };
    let answers = 0;
    for (const after of waits) {
      if (!(yield { method: 'GET', path: '/', after, optional: true })) break;
      answers += 1;
    }
    return answers;
  });

  it('the step waits before it sends', async () => {
    expect(await portFor(25_000).read(polling, [60, 120])).toBe(2);
    expect(sent).toEqual([
      ['/', 0],
      ['/', 60],
      ['/', 180],
    ]);
  });

  it('the step does not wait if too little time would be left', async () => {
    expect(await portFor(10_000).read(polling, [10, 7_000])).toBe(1);
    expect(sent).toEqual([
      ['/', 0],
      ['/', 10],
    ]);
    expect(Date.now() - BEGINNING).toBe(10);
  });
});

describe('a reading that can return a part', () => {
  /** Counts answers in steps of three. From the second step on, it declares that it needs three answers. */
  const inThrees = exchange('reading', function* (path: string) {
    let counted = 0;
    try {
      for (; counted < 100; counted++)
        for (const index of [1, 2, 3]) {
          const needs = index === 1 && counted > 0 ? { needs: 3 } : {};
          yield { method: 'GET', path: `${path}/${counted}.${index}`, ...needs };
        }
    } catch (error) {
      if (counted === 0 || !isOutOfTime(error)) throw error;
    }
    return counted;
  });
  const read = (path: string) => portFor(25_000).read(inThrees, path);

  it('the reading requests nothing for which it has no time', async () => {
    expect(await read('/3000')).toBe(2);
    expect(sent).toHaveLength(6);
    expect(Date.now() - BEGINNING).toBe(18_000);
  });

  it('the reading uses all of its time', async () => {
    expect(await read('/100')).toBe(83);
    expect(await read('/25')).toBe(100);
  });

  it('the reading returns what it has when an answer does not come', async () => {
    expect(await read('/100/silent/after/4')).toBe(1);
    expect(Date.now() - BEGINNING).toBe(25_000);
  });

  it('the reading fails when it has nothing, and says whether the authority answered', async () => {
    await expect(read('/12000')).rejects.toMatchObject({
      status: 504,
      message: expect.stringMatching(/no ha dado tiempo/),
    });
    vi.setSystemTime(BEGINNING);
    sent.length = 0;
    await expect(read('/100/silent/after/1')).rejects.toMatchObject({
      status: 504,
      message: expect.stringMatching(/no ha respondido/),
    });
  });
});

describe('a submission', () => {
  it('a submission keeps time for a look-up while it waits for the answer', async () => {
    const milliseconds = LOOK_UP_MS + COMMIT_NEEDS_MS;
    await expect(portFor(milliseconds).submit(file, '/silent')).rejects.toMatchObject({ status: 502 });
    expect(Date.now() - BEGINNING).toBe(milliseconds - LOOK_UP_MS);
    expect(sent.map(([path]) => path)).toEqual(['/silent/open', '/silent/file?nss=280000000097']);
  });

  it('a submission does not begin to file with too little time left', async () => {
    const port = portFor(COMMIT_NEEDS_MS - 1);
    await expect(port.submit(file, '/x')).rejects.toMatchObject({ status: 504 });
    expect(sent.map(([path]) => path)).toEqual(['/x/open']);
  });
});
