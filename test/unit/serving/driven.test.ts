import { beforeEach, describe, expect, test } from 'vitest';
import { beginNext } from '../../../shared/serving/driven/begin.ts';
import { driveInTurn, underLease } from '../../../shared/serving/driven/drive.ts';
import { type AuthorityWait, notHeldUp } from '../../../shared/serving/driven/held-up.ts';
import { NOW, stubSettings } from '../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../support/stores/scripted-services.ts';

/** Work over minutes that the schedule drives, whatever it asks. */

beforeEach(stubSettings);

describe('a step of leased work', () => {
  const driven = async ({ isFree = true, step }: { isFree?: boolean; step: () => Promise<boolean> }) => {
    const ended: string[] = [];
    const leasing = {
      take: async () => (isFree ? 'work' : undefined),
      end: async (_work: string, owner: string) => ended.push(owner),
    };
    const result = await underLease(scriptedServices(NOW).services, leasing, async () => ({
      result: 'done',
      isLeaseEnded: await step(),
    })).catch(({ message }: Error) => message);
    return { result, ended };
  };

  test('no step is taken while another function has the lease', async () => {
    const step = () => Promise.reject(new Error('a step was taken'));
    expect(await driven({ isFree: false, step })).toEqual({ result: undefined, ended: [] });
  });

  test.each<[string, () => Promise<boolean>, string, string[]]>([
    ['failed', () => Promise.reject(new Error('down')), 'down', ['new']],
    ['recorded no progress', async () => false, 'done', ['new']],
    ['ended the lease with its progress', async () => true, 'done', []],
  ])('the lease ends exactly once after a step that %s', async (_, step, result, ended) => {
    expect(await driven({ step })).toEqual({ result, ended });
  });
});

describe('the requests that begin', () => {
  const begun = async (
    count: number,
    { underWay = 0, waiting = 0, begins = Number.POSITIVE_INFINITY } = {},
  ) => {
    const { services } = scriptedServices(NOW, { countWaiting: () => waiting });
    const health = { readHealth: async () => {}, pauseOf: () => undefined, openUntil: () => undefined };
    Object.assign(services.stores, { health });
    const numbers: number[] = [];
    const waits = await beginNext(
      services,
      { accountId: 'a1' },
      {
        next: Array.from({ length: count }, (_, number) => ({ number, authority: 'tgss' as const })),
        underWay: Array.from({ length: underWay }, () => 'tgss' as const),
        begin: async ({ number }) => {
          if (numbers.length >= begins) return 'later';
          numbers.push(number);
          return 'begun';
        },
      },
    );
    expect(waits).toBe('');
    return numbers.length;
  };

  test.each<[string, Parameters<typeof begun>, number]>([
    ['all of them, if there is room', [5], 5],
    ['forty at most', [50], 40],
    ['forty together with those under way', [50, { underWay: 38 }], 2],
    ['none, if forty are under way', [50, { underWay: 40 }], 0],
    ['as many as the account may still queue', [50, { waiting: 1_997 }], 3],
    ['none after the first that cannot begin', [50, { begins: 1 }], 1],
  ])('the requests that begin are %s', async (_, given, expected) => {
    expect(await begun(...given)).toBe(expected);
  });

  test('work that waits for an authority tries one request at a time, each time another one', () => {
    const request = (number: number, authority: 'tgss' | 'sepe' | undefined, tries?: number) => ({
      number,
      authority,
      tries,
    });
    const requests = [
      request(1, 'tgss', 2),
      request(2, 'sepe'),
      request(3, 'tgss', 1),
      request(4, undefined),
      request(5, 'tgss', 1),
    ];
    const numbers = (isWhole: boolean, underWay: ('tgss' | 'sepe')[] = []) => {
      const waits = new Map<'tgss', AuthorityWait>([['tgss', { message: '', isWhole }]]);
      return notHeldUp(requests, waits, new Set(underWay)).map(({ number }) => number);
    };
    expect(numbers(true)).toEqual([2, 4]);
    expect(numbers(false)).toEqual([2, 3, 4]);
    expect(numbers(false, ['tgss', 'sepe'])).toEqual([2, 4]);
  });
});

test('the schedule goes on after work that fails, and stops without time', async () => {
  const { services, asked } = scriptedServices(NOW);
  const driven: number[] = [];
  const count = await driveInTurn(services, [1, 2, 3, 4, 5], {
    most: 4,
    hasTime: () => driven.length < 3,
    drive: async (number) => {
      driven.push(number);
      if (number === 2) throw new Error('down');
    },
    failure: 'failed to drive',
    facts: (number) => ({ number }),
  });
  expect({ driven, count }).toEqual({ driven: [1, 2, 3], count: 2 });
  expect(asked('log')).toEqual([['failed to drive', { number: 2, error: expect.any(Error) }]]);
  expect(asked('metric')).toHaveLength(1);
});
