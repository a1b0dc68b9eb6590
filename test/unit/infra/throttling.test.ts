import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looserThan } from '../../../infra/throttling.ts';
import { resourceOf } from '../../../shared/derive/routes.ts';
import type { Operation } from '../../../shared/operation/operation.ts';
import { ANONYMOUS_USAGE_KEY, LIMITS, rateOf } from '../../../shared/operation/rates.ts';
import { operations } from '../../support/infra/groups.ts';
import { propertiesOf } from '../../support/infra/templates.ts';
import { tries } from '../../support/setup/fast-check.ts';

describe('the throttles of the API', () => {
  const [accounts, anonymous] = ['accounts', 'anonymous'].map((name) =>
    propertiesOf('ApiGateway::UsagePlan').find(
      ({ UsagePlanName }) => UsagePlanName === `pasarela-sandbox-${name}`,
    ),
  );

  const isHeavy = (operation: Operation) => rateOf(operation) === 'heavy';
  test.each(operations)(
    'the callers of an account meet their exact limit first, on every operation',
    ({ group, operation }) => {
      const limit = LIMITS[rateOf(operation)];
      const own = accounts.ApiStages[0].Throttle[`${resourceOf(group, operation)}/${operation.method}`];
      expect(own !== undefined).toBe(isHeavy(operation));
      for (const throttle of own ? [own, accounts.Throttle] : [accounts.Throttle]) {
        expect(throttle.BurstLimit).toBeGreaterThanOrEqual(2 * limit);
        expect(throttle.RateLimit * 60).toBeGreaterThanOrEqual(10 * limit);
      }
    },
  );

  test('an account as a whole gets a fifth of the limit of the AWS account', () => {
    expect(accounts.Throttle).toEqual({ RateLimit: 500, BurstLimit: 1250 });
  });

  test('signing in has a bucket of its own, which other anonymous requests do not empty', () => {
    expect(anonymous.Throttle.RateLimit * 60).toBeGreaterThan(10 * LIMITS.anonymous);
    const own = Object.entries(anonymous.ApiStages[0].Throttle);
    expect(own.map(([method]) => method).sort()).toEqual([
      '/v4/auth/login/POST',
      '/v4/mails/unsubscribe/POST',
      '/v4/password/POST',
      '/v4/password/forgotten/POST',
    ]);
    for (const [, throttle] of own) expect(throttle).toEqual(anonymous.Throttle);
    expect(propertiesOf('ApiGateway::ApiKey')).toMatchObject([{ Value: ANONYMOUS_USAGE_KEY, Enabled: true }]);
    expect(ANONYMOUS_USAGE_KEY.length).toBeGreaterThanOrEqual(20);
  });

  test('the throttles never refuse a request that exact limits admit', () => {
    const callers = 3;
    // Minutes of requests, each at some second of its minute. No caller exceeds the limit in any minute.
    const minute = (limit: number) =>
      fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: limit * callers, size: 'max' });
    fc.assert(
      fc.property(
        fc
          .constantFrom(...Object.values(LIMITS))
          .chain((limit) =>
            fc.tuple(fc.constant(limit), fc.array(minute(limit), { minLength: 1, maxLength: 4 })),
          ),
        ([limit, minutes]) => {
          const times = minutes.flatMap((seconds, index) => seconds.map((second) => index * 60 + second));
          return admitsAll(
            looserThan(limit, callers),
            times.sort((a, b) => a - b),
          );
        },
      ),
      tries(200),
    );
    for (const limit of Object.values(LIMITS)) {
      const edge = [...Array(limit * callers).fill(59), ...Array(limit * callers).fill(60)];
      expect(admitsAll(looserThan(limit, callers), edge)).toBe(true);
    }
  });
});

/** API Gateway's token bucket. */
const admitsAll = ({ rateLimit, burstLimit }: ReturnType<typeof looserThan>, times: number[]): boolean => {
  let tokens = burstLimit;
  let last = 0;
  return times.every((time) => {
    tokens = Math.min(burstLimit, tokens + (time - last) * rateLimit) - 1;
    last = time;
    return tokens >= 0;
  });
};
