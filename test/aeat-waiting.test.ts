import { beforeEach, expect, it, vi } from 'vitest';
import { authorityPort } from '../shared/authorities/converse.ts';
import type { Answer, Exchange } from '../shared/authorities/exchange.ts';

// How a step that waits is carried out; of the channel only the instants at which something is sent matter here.

const sent: number[] = [];
const answer: Answer = { status: 200, contentType: '', headers: {}, body: new Uint8Array() };

vi.mock('../shared/channel/channel.ts', () => ({
  connect: () => ({
    send: async () => {
      sent.push(performance.now());
      return answer;
    },
  }),
}));

beforeEach(() => {
  sent.length = 0;
});

/** Asks at once, and again after each of the waits; gives how often it was answered again. */
const polling: Exchange<'reading', number[], number> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'polling',
  standing: { state: 'assumed', note: '' },
  *script(waits) {
    yield { method: 'GET', path: '/' };
    let answers = 0;
    for (const after of waits) {
      if (!(yield { method: 'GET', path: '/', after, optional: true })) break;
      answers += 1;
    }
    return answers;
  },
};

const poll = (waits: number[], secondsLeft: number) =>
  authorityPort({
    authority: 'aeat',
    baseUrl: 'https://aeat.test',
    credential: async () => ({ version: '', key: '', chain: '' }),
    dry: false,
    deadline: new Date(Date.now() + secondsLeft * 1000),
    log: () => {},
  }).read(polling, waits);

it('waits before it sends', async () => {
  expect(await poll([60, 120], 25)).toBe(2);
  const [first = 0, second = 0, third = 0] = sent;
  // Timers may fire a millisecond early.
  expect(second - first).toBeGreaterThanOrEqual(59);
  expect(third - second).toBeGreaterThanOrEqual(119);
});

it('does not wait when that would leave too little time', async () => {
  const began = performance.now();
  expect(await poll([10, 7_000], 10)).toBe(1);
  expect(sent).toHaveLength(2);
  expect(performance.now() - began).toBeLessThan(5_000);
});
