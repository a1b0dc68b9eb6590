import {
  ApiKey,
  type Method,
  type RestApi,
  type ThrottleSettings,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { Operation } from '../shared/operation.ts';
import { ANONYMOUS_USAGE_KEY, LIMITS, rateOf } from '../shared/rates.ts';

/**
 * How many callers (certificates and users) of one account may use one route at their full limit together before
 * API Gateway refuses. The functions count exactly, caller by caller; API Gateway knows accounts only, so its wall
 * stands this many times farther out. It keeps an account that runs wild from the others and from the authorities.
 */
const CALLERS_OF_AN_ACCOUNT = 50;

/** The same for anonymous callers, who share one plan: how many addresses may sign in at their full limit together. */
const ANONYMOUS_ADDRESSES = 100;

/**
 * Default quotas of an AWS account in Europe (Spain), requests a second and burst. The account's own quota refuses
 * first whatever a plan says, so a plan need not say more.
 */
const REGION_QUOTA = { rate: 2500, burst: 1250 };

/**
 * Throttle that never refuses what an exact limit admits to this many callers. Exact limits count whole minutes, so
 * a caller may send all of one minute at its end and all of the next at its beginning: the burst is twice the limit.
 * @param limit requests a minute
 */
export const looserThan = (limit: number, callers: number): Required<ThrottleSettings> => ({
  rateLimit: Math.min(Math.ceil((limit * callers) / 60), REGION_QUOTA.rate),
  burstLimit: Math.min(2 * limit * callers, REGION_QUOTA.burst),
});

/** A deployed method and the operation that it serves. */
export interface OperationMethod {
  operation: Operation;
  method: Method;
}

/** The outer wall: usage plans by account, whose throttles follow from the operations' rate classes. */
export class Throttling extends Construct {
  /** Plan of the accounts; an operator adds a key for each account. */
  readonly accounts: UsagePlan;

  constructor(
    scope: Construct,
    id: string,
    props: { api: RestApi; methods: OperationMethod[]; stage: string },
  ) {
    super(scope, id);
    const { api, methods, stage } = props;
    const plan = (name: string, throttle: ThrottleSettings | undefined, throttles: OperationThrottle[]) =>
      new UsagePlan(this, name, {
        name: `pasarela-${stage}-${name.toLowerCase()}`,
        throttle,
        apiStages: [{ api, stage: api.deploymentStage, throttle: throttles }],
      });

    this.accounts = plan(
      'Accounts',
      undefined,
      methods.map(({ operation, method }) => ({
        method,
        throttle: looserThan(LIMITS[rateOf(operation)], CALLERS_OF_AN_ACCOUNT),
      })),
    );

    // Signing in has a bucket of its own, which requests without a good token cannot empty.
    const anonymous = looserThan(LIMITS.anonymous, ANONYMOUS_ADDRESSES);
    plan(
      'Anonymous',
      anonymous,
      methods
        .filter(({ operation }) => rateOf(operation) === 'anonymous')
        .map(({ method }) => ({ method, throttle: anonymous })),
    ).addApiKey(
      // Values of keys are unique in an AWS account and region, so each stage lives in one of its own.
      new ApiKey(this, 'AnonymousKey', {
        apiKeyName: `pasarela-${stage}-anonymous`,
        value: ANONYMOUS_USAGE_KEY,
      }),
    );
  }
}

type OperationThrottle = { method: Method; throttle: ThrottleSettings };
