import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule as Times } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as InvokeFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** What EventBridge and Lambda do with an invocation that could not be made or that failed. */
const ONLY_NOW = {
  // The shortest that AWS takes. The next minute brings an invocation of its own.
  maxEventAge: Duration.minutes(1),
  retryAttempts: 0,
};

/** Invokes the function that looks after due filings each minute: at least once, and late ones not at all. */
export class Schedule extends Construct {
  constructor(scope: Construct, id: string, dueFilings: LambdaFunction) {
    super(scope, id);
    dueFilings.configureAsyncInvoke(ONLY_NOW);
    new Rule(this, 'EachMinute', {
      schedule: Times.rate(Duration.minutes(1)),
      targets: [new InvokeFunction(dueFilings, ONLY_NOW)],
    });
  }
}
