import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRequest } from '../../../shared/stores/rate-windows.ts';
import { tries } from '../../support/setup/fast-check.ts';

/** One instance has a wrong clock, and all others have the right time. */

const MINUTE = 60;
/** The first instant of a minute, in milliseconds since the epoch. */
const START = Date.UTC(2026, 10, 21, 10, 0, 0);
const at = (seconds: number) => new Date(START + seconds * 1000);

const anyOffset = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.integer({ min: -180, max: 180 }),
  fc.constantFrom(-80_000, -61, -1, 1, 61, 80_000),
);
/** Requests in sequence: the seconds since the one before, and whether the instance with the wrong clock gets it. */
const anyRequests = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 40 }), wrong: fc.boolean() }), {
  maxLength: 30,
});
type Requests = { wait: number; wrong: boolean }[];

/** Makes requests of one scope. @param offset error of the wrong clock, in seconds */
const make = async (limit: number, offset: number, requests: Requests) => {
  const scope = randomUUID();
  const made = [];
  let now = 0;
  for (const { wait, wrong } of requests) {
    now += wait;
    const clock = wrong ? now + offset : now;
    made.push({
      wrong,
      minute: Math.floor(clock / MINUTE),
      window: await countRequest(scope, limit, at(clock)),
    });
  }
  return made;
};

test('other clocks admit the rest of a window, and never more than the limit, whatever one clock says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      anyOffset,
      anyRequests,
      async (limit, offset, requests) => {
        const made = await make(limit, offset, requests);
        for (const minute of new Set(made.filter(({ wrong }) => !wrong).map((one) => one.minute))) {
          const here = made.filter((one) => one.minute === minute && !one.wrong);
          const admitted = here.filter(({ window }) => window.admitted).length;
          // Other requests that may have counted: the other instance's requests, and the excess of the window before.
          const used =
            made.filter((one) => one.minute === minute && one.wrong).length +
            made.filter((one) => one.minute === minute - 1).length;
          expect(admitted).toBeLessThanOrEqual(limit);
          expect(admitted).toBeGreaterThanOrEqual(Math.min(here.length, limit - used));
        }
      },
    ),
    tries(25),
  );
});

test.each([-80_000, 80_000])(
  'a clock that is wrong by %s seconds changes nothing for the others',
  async (offset) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), anyRequests, async (limit, requests) => {
        const together = await make(limit, offset, requests);
        let waited = 0;
        const alone: Requests = requests.flatMap(({ wait, wrong }) => {
          waited += wait;
          if (wrong) return [];
          const since = waited;
          waited = 0;
          return [{ wait: since, wrong }];
        });
        expect(together.filter(({ wrong }) => !wrong)).toEqual(await make(limit, offset, alone));
      }),
      tries(10),
    );
  },
);
