import { expect, test } from 'vitest';
import {
  functionIn,
  functions,
  ofType,
  production,
  propertiesOf,
  sandbox,
  targetIn,
} from '../../support/infra/templates.ts';

const { id, Timeout } = functions.get('due-filings')!;

const ONLY_NOW = { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 };

/** The functions that EventBridge invokes, and how often. */
const invoked = (resources: typeof sandbox) =>
  propertiesOf('Events::Rule', resources).map(({ ScheduleExpression, State, Targets }) => {
    expect(State).toBe('ENABLED');
    const [{ Arn, RetryPolicy }, ...more] = Targets;
    expect([RetryPolicy, more]).toEqual([ONLY_NOW, []]);
    return [functionIn(Arn, resources), ScheduleExpression];
  });

test('due filings are looked after each minute, and a canary, if the stage has one, runs every five', () => {
  expect(invoked(production)).toEqual([[id, 'rate(1 minute)']]);
  expect(invoked(sandbox)).toEqual([
    [id, 'rate(1 minute)'],
    [functions.get('canary')!.id, 'rate(5 minutes)'],
  ]);
});

test('an invocation that fails is not repeated, because the next run brings another one', () => {
  const repeated = (resources: typeof sandbox) =>
    propertiesOf('Lambda::EventInvokeConfig', resources).map(({ FunctionName, Qualifier, ...rest }) => {
      const alias = resources[targetIn(Qualifier) ?? ''];
      return [
        functionIn(FunctionName, resources),
        { Qualifier: alias?.Properties.Name ?? Qualifier, ...rest },
      ];
    });
  expect(repeated(production)).toEqual([[id, { Qualifier: 'live', ...ONLY_NOW }]]);
  expect(repeated(sandbox)).toEqual([
    [id, { Qualifier: 'live', ...ONLY_NOW }],
    [functions.get('canary')!.id, { Qualifier: '$LATEST', ...ONLY_NOW }],
  ]);
});

test('the function of the schedule has a minute and a half, and no other caller', () => {
  expect(Timeout).toBe(90);
  const rule = ofType('Events::Rule')[0]![0];
  const allowed = propertiesOf('Lambda::Permission').filter(
    ({ FunctionName }) => functionIn(FunctionName) === id,
  );
  expect(allowed).toEqual([
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: expect.anything(),
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule, 'Arn'] },
    },
  ]);
});
