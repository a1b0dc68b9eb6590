import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule as Times } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as InvokeFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** What EventBridge and Lambda do with an invocation that could not be made or that failed. */
const ONLY_NOW = {
  // The shortest that AWS takes. The next run brings an invocation of its own.
  maxEventAge: Duration.minutes(1),
  retryAttempts: 0,
};

/**
 * Invokes a function again and again: at least once each time, and late ones not at all.
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
