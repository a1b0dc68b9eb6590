import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule as Times } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as InvokeFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Retry settings: EventBridge and Lambda drop an invocation that was late or failed. */
const ONLY_NOW = {
  // The shortest age that AWS accepts. The next run makes an invocation of its own.
  maxEventAge: Duration.minutes(1),
  retryAttempts: 0,
};

/**
 * Invokes a function on a schedule, at least once each time, and without retries.
 * @param id of the rule
 */
export const invokeEach = (
  scope: Construct,
  id: string,
  { period, target }: { period: Duration; target: IFunction },
): void => {
  target.configureAsyncInvoke(ONLY_NOW);
  new Rule(scope, id, {
    schedule: Times.rate(period),
    targets: [new InvokeFunction(target, ONLY_NOW)],
  });
};
