import {
  ApiKey,
  type Method,
  type RestApi,
  type ThrottleSettings,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { Operation } from '../shared/operation/operation.ts';
import { ANONYMOUS_USAGE_KEY, LIMITS, rateOf } from '../shared/operation/rates.ts';

/**
 * How many callers (certificates and users) of one account can use one route at their full limit together before
 * API Gateway refuses. The functions count exactly, for each caller. API Gateway knows only accounts, so its limit is
 * this many times higher. It protects the authorities and the other accounts from an account with far too many calls.
 */
const CALLERS_OF_AN_ACCOUNT = 50;

/** The same for anonymous callers, who share one plan: how many IP addresses can sign in at their full limit together. */
const ANONYMOUS_ADDRESSES = 100;

/**
 * Default quotas of an AWS account in Europe (Spain): requests per second, and burst. A plan with higher limits has no
 * effect, because the quota of the AWS account refuses first.
 */
const REGION_QUOTA = { rate: 2500, burst: 1250 };

/**
 * A throttle that accepts all that the exact limit accepts from this many callers. Exact limits count whole minutes, so
 * a caller can use up one minute at its end and the next one at its beginning. So the burst is twice the limit.
 * @param limit requests per minute
 */
export const looserThan = (limit: number, callers: number): Required<ThrottleSettings> => ({
  rateLimit: Math.min(Math.ceil((limit * callers) / 60), REGION_QUOTA.rate),
  burstLimit: Math.min(2 * limit * callers, REGION_QUOTA.burst),
});

/**
 * What one account may send, over all routes: so much more than its callers need that none of them meets it before its own
 * limit, and a fifth of what the AWS account takes.
 */
const ACCOUNT = { rateLimit: REGION_QUOTA.rate / 5, burstLimit: REGION_QUOTA.burst };

/** Whether anybody can post: to sign in, or to get a password. */
export const signsIn = (operation: Operation): boolean =>
  rateOf(operation) === 'anonymous' && operation.method === 'POST';

const isHeavy = (operation: Operation): boolean => rateOf(operation) === 'heavy';

/** Whether an operation has a limit of its own at API Gateway. */
export const hasOwnLimit = (operation: Operation): boolean => isHeavy(operation) || signsIn(operation);

/** A method of the API and its operation. */
export interface OperationMethod {
  operation: Operation;
  method: Method;
}

/**
 * The usage plans: a limit for each account, and one for all anonymous callers together. API Gateway takes 20 methods of a
 * plan that have limits of their own: those that cost an authority most, and those with which callers sign in.
 */
export class Throttling extends Construct {
  /** The plan of the accounts. `npm run accounts` adds a key for each account. */
  readonly accounts: UsagePlan;

  constructor(
    scope: Construct,
    id: string,
    props: { api: RestApi; limited: OperationMethod[]; stage: string },
  ) {
    super(scope, id);
    const { api, limited, stage } = props;
    /** @param own the throttle of each operation that has one of its own */
    const plan = (name: string, throttle: ThrottleSettings, own: (operation: Operation) => Own) =>
      new UsagePlan(this, name, {
        name: `pasarela-${stage}-${name.toLowerCase()}`,
        throttle,
        apiStages: [
          {
            api,
            stage: api.deploymentStage,
            throttle: limited.flatMap(({ operation, method }) => {
              const throttle = own(operation);
              return throttle ? [{ method, throttle }] : [];
            }),
          },
        ],
      });

    const heavy = looserThan(LIMITS.heavy, CALLERS_OF_AN_ACCOUNT);
    this.accounts = plan('Accounts', ACCOUNT, (operation) => (isHeavy(operation) ? heavy : undefined));

    // Signing in has limits of its own, so that other requests without a valid token cannot use them up.
    const anonymous = looserThan(LIMITS.anonymous, ANONYMOUS_ADDRESSES);
    plan('Anonymous', anonymous, (operation) => (signsIn(operation) ? anonymous : undefined)).addApiKey(
      // The value of a key must be unique in an AWS account and region, so each stage needs one of its own.
      new ApiKey(this, 'AnonymousKey', {
        apiKeyName: `pasarela-${stage}-anonymous`,
        value: ANONYMOUS_USAGE_KEY,
      }),
    );
  }
}

type Own = ThrottleSettings | undefined;
