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
 * Number of callers (certificates and users) of one account that can use a route at their full limit together.
 * Functions count exactly, for each caller; API Gateway knows only accounts, so its limit is this many times higher.
 * It protects the authorities and other accounts from an account that calls far too often.
 */
const CALLERS_OF_AN_ACCOUNT = 50;

/**
 * The same for anonymous callers, who share one plan: the number of IP addresses that can use their full limit at
 * once.
 */
const ANONYMOUS_ADDRESSES = 100;

/**
 * Default quotas of an AWS account in Europe (Spain): requests per second, and burst. A plan with higher limits has no
 * effect, because the quota of the AWS account refuses first.
 */
const REGION_QUOTA = { rate: 2500, burst: 1250 };

/**
 * A throttle that accepts everything that the exact limit accepts from this many callers. Exact limits count whole
 * minutes, so a caller may use up one minute at its end and the next one at its beginning; the burst is therefore
 * twice the limit.
 * @param limit requests per minute
 */
export const looserThan = (limit: number, callers: number): Required<ThrottleSettings> => ({
  rateLimit: Math.min(Math.ceil((limit * callers) / 60), REGION_QUOTA.rate),
  burstLimit: Math.min(2 * limit * callers, REGION_QUOTA.burst),
});

/**
 * Limit of an account over all routes: high enough that its callers meet their own limits first, and a fifth of the
 * AWS account's quota.
 */
const ACCOUNT = { rateLimit: REGION_QUOTA.rate / 5, burstLimit: REGION_QUOTA.burst };

/** Whether an operation is a sign-in or a request for a password, which anybody can post. */
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
 * Usage plans: a limit for each account, and one for all anonymous callers. API Gateway allows 20 methods with limits
 * of their own in a plan; they are the heaviest for authorities, and the sign-ins.
 */
export class Throttling extends Construct {
  /** Plan of the accounts. `npm run accounts` adds an API key for each account. */
  readonly accounts: UsagePlan;

  constructor(
    scope: Construct,
    id: string,
    props: { api: RestApi; limited: OperationMethod[]; stage: string },
  ) {
    super(scope, id);
    const { api, limited, stage } = props;
    /** @param own returns the throttle of an operation that has its own */
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

    // Sign-ins have limits of their own, so that other requests without a valid token cannot use them up.
    const anonymous = looserThan(LIMITS.anonymous, ANONYMOUS_ADDRESSES);
    plan('Anonymous', anonymous, (operation) => (signsIn(operation) ? anonymous : undefined)).addApiKey(
      // The value of an API key must be unique in an AWS account and region, so each stage has its own.
      new ApiKey(this, 'AnonymousKey', {
        apiKeyName: `pasarela-${stage}-anonymous`,
        value: ANONYMOUS_USAGE_KEY,
      }),
    );
  }
}

type Own = ThrottleSettings | undefined;
